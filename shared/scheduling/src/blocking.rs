//! Calendar blocks: made, moved and removed inside a transaction that may change other things too, such as an event.
//! Whoever waits for time that comes free so is looked for at the next sweep, whatever made the block.

use chrono::{Duration, NaiveDate};
use store::{Record, RecordSet, Transaction};
use uuid::Uuid;
use values::{ApiError, Id, Metadata, Period, Timestamp};
use work::UnitOfWork;

use crate::{
    calendar::Calendar,
    calendar_block::{CalendarBlock, CalendarBlockFields},
    origin::Origin,
    schedule_snapshot::ScheduleSnapshot,
    waitlist::waiting_list::look_at_freed,
};

/// Longest block, in days.
const BLOCK_DAYS_MAX: i64 = 31;

/// A block that is to be made.
#[derive(Clone, Debug)]
pub struct NewBlock {
    /// What is blocked, when and why.
    pub fields: CalendarBlockFields,
    /// What makes it, when no client does.
    pub made_by: Option<Origin>,
    /// The client's own keys.
    pub metadata: Option<Metadata>,
}

/// Makes a block in `transaction`. Whoever commits it decides anew when another writer came in between.
///
/// # Errors
/// 409 `booking_conflict` with what is in the way; 422 when the resource does not exist or the times are no period.
pub async fn block_time(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    new: NewBlock,
) -> Result<Record<CalendarBlock>, ApiError> {
    block_time_as(work, transaction, work.ids.next(), new).await
}

/// The same with an id that was given to it before.
///
/// # Errors
/// As [`block_time`].
pub async fn block_time_as(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<CalendarBlock>,
    NewBlock { fields, made_by, metadata }: NewBlock,
) -> Result<Record<CalendarBlock>, ApiError> {
    let period = period_of(&fields)?;
    let mut snapshot = ScheduleSnapshot::load(work, fields.resource_id, &[], period, Vec::new()).await?;
    let taken = snapshot.blocked();
    let block = CalendarBlock { fields, location_id: snapshot.location.id, taken, made_by };
    let block = work.new_record_of(id, block, metadata);
    snapshot.take(&block.body.taken, |units| block.body.slot(block.id.uuid(), units), work.now)?;
    transaction.create(&block);
    snapshot.write(transaction);
    Ok(block)
}

/// Takes the time of a block as it will be, in place of what it took before, in the `transaction` in which the caller
/// replaces `before` by `after`.
///
/// # Errors
/// 409 `booking_conflict` with what is in the way; 422 when the times are no period.
pub async fn move_block(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<CalendarBlock>,
    after: &mut CalendarBlock,
) -> Result<(), ApiError> {
    let period = period_of(after)?;
    let mut snapshot = ScheduleSnapshot::load(work, after.resource_id, &[], period, days_of(&before.body)).await?;
    after.taken = snapshot.blocked();
    free(&mut snapshot.calendar, before, work.now);
    snapshot.take(&after.taken, |units| after.slot(before.id.uuid(), units), work.now)?;
    snapshot.write(transaction);
    match before.body.period() {
        Some(freed) if before.body.period() != after.period() => {
            look_at_freed(work, transaction, before.body.location_id, freed).await
        }
        _ => Ok(()),
    }
}

/// From its start to its end after it, and not too long.
fn period_of(block: &CalendarBlockFields) -> Result<Period, ApiError> {
    let backwards = || ApiError::rule("end_time", "end_not_after_start", "end must be after start");
    let period = Period::new(block.start_time, block.end_time).ok_or_else(backwards)?;
    if period.start().plus(Duration::days(BLOCK_DAYS_MAX)) < period.end() {
        let message = format!("a block is at most {BLOCK_DAYS_MAX} days long");
        return Err(ApiError::rule("end_time", "too_long", message));
    }
    Ok(period)
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
    let after = work.moved(before, before.body.clone(), RecordSet::Archived);
    transaction.replace(before, &after);
    give_back(work, transaction, before).await?;
    Ok(after)
}

/// Deletes a block for good in `transaction`, its time is free again: one of what a machine makes and moves all day.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn erase_block(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<CalendarBlock>,
) -> Result<(), ApiError> {
    transaction.remove(before);
    give_back(work, transaction, before).await
}

async fn give_back(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    block: &Record<CalendarBlock>,
) -> Result<(), ApiError> {
    let mut calendar = Calendar::read_days(work, days_of(&block.body)).await?;
    free(&mut calendar, block, work.now);
    calendar.write(transaction);
    match block.body.period() {
        Some(freed) => look_at_freed(work, transaction, block.body.location_id, freed).await,
        None => Ok(()),
    }
}

fn days_of(block: &CalendarBlock) -> Vec<(Uuid, NaiveDate)> {
    block.taken.iter().flat_map(|taken| block.days().into_iter().map(|day| (taken.resource_id.uuid(), day))).collect()
}

fn free(calendar: &mut Calendar, block: &Record<CalendarBlock>, now: Timestamp) {
    for taken in &block.body.taken {
        calendar.free(taken.resource_id, block.id.uuid(), &block.body.days(), now);
    }
}
