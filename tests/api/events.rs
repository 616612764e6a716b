//! Gateway events, also hostile ones.
