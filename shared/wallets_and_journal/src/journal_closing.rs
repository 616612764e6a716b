//! Closes settled entries of the journal in segments, by whoever reads to its end and by the sweep.

use chrono::Duration;
use store::{List, Order, Record};
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

use crate::{
    journal_totals::{JournalSegment, JournalTotals, LateJournalSegment},
    posted_entry::PostedEntry,
};

/// Entries in a segment.
pub(crate) const SEGMENT_ENTRIES: usize = 20;
/// An entry younger than this is not closed: clocks of two functions may differ, and a transaction takes some seconds,
/// so an entry may still come before it.
const SETTLED_AFTER: Duration = Duration::seconds(60);
/// Entries that are read at once: their segments, all of them late, fit one transaction.
const ENTRIES_READ_MAX: usize = 800;
/// The sweep closes at this interval what a busy merchant's journal has.
const INTERVAL: Duration = Duration::hours(1);
/// And looks at this one whether a quiet merchant's has anything.
const QUIET_INTERVAL: Duration = Duration::hours(24);

/// What a process remembers of a merchant: that the sweep looks after the journal.
#[derive(Clone)]
struct IsClosedInTime;

/// Lets the sweep look after the journal of a merchant that has none yet. It is a write of its own, because all first
/// entries would meet in it; without an entry it does no harm.
pub(crate) async fn begin(work: &UnitOfWork) -> Result<(), ApiError> {
    let (tenant, id) = (work.tenant(), JournalTotals::id());
    if work.store.hint::<IsClosedInTime>(tenant, id.uuid()).is_some() {
        return Ok(());
    }
    if work.store.find(tenant, id).await?.is_none() {
        let mut transaction = work.transaction();
        transaction.begin(&Record { id, ..work.new_record(JournalTotals::none(work.now.plus(INTERVAL)), None) });
        // If somebody else does it at the same moment, it is done; if it fails, the next entry tries again.
        if work.store.commit(transaction).await.is_err() {
            return Ok(());
        }
    }
    work.store.remember(tenant, id.uuid(), IsClosedInTime);
    Ok(())
}

/// What the sweep does when closing is due; whether there was anything to do.
///
/// # Errors
/// Only when the store cannot be read or written.
pub async fn close_due(work: &UnitOfWork) -> Result<bool, ApiError> {
    let Some(head) = work.store.find(work.tenant(), JournalTotals::id()).await? else { return Ok(false) };
    if head.body.close_at > work.now {
        return Ok(false);
    }
    let entries = head.body.entries;
    let closed = walk(work, head, |_| Ok(())).await?;
    let interval = if closed.body.entries > entries { INTERVAL } else { QUIET_INTERVAL };
    let after = JournalTotals { close_at: work.now.plus(interval), ..closed.body.clone() };
    let mut transaction = work.transaction();
    transaction.replace(&closed, &work.next_version(&closed, after, None));
    work.store.commit(transaction).await?;
    Ok(true)
}

/// Goes through all entries after the head, oldest first, and closes on the way what has settled. Answers the head
/// after it.
pub(crate) async fn walk(
    work: &UnitOfWork,
    mut head: Record<JournalTotals>,
    mut visit: impl FnMut(&PostedEntry) -> Result<(), ApiError>,
) -> Result<Record<JournalTotals>, ApiError> {
    let mut position = head.body.through;
    let mut may_close = true;
    loop {
        let page = read_entries_after(work, position, ENTRIES_READ_MAX).await?;
        for entry in &page.records {
            visit(&entry.body)?;
        }
        if may_close {
            let closed = close(work, &head, &page.records).await?;
            may_close =
                closed.body.entries == head.body.entries + u64::try_from(page.records.len()).unwrap_or(u64::MAX);
            head = closed;
        }
        position = page.records.last().map(|entry| entry.id).or(position);
        if !page.has_more {
            return Ok(head);
        }
    }
}

/// Whether no entry can come before this one any more.
#[must_use]
pub fn is_settled(entry: &Record<PostedEntry>, now: Timestamp) -> bool {
    entry.created_at.plus(SETTLED_AFTER) <= now
}

/// At most so many entries that follow one, oldest first.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn read_entries_after(
    work: &UnitOfWork,
    after: Option<Id<PostedEntry>>,
    most: usize,
) -> Result<store::AtMost<Record<PostedEntry>>, ApiError> {
    let list = List::live().ordered(Order::Ascending).between(after.map(just_after), None);
    Ok(work.store.all(work.tenant(), &list, most).await?)
}

/// What sorts just after a record and before every later one.
pub(crate) fn just_after<E>(id: Id<E>) -> String {
    format!("{id}~")
}

/// Closes of `entries`, which follow the head, those that fill segments and have settled. When somebody else closes
/// them at the same moment, they are closed.
async fn close(
    work: &UnitOfWork,
    head: &Record<JournalTotals>,
    entries: &[Record<PostedEntry>],
) -> Result<Record<JournalTotals>, ApiError> {
    let settled = entries.iter().take_while(|entry| is_settled(entry, work.now)).count();
    let mut transaction = work.transaction();
    let mut after = head.body.clone();
    for segment in entries[..settled].chunks_exact(SEGMENT_ENTRIES) {
        let before = after.clone();
        let Some(last) = segment.last() else { continue };
        for entry in segment {
            let too_large = |_| ApiError::internal("a total of the journal does not fit");
            after.totals.add(&entry.body.0).map_err(too_large)?;
            after.latest_at = after.latest_at.max(Some(entry.body.at()));
        }
        after.through = Some(last.id);
        after.entries += u64::try_from(SEGMENT_ENTRIES).unwrap_or(0);
        add_segment(work, &mut transaction, &before, &after, segment);
    }
    if after == head.body {
        return Ok(head.clone());
    }
    let next = work.next_version(head, after, None);
    transaction.replace(head, &next);
    // Without the new segments the journal is still summed correctly, only more slowly.
    Ok(if work.store.commit(transaction).await.is_ok() { next } else { head.clone() })
}

fn add_segment(
    work: &UnitOfWork,
    transaction: &mut store::Transaction,
    before: &JournalTotals,
    after: &JournalTotals,
    entries: &[Record<PostedEntry>],
) {
    let (Some(through), Some(latest_at)) = (after.through, after.latest_at) else { return };
    let segment = JournalSegment { latest_at, totals: after.totals.clone(), entries: after.entries };
    transaction.begin(&Record { id: through.cast(), ..work.new_record(segment, None) });
    let earliest_at: Option<Timestamp> = entries.iter().map(|entry| entry.body.at()).min();
    if let Some(earliest_at) = earliest_at.filter(|earliest| before.latest_at.is_some_and(|latest| *earliest < latest))
    {
        let late = LateJournalSegment { after: before.through, earliest_at };
        transaction.begin(&Record { id: through.cast(), ..work.new_record(late, None) });
    }
}
