//! The dates of a rule, as the clock of its event shows them. `calcard` follows it, but compares its end with what
//! clocks show and follows it to the year 9999; so it has an end as clocks show it, no later than anybody looks.

use calcard::{
    common::{DateTimeResult, PartialDateTime, timezone::Tz},
    icalendar::{
        ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty,
        ICalendarRecurrenceRule, ICalendarValue,
    },
};
use chrono::{Datelike as _, NaiveDate, NaiveDateTime, TimeDelta, Timelike as _};

use crate::{
    clock::Time,
    rule::{Effort, Endless},
};

/// A rule with its end.
#[derive(Debug)]
pub struct Bounded {
    /// What it costs to follow.
    pub effort: Effort,
    rule: ICalendarRecurrenceRule,
}

/// A rule of what begins at `start`, which is followed until the clock shows `latest`; none of one that ended before it
/// began.
///
/// # Errors
/// [`Endless`].
pub fn bounded(
    rule: &ICalendarRecurrenceRule,
    start: &Time,
    latest: NaiveDateTime,
) -> Result<Option<Bounded>, Endless> {
    let end = rule.until.as_ref().and_then(|end| Some((end.to_date_time()?, end.has_time())));
    let end = end.map(|(end, has_time)| match end {
        DateTimeResult { offset: Some(_), .. } => rule.until.as_ref().and_then(|end| Time::read(end, &start.clock)),
        DateTimeResult { date_time, .. } => {
            let shown = if start.is_timed && !has_time { end_of_day(date_time) } else { date_time };
            Some(Time { shown, clock: start.clock.clone(), is_timed: true })
        }
    });
    let end = end.flatten().map_or(latest, |end| end.by(&start.clock).min(latest));
    if end < start.shown {
        return Ok(None);
    }
    let effort = Effort::of(rule, (end - start.shown).num_days())?;
    Ok(Some(Bounded {
        effort,
        rule: ICalendarRecurrenceRule { until: Some(written(end)), ..rule.clone() },
    }))
}

impl Bounded {
    /// Its dates, so many at most; none when it is not a rule that can be followed.
    #[must_use]
    pub fn dates(self, start: NaiveDateTime, most: usize) -> Option<Vec<NaiveDateTime>> {
        let begins = ICalendarEntry::new(ICalendarProperty::Dtstart)
            .with_value(ICalendarValue::PartialDateTime(Box::new(written(start))));
        let follows = ICalendarEntry::new(ICalendarProperty::Rrule)
            .with_value(ICalendarValue::RecurrenceRule(Box::new(self.rule)));
        let event = ICalendarComponent {
            component_type: ICalendarComponentType::VEvent,
            entries: vec![begins, follows],
            component_ids: Vec::new(),
        };
        let expanded = ICalendar { components: vec![event] }.expand_dates(Tz::Floating, most);
        expanded.errors.is_empty().then(|| expanded.events.iter().map(|date| date.start.naive_local()).collect())
    }
}

/// What a clock shows so much later, but no later than in the year 9999.
#[must_use]
pub fn later(shown: NaiveDateTime, by: TimeDelta) -> NaiveDateTime {
    let end = NaiveDate::from_ymd_opt(9_999, 12, 31).map_or(NaiveDateTime::MAX, Into::into);
    shown.checked_add_signed(by).map_or(end, |later| later.min(end))
}

fn end_of_day(day: NaiveDateTime) -> NaiveDateTime {
    day.date().and_hms_opt(23, 59, 59).unwrap_or(day)
}

fn written(time: NaiveDateTime) -> PartialDateTime {
    let part = |part: u32| u8::try_from(part).ok();
    PartialDateTime {
        year: u16::try_from(time.year()).ok(),
        month: part(time.month()),
        day: part(time.day()),
        hour: part(time.hour()),
        minute: part(time.minute()),
        second: part(time.second()),
        tz_hour: None,
        tz_minute: None,
        tz_minus: false,
    }
}
