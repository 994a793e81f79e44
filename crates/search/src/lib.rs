//! A strong chess search to embed in other programs.

mod aspiration;
mod checks;
mod clock;
mod deepen;
mod engine;
mod error;
mod formulas;
mod game;
#[cfg(feature = "threads")]
mod handle;
mod history;
mod limits;
mod node;
mod observer;
mod outcome;
mod packed;
mod params;
mod picker;
mod pv;
mod quiescence;
mod score;
mod see;
#[cfg(feature = "serde")]
mod serial;
mod signature;
mod smp;
mod stack;
mod stop;
mod tablebase;
mod turnstile;
mod wdl;
mod window;
mod worker;

pub use argali_eval as eval;
pub use argali_eval::Evaluator;
pub use argali_tt as tt;
pub use cozy_chess;
pub use engine::{Engine, EngineBuilder};
pub use error::{EngineError, FenError, IllegalMove, ParamError};
pub use game::Position;
#[cfg(feature = "threads")]
pub use handle::{SearchHandle, SpawnError};
pub use limits::{Clock, Limits};
pub use observer::{IterationReport, Observer, RootMoveReport, Silent};
pub use outcome::{Line, Outcome, StopReason};
pub use params::{ParamInfo, Params};
pub use score::{Bound, MAX_PLY, Score, ScoreKind};
pub use signature::signature;
pub use smp::Stagger;
pub use stop::StopHandle;
pub use tablebase::{RootRank, Tablebase, TablebaseRules, TablebaseValue};
pub use wdl::Wdl;

/// The evaluator of an engine that is not given another one.
pub type DefaultEvaluator = argali_eval::Classical;
