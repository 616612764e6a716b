//! The language of merchants' templates: names in braces, conditions and loops over lists, and nothing else. It is that
//! of Jinja, as the library minijinja reads and renders it; what a text may have of it is decided on its syntax tree
//! ([`allowed`]), before it is stored. There are no filters, functions, arithmetic, variables, macros and inclusions, so
//! that a text cannot grow but by its loops; those end with their lists, and rendering has a limit of steps and of
//! length for loops within loops.

mod allowed;
mod depth;
mod names;
mod refusal;
mod rendering;

pub use self::{
    names::{Named, Names},
    refusal::Refusal,
    rendering::{Filling, placeholders, rendered},
};
