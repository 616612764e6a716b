//! From texts of iCalendar to the times that are busy. Whatever a text says, the work ends: so many events that repeat,
//! and so many times in all, are looked at, and nothing is guessed where there are more.

use std::{collections::HashSet, str::FromStr as _};

use calcard::{
    Entry, Parser,
    common::timezone::Tz,
    icalendar::{
        ICalendarComponent, ICalendarComponentType, ICalendarProperty, ICalendarStatus, ICalendarTransparency,
        ICalendarValue,
        dates::{CalendarEvent, TimeOrDelta},
    },
};
use calendars::outside_calendars::ReadingFailure;
use chrono::{DateTime, Datelike as _, TimeDelta};
use uuid::Uuid;
use values::{TimeZone, Timestamp};

use crate::{
    normal_form::{self, Event},
    rule::{Effort, RuleFault},
};

/// Most times that are looked at, of all events together, before and in the window: ten years of 70 daily meetings.
const TIMES_MAX: usize = 250_000;
/// Most events.
const EVENTS_MAX: usize = 20_000;
/// Most events that repeat.
const REPEATED_MAX: usize = 2_000;
/// Most days that rules are followed through, of all events together, hours for those that repeat hourly: 2,000 rules of
/// 13 years.
const DAYS_MAX: usize = 10_000_000;
/// The last instant that there is.
const LAST_MILLIS: i64 = 253_402_300_799_000;
/// What the UIDs of our own invitations end with.
const OWN: &str = "@colonnade";

/// A time that is busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy {
    /// First instant, and first instant after it.
    pub time: [Timestamp; 2],
    /// The booking or series whose invitation it may be.
    pub invited: Option<Uuid>,
}

/// The expansion of a calendar.
#[derive(Debug)]
pub struct Expansion {
    zone: TimeZone,
    default: Tz,
    window: [Timestamp; 2],
    times_left: usize,
    events_left: usize,
    repeated_left: usize,
    days_left: usize,
    /// What is busy in the window, in no order.
    pub busy: Vec<Busy>,
    /// Events that cannot be read.
    pub unreadable: usize,
}

impl Expansion {
    /// Nothing yet. Clocks show the time of `zone` where an event names none, or one that nobody knows.
    #[must_use]
    pub fn new(zone: TimeZone, window: [Timestamp; 2]) -> Self {
        let default = Tz::from_str(&format!("{zone:?}")).unwrap_or(Tz::UTC);
        let (times_left, events_left, repeated_left) = (TIMES_MAX, EVENTS_MAX, REPEATED_MAX);
        let (days_left, busy, unreadable) = (DAYS_MAX, Vec::new(), 0);
        Self { zone, default, window, times_left, events_left, repeated_left, days_left, busy, unreadable }
    }

    /// Adds what a text has.
    ///
    /// # Errors
    /// [`ReadingFailure::NotACalendar`] when it is none or only a part of one, [`ReadingFailure::TooManyEvents`].
    pub fn add(&mut self, text: &str) -> Result<(), ReadingFailure> {
        if !is_whole(text) {
            return Err(ReadingFailure::NotACalendar);
        }
        let (mut parser, mut is_calendar) = (Parser::new(text), false);
        loop {
            match parser.entry() {
                Entry::ICalendar(calendar) => {
                    let first = calendar.components.first().map(|first| &first.component_type);
                    is_calendar |= first == Some(&ICalendarComponentType::VCalendar);
                    for event in normal_form::events(calendar, self.default, self.window[1]) {
                        self.add_event(&event)?;
                    }
                }
                Entry::Eof if is_calendar => return Ok(()),
                Entry::InvalidLine(_) | Entry::VCard(_) if !is_calendar => return Err(ReadingFailure::NotACalendar),
                Entry::InvalidLine(_) | Entry::VCard(_) => {}
                Entry::TooManyComponents => return Err(ReadingFailure::TooManyEvents),
                _ => return Err(ReadingFailure::NotACalendar),
            }
        }
    }

    fn add_event(&mut self, event: &Event) -> Result<(), ReadingFailure> {
        take(&mut self.events_left, event.calendar.components.len())?;
        take(&mut self.repeated_left, event.rules.len())?;
        let rules = self.followed(event)?;
        let limit = self.times_left;
        let expanded = event.calendar.expand_dates(event.default, limit);
        // What an exception takes away was looked at, too.
        let looked_at = expanded.events.len() + exceptions(&event.calendar.components);
        if looked_at >= limit {
            return Err(ReadingFailure::TooManyEvents);
        }
        self.times_left -= looked_at.max(1);
        self.unreadable += expanded.errors.len();
        let fruitful: HashSet<u32> = expanded.events.iter().map(|time| time.comp_id).collect();
        for (position, effort) in rules {
            if !u32::try_from(position).is_ok_and(|position| fruitful.contains(&position)) {
                take(&mut self.days_left, effort.days_if_fruitless)?;
            }
        }
        let invited = event.uid.strip_suffix(OWN).and_then(|id| Uuid::try_parse(id).ok());
        let clock = event.clock.unwrap_or(self.zone);
        // Looked at once: an event may have as many lines as times.
        let take_time: Vec<bool> = event.calendar.components.iter().map(takes_time).collect();
        let takes_time = |component: u32| usize::try_from(component).is_ok_and(|id| take_time.get(id) == Some(&true));
        let times = expanded.events.iter().filter(|time| takes_time(time.comp_id));
        let window = self.window;
        self.busy.extend(times.filter_map(|time| time_of(clock, time, window)).map(|time| Busy { time, invited }));
        Ok(())
    }

    /// Takes what it costs to follow the rules of an event, which are returned as far as they can be read.
    fn followed(&mut self, event: &Event) -> Result<Vec<(usize, Effort)>, ReadingFailure> {
        let mut followed = Vec::with_capacity(event.rules.len());
        for (position, rule) in &event.rules {
            match rule {
                Ok(effort) => {
                    take(&mut self.days_left, effort.days)?;
                    followed.push((*position, *effort));
                }
                Err(RuleFault::Unreadable) => self.unreadable += 1,
                Err(RuleFault::Endless) => return Err(ReadingFailure::TooManyEvents),
            }
        }
        Ok(followed)
    }
}

/// When an event is, if that is in the window and longer than an instant.
fn time_of(
    clock: TimeZone,
    event: &CalendarEvent<DateTime<Tz>, TimeOrDelta<DateTime<Tz>, TimeDelta>>,
    window: [Timestamp; 2],
) -> Option<[Timestamp; 2]> {
    let start = instant(clock, &event.start)?;
    let end = match &event.end {
        TimeOrDelta::Time(end) => instant(clock, end)?,
        // As long by the clock, so that a day is one whatever its clocks do.
        TimeOrDelta::Delta(length) => {
            let shown = event.start.naive_local().checked_add_signed(*length)?;
            let end = shown.and_local_timezone(event.start.timezone()).single();
            end.map_or_else(|| Some(start.plus(*length)), |end| instant(clock, &end))?
        }
    };
    (start < end && window[0] < end && start < window[1]).then_some([start, end])
}

/// The instant at which a clock shows this: `clock` where it is not said which; the first or the last that there is, when
/// it lies beyond.
fn instant(clock: TimeZone, shown: &DateTime<Tz>) -> Option<Timestamp> {
    let instant = if shown.timezone().is_floating() {
        clock.at(shown.naive_local())
    } else {
        Timestamp::from_millis(shown.timestamp().saturating_mul(1_000))
    };
    instant.or_else(|| Timestamp::from_millis(if shown.year() < 2_000 { 0 } else { LAST_MILLIS }))
}

/// Whether a text ends where its last calendar does; the parser takes one that was broken off.
fn is_whole(text: &str) -> bool {
    let text = text.to_ascii_uppercase();
    matches!((text.rfind("BEGIN:VCALENDAR"), text.rfind("END:VCALENDAR")), (Some(begins), Some(ends)) if begins < ends)
}

/// Takes some of what is left.
fn take(left: &mut usize, number: usize) -> Result<(), ReadingFailure> {
    *left = left.checked_sub(number).ok_or(ReadingFailure::TooManyEvents)?;
    Ok(())
}

/// Whether an event takes time: it was not cancelled, is not shown as free, and is longer than an instant.
fn takes_time(component: &ICalendarComponent) -> bool {
    let starts_at_a_time = matches!(
        component.property(&ICalendarProperty::Dtstart).and_then(|start| start.values.first()),
        Some(ICalendarValue::PartialDateTime(start)) if start.has_time()
    );
    let has_end =
        component.has_property(&ICalendarProperty::Dtend) || component.has_property(&ICalendarProperty::Duration);
    component.status() != Some(&ICalendarStatus::Cancelled)
        && component.transparency() != Some(&ICalendarTransparency::Transparent)
        && (has_end || !starts_at_a_time)
}

/// How many times an event names that it leaves out or moves.
fn exceptions(components: &[ICalendarComponent]) -> usize {
    let entries = components.iter().flat_map(|component| &component.entries);
    let named =
        entries.filter(|entry| matches!(entry.name, ICalendarProperty::Exdate | ICalendarProperty::RecurrenceId));
    named.map(|entry| entry.values.len()).sum()
}

#[cfg(test)]
mod clock_tests;
#[cfg(test)]
mod effort_tests;
#[cfg(test)]
mod tests;
