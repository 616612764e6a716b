//! Adds what has changed to the sums of reports (decision 57).

use figures::{
    occupancy::booking_account, opening::resource_account, recurring::customer_account, revenue::journal_days,
};
use uuid::Uuid;
use values::{ApiError, Id, KindName};
use work::UnitOfWork;

/// Records with which an entry of the journal is written.
const MONEY: [KindName; 7] = [
    KindName::Invoice,
    KindName::CreditNote,
    KindName::PaymentTransaction,
    KindName::CreditTransaction,
    KindName::DayPassTransaction,
    KindName::InvoiceItem,
    KindName::BalanceClearing,
];

/// Kinds whose records are looked at.
pub const KINDS: [KindName; 11] = [
    KindName::Booking,
    KindName::Location,
    KindName::Resource,
    KindName::Subscription,
    MONEY[0],
    MONEY[1],
    MONEY[2],
    MONEY[3],
    MONEY[4],
    MONEY[5],
    MONEY[6],
];

/// Brings the sums up to these records as they are now.
pub async fn sum(work: &UnitOfWork, changed: &[(KindName, Uuid)]) -> Result<(), ApiError> {
    if changed.is_empty() {
        return Ok(());
    }
    booking_account::count(work, &of_kind(changed, KindName::Booking)).await?;
    resource_account::count(work, &of_kind(changed, KindName::Resource)).await?;
    resource_account::count_at(work, &of_kind(changed, KindName::Location)).await?;
    customer_account::count(work, &of_kind(changed, KindName::Subscription)).await?;
    if changed.iter().any(|(kind, _)| MONEY.contains(kind)) {
        journal_days::count_now_and_then(work).await?;
    }
    Ok(())
}

/// The ids of one kind among them.
fn of_kind<E>(changed: &[(KindName, Uuid)], kind: KindName) -> Vec<Id<E>> {
    changed.iter().filter(|(of, _)| *of == kind).map(|(_, id)| Id::new(*id)).collect()
}
