//! Settles bookings: every change of one goes through here, in the transaction that writes it
//! (`docs/areas/settlement.md`, 52).
//!
//! ```text
//! let mut settling = booking_settlement::load(work, [&before.body]).await?;
//! booking_settlement::settle(&mut settling, work, Some(&before.body), &mut after)?;   // for each; `after` has its charges then
//! settling.write(work, &mut transaction).await?;
//! ```
//!
//! What nobody pays reads and writes nothing.

use std::collections::BTreeSet;

use billing::{
    documents::ItemKind,
    wallet::{PostingKind, SpentAt},
};
use chrono::Duration;
use futures_util::future::BoxFuture;
use money_documents::InvoiceItem;
use settlement::{
    Settling, SourceAccount,
    source_items::{ItemText, find_on_invoices},
    source_settling::SettledSource,
};
use store::Record;
use values::{ApiError, Day, Id, Timestamp};
use wallets_and_journal::{Source, SourceKind};
use work::UnitOfWork;

use crate::booking::{Booking, BookingPayment, CancellationReason, payment::owed};

/// Reads what changes of these bookings may change: payers' wallets, invoice items.
///
/// # Errors
/// 503 when the store cannot be used.
pub fn load<'a>(
    work: &'a UnitOfWork,
    bookings: impl IntoIterator<Item = &'a Booking>,
) -> BoxFuture<'a, Result<Settling, ApiError>> {
    read(work, bookings, None)
}

/// The same for bookings that are moved, or charged anew, the last of them to `until`: periods of subscriptions that
/// begin before can pay.
///
/// # Errors
/// 503 when the store cannot be used.
pub fn load_to_charge<'a>(
    work: &'a UnitOfWork,
    bookings: impl IntoIterator<Item = &'a Booking>,
    until: Timestamp,
) -> BoxFuture<'a, Result<Settling, ApiError>> {
    read(work, bookings, Some(until))
}

fn read<'a>(
    work: &'a UnitOfWork,
    bookings: impl IntoIterator<Item = &'a Booking>,
    until: Option<Timestamp>,
) -> BoxFuture<'a, Result<Settling, ApiError>> {
    let payments = bookings.into_iter().filter_map(|booking| booking.payment.as_ref());
    let accounts: Vec<&SourceAccount> = payments.map(|payment| &payment.account).collect();
    Box::pin(async move {
        if accounts.is_empty() {
            return Ok(Settling::default());
        }
        Settling::load(work, &accounts, until).await
    })
}

/// Settles the difference between what was charged for a booking and what it owes as it will be; `after` gets what is
/// charged then. `before` is the booking as it was, if it existed.
///
/// # Errors
/// 402 `insufficient_balance`, 422 `not_payable`, 409 `capacity_exceeded`.
pub fn settle(
    settling: &mut Settling,
    work: &UnitOfWork,
    before: Option<&Booking>,
    after: &mut Record<Booking>,
) -> Result<(), ApiError> {
    let Some(payment) = &after.body.payment else { return Ok(()) };
    let owed = owed(before.unwrap_or(&after.body), &after.body)?;
    let source = source(after.id, &after.body, payment)?;
    if let Some(before) = before.filter(|before| before.start != after.body.start) {
        settling.note_move(after.id.cast(), before.start <= work.now);
    }
    let account = settling.settle(work, &source, &payment.account, owed)?;
    after.body.payment = Some(Box::new(BookingPayment { account, ..(**payment).clone() }));
    Ok(())
}

/// Refuses a new booking that could not be paid; nothing is changed.
///
/// # Errors
/// 402 `insufficient_balance`, 422 `not_payable`.
pub fn check(settling: &Settling, work: &UnitOfWork, new: &Record<Booking>) -> Result<(), ApiError> {
    let Some(payment) = &new.body.payment else { return Ok(()) };
    settling.check(work, &spent_at(&new.body, payment), &payment.account, &payment.price)
}

/// Where its credits are spent: what expires before it begins does not pay for it.
#[must_use]
pub const fn spent_at(booking: &Booking, payment: &BookingPayment) -> SpentAt {
    SpentAt {
        location_id: Some(booking.location_id.cast()),
        cross_location: payment.cross_location,
        takes_place_at: Some(booking.start),
    }
}

/// Bookings of these whose items stand on an invoice: each is changed in a transaction of its own, because a credit
/// note takes a number.
///
/// # Errors
/// 503 when the items cannot be read.
pub async fn find_invoiced(work: &UnitOfWork, bookings: &[Record<Booking>]) -> Result<BTreeSet<Id<Booking>>, ApiError> {
    let items = |booking: &Record<Booking>| -> Vec<Id<InvoiceItem>> {
        booking.body.payment.as_ref().map(|payment| payment.account.item_ids.clone()).unwrap_or_default()
    };
    let ids: Vec<_> = bookings.iter().flat_map(items).collect();
    let there = find_on_invoices(work, &ids).await?;
    let is_there = |booking: &&Record<Booking>| items(booking).iter().any(|id| there.contains(id));
    Ok(bookings.iter().filter(is_there).map(|booking| booking.id).collect())
}

fn source<'a>(id: Id<Booking>, booking: &Booking, payment: &'a BookingPayment) -> Result<SettledSource<'a>, ApiError> {
    let last = booking.end.plus(-Duration::milliseconds(1)).max(booking.start);
    let day = |at: Timestamp| {
        Day::new(at.day_in(booking.time_zone)).ok_or_else(|| ApiError::internal("a booking after the year 9999"))
    };
    let text = ItemText {
        source: Source { kind: SourceKind::Booking, id: id.cast() },
        kind: ItemKind::Booking,
        payer_id: payment.account.payer_id,
        location_id: booking.location_id,
        currency: booking.currency,
        description: payment.description.as_ref(),
        period: (day(booking.start)?, day(last)?),
        tax: booking.price.tax(),
    };
    Ok(SettledSource {
        text,
        posting: PostingKind::Booking,
        spent_at: spent_at(booking, payment),
        is_by_operator: is_by_operator(booking),
    })
}

/// Whether the operator ended it: then what has expired since comes back.
fn is_by_operator(booking: &Booking) -> bool {
    booking.cancellation.as_ref().is_some_and(|cancellation| match cancellation.reason {
        CancellationReason::Operator | CancellationReason::Declined | CancellationReason::Expired => true,
        CancellationReason::Customer | CancellationReason::NoShow => false,
    })
}

/// What a booking would be charged and given back if it became `after`, in memory only.
///
/// # Errors
/// As [`settle`].
pub async fn preview(
    work: &UnitOfWork,
    before: &Booking,
    mut after: Record<Booking>,
) -> Result<Record<Booking>, ApiError> {
    let mut settling = load(work, [before]).await?;
    settle(&mut settling, work, Some(before), &mut after)?;
    Ok(after)
}
