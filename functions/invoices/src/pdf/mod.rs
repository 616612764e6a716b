//! Invoices as pages to read and print.

mod invoice;

pub use self::invoice::{invoice, of_invoice};
