//! Sums of closed parts of the journal ([decision 26](../../../docs/decisions/0026-totals-of-the-journal.md)).
//!
//! Entries stand in order of creation. Each 20 that have settled are a *segment*, which never changes again: it has the
//! totals of the journal up to its end. One record, the *head*, has those of the last segment. An entry may hold at an
//! instant before it was written; a segment with such entries is a *late* one if they hold before the end of what came
//! before it.

use billing::ledger::TrialBalance;
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes};
use uuid::Uuid;
use values::{Id, Kind, KindName, Timestamp};

use crate::posted_entry::PostedEntry;

/// Totals of everything that is closed. One record of a merchant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalTotals {
    /// The last entry that is closed.
    pub through: Option<Id<PostedEntry>>,
    /// The latest instant at which a closed entry holds.
    pub latest_at: Option<Timestamp>,
    /// Totals of each account over all closed entries.
    pub totals: TrialBalance,
    /// How many entries are closed.
    pub entries: u64,
    /// When the sweep next closes what has settled.
    pub close_at: Timestamp,
}

/// A closed segment. Its id is that of its last entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalSegment {
    /// The latest instant at which an entry up to its end holds.
    pub latest_at: Timestamp,
    /// Totals of all entries up to its end.
    pub totals: TrialBalance,
    /// How many these are.
    pub entries: u64,
}

/// A segment with entries that hold before the end of what came before it. Its id is that of its last entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateJournalSegment {
    /// The last entry before it.
    pub after: Option<Id<PostedEntry>>,
    /// The earliest instant at which an entry in it holds.
    pub earliest_at: Timestamp,
}

impl JournalTotals {
    /// The one record's id.
    #[must_use]
    pub const fn id() -> Id<Self> {
        Id::new(Uuid::nil())
    }

    /// Those of a journal of which nothing is closed.
    #[must_use]
    pub fn none(close_at: Timestamp) -> Self {
        Self { through: None, latest_at: None, totals: TrialBalance::default(), entries: 0, close_at }
    }
}

impl Kind for JournalTotals {
    const KIND: KindName = KindName::JournalTotals;
}

impl Kind for JournalSegment {
    const KIND: KindName = KindName::JournalSegment;
}

impl Kind for LateJournalSegment {
    const KIND: KindName = KindName::LateJournalSegment;
}

impl Entity for JournalTotals {
    const PATH: &'static str = "/ledger/trial-balance";
    type View = u64;

    fn view(&self, _now: Timestamp) -> u64 {
        self.entries
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(Some(self.close_at))
    }
}

impl Entity for JournalSegment {
    const PATH: &'static str = "/ledger/trial-balance";
    type View = u64;

    fn view(&self, _now: Timestamp) -> u64 {
        self.entries
    }
}

impl Entity for LateJournalSegment {
    const PATH: &'static str = "/ledger/trial-balance";
    type View = Timestamp;

    fn view(&self, _now: Timestamp) -> Timestamp {
        self.earliest_at
    }
}
