//! Sums of the journal by day, in the zone that the merchant had when counting began.
//!
//! Entries never change and stand in order of creation, so one item says up to which they are counted, and moves on in
//! the transaction that adds them to their days. As with the journal's totals, an entry that is younger than a minute
//! waits: one may still come before it. Whoever reads adds what is not counted yet.

use records::merchant::Merchant;
use serde::{Deserialize, Serialize};
use store::{Expression, Key, Record, transaction::version_conflict};
use values::{ApiError, Id, TimeZone, Timestamp};
use wallets_and_journal::{
    PostedEntry,
    journal_closing::{is_settled, read_entries_after},
};
use work::{UnitOfWork, unit_of_work::retry};

use super::{COUNTED, ROWS, entry_sums::add_entry};
use crate::{
    place::Place,
    rows::{self, ROWS_AT_ONCE, Row},
    sums::Sums,
};

/// Entries that are read at once to be counted.
const ENTRIES_AT_ONCE: usize = 500;
/// Most entries that a reader adds without counting them. The consumer of the stream leaves those of about two minutes.
const ENTRIES_ADDED_MAX: usize = 400;
/// Most entries that a reader adds after it has counted: those that are too young to be.
const YOUNG_ENTRIES_MAX: usize = 5_000;
/// How often a reader counts, when the consumer of the stream is far behind.
const READER_ROUNDS: usize = 10;
/// How long a process leaves a merchant's journal alone that it has counted, in seconds.
const PAUSE_SECONDS: i64 = 60;

/// How far the journal is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedJournal {
    /// How often it was written.
    pub version: i64,
    /// The last entry that is counted.
    pub through: Option<Id<PostedEntry>>,
    /// Zone in which its days are.
    pub zone: TimeZone,
}

/// When a process has counted a merchant's journal.
#[derive(Clone, Copy)]
struct LastCounted(Timestamp);

/// Days of the journal as a report reads them.
#[derive(Debug)]
pub struct JournalDays {
    /// Zone in which the days are.
    pub zone: TimeZone,
    /// Rows of the days on which anything is booked.
    pub rows: Vec<Row>,
    /// What is not in the rows yet.
    pub uncounted: Sums,
    /// Whether both together are all that is booked.
    pub is_whole: bool,
}

fn key(work: &UnitOfWork) -> Key {
    Key::single(work.tenant(), COUNTED, "all")
}

/// How far it is counted.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_counted(work: &UnitOfWork) -> Result<CountedJournal, ApiError> {
    if let Some(counted) = work.store.read_value(&key(work)).await? {
        return Ok(counted);
    }
    let merchant: Id<Merchant> = work.tenant().merchant().cast();
    let merchant: Option<Record<Merchant>> = work.store.find(work.tenant(), merchant).await?;
    let zone = merchant.map_or(TimeZone::UTC, |merchant| merchant.body.default_time_zone);
    Ok(CountedJournal { version: 0, through: None, zone })
}

/// Counts what has settled, unless this process did so a moment ago.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn count_now_and_then(work: &UnitOfWork) -> Result<(), ApiError> {
    let (tenant, id) = (work.tenant(), work.tenant().merchant().uuid());
    let last = work.store.hint::<LastCounted>(tenant, id);
    let is_soon = |last: LastCounted| {
        let since = work.now.seconds() - last.0.seconds();
        (0..PAUSE_SECONDS).contains(&since)
    };
    if last.is_some_and(is_soon) {
        return Ok(());
    }
    count(work).await?;
    work.store.remember(tenant, id, LastCounted(work.now));
    Ok(())
}

/// Counts all that has settled.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn count(work: &UnitOfWork) -> Result<(), ApiError> {
    while retry(work, || count_some(work)).await? {}
    Ok(())
}

/// Counts as many entries as fit one transaction; whether there may be more.
async fn count_some(work: &UnitOfWork) -> Result<bool, ApiError> {
    let before = read_counted(work).await?;
    let page = read_entries_after(work, before.through, ENTRIES_AT_ONCE).await?;
    let mut sums = Sums::default();
    let mut after = CountedJournal { version: before.version + 1, ..before.clone() };
    let mut counted = 0;
    for entry in page.records.iter().take_while(|entry| is_settled(entry, work.now)) {
        add_entry(&mut sums, &entry.body, before.zone);
        after.through = Some(entry.id);
        counted += 1;
        if sums.len() > ROWS_AT_ONCE {
            break;
        }
    }
    if counted == 0 {
        return Ok(false);
    }
    let condition = if before.version == 0 { Expression::absent() } else { Expression::version(before.version) };
    let mut transaction = work.transaction();
    transaction.put_encoded(&key(work), &after, condition, version_conflict());
    rows::add(&mut transaction, ROWS, &sums);
    work.store.commit(transaction).await?;
    Ok(page.has_more || counted < page.records.len())
}

/// The days of a place from one to another, both included, of this moment.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read(work: &UnitOfWork, place: Place, from: &str, to: &str) -> Result<JournalDays, ApiError> {
    let found = retry(work, || read_once(work, place, (from, to), ENTRIES_ADDED_MAX)).await?;
    if found.is_whole {
        return Ok(found);
    }
    // After many entries at once nobody may write another for a while.
    for _ in 0..READER_ROUNDS {
        if !retry(work, || count_some(work)).await? {
            break;
        }
    }
    retry(work, || read_once(work, place, (from, to), YOUNG_ENTRIES_MAX)).await
}

/// Fails when something was counted between two of its reads.
async fn read_once(
    work: &UnitOfWork,
    place: Place,
    (from, to): (&str, &str),
    most: usize,
) -> Result<JournalDays, ApiError> {
    let counted = read_counted(work).await?;
    let rows = rows::read_present(work, ROWS, place, from, to).await?;
    let open = read_entries_after(work, counted.through, most).await?;
    if read_counted(work).await? != counted {
        return Err(version_conflict());
    }
    let mut uncounted = Sums::default();
    for entry in &open.records {
        add_entry(&mut uncounted, &entry.body, counted.zone);
    }
    Ok(JournalDays { zone: counted.zone, rows, uncounted, is_whole: !open.has_more })
}
