//! Transactions of credits and of day passes: both units by the same operations.

pub mod create;
pub mod get;
pub mod list;
pub mod reverse;
pub mod settings;
pub mod transfer;
