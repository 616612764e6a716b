//! One event of a calendar, as it is written: what repeats, or an exception of it. Of several lines of a kind the last
//! holds, as for most programs.

use calcard::{
    common::PartialDateTime,
    icalendar::{
        ICalendarComponent, ICalendarEntry, ICalendarParameterName, ICalendarPeriod, ICalendarProperty,
        ICalendarRecurrenceRule, ICalendarStatus, ICalendarTransparency, ICalendarValue,
    },
};
use chrono::{NaiveDateTime, TimeDelta};
use values::Timestamp;

use crate::{
    clock::{Clock, Time, last},
    zones::Zones,
};

/// How long an event is.
#[derive(Clone, Debug)]
pub enum Length {
    /// It ends at a time.
    Until(Time),
    /// As long by its clock, so that a day is one whatever its clocks do.
    By(TimeDelta),
}

/// The occurrence that an exception is about.
#[derive(Debug)]
pub struct Exception {
    /// When it would have begun.
    pub of: Time,
    /// Whether those after it change, too.
    pub is_range: bool,
}

/// A date beside those of rules, and how long it is if not as long as the event.
#[derive(Debug)]
pub struct Further {
    /// When it is.
    pub time: Time,
    /// How long it is.
    pub length: Option<Length>,
}

/// An event.
#[derive(Debug)]
pub struct Part {
    /// When it begins; none when that cannot be read.
    pub start: Option<Time>,
    /// How long it is; none for an instant.
    pub length: Option<Length>,
    /// Which occurrence it replaces.
    pub exception: Option<Exception>,
    /// By what it repeats; none for what cannot be read.
    pub rules: Vec<Option<ICalendarRecurrenceRule>>,
    /// At what other times.
    pub further: Vec<Further>,
    /// And at which not.
    pub left_out: Vec<Time>,
    /// Whether it was not cancelled and is not shown as free.
    pub takes_time: bool,
    /// Whether it has an end that cannot be read.
    pub has_unreadable_end: bool,
}

impl Length {
    /// When what begins now ends; the last instant that there is, when it lies beyond.
    #[must_use]
    pub fn end(&self, start: NaiveDateTime, clock: &Clock) -> Timestamp {
        match self {
            Self::Until(end) => end.instant(),
            Self::By(length) => match start.checked_add_signed(*length) {
                Some(end) => clock.at(end),
                None if *length < TimeDelta::zero() => Timestamp::EPOCH,
                None => last(),
            },
        }
    }

    /// The same for what begins at other times.
    #[must_use]
    pub fn by_clock(&self, start: &Time) -> TimeDelta {
        match self {
            Self::Until(end) => end.by(&start.clock) - start.shown,
            Self::By(length) => *length,
        }
    }
}

impl Part {
    /// Reads an event whose clocks have these names.
    #[must_use]
    pub fn read(event: &ICalendarComponent, zones: &Zones) -> Self {
        let all = |name: ICalendarProperty| event.entries.iter().filter(move |entry| entry.name == name);
        let start =
            all(ICalendarProperty::Dtstart).rev().find_map(|entry| Some((entry, written(entry.values.first()?)?)));
        let start = start.and_then(|(entry, start)| Time::read(start, &zones.clock(entry.tz_id(), None)));
        let clock = start.as_ref().map(|start| start.clock.clone());
        let read = |entry: &ICalendarEntry, time: &PartialDateTime| {
            Time::read(time, &zones.clock(entry.tz_id(), clock.as_ref()))
        };
        let time = |entry: &ICalendarEntry| read(entry, written(entry.values.first()?)?);
        let end = all(ICalendarProperty::Dtend).rev().find_map(time).map(Length::Until);
        let duration = all(ICalendarProperty::Duration).rev().find_map(|entry| match entry.values.first()? {
            ICalendarValue::Duration(duration) => duration.to_time_delta(),
            _ => None,
        });
        let has_end = event.has_property(&ICalendarProperty::Dtend) || event.has_property(&ICalendarProperty::Duration);
        let length = end.or_else(|| duration.map(Length::By));
        let has_unreadable_end = has_end && length.is_none();
        let is_day = !has_end && start.as_ref().is_some_and(|start| !start.is_timed);
        let exception = all(ICalendarProperty::RecurrenceId).rev().find_map(|entry| {
            let is_range = entry.params.iter().any(|parameter| parameter.name == ICalendarParameterName::Range);
            Some(Exception { of: time(entry)?, is_range })
        });
        Self {
            length: length.or_else(|| is_day.then_some(Length::By(TimeDelta::days(1)))),
            exception,
            rules: all(ICalendarProperty::Rrule).map(rule).collect(),
            further: all(ICalendarProperty::Rdate).flat_map(|entry| further(entry, &read)).collect(),
            left_out: all(ICalendarProperty::Exdate)
                .flat_map(|entry| entry.values.iter().filter_map(|value| read(entry, written(value)?)))
                .collect(),
            takes_time: event.status() != Some(&ICalendarStatus::Cancelled)
                && event.transparency() != Some(&ICalendarTransparency::Transparent),
            has_unreadable_end,
            start,
        }
    }
}

fn further<'a>(
    entry: &'a ICalendarEntry,
    read: &'a impl Fn(&ICalendarEntry, &PartialDateTime) -> Option<Time>,
) -> impl Iterator<Item = Further> + 'a {
    entry.values.iter().filter_map(|value| match value {
        ICalendarValue::PartialDateTime(time) => Some(Further { time: read(entry, time)?, length: None }),
        ICalendarValue::Period(ICalendarPeriod::Range { start, end }) => {
            Some(Further { time: read(entry, start)?, length: Some(Length::Until(read(entry, end)?)) })
        }
        ICalendarValue::Period(ICalendarPeriod::Duration { start, duration }) => {
            Some(Further { time: read(entry, start)?, length: Some(Length::By(duration.to_time_delta()?)) })
        }
        _ => None,
    })
}

fn rule(entry: &ICalendarEntry) -> Option<ICalendarRecurrenceRule> {
    match entry.values.first()? {
        ICalendarValue::RecurrenceRule(rule) => Some((**rule).clone()),
        _ => None,
    }
}

fn written(value: &ICalendarValue) -> Option<&PartialDateTime> {
    if let ICalendarValue::PartialDateTime(time) = value { Some(time) } else { None }
}
