//! Entries of the journal by day: what was earned, and what was given up.

pub mod entry_sums;
pub mod journal_days;

/// Space of how far the journal is counted.
pub const COUNTED: &str = "figures-journal";
/// Space of the rows, by place and day.
pub const ROWS: &str = "figures-revenue";
