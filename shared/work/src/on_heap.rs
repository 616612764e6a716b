//! Futures on the heap, so that a decision inside another one fits the stack of a thread.

use std::pin::Pin;

/// The future that `make` makes, on the heap. Unlike `Box::pin(future())` it is not made in the caller's frame first,
/// where a build without optimisation keeps room for it as long as the caller runs.
#[inline(never)]
pub fn on_heap<F: Future>(make: impl FnOnce() -> F) -> Pin<Box<F>> {
    Box::pin(make())
}
