//! Customers with their subscriptions, by month.

pub mod customer_account;
pub mod customer_sums;
pub mod monthly_price;
pub mod standing;
pub mod timeline;

use crate::account::Book;

/// Accounts of customers, and rows by place and month.
pub const BOOK: Book = Book { accounts: "figures-customer", rows: "figures-recurring" };
