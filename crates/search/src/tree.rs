//! The search tree: iterative deepening, aspiration windows, nodes, quiescence search, move picker, static exchange evaluation.

pub(crate) mod aspiration;
pub(crate) mod checks;
pub(crate) mod deepen;
pub(crate) mod formulas;
pub(crate) mod lookup;
pub(crate) mod next_key;
pub(crate) mod node;
pub(crate) mod node_type;
pub(crate) mod packed;
pub(crate) mod picker;
pub(crate) mod probing;
pub(crate) mod pv;
pub(crate) mod quiescence;
pub(crate) mod root_move;
pub(crate) mod search;
pub(crate) mod see;
pub(crate) mod stack;
pub(crate) mod steps;
pub(crate) mod window;
pub(crate) mod worker;
