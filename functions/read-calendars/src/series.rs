//! The events of one UID: what repeats, and its exceptions. An exception replaces the occurrence that would have begun
//! at its `RECURRENCE-ID`; with `RANGE=THISANDFUTURE` it moves those after it by as much, as clocks show it, and makes
//! them as long (RFC 5545, 3.8.4.4). Of several such ranges the last that has begun holds, by the time that an
//! occurrence would have had without any; so do `EXDATE` and exceptions within a range.

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
}

/// What repeats, or is there once.
#[derive(Debug)]
pub struct Master {
    /// The event.
    pub part: Part,
    /// When it begins.
    pub start: Time,
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
        for part in parts {
            series.named += part.further.len() + part.left_out.len() + usize::from(part.exception.is_some());
            series.left_out.extend(part.left_out.iter().map(Time::instant));
            series.unreadable += usize::from(part.has_unreadable_end);
            series.add(part);
        }
        let lengths = series.masters.first().and_then(|first| Some(first.part.length.as_ref()?.by_clock(&first.start)));
        for replaced in series.exceptions.values_mut().filter(|replaced| replaced.length.is_none()) {
            replaced.length = lengths.map(Length::By);
        }
        series.left_out.extend(series.exceptions.keys());
        series
    }

    fn add(&mut self, mut part: Part) {
        match (part.exception.take(), part.start.clone()) {
            (Some(exception), start) if part.rules.is_empty() || start.is_none() => {
                let has_start = start.is_some();
                let start = start.unwrap_or_else(|| exception.of.clone());
                // One that says nothing of when it is is as long as it was.
                let length = part.length.or_else(|| has_start.then_some(Length::By(TimeDelta::zero())));
                let (takes_time, is_range) = (part.takes_time, exception.is_range);
                let at = exception.of.instant();
                self.exceptions.insert(at, Replaced { of: exception.of, start, length, takes_time, is_range });
            }
            (_, Some(start)) => self.masters.push(Master { part, start }),
            (_, None) => self.unreadable += 1,
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
        let Master { part, start } = master;
        let ranges = self.ranges_by(&start.clock);
        let length = part.length.as_ref().map(|length| Length::By(length.by_clock(start)));
        let mut occurs = |date: NaiveDateTime, own: Option<&Length>| {
            let at = start.clock.at(date);
            if self.left_out.contains(&at) {
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
