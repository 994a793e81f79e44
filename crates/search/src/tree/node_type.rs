//! The kinds of nodes, as types.

/// What is known of a node when it is compiled: the search of the root, of principal variations and of all other nodes
/// are three functions.
pub(crate) trait NodeType {
    /// The window is open: an exact score is wanted.
    const PV: bool;
    /// Ply 0.
    const ROOT: bool;
    /// The type of the first child.
    type Next: NodeType;
}

/// Ply 0.
pub(crate) struct Root;
/// On the principal variation.
pub(crate) struct Pv;
/// Searched with a zero window.
pub(crate) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Pv;
}
impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = NonPv;
}
