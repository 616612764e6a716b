//! Keeps the accounts of bookings.

use scheduling::{Booking, Resource};
use serde::{Deserialize, Serialize};
use store::Record;
use values::{ApiError, Id, Timestamp};
use work::{UnitOfWork, unit_of_work::retry};

use super::{
    BOOK,
    booking_sums::{Types, booking_sums},
};
use crate::{account, sums::Sums};

/// What is remembered of a booking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedBooking {
    /// Version of the booking whose sums these are.
    pub version: i64,
    /// When the booking had become that version.
    pub changed_at: Option<Timestamp>,
    /// Types of what it takes, as they were when it was first counted with them.
    pub types: Types,
}

/// Looks at bookings as they are now, and adds to the sums what they lack of them.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn count(work: &UnitOfWork, ids: &[Id<Booking>]) -> Result<(), ApiError> {
    for id in ids {
        retry(work, || count_one(work, *id)).await?;
    }
    Ok(())
}

async fn count_one(work: &UnitOfWork, id: Id<Booking>) -> Result<(), ApiError> {
    let name = id.to_string();
    let (account, booking) = read(work, &name, id).await?;
    let before = account.as_ref().map(|account| account.memory.clone()).unwrap_or_default();
    let Some(booking) = booking else {
        return account::settle(work, BOOK, &name, account, (&Sums::default(), &before)).await;
    };
    let types = read_types(work, &booking, before.types.clone()).await?;
    let sums = booking_sums(&booking.body, &types);
    // A change that changes no sum is not written down.
    let is_same = account.as_ref().map_or(sums.is_empty(), |account| account.sums == sums);
    let now = CountedBooking { version: booking.version, changed_at: Some(booking.updated_at), types };
    let memory = if is_same { before } else { now };
    account::settle(work, BOOK, &name, account, (&sums, &memory)).await
}

/// The account first: a booking that is read after it is no older than what the account says. One that is not live
/// counts as nothing.
async fn read(
    work: &UnitOfWork,
    name: &str,
    id: Id<Booking>,
) -> Result<(Option<account::Account<CountedBooking>>, Option<Record<Booking>>), ApiError> {
    let account = account::read(work, BOOK, name).await?;
    Ok((account, work.store.find(work.tenant(), id).await?))
}

/// Types of all that it takes; those that are known stay.
async fn read_types(work: &UnitOfWork, booking: &Record<Booking>, known: Types) -> Result<Types, ApiError> {
    let taken = || booking.body.taken.iter().map(|taken| taken.resource_id);
    let mut types: Types = taken().filter_map(|id| Some((id, *known.get(&id)?))).collect();
    if let Some(own) = booking.body.resource_type {
        types.entry(booking.body.resource_id).or_insert(own);
    }
    let missing: Vec<Id<Resource>> = taken().filter(|id| !types.contains_key(id)).collect();
    if !missing.is_empty() {
        let found = work.store.find_all_any(work.tenant(), &missing).await?;
        types.extend(found.into_iter().map(|resource| (resource.id, resource.body.fields.resource_type)));
    }
    Ok(types)
}
