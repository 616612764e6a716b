//! How the reading of an outside calendar goes. It changes with every reading, so it is no part of the calendar, whose
//! version clients rely on.

use chrono::Duration;
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes, Record};
use values::{Id, Kind, KindName, Tenant, Timestamp};
use work::queue::WorkMessage;

use super::{
    busy::BusyTimes,
    conflict::CalendarConflict,
    record::OutsideCalendar,
    schedule::{lost_at, next_at},
};

/// How long a worker has the calendar for itself, in seconds: longer than a process of it lives.
const CLAIM_SECONDS: i64 = 120;
/// How often a client may have a calendar read at once, in seconds.
const ASKED_EVERY_SECONDS: i64 = 5;

/// The state of the calendar whose id it has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutsideCalendarState {
    /// When the sweep hands it over; once a day while nobody reads the calendar.
    pub due_at: Option<Timestamp>,
    /// Which piece of work comes next: a message about an earlier one is out of date.
    pub turn: i64,
    /// Until when a worker has it for itself: real time, which a test clock does not shorten.
    pub claimed_until: Option<Timestamp>,
    /// When a client had it read at once last, by real time.
    pub asked_at: Option<Timestamp>,
    /// By what the server says whether something changed.
    pub mark: Option<ChangeMark>,
    /// When the calendar was read as a whole last.
    pub whole_read_at: Option<Timestamp>,
    /// Readings that failed since the last that succeeded.
    pub failures_in_a_row: i64,
    /// What is busy there, and how it stands with it.
    pub busy: BusyTimes,
    /// What is blocked of those of which something else takes a part: the pieces that are left free.
    #[serde(default)]
    pub pieces: BusyTimes,
    /// The earliest of those that meet bookings, with these.
    pub conflicts: Vec<CalendarConflict>,
    /// Whether one of them was not told yet.
    pub has_new_conflict: bool,
}

/// By what a server says whether a calendar changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeMark {
    /// The tag of a file.
    Etag(String),
    /// The token of a collection (RFC 6578).
    SyncToken(String),
    /// The tag of a collection, of servers that have no tokens.
    CollectionTag(String),
}

impl ChangeMark {
    /// Longest mark that is kept; a server with a longer one is asked for everything.
    const CHARACTERS_MAX: usize = 500;

    /// The mark, unless it is longer than is kept.
    #[must_use]
    pub fn kept(self) -> Option<Self> {
        let (Self::Etag(text) | Self::SyncToken(text) | Self::CollectionTag(text)) = &self;
        let is_kept = !text.is_empty() && text.len() <= Self::CHARACTERS_MAX;
        is_kept.then_some(self)
    }
}

impl OutsideCalendarState {
    /// The state of a calendar that was never read.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        Self { due_at: Some(now), ..Self::default() }
    }

    /// Whether there is something to do about its blocks.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.busy.is_open() || self.pieces.is_open()
    }

    /// Whether another worker has it at this instant of real time.
    #[must_use]
    pub fn is_claimed(&self, real: Timestamp) -> bool {
        self.claimed_until.is_some_and(|until| real < until)
    }

    /// The same in the hands of a worker.
    #[must_use]
    pub fn claimed(self, now: Timestamp, real: Timestamp) -> Self {
        let claimed_until = Some(real.plus(Duration::seconds(CLAIM_SECONDS)));
        Self { claimed_until, due_at: Some(lost_at(now)), turn: self.turn.saturating_add(1), ..self }
    }

    /// The same given back, to be looked at then; while there is something left to do, after a while at the latest.
    #[must_use]
    pub fn released(self, due_at: Option<Timestamp>, now: Timestamp) -> Self {
        let due_at = if self.is_open() { Some(lost_at(now)) } else { due_at };
        Self { claimed_until: None, due_at, turn: self.turn.saturating_add(1), ..self }
    }

    /// The same handed to the queue.
    #[must_use]
    pub fn handed_over(self, now: Timestamp) -> Self {
        Self { due_at: Some(lost_at(now)), ..self }
    }

    /// The same, to be read at once and as a whole: its address is another one, or somebody begins to read it again.
    #[must_use]
    pub fn begun_anew(self, now: Timestamp) -> Self {
        let turn = self.turn.saturating_add(1);
        let due_at = Some(now);
        Self { due_at, turn, claimed_until: None, mark: None, whole_read_at: None, failures_in_a_row: 0, ..self }
    }

    /// The same, whose blocks are to be called otherwise.
    #[must_use]
    pub fn renamed(self, now: Timestamp) -> Self {
        let turn = self.turn.saturating_add(1);
        let (busy, pieces) = (self.busy.wanted(now), self.pieces.wanted(now));
        Self { due_at: Some(now), turn, claimed_until: None, busy, pieces, ..self }
    }

    /// The same when a client has it read at once; none when one did so a moment ago.
    #[must_use]
    pub fn asked_for(self, now: Timestamp, real: Timestamp) -> Option<Self> {
        let is_soon = self.asked_at.is_some_and(|at| real < at.plus(Duration::seconds(ASKED_EVERY_SECONDS)));
        (!is_soon).then(|| Self { due_at: Some(lost_at(now)), asked_at: Some(real), ..self })
    }

    /// The same of a calendar that was put away: nothing is busy any more. Whoever is at work on it finds it changed.
    #[must_use]
    pub fn ending(self, now: Timestamp) -> Self {
        let (turn, busy) = (self.turn.saturating_add(1), self.busy.gone(now));
        Self { due_at: Some(now), turn, busy, pieces: self.pieces.gone(now), ..Self::default() }
    }

    /// When it is read next.
    #[must_use]
    pub fn next_at(&self, now: Timestamp) -> Timestamp {
        next_at(self.failures_in_a_row, now)
    }
}

impl Kind for OutsideCalendarState {
    const KIND: KindName = KindName::OutsideCalendarState;
}

impl Entity for OutsideCalendarState {
    const PATH: &'static str = "/outside-calendar-states";
    type View = ();

    /// No operation shows it.
    fn view(&self, _now: Timestamp) {}

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.due_at)
    }
}

/// The state of a calendar has the calendar's id.
#[must_use]
pub const fn state_of(calendar: Id<OutsideCalendar>) -> Id<OutsideCalendarState> {
    calendar.cast()
}

/// The message by which the queue knows the present turn of a calendar.
#[must_use]
pub fn message(tenant: &Tenant, state: &Record<OutsideCalendarState>) -> WorkMessage {
    WorkMessage {
        merchant: tenant.merchant(),
        record: state.id.uuid(),
        group: state.id.uuid(),
        turn: state.body.turn,
        waits: 0,
        kind: Some(KindName::OutsideCalendarState.as_str().to_owned()),
    }
}
