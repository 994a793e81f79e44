//! The helper threads of an engine, and the check that the system has memory for them.

use crate::error::EngineError;
use crate::threads::team::Team;
use crate::tree::worker::Memory;
use argali_eval::Evaluator;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle, available_parallelism};

/// Stack of a search thread in bytes. Recursion is at most [`MAX_PLY`](crate::MAX_PLY) deep, with several frames per ply.
pub(crate) const STACK_SIZE: usize = 8 << 20;

/// The most memory that a worker keeps (bytes); more than half of it is histories.
const WORKER_SIZE: usize = 6 << 20;

/// The size of one test allocation (bytes). It is so large that allocators map it separately, so that freeing it does not affect
/// smaller allocations.
const PIECE: usize = 64 << 20;

/// The workers of an engine from the second on. Each owns its memory and a thread, which sleeps between searches.
///
/// They are plain threads and not part of a shared pool, so a caller that waits for one never runs other work meanwhile.
pub(crate) struct Helpers<E: Evaluator> {
    helpers: Vec<Helper<E>>,
    unfinished: Arc<Unfinished>,
    processors: usize,
}

struct Helper<E: Evaluator> {
    /// The thread ends when nobody can send any more.
    orders: Option<Sender<Order<E>>>,
    thread: Option<JoinHandle<()>>,
}

/// An order for a helper.
enum Task<E> {
    Search(Arc<Team<E>>),
    NewGame,
}

struct Order<E> {
    task: Task<E>,
    receipt: Receipt,
}

impl<E: Evaluator> Helpers<E> {
    /// None yet.
    pub(crate) fn none() -> Helpers<E> {
        Helpers { helpers: Vec::new(), unfinished: Arc::default(), processors: 2 }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.helpers.len()
    }

    /// How many threads run in parallel on this machine; at least two, so that several workers share the search even on one processor.
    pub(crate) fn processors(&self) -> usize {
        self.processors
    }

    /// Changes the number of helpers. Helpers that stay keep their histories.
    ///
    /// # Errors
    /// [`EngineError`] if the system cannot provide the threads or their memory. Nothing changes then.
    pub(crate) fn resize(&mut self, wanted: usize) -> Result<(), EngineError> {
        let asked = wanted + 1;
        let new = wanted.saturating_sub(self.len());
        let needed = new.saturating_mul(STACK_SIZE + WORKER_SIZE);
        let refused = || EngineError::Memory { asked, mib: needed.div_ceil(1 << 20) };
        if !has_room(needed) {
            return Err(refused());
        }
        let start = |number| {
            // Twice for each, because threads need some memory of their own while they start. The smallest test allocation is larger
            // than one thread needs.
            if !has_room(1) {
                return Err(refused());
            }
            Helper::start(number).map_err(|error| EngineError::Spawn { asked, reason: error.to_string() })
        };
        let started = (self.len()..wanted).map(|index| start(index + 1)).collect::<Result<Vec<_>, _>>()?;
        if new > 0 {
            self.processors = available_parallelism().map_or(1, NonZero::get).max(2);
        }
        self.helpers.truncate(wanted);
        self.helpers.extend(started);
        Ok(())
    }

    /// Starts a search on all of them.
    pub(crate) fn search(&self, team: &Arc<Team<E>>) {
        self.order(|| Task::Search(Arc::clone(team)));
    }

    /// Clears the histories of all helpers before their next search.
    pub(crate) fn new_game(&self) {
        self.order(|| Task::NewGame);
    }

    fn order(&self, task: impl Fn() -> Task<E>) {
        for helper in &self.helpers {
            let order = Order { task: task(), receipt: Receipt::new(&self.unfinished) };
            // If a helper were gone, joining it would report that.
            let _ = helper.orders.as_ref().map(|orders| orders.send(order));
        }
    }

    /// Waits until all orders are done.
    pub(crate) fn wait(&self) {
        self.unfinished.wait();
    }
}

impl<E: Evaluator> Helper<E> {
    fn start(number: usize) -> std::io::Result<Helper<E>> {
        let (sender, orders) = channel();
        let memory = Memory::new();
        let thread = Builder::new()
            .name(format!("argali-{number}"))
            .stack_size(STACK_SIZE)
            .spawn(move || serve(number, memory, &orders))?;
        Ok(Helper { orders: Some(sender), thread: Some(thread) })
    }
}

/// The main loop of a helper thread.
fn serve<E: Evaluator>(number: usize, mut memory: Memory<E::State>, orders: &Receiver<Order<E>>) {
    for Order { task, receipt } in orders {
        match task {
            Task::Search(team) => team.help(number, &mut memory),
            Task::NewGame => memory.histories.clear(),
        }
        // The task has been dropped here.
        drop(receipt);
    }
}

impl<E: Evaluator> Drop for Helpers<E> {
    fn drop(&mut self) {
        // Tell all of them before waiting for the first.
        self.helpers.iter_mut().for_each(|helper| helper.orders = None);
    }
}

impl<E: Evaluator> Drop for Helper<E> {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A helper never panics: panics of evaluators are caught.
            let _ = thread.join();
        }
    }
}

/// The number of unfinished orders.
#[derive(Debug, Default)]
struct Unfinished {
    count: Mutex<usize>,
    is_zero: Condvar,
}

impl Unfinished {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) {
        drop(self.is_zero.wait_while(self.lock(), |count| *count > 0));
    }
}

/// Counts as an unfinished order until it is dropped.
struct Receipt(Arc<Unfinished>);

impl Receipt {
    fn new(unfinished: &Arc<Unfinished>) -> Receipt {
        *unfinished.lock() += 1;
        Receipt(Arc::clone(unfinished))
    }
}

impl Drop for Receipt {
    fn drop(&mut self) {
        let mut count = self.0.lock();
        *count -= 1;
        if *count == 0 {
            self.0.is_zero.notify_all();
        }
    }
}

/// Whether the system provides so many bytes, and a reserve for the searches. Under a limit such as `ulimit -v`, an allocation beyond
/// it would end the process. The memory is allocated as a test, not used, and freed again.
fn has_room(bytes: usize) -> bool {
    let pieces = if bytes == 0 { 0 } else { bytes / PIECE + 1 };
    // In several pieces, because the system may refuse a single allocation that is larger than the machine's memory.
    let mut room: Vec<Vec<u8>> = Vec::new();
    (0..pieces).all(|_| {
        let mut piece = Vec::new();
        let granted = piece.try_reserve_exact(PIECE).is_ok();
        // `black_box` keeps the compiler from removing the unused allocation.
        room.push(std::hint::black_box(piece));
        granted
    })
}
