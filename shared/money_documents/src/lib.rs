//! Invoices, their items and credit notes: drafted, issued, paid, credited and voided, by the rules of
//! [`billing::documents`] and in the transaction of whoever does it.
//!
//! - An [`InvoiceItem`] waits for an invoice, or is a line of one ([`pending_items`]). A draft's amounts follow from
//!   its items ([`drafting`]).
//! - [`issuing`] numbers and freezes a draft. What is then paid, taken back or given up is [`invoice_payment`] and
//!   [`invoice_settlement`]; what is taken off an issued invoice is a [`CreditNote`] ([`crediting`]).
//! - [`taxing`] says what tax is on a line: by its tax point ([`known_tax_rates`]) and by who buys it.
//! - What is owed to a customer is booked when it arises: by a note, or without one by [`booked_credit`], which takes
//!   [`booked_rest`] off the invoice; [`set_off`] has it pay what is open.
//! - [`check`] says what of a merchant's books does not add up.
//!
//! Records know those below them: an item and a credit note name their invoice, an invoice names neither by its type.

pub mod billed_location;
pub mod booked_credit;
pub mod booked_rest;
pub mod check;
mod check_books;
pub mod credit_note;
pub mod creditable;
pub mod crediting;
pub mod customer_balance;
pub mod drafting;
pub mod exemption_reason;
pub mod fitting;
pub mod invoice;
pub mod invoice_item;
pub mod invoice_line;
pub mod invoice_party;
pub mod invoice_payment;
pub mod invoice_settlement;
pub mod invoice_view;
pub mod issuing;
pub mod known_tax_rates;
pub mod late_days;
pub mod late_fees;
pub mod late_fees_view;
pub mod number;
pub mod open_money;
pub mod pending_items;
pub mod promised_refunds;
pub mod set_off;
pub mod small_rest;
pub mod still_to_invoice;
pub mod taxing;
mod voided_late_fees;

pub use self::{credit_note::CreditNote, invoice::Invoice, invoice_item::InvoiceItem};
