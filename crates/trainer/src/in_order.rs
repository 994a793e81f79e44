//! Numbered jobs on several threads, with their results in order.
//!
//! So a computation on the results does not depend on the number of threads, even if it decides when to end.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

/// Runs the jobs with one thread for each worker. Calls `receive` on the caller's thread with each result, in the order of the jobs, until it
/// breaks or all jobs are done. Later results are dropped.
pub fn in_order<W: Send, T: Send, B>(
    workers: impl IntoIterator<Item = W>,
    jobs: Range<u64>,
    work: impl Fn(&mut W, u64) -> T + Sync,
    mut receive: impl FnMut(u64, T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let next = AtomicU64::new(jobs.start);
    let enough = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (sender, next, enough, work) = (sender.clone(), &next, &enough, &work);
            scope.spawn(move || {
                while !enough.load(Relaxed) {
                    let job = next.fetch_add(1, Relaxed);
                    if job >= jobs.end || sender.send((job, work(&mut worker, job))).is_err() {
                        return;
                    }
                }
            });
        }
        // The workers hold the only senders: the channel ends with the last of them.
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = jobs.start;
        for (job, result) in &receiver {
            waiting.insert(job, result);
            while let Some(result) = waiting.remove(&expected) {
                let flow = receive(expected, result);
                if flow.is_break() {
                    enough.store(true, Relaxed);
                    return flow;
                }
                expected += 1;
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_and_end_at_a_break() {
        for threads in [1, 4] {
            let mut seen = Vec::new();
            let slow_evens = |_: &mut (), job| {
                std::thread::sleep(Duration::from_millis(if job % 2 == 0 { 3 } else { 0 }));
                10 * job
            };
            let flow = in_order(vec![(); threads], 5..100, slow_evens, |job, result| {
                seen.push((job, result));
                if job == 20 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
            });
            assert_eq!(flow, ControlFlow::Break("enough"));
            assert_eq!(seen, (5..=20).map(|job| (job, 10 * job)).collect::<Vec<_>>());
        }
        let all = in_order([(), ()], 0..7, |_, job| job, |_, _| ControlFlow::<()>::Continue(()));
        assert_eq!(all, ControlFlow::Continue(()));
    }
}
