//! The events of one UID: what repeats, and its exceptions. An exception replaces the occurrence that would have begun
//! at its `RECURRENCE-ID`; with `RANGE=THISANDFUTURE` it moves those after it by as much, as clocks show it, and makes
//! them as long (RFC 5545, 3.8.4.4). Of several such ranges the last that has begun holds, by the time that an
//! occurrence would have had without any; so do `EXDATE` and exceptions within a range. Either may name an occurrence by
//! its day alone. An exception that repeats by rules of its own replaces its occurrence, or with a range all from it on,
//! and repeats from there.

use std::collections::{BTreeMap, HashSet};

use chrono::{NaiveDateTime, TimeDelta};
use values::Timestamp;

use crate::{
    clock::{Clock, Time},
    part::{Length, Part},
};

/// The events of one UID.
#[derive(Debug, Default)]
pub struct Series {
    /// What repeats, or is there once.
    pub masters: Vec<Master>,
    /// Events that cannot be read.
    pub unreadable: usize,
    /// How many times it names that it leaves out, moves or adds.
    pub named: usize,
    exceptions: BTreeMap<Timestamp, Replaced>,
    left_out: HashSet<Timestamp>,
    /// From when on another rule holds.
    replaced_from: Option<Timestamp>,
}

/// What repeats, or is there once.
#[derive(Debug)]
pub struct Master {
    /// The event.
    pub part: Part,
    /// When it begins.
    pub start: Time,
    /// Whether it was an exception that repeats by rules of its own: no other exception changes it.
    pub is_exception: bool,
}

/// An exception.
#[derive(Debug)]
struct Replaced {
    of: Time,
    start: Time,
    length: Option<Length>,
    takes_time: bool,
    is_range: bool,
}

/// What an exception makes of the occurrences after it.
struct Range {
    from: Timestamp,
    by: TimeDelta,
    length: Option<Length>,
    takes_time: bool,
}

impl Series {
    /// Sorts the events of a UID.
    #[must_use]
    pub fn of(parts: Vec<Part>) -> Self {
        let mut series = Self::default();
        let (exceptions, masters): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|part| part.exception.is_some());
        let mut left_out = Vec::new();
        for part in masters.into_iter().chain(exceptions) {
            series.named += part.further.len() + part.left_out.len() + usize::from(part.exception.is_some());
            series.unreadable += usize::from(part.has_unreadable_end);
            left_out.extend(part.left_out.clone());
            series.add(part);
        }
        let lengths = series.masters.first().and_then(|first| Some(first.part.length.as_ref()?.by_clock(&first.start)));
        for replaced in series.exceptions.values_mut().filter(|replaced| replaced.length.is_none()) {
            replaced.length = lengths.map(Length::By);
        }
        let left_out: Vec<Timestamp> = left_out.into_iter().map(|time| series.occurrence(time).instant()).collect();
        series.left_out.extend(left_out);
        series.left_out.extend(series.exceptions.keys());
        series
    }

    /// The time of the occurrence that is named: of one that has a time and is named by its day that time of the day.
    fn occurrence(&self, named: Time) -> Time {
        match self.masters.first().map(|master| &master.start) {
            Some(start) if start.is_timed && !named.is_timed => {
                Time { shown: named.shown.date().and_time(start.shown.time()), ..start.clone() }
            }
            Some(_) | None => named,
        }
    }

    fn add(&mut self, mut part: Part) {
        match (part.exception.take(), part.start.clone()) {
            (Some(exception), start) => {
                let of = self.occurrence(exception.of);
                let at = of.instant();
                if let (Some(start), false) = (&start, part.rules.is_empty()) {
                    self.left_out.insert(at);
                    if exception.is_range {
                        self.replaced_from = Some(self.replaced_from.map_or(at, |earlier| earlier.min(at)));
                    }
                    self.masters.push(Master { part, start: start.clone(), is_exception: true });
                    return;
                }
                let has_start = start.is_some();
                let start = start.unwrap_or_else(|| of.clone());
                // One that says nothing of when it is is as long as it was.
                let length = part.length.or_else(|| has_start.then_some(Length::By(TimeDelta::zero())));
                let (takes_time, is_range) = (part.takes_time, exception.is_range);
                self.exceptions.insert(at, Replaced { of, start, length, takes_time, is_range });
            }
            (None, Some(start)) => self.masters.push(Master { part, start, is_exception: false }),
            (None, None) => self.unreadable += 1,
        }
    }

    /// How many exceptions change what comes after them.
    #[must_use]
    pub fn ranges(&self) -> usize {
        self.exceptions.values().filter(|replaced| replaced.is_range).count()
    }

    /// By how much occurrences come earlier, at most, than they would have without exceptions.
    #[must_use]
    pub fn earliest(&self, clock: &Clock) -> TimeDelta {
        self.ranges_by(clock).iter().map(|range| -range.by).max().unwrap_or_default().max(TimeDelta::zero())
    }

    /// The times of the exceptions themselves.
    pub fn exceptions(&self) -> impl Iterator<Item = [Timestamp; 2]> {
        let taken = self.exceptions.values().filter(|replaced| replaced.takes_time);
        taken.filter_map(|replaced| {
            let end = replaced.length.as_ref()?.end(replaced.start.shown, &replaced.start.clock);
            Some([replaced.start.instant(), end])
        })
    }

    /// The times of what repeats, of which the rules have these dates, given to `take`.
    pub fn occurrences(&self, master: &Master, dates: &[NaiveDateTime], mut take: impl FnMut([Timestamp; 2])) {
        let Master { part, start, is_exception } = master;
        let ranges = if *is_exception { Vec::new() } else { self.ranges_by(&start.clock) };
        let length = part.length.as_ref().map(|length| Length::By(length.by_clock(start)));
        let mut occurs = |date: NaiveDateTime, own: Option<&Length>| {
            let at = start.clock.at(date);
            let begins_itself = *is_exception && date == start.shown;
            let is_over = !is_exception && self.replaced_from.is_some_and(|from| from <= at);
            if is_over || self.left_out.contains(&at) && !begins_itself {
                return;
            }
            let range =
                ranges.partition_point(|range| range.from < at).checked_sub(1).and_then(|last| ranges.get(last));
            let (shown, length, takes_time) = match range {
                Some(range) => (range.shifted(date), range.length.as_ref().or(own), range.takes_time),
                None => (date, own, part.takes_time),
            };
            if let Some(length) = length.filter(|_| takes_time) {
                take([start.clock.at(shown), length.end(shown, &start.clock)]);
            }
        };
        for date in dates {
            // What is there once ends when it says.
            let is_itself = part.rules.is_empty() && *date == start.shown;
            occurs(*date, if is_itself { part.length.as_ref() } else { length.as_ref() });
        }
        for further in &part.further {
            occurs(further.time.by(&start.clock), further.length.as_ref().or(length.as_ref()));
        }
    }

    fn ranges_by(&self, clock: &Clock) -> Vec<Range> {
        let ranges = self.exceptions.iter().filter(|(_, replaced)| replaced.is_range);
        let range = |(from, replaced): (&Timestamp, &Replaced)| {
            let length = replaced.length.as_ref().map(|length| Length::By(length.by_clock(&replaced.start)));
            let by = replaced.start.by(clock) - replaced.of.by(clock);
            Range { from: *from, by, length, takes_time: replaced.takes_time }
        };
        ranges.map(range).collect()
    }
}

impl Range {
    fn shifted(&self, date: NaiveDateTime) -> NaiveDateTime {
        date.checked_add_signed(self.by).unwrap_or(date)
    }
}
