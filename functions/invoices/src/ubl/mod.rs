//! Invoices and credit notes as UBL 2.1 after EN 16931, which European law asks of invoices between businesses.
//! `infra/check/invoices-en16931` holds them against the standard's public rules.

mod credit_note;
mod element;
mod invoice;
mod parties;
mod tax_scope;
mod totals;

pub use self::{
    credit_note::credit_note,
    invoice::{invoice, of_invoice},
};

/// The standard, in a document that follows it (BT-24).
const EN_16931: &str = "urn:cen.eu:en16931:2017";
