//! The end of registrations: their seats are free again or past, and what was charged goes back where it does.

use records::visitor::first_look;
use scheduling::event_presence;
use settlement::Settling;
use store::{Record, Transaction};
use values::{ApiError, Customer};
use work::UnitOfWork;

use super::{seat_changes::SeatChanges, settling};
use crate::records::{
    party::seats_held,
    registration::EventRegistration,
    registration_state::{CancelledBy, RegistrationCancellation, RegistrationStatus},
};

/// How a registration ends.
#[derive(Clone, Debug)]
pub enum End {
    /// It comes to nothing.
    Cancelled(RegistrationCancellation),
    /// The event is over.
    Over,
}

/// The registration as it will be once it has ended, with everything that this changes but what `settling` and `seats`
/// write.
///
/// # Errors
/// 409 `capacity_exceeded` when a wallet has no room for what comes back.
pub fn end_in_transaction(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    (seats, settling): (&mut SeatChanges, &mut Settling),
    before: &Record<EventRegistration>,
    end: End,
) -> Result<Record<EventRegistration>, ApiError> {
    let mut after = before.body.clone();
    seats.release(after.quantity);
    let at = match end {
        End::Cancelled(cancellation) => {
            let at = cancellation.at;
            after.status = RegistrationStatus::Cancelled;
            if cancellation.is_refunded || after.paid_at.is_none() {
                let is_by_operator = cancellation.by != CancelledBy::Customer;
                let nothing = after.price.owed.part(0, 1)?;
                settling::settle(work, settling, (before.id, &mut after), is_by_operator, nothing)?;
            }
            after.cancellation = Some(cancellation);
            at
        }
        End::Over => {
            seats.after.past += after.quantity;
            let came = after.checked_in_count > 0;
            after.status = if came { RegistrationStatus::Attended } else { RegistrationStatus::NoShow };
            seats.event.body.end_time
        }
    };
    if after.checked_in_count > 0 {
        event_presence::note_end(transaction, after.location_id, (before.id, after.event_id), at);
    }
    for key in std::mem::take(&mut after.limit_keys) {
        transaction.add(&seats_held(after.event_id, &key), -after.quantity);
    }
    if let Some(customer) = after.customer_id {
        transaction.add(&Customer::open_registrations(customer), -1);
    }
    after.ended_at = Some(at);
    after.look_at = after.guest.as_ref().map(|_| first_look(at));
    let after = work.next_version(before, after, None);
    transaction.replace(before, &after);
    Ok(after)
}

/// Ends one registration. Answers it as it will be.
///
/// # Errors
/// As [`end_in_transaction`]; 503 when the store cannot be used.
pub async fn end(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    mut seats: SeatChanges,
    before: &Record<EventRegistration>,
    how: End,
) -> Result<Record<EventRegistration>, ApiError> {
    let mut settling = settling::load(work, &[before]).await?;
    let after = end_in_transaction(work, transaction, (&mut seats, &mut settling), before, how)?;
    seats.write(work, transaction, false).await?;
    settling.write(work, transaction).await?;
    Ok(after)
}
