//! What customers owe, by how long it has been due.

pub mod csv;
pub mod report;
mod summing;
