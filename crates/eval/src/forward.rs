//! Code compiled for particular instruction sets and chosen at run time. The only place with `unsafe`.

pub(crate) mod bits;
