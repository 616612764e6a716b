//! Changes several existing bookings, in as many transactions as needed. Each transaction reads what it changes, so
//! that repeating it after it has succeeded changes nothing.

use chrono::NaiveDate;
use scheduling::{
    Booking, Resource, booking_frequency::BookingChanges, booking_settlement, booking_slots, calendar::Calendar,
};
use shared::api::{Call, Changes, Data, retry};
use store::{Record, RecordSet, Transaction, transaction::version_conflict};
use uuid::Uuid;
use values::{ApiError, Id};

use super::{
    record::BookingSeries,
    released::offer_released,
    size::{Room, Size, runs},
};

/// What becomes of a booking.
#[derive(Debug)]
pub enum Change {
    /// Other words about it; its time stays.
    Words(Booking),
    /// It keeps its time, perhaps with another deadline.
    Keep(Booking),
    /// It ends, and its time is free.
    Free(Booking),
    /// It is undone: its time is freed, and it is archived.
    Remove(Booking),
}

impl Change {
    /// Whether it writes the calendar.
    const fn is_in_calendar(&self) -> bool {
        match self {
            Self::Words(_) => false,
            Self::Keep(_) | Self::Free(_) | Self::Remove(_) => true,
        }
    }

    fn after(&self, call: &Call, before: &Record<Booking>) -> Record<Booking> {
        match self {
            Self::Words(body) | Self::Keep(body) | Self::Free(body) => call.next_version(before, body.clone(), None),
            Self::Remove(body) => call.moved(before, body.clone(), RecordSet::Archived),
        }
    }
}

/// Decides what becomes of a booking that was just read; `None` leaves it as it is.
pub trait Decides: Fn(&Record<Booking>) -> Result<Option<Change>, ApiError> + Sync {}

impl<F: Fn(&Record<Booking>) -> Result<Option<Change>, ApiError> + Sync> Decides for F {}

/// A step that is ready to be written.
#[derive(Debug)]
pub struct Step {
    /// Writes of the step, which are not committed yet.
    pub transaction: Transaction,
    /// Bookings whose time it frees, as they were.
    pub freed: Vec<Record<Booking>>,
}

/// Reads bookings and prepares the change of each.
///
/// # Errors
/// What `change` refuses.
pub async fn prepare(call: &Call, ids: &[Id<Booking>], change: &impl Decides) -> Result<Step, ApiError> {
    let found = call.store.find_all(&call.caller.tenant, ids).await?;
    let mut changes: Vec<(Record<Booking>, Change)> = Vec::new();
    for before in found {
        if let Some(change) = change(&before)? {
            changes.push((before, change));
        }
    }
    let in_calendar = changes.iter().filter(|(_, change)| change.is_in_calendar());
    let days: Vec<(Uuid, NaiveDate)> =
        in_calendar.flat_map(|(before, _)| booking_slots::days_of(&before.body)).collect();
    let mut calendar = Calendar::read_days(call, days).await?;
    let (mut step, mut free_bookings) =
        (Step { transaction: call.transaction(), freed: Vec::new() }, BookingChanges::default());
    let mut settling = booking_settlement::load(call, changes.iter().map(|(before, _)| &before.body)).await?;
    for (before, change) in changes {
        let mut after = change.after(call, &before);
        booking_settlement::settle(&mut settling, call, Some(&before.body), &mut after)?;
        step.transaction.replace(&before, &after);
        free_bookings.update(call, before.id.uuid(), &before.body, &after.body).await?;
        match change {
            Change::Words(_) => {}
            // The booking is not in its calendars, so somebody moved or ended it between the two reads: it must be read
            // again.
            Change::Keep(after) => {
                booking_slots::keep(&mut calendar, &before, &after, call.now).map_err(|_| version_conflict())?;
            }
            Change::Free(_) | Change::Remove(_) => {
                booking_slots::free(&mut calendar, &before, call.now);
                step.freed.push(before);
            }
        }
    }
    settling.write(call, &mut step.transaction).await?;
    calendar.write(&mut step.transaction);
    free_bookings.write(&mut step.transaction, call.now);
    Ok(step)
}

/// Prepares and writes the change of bookings that fit one transaction; gives those whose time is free now, as they
/// were, for [`offer_released`], which is called when everything is written.
///
/// # Errors
/// What `change` refuses; 503 when others keep changing the same.
pub async fn change(call: &Call, ids: &[Id<Booking>], change: &impl Decides) -> Result<Vec<Record<Booking>>, ApiError> {
    retry(call, move || async move {
        let step = prepare(call, ids, change).await?;
        call.store.commit(step.transaction).await?;
        Ok(step.freed)
    })
    .await
}

/// Changes bookings of a series and answers the series. If everything fits one transaction, it is one. Otherwise the
/// series is written first, so that a repeated request goes on where this one stopped.
///
/// # Errors
/// What `change` refuses; 409 `version_conflict` when others changed the same before anything was written.
pub async fn change_all(
    call: &Call,
    bookings: &[Record<Booking>],
    change: &impl Decides,
    series: &Record<BookingSeries>,
    after: Option<Record<BookingSeries>>,
) -> Changes<BookingSeries> {
    let mut runs = split_into_runs(call, bookings).await?;
    let last = runs.pop().unwrap_or_default();
    let shown = after.as_ref().unwrap_or(series);
    if runs.is_empty() {
        let mut step = prepare(call, &last, change).await?;
        if let Some(after) = &after {
            step.transaction.replace(series, after);
        }
        let answer = call.commit(step.transaction, Data(shown.clone())).await?;
        offer_released(call, &step.freed).await;
        return Ok(answer);
    }
    if let Some(after) = &after {
        let mut transaction = call.transaction();
        transaction.replace(series, after);
        call.store.commit(transaction).await?;
    }
    let mut freed = Vec::new();
    for run in runs {
        freed.extend(self::change(call, &run, change).await?);
    }
    let last = &last;
    let (answer, freed_last) = retry(call, move || async move {
        let step = prepare(call, last, change).await?;
        Ok((call.commit(step.transaction, Data(shown.clone())).await?, step.freed))
    })
    .await?;
    freed.extend(freed_last);
    offer_released(call, &freed).await;
    Ok(answer)
}

/// Splits bookings into groups that each fit one transaction together with their day items. Archiving a booking needs
/// one action more than replacing it.
///
/// # Errors
/// 503 when they cannot be read.
pub async fn split_into_runs(call: &Call, bookings: &[Record<Booking>]) -> Result<Vec<Vec<Id<Booking>>>, ApiError> {
    let days = bookings.iter().flat_map(|booking| booking_slots::days_of(&booking.body)).collect();
    let (calendar, alone) =
        tokio::join!(Calendar::read_days(call, days), booking_settlement::find_invoiced(call, bookings));
    let (calendar, alone) = (calendar?, alone?);
    let size = |booking: &Record<Booking>| {
        let days = booking_slots::days_of(&booking.body);
        let slots = |(resource, day): &(Uuid, NaiveDate)| calendar.slots::<Resource>(Id::new(*resource), &[*day]).len();
        let size = Size::new(booking, days.len() + 1, days.iter().map(slots).sum());
        if alone.contains(&booking.id) { size.alone() } else { size }
    };
    let sized = bookings.iter().map(|booking| (booking.id, size(booking))).collect();
    let resources = bookings.iter().map(|booking| booking.body.taken.len()).max().unwrap_or(0);
    let asked = bookings.iter().map(|booking| booking.body.parts().len()).max().unwrap_or(1);
    Ok(runs(sized, Room::beside(resources, asked)))
}
