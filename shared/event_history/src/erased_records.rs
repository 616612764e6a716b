//! Records that are taken back: a deleted post, a ticket that became a sensitive one. Of them nothing stands in the
//! log. The consumer of the stream notes up to which version, and stores what comes late without it; what was stored
//! before is emptied a minute later, when every index shows it (`functions/event-log`).

use std::collections::BTreeMap;

use super::{
    object_events::{ObjectEvents, Registry},
    stream_record::{StreamRecord, Written},
};
use records::{EventErasure, LoggedEvent};
use store::{Record, StoreError};
use values::{ApiError, Id};
use work::{UnitOfWork, unit_of_work::retry};

/// Records that one transaction notes.
const AT_ONCE_MAX: usize = 25;

/// Up to which version nothing of which record is to be told.
pub type ErasedRecords = BTreeMap<Id<()>, i64>;

/// The record that a change takes out of its list, with its last version there, where that empties its events. What
/// comes into another list is a change of its own.
///
/// # Errors
/// [`StoreError`] when the image is no record of the kind.
pub fn taken_out(events: &ObjectEvents, record: &StreamRecord) -> Result<Option<(Id<()>, i64)>, StoreError> {
    match &record.written {
        Written::Gone { old, by_time: false } if !events.emptied_by.is_empty() => {
            let last = events.read(old.clone())?;
            Ok(Some((Id::new(last.id), last.version)))
        }
        _ => Ok(None),
    }
}

/// Adds a record to those that are taken back.
pub fn add(erased_records: &mut ErasedRecords, (id, version): (Id<()>, i64)) {
    let through = erased_records.entry(id).or_insert(version);
    *through = version.max(*through);
}

/// Notes them, so that whoever stores an event of them later knows, and their events are gone through.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn note(work: &UnitOfWork, erased_records: &ErasedRecords) -> Result<(), ApiError> {
    let all: Vec<(Id<()>, i64)> = erased_records.iter().map(|(id, version)| (*id, *version)).collect();
    for some in all.chunks(AT_ONCE_MAX) {
        retry(work, || note_some(work, some)).await?;
    }
    Ok(())
}

async fn note_some(work: &UnitOfWork, some: &[(Id<()>, i64)]) -> Result<(), ApiError> {
    let ids: Vec<Id<EventErasure>> = some.iter().map(|(id, _)| id.cast()).collect();
    let noted = work.store.find_all(work.tenant(), &ids).await?;
    let mut transaction = work.transaction();
    for (id, version) in some {
        let erasure = EventErasure::through(*version, work.now);
        match noted.iter().find(|noted| noted.id == id.cast()) {
            Some(before) if before.body.through_version >= *version => {}
            Some(before) => transaction.replace(before, &work.next_version(before, erasure, None)),
            None => transaction.begin(&Record { id: id.cast(), ..work.new_record(erasure, None) }),
        }
    }
    if transaction.actions() == 0 {
        return Ok(());
    }
    work.store.commit(transaction).await
}

/// Takes everything of their records out of those events that say something of what was taken back.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn empty(work: &UnitOfWork, registry: &Registry, events: &mut [Record<LoggedEvent>]) -> Result<(), ApiError> {
    let concerned = events.iter().filter(|event| registry.is_ever_emptied(&event.body.object_type));
    let ids: Vec<Id<EventErasure>> = concerned.map(|event| event.body.object_id.cast()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let noted = work.store.find_all(work.tenant(), &ids).await?;
    let through: ErasedRecords = noted.iter().map(|noted| (noted.id.cast(), noted.body.through_version)).collect();
    for event in events {
        if through.get(&event.body.object_id).is_some_and(|through| event.body.object_version <= *through) {
            event.body = event.body.clone().emptied();
        }
    }
    Ok(())
}

/// An event as it may be told now: nothing of a record that was taken back since, also before what is stored of it is
/// emptied.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn hide_erased(work: &UnitOfWork, event: LoggedEvent) -> Result<LoggedEvent, ApiError> {
    let noted: Option<Record<EventErasure>> = work.store.find(work.tenant(), event.object_id.cast()).await?;
    let is_erased = noted.is_some_and(|noted| event.object_version <= noted.body.through_version);
    Ok(if is_erased { event.emptied() } else { event })
}
