//! The kinds of nodes, as types.

/// The kind of a node as a type parameter, so that the searches of the root, of principal variations and of all other nodes are compiled
/// separately.
pub(crate) trait NodeType {
    /// Whether the window is open, so that an exact score is wanted.
    const PV: bool;
    /// Whether this is ply 0.
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
