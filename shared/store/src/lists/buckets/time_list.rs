//! A list by time as a request asks for it.

use super::{counted::Counted, days::DayList, intervals::Interval};
use crate::{
    CalendarListName, Entity,
    lists::list::{ItemList, List, earliest_id},
};
use values::Timestamp;

/// Records of one kind by an instant of theirs, of which days are asked for.
#[derive(Clone, Debug)]
pub struct TimeList<E> {
    /// Where its rows are. It has filters where that partition has others, too.
    pub(super) list: List<E>,
    /// What is read instead of it while the kind was never counted, with its bounds and filters; none where `list` has
    /// all records even then.
    pub(in crate::lists) uncounted: Option<List<E>>,
    /// How it is counted.
    pub(super) tally: Tally,
    /// Records of this instant or later.
    pub(super) from: Option<Timestamp>,
    /// Records of before this instant.
    pub(super) to: Option<Timestamp>,
    /// Only records of these states at `now`; those of any, and then `list` has no filter for them.
    pub(super) states: Option<Vec<u8>>,
    /// The instant of the request.
    pub(super) now: Timestamp,
}

/// Where the counts of a list are.
#[derive(Clone, Debug)]
pub(super) enum Tally {
    /// Rows of months, in which changes are counted later; sort keys begin with the instant.
    Months(CalendarListName),
    /// Rows of days, to which whoever writes a record adds it; sort keys are ids that tell the instant.
    Days(DayList),
}

impl<E: Entity> TimeList<E> {
    /// The records of a kind with calendar lists that belong to all of `subjects`, at the instant `now` of the request.
    #[must_use]
    pub const fn of(list: List<E>, name: CalendarListName, now: Timestamp) -> Self {
        Self { list, uncounted: None, tally: Tally::Months(name), from: None, to: None, states: None, now }
    }

    /// The records that are counted as they are written, sorted by ids.
    #[must_use]
    pub const fn of_days(list: List<E>, days: DayList, now: Timestamp) -> Self {
        Self { list, uncounted: None, tally: Tally::Days(days), from: None, to: None, states: None, now }
    }

    /// Only from this instant on, and before that one.
    #[must_use]
    pub fn between(self, from: Option<Timestamp>, to: Option<Timestamp>) -> Self {
        Self { from, to, ..self }
    }

    /// Only records of these states now; the list has a filter for them.
    #[must_use]
    pub fn in_states(self, states: Option<Vec<u8>>) -> Self {
        Self { states, ..self }
    }

    /// What is read instead while the kind was never counted, because not all records are in the index until then.
    #[must_use]
    pub fn or_while_uncounted(self, list: List<E>) -> Self {
        Self { uncounted: Some(list), ..self }
    }

    /// A list of the same kind with nothing in it: what is asked for together is nowhere together.
    #[must_use]
    pub fn of_nothing(self) -> Self {
        let at = self.from.or(Some(Timestamp::EPOCH));
        Self { from: at, to: at, ..self }
    }

    /// All its rows, as a list without counts.
    #[must_use]
    pub fn whole(&self) -> List<E> {
        self.within(self.from.map(Timestamp::millis), self.to.map(Timestamp::millis))
    }

    pub(super) fn within(&self, from_ms: Option<i64>, to_ms: Option<i64>) -> List<E> {
        let key = |millis: i64| {
            let at = Timestamp::from_millis(millis)?;
            Some(if matches!(self.tally, Tally::Days(_)) { earliest_id(at) } else { at.to_string() })
        };
        self.list.clone().between(from_ms.and_then(key), to_ms.and_then(key))
    }

    /// Whether it has all records of its partition, but for their state.
    pub(super) fn is_whole_partition(&self) -> bool {
        match &self.tally {
            Tally::Months(name) => name.0.len() <= 1,
            Tally::Days(_) => true,
        }
    }

    pub(super) fn is_filtered(&self) -> bool {
        !self.list.filter().text.is_empty()
    }

    /// Whether its first page is read before its counts, because it is mostly all there is.
    pub(super) fn is_mostly_short(&self) -> bool {
        !self.is_filtered() && self.uncounted.is_none() && matches!(self.tally, Tally::Months(_))
    }

    /// The rows of an interval, of which `most` are wanted. Where a filter leaves rows out, no more are looked at than
    /// there can be before all that are wanted are found, and one that says that there are no others.
    pub(super) fn looked_through(&self, counted: &Counted, interval: Interval, most: usize) -> ItemList {
        let list = self.within(Some(interval.from_ms), Some(interval.to_ms)).untyped();
        if !self.is_filtered() || !self.is_whole_partition() {
            return list;
        }
        let others = counted.records_within(&interval).saturating_sub(interval.count);
        let wanted = interval.count.min(u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1));
        list.looking_at(usize::try_from(wanted + others + 1).unwrap_or(usize::MAX))
    }
}
