//! What is asked of a calendar list, and what its counts say of it.

use super::cells::Cells;
use crate::{
    CalendarListName, Entity,
    bucket_position::Stretch,
    calendar_entry::STATES,
    error::StoreError,
    list::{ItemList, List, Order},
};
use values::Timestamp;

/// Every state by which records are counted.
const ALL_STATES: [u8; STATES] = [0, 1, 2, 3, 4];

/// A calendar list as a request asks for it.
#[derive(Clone, Debug)]
pub struct CalendarQuery<E> {
    /// Where its rows are. It has filters where that partition has others, too.
    pub list: List<E>,
    /// What is read instead of it while the kind was never counted, with its bounds and filters; none where `list` has all records even then.
    pub uncounted: Option<List<E>>,
    /// By which name it is counted.
    pub name: CalendarListName,
    /// Records that begin at this instant or later.
    pub from: Option<Timestamp>,
    /// Records that begin before this instant.
    pub to: Option<Timestamp>,
    /// Only records of these states at `now`; those of any, and then `list` has no filter for them.
    pub states: Option<Vec<u8>>,
    /// The instant of the request.
    pub now: Timestamp,
}

impl<E: Entity> CalendarQuery<E> {
    pub(super) fn within(&self, from_ms: Option<i64>, to_ms: Option<i64>) -> List<E> {
        let text = |millis: i64| Timestamp::from_millis(millis).map(|at| at.to_string());
        self.list.clone().between(from_ms.and_then(text), to_ms.and_then(text))
    }

    /// A list of the same kind with nothing in it: what is asked for together is nowhere together.
    #[must_use]
    pub fn of_nothing(self) -> Self {
        let at = self.from.or(Some(Timestamp::EPOCH));
        Self { from: at, to: at, ..self }
    }

    /// The whole list.
    #[must_use]
    pub fn whole(&self) -> List<E> {
        self.within(self.from.map(Timestamp::millis), self.to.map(Timestamp::millis))
    }

    /// Whether it has all records of its partition, but for their state.
    pub(super) const fn is_whole_partition(&self) -> bool {
        self.name.0.len() <= 1
    }

    pub(super) fn is_filtered(&self) -> bool {
        !self.list.filter().text.is_empty()
    }

    /// The rows of a stretch, of which `most` are wanted. Where a filter leaves rows out, no more are looked at than there can be before all that are
    /// wanted are found, and one that says that there are no others.
    pub(super) fn looked_through(&self, counted: &Counted, stretch: Stretch, most: usize) -> ItemList {
        let list = self.within(Some(stretch.from_ms), Some(stretch.to_ms)).untyped();
        if !self.is_filtered() || !self.is_whole_partition() {
            return list;
        }
        let others = counted.records_within(&stretch).saturating_sub(stretch.count);
        let wanted = stretch.count.min(u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1));
        list.looking_at(usize::try_from(wanted + others + 1).unwrap_or(usize::MAX))
    }

    /// What the cells say of it, with what was read at its ends.
    pub(super) fn counted(&self, cells: &Cells, read: Vec<Stretch>) -> Counted {
        let states = self.states.as_deref().unwrap_or(&ALL_STATES);
        let (from_ms, to_ms) = (self.from.map_or(0, Timestamp::millis), self.to.map_or(i64::MAX, Timestamp::millis));
        let mut stretches = cells.stretches(states, from_ms, to_ms);
        stretches.extend(read.into_iter().filter(|stretch| stretch.count > 0));
        stretches.sort_by_key(|stretch| stretch.from_ms);
        let total = stretches.iter().map(|stretch| stretch.count).sum();
        Counted { stretches, of_any_state: cells.stretches(&ALL_STATES, from_ms, to_ms), total }
    }
}

/// What the counts say of a list.
#[derive(Default)]
pub(super) struct Counted {
    /// Where its rows lie, in order of time.
    pub stretches: Vec<Stretch>,
    /// Where those of any state do.
    pub of_any_state: Vec<Stretch>,
    /// How many there are.
    pub total: u64,
}

/// Where a part of a list begins.
pub(super) enum Start {
    /// After so many rows.
    Offset(u64),
    /// After this sort key.
    After(String),
}

impl Start {
    /// The sort key after which it begins.
    pub const fn key(&self) -> Option<&String> {
        match self {
            Self::After(key) => Some(key),
            Self::Offset(_) => None,
        }
    }
}

impl Counted {
    /// Where its rows lie, in this order.
    pub fn in_order(&self, order: Order) -> Vec<Stretch> {
        let mut stretches = self.stretches.clone();
        if order == Order::Descending {
            stretches.reverse();
        }
        stretches
    }

    /// How many records of any state there are between two stretches.
    pub fn records_between(&self, one: &Stretch, other: &Stretch) -> u64 {
        let (from_ms, to_ms) = (one.to_ms.min(other.to_ms), one.from_ms.max(other.from_ms));
        self.records_within(&Stretch { from_ms, to_ms, count: 0 })
    }

    /// How many records of any state there are in this time.
    pub fn records_within(&self, time: &Stretch) -> u64 {
        let is_within = |stretch: &&Stretch| stretch.from_ms >= time.from_ms && stretch.to_ms <= time.to_ms;
        self.of_any_state.iter().filter(is_within).map(|stretch| stretch.count).sum()
    }

    /// How many records of any state there are where these rows lie.
    pub fn records_in(&self, stretches: &[Stretch]) -> u64 {
        let is_there = |one: &&Stretch| stretches.iter().any(|other| other.from_ms == one.from_ms);
        self.of_any_state.iter().filter(is_there).map(|one| one.count).sum()
    }
}

/// Whether a stretch, in a list of this order, has rows that may come after this instant.
pub(super) const fn goes_on_after(stretch: &Stretch, at_ms: i64, order: Order) -> bool {
    match order {
        Order::Ascending => stretch.to_ms > at_ms,
        Order::Descending => stretch.from_ms <= at_ms,
    }
}

/// Those of these stretches, from the first on, that have `wanted` rows.
pub(super) fn needed(stretches: &[Stretch], wanted: u64) -> &[Stretch] {
    let mut found = 0;
    let enough = stretches.iter().position(|stretch| {
        let is_enough = found >= wanted;
        found += stretch.count;
        is_enough
    });
    stretches.get(..enough.unwrap_or(stretches.len())).unwrap_or_default()
}

/// Takes away the stretches before row number `offset`; how many rows of the first that is left come before it.
pub(super) fn skipped(stretches: &mut Vec<Stretch>, mut offset: u64) -> u64 {
    let before = stretches.iter().take_while(|stretch| {
        let is_before = stretch.count <= offset;
        if is_before {
            offset -= stretch.count;
        }
        is_before
    });
    let before = before.count();
    stretches.drain(..before);
    offset
}

/// The instant with which a sort key begins.
pub(super) fn instant_of(key: &str) -> Result<i64, StoreError> {
    let text = key.split('#').next().unwrap_or_default();
    Timestamp::parse(text).map(Timestamp::millis).ok_or_else(|| StoreError::Refused(format!("{key} names no row")))
}
