//! Benefits.
