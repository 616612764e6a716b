//! Letters about payments: whoever pays is told that one came in, that it failed, and what of it was paid back.

use billing::documents::{PaymentMethod, PaymentStatus};
use mailing::{Draft, Fact, Facts, LetterSource, LetterType, recipients, text};
use money_documents::Invoice;
use records::{LoggedEvent, logged_event::JsonText};
use serde::{Deserialize, de::IgnoredAny};
use store::Record;
use values::{ApiError, Currency, Money, Timestamp};
use wallets_and_journal::PaymentTransaction;
use work::UnitOfWork;

/// What whoever pays is told of payments.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&["payment_transaction.created", "payment_transaction.succeeded"], of_success),
        LetterSource::new(&["payment_transaction.failed"], of_failure),
        LetterSource::new(&["payment_transaction.refunded"], of_refund),
    ]
}

/// That a payment came in: with its record, or when its outcome was known.
async fn of_success(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(payment) = read_payment(&work, &event.body).await?.filter(is_kept) else { return Ok(Vec::new()) };
    let is_recorded_as_made = payment.method.recorded_as() == PaymentStatus::Succeeded;
    if event.body.event_type == "payment_transaction.created" && !is_recorded_as_made {
        return Ok(Vec::new());
    }
    let invoice = read_invoice(&work, &payment).await?;
    let mut facts = facts_of(&payment, payment.payment.amount_minor, invoice.as_ref());
    // Nothing has come in: what the customer had at the merchant pays the invoice.
    facts.insert("is_from_balance", Fact::Flag(payment.method == PaymentMethod::Balance));
    let open = invoice.as_ref().map(|invoice| invoice.money.due_minor()).filter(|minor| *minor > 0);
    if let Some(minor) = open {
        facts.insert("open", sum(minor, payment.currency));
    }
    drafts(&work, &payment, LetterType::PaymentReceived, &facts).await
}

/// That a payment failed.
async fn of_failure(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let has_failed = |payment: &PaymentTransaction| payment.payment.status == PaymentStatus::Failed;
    let Some(payment) = read_payment(&work, &event.body).await?.filter(has_failed) else { return Ok(Vec::new()) };
    let invoice = read_invoice(&work, &payment).await?;
    let facts = facts_of(&payment, payment.payment.amount_minor, invoice.as_ref());
    drafts(&work, &payment, LetterType::PaymentFailed, &facts).await
}

/// What was paid back with the event, and not before or since.
async fn of_refund(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(payment) = read_payment(&work, &event.body).await? else { return Ok(Vec::new()) };
    let minor = refunded_minor(&event.body, &payment);
    if minor == 0 {
        return Ok(Vec::new());
    }
    let invoice = read_invoice(&work, &payment).await?;
    let facts = facts_of(&payment, minor, invoice.as_ref());
    drafts(&work, &payment, LetterType::PaymentRefunded, &facts).await
}

/// Whether the money came in and is there, or a part of it.
const fn is_kept(payment: &PaymentTransaction) -> bool {
    match payment.payment.status {
        PaymentStatus::Succeeded | PaymentStatus::PartiallyRefunded | PaymentStatus::Disputed | PaymentStatus::Won => {
            true
        }
        PaymentStatus::Pending
        | PaymentStatus::Processing
        | PaymentStatus::Failed
        | PaymentStatus::Cancelled
        | PaymentStatus::Refunded
        | PaymentStatus::Lost => false,
    }
}

/// What an event says of what was paid back, each refund one of the list.
#[derive(Deserialize)]
struct ToldRefunds {
    refunds: Vec<IgnoredAny>,
}

fn refunds_in(told: &JsonText) -> Option<usize> {
    serde_json::from_str::<ToldRefunds>(told.as_str()).ok().map(|told| told.refunds.len())
}

/// What was paid back with an event. Refunds are only added, at the end of their list; of an event that was too large
/// to be kept, their instants tell.
fn refunded_minor(event: &LoggedEvent, payment: &PaymentTransaction) -> i64 {
    let counted = refunds_in(&event.previous_attributes).zip(refunds_in(&event.object));
    let is_of_event = |position: usize, at: Timestamp| match counted {
        Some((before, after)) => (before..after).contains(&position),
        None => at == event.occurred_at,
    };
    let refunds = payment.refunds.iter().enumerate();
    refunds.filter(|(position, refund)| is_of_event(*position, refund.at)).map(|(_, refund)| refund.amount_minor).sum()
}

async fn read_payment(work: &UnitOfWork, event: &LoggedEvent) -> Result<Option<PaymentTransaction>, ApiError> {
    let found = work.store.find(work.tenant(), event.object_id.cast::<PaymentTransaction>()).await?;
    Ok(found.map(|found| found.body))
}

/// The invoice that it pays.
async fn read_invoice(work: &UnitOfWork, payment: &PaymentTransaction) -> Result<Option<Invoice>, ApiError> {
    let Some(id) = payment.invoice_id else { return Ok(None) };
    let found = work.store.find(work.tenant(), id.cast::<Invoice>()).await?;
    Ok(found.map(|found| found.body))
}

/// What each letter about so much of a payment tells.
fn facts_of(payment: &PaymentTransaction, minor: i64, invoice: Option<&Invoice>) -> Facts {
    let mut facts = Facts::from([("amount", sum(minor, payment.currency))]);
    if let Some(number) = invoice.and_then(|invoice| invoice.number.as_ref()) {
        facts.insert("invoice", text(number.as_str()));
    }
    facts
}

/// The letter to everybody who pays for the customer.
async fn drafts(
    work: &UnitOfWork,
    payment: &PaymentTransaction,
    letter: LetterType,
    facts: &Facts,
) -> Result<Vec<Draft>, ApiError> {
    let readers = recipients::of_payer(work, payment.customer_id).await?;
    Ok(readers.into_iter().map(|to| Draft::new(letter, to, payment.location_id, facts.clone())).collect())
}

fn sum(minor: i64, currency: Currency) -> Fact {
    Fact::Money(Money::new(minor, currency).amount(), currency)
}
