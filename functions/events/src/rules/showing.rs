//! Answers with what decides about them: events with their seats, registrations and entries with their events. Each is
//! one read more for a whole page.

use std::collections::BTreeSet;

use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use crate::records::{
    event::Event,
    registration::{EventFacts, EventRegistration},
    seat_terms::SeatTerms,
    seats::EventSeats,
    waitlist_entry::EventWaitlistEntry,
};

/// Events with what is taken of them.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn fill_in_seats(work: &UnitOfWork, events: &mut [Record<Event>]) -> Result<(), ApiError> {
    let ids: Vec<Id<EventSeats>> = events.iter().map(|event| event.id.cast()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let seats = work.store.find_all(work.tenant(), &ids).await?;
    show(work, events, &seats);
    Ok(())
}

/// The same of a list, which may lag.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn fill_in_seats_lagging(work: &UnitOfWork, events: &mut [Record<Event>]) -> Result<(), ApiError> {
    let ids: Vec<Id<EventSeats>> = events.iter().map(|event| event.id.cast()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let seats = work.store.find_all_lagging(work.tenant(), &ids).await?;
    show(work, events, &seats);
    Ok(())
}

fn show(work: &UnitOfWork, events: &mut [Record<Event>], seats: &[Record<EventSeats>]) {
    for event in events {
        let found = seats.iter().find(|seats| seats.id == event.id.cast());
        event.body.seats = found.map(|seats| seats.body.numbers(&SeatTerms::of(&event.body, work.now)));
    }
}

/// Registrations with what their events say about them.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn fill_in_registrations(
    work: &UnitOfWork,
    records: &mut [Record<EventRegistration>],
) -> Result<(), ApiError> {
    let live = records.iter().filter(|one| one.body.status.is_live()).map(|one| one.body.event_id);
    let events = read_events(work, live).await?;
    for record in records {
        record.body.event = EventFacts::among(&events, record.body.event_id);
    }
    Ok(())
}

/// Entries likewise.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn fill_in_entries(work: &UnitOfWork, records: &mut [Record<EventWaitlistEntry>]) -> Result<(), ApiError> {
    let live = records.iter().filter(|one| one.body.status.is_live()).map(|one| one.body.event_id);
    let events = read_events(work, live).await?;
    for record in records {
        record.body.event = EventFacts::among(&events, record.body.event_id);
    }
    Ok(())
}

async fn read_events(work: &UnitOfWork, ids: impl Iterator<Item = Id<Event>>) -> Result<Vec<Record<Event>>, ApiError> {
    let ids: Vec<Id<Event>> = ids.collect::<BTreeSet<_>>().into_iter().collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(work.store.find_all(work.tenant(), &ids).await?)
}
