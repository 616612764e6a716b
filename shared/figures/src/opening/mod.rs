//! Resources by the hours in which they can be booked, now.

pub mod open_hours;
pub mod opening_sums;
pub mod resource_account;

use crate::account::Book;

/// Accounts of resources, and rows by place: one for the week, and one for each day on which some are closed.
pub const BOOK: Book = Book { accounts: "figures-resource", rows: "figures-opening" };

/// Row of the week. It sorts behind all days.
pub const WEEK: &str = "week";
