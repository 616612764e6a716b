//! The journal and its totals.

pub mod entries;
pub mod entries_csv;
pub mod trial_balance;
