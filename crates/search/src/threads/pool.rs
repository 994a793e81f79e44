//! The threads of an engine, and whether the system has room for them.

use crate::error::EngineError;

/// The threads of an engine with more than one worker, in pools of a few.
///
/// Before a thread of rayon sleeps it looks for work at each other thread of its pool, more than 30 times. With 1,024 threads in one
/// pool this took each of them 2 ms of processor time, and a stop on two processors up to a second.
#[cfg(feature = "threads")]
#[derive(Debug)]
pub(crate) struct Pool {
    groups: Vec<rayon::ThreadPool>,
    places: usize,
}

/// Threads of one pool.
#[cfg(feature = "threads")]
const GROUP: usize = 8;

#[cfg(feature = "threads")]
impl Pool {
    /// Runs each of the jobs on a thread of its own, and `meanwhile` on the caller's. Returns when all have ended.
    pub(crate) fn run<J: FnOnce() + Send>(&self, jobs: impl Iterator<Item = J>, meanwhile: impl FnOnce()) {
        run_on(&self.groups, &mut jobs.fuse(), meanwhile);
    }

    /// How many threads the processors serve at once; but at least two, so that where there is only one the search is still by
    /// more than one worker.
    pub(crate) fn places(&self) -> usize {
        self.places
    }
}

/// The jobs of the first pool are started within its scope, and in there those of the other pools. At most
/// [`Engine::MAX_THREADS`](crate::Engine::MAX_THREADS) / [`GROUP`] scopes, some hundred bytes of stack each, are open at once.
#[cfg(feature = "threads")]
fn run_on<J: FnOnce() + Send>(
    groups: &[rayon::ThreadPool],
    jobs: &mut impl Iterator<Item = J>,
    meanwhile: impl FnOnce(),
) {
    let Some((group, others)) = groups.split_first() else { return meanwhile() };
    group.in_place_scope(|scope| {
        for job in jobs.by_ref().take(group.current_num_threads()) {
            scope.spawn(|_| job());
        }
        run_on(others, jobs, meanwhile);
    });
}

#[cfg(not(feature = "threads"))]
pub(crate) enum Pool {}

/// Stack of a search thread in bytes. Recursion is at most [`MAX_PLY`](crate::MAX_PLY) deep, with several frames a ply.
const STACK_SIZE: usize = 8 << 20;

/// What a worker keeps, at most (bytes); more than half of it are histories.
const WORKER_SIZE: usize = 6 << 20;

/// The memory that is asked for at once (bytes). So large that allocators map it apart, and giving it back changes nothing of how
/// they serve smaller requests.
const PIECE: usize = 64 << 20;

/// Starts the threads of an engine; none for one worker, which runs on the caller's thread.
#[cfg(feature = "threads")]
pub(crate) fn start(threads: usize) -> Result<Option<Pool>, EngineError> {
    if threads == 1 {
        return Ok(None);
    }
    let start_group = |first: usize| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(GROUP.min(threads - first))
            .stack_size(STACK_SIZE)
            .thread_name(move |index| format!("argali-{}", first + index))
            .build()
    };
    let groups = (0..threads).step_by(GROUP).map(start_group).collect::<Result<_, _>>();
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    groups
        .map(|groups| Some(Pool { groups, places: processors.max(2) }))
        .map_err(|error| EngineError::Spawn { asked: threads, reason: error.to_string() })
}

#[cfg(not(feature = "threads"))]
pub(crate) fn start(_threads: usize) -> Result<Option<Pool>, EngineError> {
    Ok(None)
}

/// What `threads` threads and the memories of `workers` new workers need, in bytes of address space; nothing for a worker that runs
/// on the caller's thread.
pub(crate) fn needed(threads: usize, workers: usize) -> usize {
    if threads == 1 {
        0
    } else {
        threads.saturating_mul(STACK_SIZE).saturating_add(workers.saturating_mul(WORKER_SIZE))
    }
}

/// Whether the system gives so many bytes, and some more for the searches. Where there is a limit, such as `ulimit -v`, an allocation
/// beyond it would end the process. What is asked for is not used, and given back.
pub(crate) fn has_room(bytes: usize) -> bool {
    let pieces = if bytes == 0 { 0 } else { bytes / PIECE + 1 };
    // In pieces: the system may refuse one request for more than the machine has, though nothing of it would be used.
    let mut room: Vec<Vec<u8>> = Vec::new();
    (0..pieces).all(|_| {
        let mut piece = Vec::new();
        let granted = piece.try_reserve_exact(PIECE).is_ok();
        // Seen from outside, so that the compiler cannot leave out memory that is never used.
        room.push(std::hint::black_box(piece));
        granted
    })
}
