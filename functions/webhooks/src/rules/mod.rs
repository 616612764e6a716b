//! Rules without input or output, on the records.

pub mod catalogue;
pub mod outcome;
pub mod schedule;
pub mod share;
pub mod signature;
