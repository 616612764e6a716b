//! Revenue by day or month.

pub mod csv;
pub mod report;
pub mod summing;
