//! The trial balance of a merchant, now or at any instant before: totals of closed segments, and the entries that are
//! in none of them. What holds at an instant counts there, also if it was written down later.

use billing::ledger::TrialBalance;
use store::{List, Order, Record, lists::earliest_id};
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

use crate::{
    journal_closing::{SEGMENT_ENTRIES, just_after, read_entries_after, walk},
    journal_totals::{JournalSegment, JournalTotals, LateJournalSegment},
    posted_entry::PostedEntry,
};

/// Late segments that are read at once.
const LATE_READ_MAX: usize = 500;

/// Totals of all accounts, of entries that hold at `at` or before.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn read_trial_balance(work: &UnitOfWork, at: Timestamp) -> Result<TrialBalance, ApiError> {
    let id = JournalTotals::id();
    // Without a head nothing is closed yet, and nothing can be closed.
    let none = || Record { id, ..work.new_record(JournalTotals::none(work.now), None) };
    let head = work.store.find(work.tenant(), id).await?.unwrap_or_else(none);
    let mut totals = if head.body.latest_at.is_none_or(|latest| latest <= at) {
        head.body.totals.clone()
    } else {
        read_closed_totals(work, &head.body, at).await?
    };
    walk(work, head, |entry| add(&mut totals, entry, at)).await?;
    Ok(totals)
}

/// Totals of those closed entries that hold at `at` or before, of which not all do.
async fn read_closed_totals(work: &UnitOfWork, head: &JournalTotals, at: Timestamp) -> Result<TrialBalance, ApiError> {
    let whole = find_last_whole_segment(work, head, at).await?;
    let mut totals = whole.as_ref().map(|segment| segment.body.totals.clone()).unwrap_or_default();
    let start: Option<Id<PostedEntry>> = whole.map(|segment| segment.id.cast());
    // In the next segment some entries hold later. Of those after it only late ones have any that hold before.
    let next = read_entries_after(work, start, SEGMENT_ENTRIES).await?.records;
    for entry in &next {
        add(&mut totals, &entry.body, at)?;
    }
    let Some(mut position) = next.last().map(|entry| entry.id.cast::<LateJournalSegment>()) else { return Ok(totals) };
    loop {
        let until = head.through.map(just_after);
        let list = List::live().ordered(Order::Ascending).between(Some(just_after(position)), until);
        let late = work.store.all::<LateJournalSegment>(work.tenant(), &list, LATE_READ_MAX).await?;
        for segment in late.records.iter().filter(|segment| segment.body.earliest_at <= at) {
            for entry in read_entries_after(work, segment.body.after, SEGMENT_ENTRIES).await?.records {
                add(&mut totals, &entry.body, at)?;
            }
        }
        match late.records.last() {
            Some(last) if late.has_more => position = last.id,
            Some(_) | None => return Ok(totals),
        }
    }
}

/// The last closed segment whose entries, and all before them, hold at `at` or before. Ids tell nearly where it is.
async fn find_last_whole_segment(
    work: &UnitOfWork,
    head: &JournalTotals,
    at: Timestamp,
) -> Result<Option<Record<JournalSegment>>, ApiError> {
    let end = head.through.map(just_after);
    let mut before = end.clone().map(|end| end.min(earliest_id(at)));
    let mut found = None;
    while let Some(segment) = find_one(work, Order::Descending, None, before.clone()).await? {
        if segment.body.latest_at <= at {
            found = Some(segment);
            break;
        }
        before = Some(segment.id.to_string());
    }
    loop {
        let after = found.as_ref().map(|segment| just_after(segment.id));
        match find_one(work, Order::Ascending, after, end.clone()).await? {
            Some(next) if next.body.latest_at <= at => found = Some(next),
            _ => return Ok(found),
        }
    }
}

/// The first segment of a range, in this order.
async fn find_one(
    work: &UnitOfWork,
    order: Order,
    from: Option<String>,
    before: Option<String>,
) -> Result<Option<Record<JournalSegment>>, ApiError> {
    let list = List::live().ordered(order).between(from, before);
    Ok(work.store.all(work.tenant(), &list, 1).await?.records.pop())
}

fn add(totals: &mut TrialBalance, entry: &PostedEntry, at: Timestamp) -> Result<(), ApiError> {
    if entry.at() > at {
        return Ok(());
    }
    totals.add(&entry.0).map_err(|_| ApiError::internal("a total of the journal does not fit"))
}
