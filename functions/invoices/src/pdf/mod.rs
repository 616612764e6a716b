//! Invoices and credit notes as pages to read and print.

mod credit_note;
mod invoice;
mod page;

pub use self::{
    credit_note::{credit_note, of_credit_note},
    invoice::{invoice, of_invoice},
};
