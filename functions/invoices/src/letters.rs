//! Letters about invoices and credit notes: whoever pays is told that one was issued, that an invoice is to be paid,
//! and what is credited of it.

use billing::{documents::InvoiceStatus, period::local_day};
use mailing::{Attachment, Draft, Fact, Facts, LetterSource, LetterType, Place, recipients, text};
use money_documents::{CreditNote, Invoice, invoice_line::InvoiceLine};
use records::{LoggedEvent, logged_event::JsonText};
use serde::Deserialize;
use store::Record;
use values::{ApiError, Currency, Money, Timestamp};
use work::UnitOfWork;

use crate::{pdf, ubl};

/// Ending and media type of a page.
const PDF: (&str, &str) = ("pdf", "application/pdf");

/// What whoever pays is told of the records of this area.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&["invoice.created", "invoice.issued", "invoice.paid", "invoice.sent"], of_issue),
        LetterSource::new(&["invoice.reminder_due"], of_reminder),
        LetterSource::new(&["credit_note.created"], of_credit_note),
    ]
}

/// That an invoice was issued; nothing once it was voided.
async fn of_issue(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    if !tells_of_issue(&event.body) {
        return Ok(Vec::new());
    }
    let Some(invoice) = read_invoice(&work, &event.body).await?.filter(is_valid) else { return Ok(Vec::new()) };
    let readers = recipients::of_payer(&work, invoice.customer_id).await?;
    let (facts, attachments) = (facts_of_issue(&invoice), documents(&invoice));
    let draft = |to| Draft {
        attachments: attachments.clone(),
        ..Draft::new(LetterType::InvoiceIssued, to, Some(invoice.location_id), facts.clone())
    };
    Ok(readers.into_iter().map(draft).collect())
}

/// That an invoice is to be paid; nothing when nothing of it is asked for any more.
async fn of_reminder(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let is_open = |invoice: &Invoice| invoice.status == InvoiceStatus::Issued && invoice.money.due_minor() > 0;
    let Some(invoice) = read_invoice(&work, &event.body).await?.filter(is_open) else { return Ok(Vec::new()) };
    let readers = recipients::of_payer(&work, invoice.customer_id).await?;
    let facts = facts_of_reminder(&invoice, work.now);
    let attachments: Vec<Attachment> = page(&invoice).into_iter().collect();
    let draft = |to| Draft {
        attachments: attachments.clone(),
        ..Draft::new(LetterType::InvoiceReminder, to, Some(invoice.location_id), facts.clone())
    };
    Ok(readers.into_iter().map(draft).collect())
}

/// What is credited of an invoice; nothing once the note was taken back.
async fn of_credit_note(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let found = work.store.find(work.tenant(), event.body.object_id.cast::<CreditNote>()).await?;
    let Some(note) = found.map(|found| found.body).filter(CreditNote::is_valid) else { return Ok(Vec::new()) };
    let facts = Facts::from([
        ("number", text(note.number.as_str())),
        ("total", sum(note.total_minor, note.currency)),
        ("invoice", text(note.invoice_number.as_str())),
    ]);
    let readers = recipients::of_payer(&work, note.customer_id).await?;
    let page = pdf::of_credit_note(&note).ok().map(|pdf| attachment(note.number.as_str(), PDF, pdf));
    let attachments: Vec<Attachment> = page.into_iter().collect();
    let draft = |to| Draft {
        attachments: attachments.clone(),
        ..Draft::new(LetterType::CreditNoteIssued, to, Some(note.location_id), facts.clone())
    };
    Ok(readers.into_iter().map(draft).collect())
}

/// Whether the event is the issue of an invoice, or somebody's wish to send it again.
fn tells_of_issue(event: &LoggedEvent) -> bool {
    match event.event_type.as_str() {
        "invoice.created" => status_in(&event.object).is_some_and(|status| status != InvoiceStatus::Draft),
        // What the customer's balance covers is paid with its issue.
        "invoice.paid" => status_in(&event.previous_attributes) == Some(InvoiceStatus::Draft),
        _ => true,
    }
}

/// What an event says of the state of an invoice.
#[derive(Deserialize)]
struct ToldState {
    status: Option<InvoiceStatus>,
}

fn status_in(told: &JsonText) -> Option<InvoiceStatus> {
    serde_json::from_str::<ToldState>(told.as_str()).ok().and_then(|told| told.status)
}

async fn read_invoice(work: &UnitOfWork, event: &LoggedEvent) -> Result<Option<Invoice>, ApiError> {
    let found = work.store.find(work.tenant(), event.object_id.cast::<Invoice>()).await?;
    Ok(found.map(|found| found.body))
}

/// Whether it was issued and not taken back.
const fn is_valid(invoice: &Invoice) -> bool {
    match invoice.status {
        InvoiceStatus::Issued | InvoiceStatus::Paid | InvoiceStatus::Uncollectible => true,
        InvoiceStatus::Draft | InvoiceStatus::Voided => false,
    }
}

/// What each letter about an invoice tells.
fn facts_of(invoice: &Invoice) -> Facts {
    let mut facts = Facts::from([
        ("number", text(number_of(invoice))),
        ("total", sum(invoice.money.total_minor, invoice.currency)),
    ]);
    if let Some(due) = invoice.due_date {
        facts.insert("due", Fact::Day(due));
    }
    let open_minor = invoice.money.due_minor();
    if open_minor > 0 {
        facts.insert("open", sum(open_minor, invoice.currency));
    }
    facts
}

fn facts_of_issue(invoice: &Invoice) -> Facts {
    let line = |line: &InvoiceLine| {
        let amount = sum(line.line.amount_minor, invoice.currency);
        Facts::from([("description", text(line.description.as_str())), ("amount", amount)])
    };
    let mut facts = facts_of(invoice);
    facts.insert("is_paid", Fact::Flag(invoice.money.due_minor() == 0));
    facts.insert("lines", Fact::List(invoice.items.iter().map(line).collect()));
    facts
}

fn facts_of_reminder(invoice: &Invoice, now: Timestamp) -> Facts {
    let is_overdue = invoice.is_overdue(now);
    let today = local_day(now, invoice.time_zone);
    let days = invoice.due_date.zip(today).map_or(0, |(due, today)| invoice.money.overdue_days(due, today));
    let mut facts = facts_of(invoice);
    facts.insert("is_overdue", Fact::Flag(is_overdue));
    if is_overdue && days > 0 {
        facts.insert("days_overdue", Fact::Count(days));
    }
    facts
}

/// The invoice for people and for programs, as far as each can be made of it.
fn documents(invoice: &Invoice) -> Vec<Attachment> {
    let for_programs = ubl::of_invoice(invoice).ok();
    let for_programs =
        for_programs.map(|xml| attachment(&number_of(invoice), ("xml", "application/xml; charset=utf-8"), xml));
    page(invoice).into_iter().chain(for_programs).collect()
}

/// The invoice to read and print, where that can be made of it.
fn page(invoice: &Invoice) -> Option<Attachment> {
    pdf::of_invoice(invoice).ok().map(|pdf| attachment(&number_of(invoice), PDF, pdf))
}

/// A document under its number.
fn attachment(number: &str, (ending, media_type): (&str, &str), content: String) -> Attachment {
    // A number begins with whatever the merchant likes, and names of files with much less.
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let name: String = number.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect();
    Attachment {
        file_name: format!("{name}.{ending}"),
        media_type: media_type.to_owned(),
        content: content.into_bytes(),
        place: Place::Attached,
    }
}

fn number_of(invoice: &Invoice) -> String {
    invoice.number.as_ref().map(ToString::to_string).unwrap_or_default()
}

fn sum(minor: i64, currency: Currency) -> Fact {
    Fact::Money(Money::new(minor, currency).amount(), currency)
}
