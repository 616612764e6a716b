//! Money documents: invoices and credit notes, their arithmetic, their states, their numbers and their dates.

mod counted_days;
pub mod credit_note;
pub mod creditor_reference;
pub mod dates;
pub mod document;
pub mod invoice;
pub mod invoice_status;
pub mod late_fees;
pub mod line;
pub mod number;
pub mod payment;
pub mod split_credit;
pub mod tax;

pub use self::{
    credit_note::{Credit, CreditNote, CreditNoteError, CreditRequest, Credited},
    dates::{DueTerms, ReminderPlan},
    document::{Document, DocumentError},
    invoice::InvoiceMoney,
    invoice_status::{Excess, InvoiceError, InvoiceStatus, Paid},
    late_fees::{LateCharge, LateFeeAccount, LateFeeTerms},
    line::{InvoiceItem, ItemKind, Line, LineInput, Quantity},
    number::{NumberFormat, NumberSeries, SeriesKind},
    payment::{Payment, PaymentError, PaymentMethod, PaymentStatus},
    split_credit::{CreditNoteType, PostPayment, SplitCredit},
    tax::{TaxGroup, tax_of},
};
