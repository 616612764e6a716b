//! What time has made of a booking, written down: that it is over, and what became of what it had reserved of periods
//! of subscriptions.

use store::{Record, Transaction};
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::{
    booking::{Booking, BookingState, transition},
    booking_settlement, booking_slots,
    customer_bookings::CustomerBookings,
};

/// A booking of which time has made something, as it is stored and as it will be, with the transaction that does it.
#[derive(Debug)]
pub struct Ending {
    /// The booking as it is stored.
    pub before: Record<Booking>,
    /// What it will be.
    pub after: Record<Booking>,
    /// The writes that turn the one into the other.
    pub transaction: Transaction,
}

/// Prepares to write down what became of a booking, if its time has come; an expired or released one leaves its
/// calendars. One that goes on, or was over before, is settled when a period begins that pays for it.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn prepare(work: &UnitOfWork, id: Id<Booking>) -> Result<Option<Ending>, ApiError> {
    let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(None) };
    let ended = transition::materialised(&before.body, work.now);
    let has_ended = ended.is_some();
    if !has_ended && before.body.reserved_until().is_none_or(|until| work.now < until) {
        return Ok(None);
    }
    let body = ended.unwrap_or_else(|| before.body.clone());
    let mut after = work.next_version(&before, body, None);
    let mut transaction = work.transaction();
    let mut settling = booking_settlement::load(work, [&before.body]).await?;
    booking_settlement::settle(&mut settling, work, Some(&before.body), &mut after)?;
    settling.write(work, &mut transaction).await?;
    transaction.replace(&before, &after);
    if !has_ended {
        return Ok(Some(Ending { before, after, transaction }));
    }
    if after.body.state == BookingState::Cancelled {
        booking_slots::update(work, &mut transaction, &before, &after.body).await?;
    } else {
        let mut customers = CustomerBookings::default();
        customers.count(Some(&before.body), &after.body);
        customers.write(&mut transaction);
    }
    Ok(Some(Ending { before, after, transaction }))
}
