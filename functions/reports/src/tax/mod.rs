//! Tax by month and rate.

pub mod csv;
pub mod report;
