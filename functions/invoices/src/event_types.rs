//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use expansions::OF_DOCUMENTS;
use money_documents::{CreditNote, Invoice, InvoiceItem};
use records::TaxRate;
use values::Area;

use crate::billing_runs::record::BillingRun;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Invoice>("invoice", Area::Invoices, &INVOICE)
            .leaving_out_when_large(&["items"])
            .naming(OF_DOCUMENTS),
        ObjectEvents::of::<InvoiceItem>("invoice_item", Area::Invoices, &INVOICE_ITEM).naming(OF_DOCUMENTS),
        ObjectEvents::of::<CreditNote>("credit_note", Area::Invoices, &CREDIT_NOTE)
            .leaving_out_when_large(&["lines"])
            .naming(OF_DOCUMENTS),
        ObjectEvents::of::<TaxRate>("tax_rate", Area::Invoices, &TAX_RATE),
        ObjectEvents::of::<BillingRun>("billing_run", Area::Invoices, &BILLING_RUN)
            .untold_changes_of(&["invoiced", "issued", "refused"]),
    ]
}

const INVOICE: [EventRule; 13] = [
    EventRule::new("created", When::Created, "An invoice was made: a draft, or issued at once."),
    EventRule::new("paid", When::Became("status", "paid"), "Nothing of it is left to be paid."),
    EventRule::new("voided", When::Became("status", "voided"), "It was voided."),
    EventRule::new("uncollectible", When::Became("status", "uncollectible"), "It is not expected to be paid any more."),
    EventRule::new(
        "reopened",
        When::Cleared("paid_at"),
        "Something of what was paid was given back, so that something is due again.",
    ),
    EventRule::new("issued", When::Became("status", "issued"), "It has its number and cannot be changed any more."),
    EventRule::new("overdue", When::Turned("overdue", true), "It was due and is not paid."),
    EventRule::new(
        "reminder_due",
        When::Grew("reminders_sent"),
        "The customer is to be reminded; whoever sends e-mails sends one now.",
    ),
    EventRule::new("sent", When::Grew("times_sent"), "It was marked as sent."),
    EventRule::new("credited", When::Grew("credit_notes_total"), "A credit note changed what is due."),
    EventRule::new("payment_applied", When::Grew("amount_paid"), "Something was paid, and something is left."),
    EventRule::new("deleted", When::Deleted, "The draft was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const BILLING_RUN: [EventRule; 5] = [
    EventRule::new("created", When::Created, "What waits at a location is to be invoiced."),
    EventRule::new(
        "completed",
        When::Became("status", "succeeded"),
        "All that waited was looked at: it is invoiced, or was refused.",
    ),
    EventRule::new("failed", When::Became("status", "failed"), "Whoever asked for it may not act any more."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled: nothing more is invoiced."),
    EventRule::new("updated", When::Updated, "Its first invoices are made."),
];

const INVOICE_ITEM: [EventRule; 4] = [
    EventRule::new("created", When::Created, "Something is charged: at once, or with the customer's next invoice."),
    EventRule::new("invoiced", When::Given("invoice_id"), "It came onto an invoice."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const CREDIT_NOTE: [EventRule; 3] = [
    EventRule::new("created", When::Created, "A credit note was issued."),
    EventRule::new("voided", When::Became("status", "voided"), "It was voided."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const TAX_RATE: [EventRule; 4] = [
    EventRule::new("created", When::Created, "A tax rate was made."),
    EventRule::new("deleted", When::Deleted, "It was put away: nothing new refers to it."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed, such as by a law that is to come."),
];
