//! Calendar blocks: made, moved and removed inside a transaction that may change other things too, such as an event.

use chrono::NaiveDate;
use shared::{
    UnitOfWork,
    domain::{Id, Metadata, Period, Record, RecordSet, ShortText, Timestamp},
    error::ApiError,
    store::Transaction,
};
use uuid::Uuid;

use crate::{
    calendar::Calendar,
    calendar_block::{BlockKind, CalendarBlock},
    origin::Origin,
    resource::Resource,
    schedule_snapshot::ScheduleSnapshot,
};

/// A block that is to be made.
#[derive(Clone, Debug)]
pub struct NewBlock {
    /// What is blocked, with all its units and children.
    pub resource_id: Id<Resource>,
    /// When.
    pub period: Period,
    /// Why, in words.
    pub reason: ShortText,
    /// Why.
    pub kind: BlockKind,
    /// What makes it, when no client does.
    pub made_by: Option<Origin>,
    /// The client's own keys.
    pub metadata: Option<Metadata>,
}

/// Makes a block in `transaction`. Whoever commits it decides anew when another writer came in between.
///
/// # Errors
/// 409 `booking_conflict` with what is in the way; 422 when the resource does not exist.
pub async fn block_time(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    new: NewBlock,
) -> Result<Record<CalendarBlock>, ApiError> {
    let mut snapshot = ScheduleSnapshot::load(work, new.resource_id, &[], new.period, Vec::new()).await?;
    let block = CalendarBlock {
        resource_id: new.resource_id,
        location_id: snapshot.location.id,
        start: new.period.start(),
        end: new.period.end(),
        reason: new.reason,
        kind: new.kind,
        taken: snapshot.taken(snapshot.resource().body.units),
        made_by: new.made_by,
    };
    let block = work.new_record(block, new.metadata);
    snapshot.take(&block.body.taken, |units| block.body.slot(block.id.uuid(), units), work.now)?;
    transaction.create(&block);
    snapshot.write(transaction);
    Ok(block)
}

/// Changes a block in `transaction`, with its time when `body` has another one.
///
/// # Errors
/// 409 `booking_conflict` with what is in the way.
pub async fn change_block(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<CalendarBlock>,
    (mut body, period): (CalendarBlock, Period),
    metadata: Option<Metadata>,
) -> Result<Record<CalendarBlock>, ApiError> {
    let also = days_of(&before.body);
    let mut snapshot = ScheduleSnapshot::load(work, body.resource_id, &[], period, also).await?;
    body.taken = snapshot.taken(snapshot.resource().body.units);
    let after = work.next_version(before, body, metadata);
    free(&mut snapshot.calendar, before, work.now);
    snapshot.take(&after.body.taken, |units| after.body.slot(after.id.uuid(), units), work.now)?;
    transaction.replace(before, &after);
    snapshot.write(transaction);
    Ok(after)
}

/// Archives a block in `transaction`: its time is free again.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn unblock_time(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<CalendarBlock>,
) -> Result<Record<CalendarBlock>, ApiError> {
    let mut calendar = Calendar::of_days(work, days_of(&before.body)).await?;
    free(&mut calendar, before, work.now);
    let after = work.moved(before, before.body.clone(), RecordSet::Archived);
    transaction.replace(before, &after);
    calendar.write(transaction);
    Ok(after)
}

fn days_of(block: &CalendarBlock) -> Vec<(Uuid, NaiveDate)> {
    block.taken.iter().flat_map(|taken| block.days().into_iter().map(|day| (taken.resource_id.uuid(), day))).collect()
}

fn free(calendar: &mut Calendar, block: &Record<CalendarBlock>, now: Timestamp) {
    for taken in &block.body.taken {
        calendar.free(taken.resource_id, block.id.uuid(), &block.body.days(), now);
    }
}
