//! The waiting list of a location: who waits, first come first. One versioned record, so that two releases at the same
//! moment do not serve the same person twice or anybody out of turn.

use chrono::Duration;
use records::Location;
use serde::{Deserialize, Serialize};
use store::{Entity, Record, Transaction, record::Indexes};
use values::{ApiError, Customer, ErrorCode, Id, Kind, KindName, Period, Timestamp};
use work::UnitOfWork;

use super::entry::{WaitlistEntry, WantedTime};

/// Most entries that wait at one location; with about 200 bytes each they fit one record (48 KB).
const WAITING_MAX: usize = 150;
/// How often the sweep looks whether anything is free for somebody who waits: a release may have failed to offer it.
const LOOK_EVERY_MINUTES: i64 = 10;

/// Entries that wait at a location, in the order in which they joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingList {
    /// Entries that wait, first come first.
    pub waiting: Vec<WaitingEntry>,
    /// When the sweep looks next whether anything is free; never while nobody waits.
    #[serde(default)]
    pub next_look: Option<Timestamp>,
    /// The entry at which the last look stopped, when it had no time for all: the next one goes on after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_through: Option<Id<WaitlistEntry>>,
}

/// An entry on the waiting list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingEntry {
    /// Identifier of the entry that waits.
    pub id: Id<WaitlistEntry>,
    /// Customer who waits: a member or a company.
    pub customer_id: Id<Customer>,
    /// Time that the customer waits for.
    #[serde(flatten)]
    pub want: WantedTime,
}

impl WaitingList {
    /// The waiting list's id: the location's.
    #[must_use]
    pub const fn id_of(location: Id<Location>) -> Id<Self> {
        location.cast()
    }

    /// The entries whose time can still begin at `now`.
    pub fn live(&self, now: Timestamp) -> impl Iterator<Item = &WaitingEntry> {
        self.waiting.iter().filter(move |waiting| now <= waiting.want.latest_start())
    }

    /// Whether an entry is on it.
    #[must_use]
    pub fn has(&self, id: Id<WaitlistEntry>) -> bool {
        self.waiting.iter().any(|waiting| waiting.id == id)
    }

    /// Position of an entry among those who wait for the same, from 1.
    #[must_use]
    pub fn position(&self, id: Id<WaitlistEntry>, now: Timestamp) -> Option<u32> {
        let own = self.waiting.iter().find(|waiting| waiting.id == id)?;
        let before = self.live(now).take_while(|waiting| waiting.id != id);
        u32::try_from(before.filter(|waiting| waiting.want.competes(&own.want)).count() + 1).ok()
    }

    /// The waiting list with another at its end.
    ///
    /// # Errors
    /// 409 when the customer waits for the same already, or the list is full.
    pub fn joined(&self, new: WaitingEntry, now: Timestamp) -> Result<Self, ApiError> {
        let twice = |waiting: &WaitingEntry| waiting.customer_id == new.customer_id && waiting.want.competes(&new.want);
        if self.live(now).any(twice) {
            let message = "the customer waits for the same at an overlapping time already";
            return Err(ApiError::conflict(ErrorCode::AlreadyExists, message).at("customer_id", "already_waiting"));
        }
        let waiting: Vec<WaitingEntry> = self.live(now).cloned().chain([new]).collect();
        if waiting.len() > WAITING_MAX {
            let message = format!("at most {WAITING_MAX} wait at one location");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        Ok(Self { waiting, ..self.clone() })
    }

    /// The waiting list after the sweep has looked, at `now`, whether anything is free: for all, or through an entry.
    /// Then the next look is due at once.
    #[must_use]
    pub fn looked_at(&self, now: Timestamp, through: Option<Id<WaitlistEntry>>) -> Self {
        let pause = Duration::minutes(if through.is_some() { 0 } else { LOOK_EVERY_MINUTES });
        Self { next_look: Some(now.plus(pause)), looked_through: through, ..self.clone() }
    }

    /// The waiting list without an entry.
    #[must_use]
    pub fn without(&self, id: Id<WaitlistEntry>) -> Self {
        let waiting = self.waiting.iter().filter(|waiting| waiting.id != id).cloned().collect();
        Self { waiting, ..self.clone() }
    }
}

/// The waiting list of a location, as it is now.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn find_waiting_list(
    work: &UnitOfWork,
    location: Id<Location>,
) -> Result<Option<Record<WaitingList>>, ApiError> {
    Ok(work.store.find(work.tenant(), WaitingList::id_of(location)).await?)
}

/// Writes a waiting list in `transaction`, on the condition that it is as it was read.
pub fn write(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    location: Id<Location>,
    before: Option<&Record<WaitingList>>,
    list: WaitingList,
) {
    // A look that has fallen due stays due until the sweep has looked.
    let next_look =
        if list.waiting.is_empty() { None } else { list.next_look.or(list.looked_at(work.now, None).next_look) };
    let list = WaitingList { next_look, ..list };
    match before {
        Some(before) => transaction.replace(before, &work.next_version(before, list, None)),
        None => transaction.begin(&Record { id: WaitingList::id_of(location), ..work.new_record(list, None) }),
    }
}

/// Lets the sweep look at once who of a location waits for time that comes free in `transaction`.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn look_at_freed(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    location: Id<Location>,
    freed: Period,
) -> Result<(), ApiError> {
    let Some(before) = find_waiting_list(work, location).await? else { return Ok(()) };
    let concerned = |waiting: &WaitingEntry| waiting.want.window(work.now).is_some_and(|window| window.overlaps(freed));
    let is_due = before.body.next_look.is_some_and(|look| look <= work.now);
    if !is_due && before.body.live(work.now).any(concerned) {
        let looks_now = WaitingList { next_look: Some(work.now), ..before.body.clone() };
        write(work, transaction, location, Some(&before), looks_now);
    }
    Ok(())
}

/// Removes an entry from its waiting list in `transaction`.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn leave(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    entry: &Record<WaitlistEntry>,
) -> Result<(), ApiError> {
    let location = entry.body.location_id;
    if let Some(before) = find_waiting_list(work, location).await? {
        write(work, transaction, location, Some(&before), before.body.without(entry.id));
    }
    Ok(())
}

impl Kind for WaitingList {
    const KIND: KindName = KindName::WaitingList;
}

impl Entity for WaitingList {
    const PATH: &'static str = "/waitlist-entries";
    type View = u64;

    fn view(&self, _now: Timestamp) -> u64 {
        self.waiting.len() as u64
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.next_look)
    }
}
