//! What leaves a customer's balance without paying an invoice.

pub mod create;
pub mod list;
