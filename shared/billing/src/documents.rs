//! Money documents: invoices and credit notes, their arithmetic, their states, their numbers and their dates.

pub mod credit_note;
pub mod dates;
pub mod document;
pub mod invoice;
pub mod line;
pub mod number;
pub mod tax;

pub use self::{
    credit_note::{Credit, CreditNote, CreditNoteError, CreditRequest, Credited, PostPayment, SplitCredit},
    dates::{DueTerms, ReminderPlan},
    document::{Document, DocumentError},
    invoice::{Excess, InvoiceError, InvoiceMoney, InvoiceStatus, Paid},
    line::{InvoiceItem, ItemKind, Line, LineInput, Quantity},
    number::{NumberFormat, NumberSeries, SeriesKind},
    tax::{TaxGroup, tax_of},
};
