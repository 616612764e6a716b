//! What every area is served by: the HTTP edge with envelopes, pagination and idempotency, the document, due work, and
//! the runner of functions.
//!
//! An area depends on this crate, on the floors below it, and on no other area. `docs/ARCHITECTURE.md` is the map.

pub mod api;
pub mod category;
pub mod codes;
pub mod due;
pub mod lambda;
pub mod list_counting;
pub mod together;
