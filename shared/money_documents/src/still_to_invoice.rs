//! What waits for an invoice of a customer who is to go: once the customer has gone nobody could ask for it any more.

use chrono::Duration;
use store::{List, Order, Record};
use values::{ApiError, Customer, Id, Kind as _, TimeZone, Timestamp, error::Obstacle};
use wallets_and_journal::wallet_transaction::SourceKind;
use work::UnitOfWork;

use crate::invoice_item::InvoiceItem;

/// Most items that are looked at, the oldest first.
const LOOKED_AT_MAX: usize = 200;
/// Most items that a refusal names.
const NAMED_MAX: usize = 3;

/// Which items are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemsAsked {
    /// Those that no booking can change any more which may still be cancelled.
    Lasting,
    /// All items that wait for an invoice.
    All,
}

/// What waits for a customer's next invoice, charges and credits. The list may lag by a moment; each item that it has
/// is read itself.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_waiting(work: &UnitOfWork, customer: Id<Customer>) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    let list = List::by(&InvoiceItem::WAITING, &customer).ordered(Order::Ascending);
    let listed = work.store.all(work.tenant(), &list, LOOKED_AT_MAX).await?.records;
    let ids: Vec<Id<InvoiceItem>> = listed.iter().map(|item| item.id).collect();
    let mut items = if ids.is_empty() { Vec::new() } else { work.store.find_all(work.tenant(), &ids).await? };
    items.retain(|item| item.body.is_waiting());
    Ok(items)
}

/// Refuses to let a customer go while something that costs money is among what waits. Whether something was left out
/// because a booking may still change it.
///
/// # Errors
/// 409 `in_use` naming the items.
pub fn require_none(waiting: &[Record<InvoiceItem>], asked: ItemsAsked, now: Timestamp) -> Result<bool, ApiError> {
    let mut charges = Vec::new();
    for item in waiting {
        if item.body.unit_amount.minor_in(item.body.currency, "unit_amount")? > 0 {
            charges.push(item);
        }
    }
    let found = charges.len();
    charges.retain(|item| asked == ItemsAsked::All || !may_change(&item.body, now));
    if charges.is_empty() { Ok(found > 0) } else { Err(in_use(&charges)) }
}

/// Whether it is what a booking owes that may not have ended. Its days are local ones, of whatever zone.
fn may_change(item: &InvoiceItem, now: Timestamp) -> bool {
    let is_booking = item.settled_by.is_some_and(|source| source.kind == SourceKind::Booking);
    let ended = item.period_end.and_then(|last| last.end_in(TimeZone::UTC)).map(|end| end.plus(Duration::days(1)));
    is_booking && ended.is_none_or(|ended| now < ended)
}

fn in_use(waiting: &[&Record<InvoiceItem>]) -> ApiError {
    let obstacle = |item: &&Record<InvoiceItem>| Obstacle {
        kind: InvoiceItem::KIND.to_string(),
        id: item.id.to_string(),
        start_time: item.created_at.to_string(),
        end_time: String::new(),
    };
    let message =
        "something waits for the customer's next invoice; invoice it, or delete or take back what it is for, first";
    ApiError::in_use(message, waiting.iter().take(NAMED_MAX).map(obstacle).collect()).at("id", "in_use")
}
