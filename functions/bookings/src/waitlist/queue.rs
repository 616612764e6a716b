//! Joins the waiting list for what a series could not book: exactly these times of one resource, and nothing near them.

use records::Location;
use scheduling::{
    booking::SeriesKind,
    waitlist::{
        entry::{WaitlistEntry, WaitlistState, WantedTime},
        waiting_list::{self, WaitingEntry, find_waiting_list},
    },
};
use shared::api::Call;
use store::Transaction;
use values::{ApiError, Customer, Id};

use super::join::OFFER_MINUTES;

/// Makes in `transaction` an entry for each of these times that finds a place on the waiting list of the location: not
/// for what the customer waits for already, nor beyond the list's length. The result has their ids, in the same order.
///
/// # Errors
/// 503 when the waiting list cannot be read.
pub async fn make_entries(
    call: &Call,
    transaction: &mut Transaction,
    (location_id, customer_id, series_id): (Id<Location>, Id<Customer>, Id<SeriesKind>),
    wanted: Vec<WantedTime>,
) -> Result<Vec<Option<Id<WaitlistEntry>>>, ApiError> {
    let before = find_waiting_list(call, location_id).await?;
    let mut list = before.as_ref().map(|list| list.body.clone()).unwrap_or_default();
    let mut ids = Vec::new();
    for want in wanted {
        let entry = call.new_record(
            WaitlistEntry {
                void_at: Some(want.void_at()),
                want: want.clone(),
                location_id,
                customer_id,
                offer_minutes: OFFER_MINUTES,
                state: WaitlistState::Waiting,
                series_id: Some(series_id),
                offer: None,
                booking_id: None,
                position: None,
            },
            None,
        );
        match list.joined(WaitingEntry { id: entry.id, customer_id, want }, call.now) {
            Ok(longer) => {
                list = longer;
                transaction.create(&entry);
                ids.push(Some(entry.id));
            }
            Err(_) => ids.push(None),
        }
    }
    if ids.iter().any(Option::is_some) {
        waiting_list::write(call, transaction, location_id, before.as_ref(), list);
    }
    Ok(ids)
}
