//! From texts of iCalendar to the times that are busy. Whatever a text says, the work ends: so many events that repeat,
//! and so many times in all, are looked at, and nothing is guessed where there are more.

use std::collections::BTreeMap;

use calcard::{
    Entry, Parser,
    icalendar::{ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarRecurrenceRule},
};
use calendars::outside_calendars::ReadingFailure;
use chrono::{Datelike as _, NaiveDateTime};
use uuid::Uuid;
use values::{TimeZone, Timestamp};

use crate::{
    clock::Time,
    dates,
    observance::DefinitionFault,
    part::Part,
    rule::Endless,
    series::{Master, Series},
    zones::{Definitions, Zones},
};

/// Most times that are looked at, of all events together, before and in the window: ten years of 70 daily meetings.
const TIMES_MAX: usize = 250_000;
/// Most events.
const EVENTS_MAX: usize = 20_000;
/// Most events that repeat.
const REPEATED_MAX: usize = 2_000;
/// Most days that rules are followed through, of all events together, hours for those that repeat hourly: 2,000 rules
/// of 13 years. Those of time zones are among them.
const DAYS_MAX: usize = 10_000_000;
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
    definitions: Definitions,
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
        let (times_left, events_left, repeated_left) = (TIMES_MAX, EVENTS_MAX, REPEATED_MAX);
        let (days_left, busy, unreadable) = (DAYS_MAX, Vec::new(), 0);
        let definitions = Definitions::default();
        Self { zone, definitions, window, times_left, events_left, repeated_left, days_left, busy, unreadable }
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
                    self.add_calendar(&calendar)?;
                }
                Entry::Eof if is_calendar => return Ok(()),
                Entry::InvalidLine(_) | Entry::VCard(_) if !is_calendar => return Err(ReadingFailure::NotACalendar),
                Entry::InvalidLine(_) | Entry::VCard(_) => {}
                Entry::TooManyComponents => return Err(ReadingFailure::TooManyEvents),
                _ => return Err(ReadingFailure::NotACalendar),
            }
        }
    }

    fn add_calendar(&mut self, calendar: &ICalendar) -> Result<(), ReadingFailure> {
        let last_year = self.window[1].utc().year().saturating_add(1);
        let zones = Zones::of(calendar, self.zone, &mut self.definitions, (last_year, &mut self.days_left));
        let zones = zones.map_err(|_: DefinitionFault| ReadingFailure::TooManyEvents)?;
        let mut groups: BTreeMap<(&str, usize), Vec<&ICalendarComponent>> = BTreeMap::new();
        let events = calendar.components.iter().filter(|event| event.component_type == ICalendarComponentType::VEvent);
        for (position, event) in events.enumerate() {
            // One without a UID is by itself.
            let key = event.uid().map_or(("", position), |uid| (uid, usize::MAX));
            groups.entry(key).or_default().push(event);
        }
        groups.into_iter().try_for_each(|((uid, _), events)| self.add_events(uid, &events, &zones))
    }

    /// Adds the events of one UID.
    fn add_events(&mut self, uid: &str, events: &[&ICalendarComponent], zones: &Zones) -> Result<(), ReadingFailure> {
        take(&mut self.events_left, events.len())?;
        let parts: Vec<Part> = events.iter().map(|event| Part::read(event, zones)).collect();
        take(&mut self.repeated_left, parts.iter().map(|part| part.rules.len()).sum())?;
        let series = Series::of(parts);
        self.unreadable += series.unreadable;
        self.look_at(series.named.max(1))?;
        let invited = uid.strip_suffix(OWN).and_then(|id| Uuid::try_parse(id).ok());
        for time in series.exceptions() {
            self.add_busy(time, invited);
        }
        for master in &series.masters {
            self.look_at(series.ranges())?;
            let dates = self.dates(&series, master)?;
            series.occurrences(master, &dates, |time| self.add_busy(time, invited));
        }
        Ok(())
    }

    /// The dates of what repeats, or the one of what does not.
    fn dates(
        &mut self,
        series: &Series,
        Master { part, start, .. }: &Master,
    ) -> Result<Vec<NaiveDateTime>, ReadingFailure> {
        let mut dates = Vec::new();
        let latest = dates::later(start.clock.shows(self.window[1]), series.earliest(&start.clock));
        let mut follows = false;
        for rule in &part.rules {
            let Some(rule) = rule else {
                self.unreadable += 1;
                continue;
            };
            let found = self.dates_of(rule, start, latest)?;
            follows |= found.is_some();
            dates.extend(found.unwrap_or_default());
        }
        // Of a rule that cannot be read, or that ended before it began, the first time is left.
        if !follows {
            self.look_at(1)?;
            dates.push(start.shown);
        }
        Ok(dates)
    }

    /// The dates of a rule; none when it cannot be read or is over before it begins.
    fn dates_of(
        &mut self,
        rule: &ICalendarRecurrenceRule,
        start: &Time,
        latest: NaiveDateTime,
    ) -> Result<Option<Vec<NaiveDateTime>>, ReadingFailure> {
        let bounded = dates::bounded(rule, start, latest).map_err(|_: Endless| ReadingFailure::TooManyEvents)?;
        let Some(bounded) = bounded else { return Ok(None) };
        let effort = bounded.effort;
        take(&mut self.days_left, effort.days)?;
        let Some(dates) = bounded.dates(start.shown, self.times_left) else {
            self.unreadable += 1;
            return Ok(None);
        };
        if dates.is_empty() {
            take(&mut self.days_left, effort.days_if_fruitless)?;
        }
        self.look_at(dates.len())?;
        Ok(Some(dates))
    }

    /// Looks at so many times; at the limit nobody knows whether there are more.
    fn look_at(&mut self, times: usize) -> Result<(), ReadingFailure> {
        if times >= self.times_left {
            return Err(ReadingFailure::TooManyEvents);
        }
        take(&mut self.times_left, times)
    }

    /// Adds a time that is in the window and longer than an instant.
    fn add_busy(&mut self, time: [Timestamp; 2], invited: Option<Uuid>) {
        let [start, end] = time;
        if start < end && self.window[0] < end && start < self.window[1] {
            self.busy.push(Busy { time, invited });
        }
    }
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

#[cfg(test)]
mod clock_tests;
#[cfg(test)]
mod effort_tests;
#[cfg(test)]
mod range_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod zone_tests;
