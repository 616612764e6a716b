//! A part of the definition of a time zone (`STANDARD` or `DAYLIGHT`): when it begins to hold, each time.

use calcard::icalendar::{
    ICalendarComponent, ICalendarPeriod, ICalendarProperty, ICalendarRecurrenceRule, ICalendarValue,
};
use chrono::{NaiveDateTime, TimeDelta};

use crate::yearly_rule::YearlyRule;

/// Longest way from universal time, in seconds: less than a day.
const AHEAD_MAX: i64 = 86_400;

/// Why a definition is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionFault {
    /// A part of it cannot be read, or follows a rule that no zone has.
    Unreadable,
    /// There is more of it than is looked at.
    TooMuch,
}

/// An instant at which clocks change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onset {
    /// The instant, in seconds.
    pub at: i64,
    /// How far clocks are ahead of universal time until then, in seconds.
    pub ahead_before: i64,
    /// The same since.
    pub ahead: i64,
}

/// Adds when a part of a definition begins to hold, to the end of a year.
///
/// # Errors
/// [`DefinitionFault`].
pub fn add_onsets(
    observance: &ICalendarComponent,
    last_year: i32,
    days_left: &mut usize,
    onsets: &mut Vec<Onset>,
) -> Result<(), DefinitionFault> {
    let ahead_before = offset(observance, &ICalendarProperty::Tzoffsetfrom).ok_or(DefinitionFault::Unreadable)?;
    let ahead = offset(observance, &ICalendarProperty::Tzoffsetto).ok_or(DefinitionFault::Unreadable)?;
    let times = |name: ICalendarProperty| observance.entries.iter().filter(move |entry| entry.name == name);
    let start = times(ICalendarProperty::Dtstart).filter_map(|entry| entry.values.first()).next_back();
    let start = start.and_then(|start| shown(start, ahead_before)).ok_or(DefinitionFault::Unreadable)?;
    let mut begins = vec![start];
    for entry in times(ICalendarProperty::Rrule) {
        let Some(ICalendarValue::RecurrenceRule(rule)) = entry.values.first() else {
            return Err(DefinitionFault::Unreadable);
        };
        let follows = YearlyRule::of(rule, start).ok_or(DefinitionFault::Unreadable)?;
        let found = follows.times(last_year, days_left).ok_or(DefinitionFault::TooMuch)?;
        begins.extend(found.into_iter().filter(|begins| is_within(rule, *begins, ahead_before)));
    }
    for value in times(ICalendarProperty::Rdate).flat_map(|entry| &entry.values) {
        begins.push(shown(value, ahead_before).ok_or(DefinitionFault::Unreadable)?);
    }
    *days_left = days_left.checked_sub(begins.len()).ok_or(DefinitionFault::TooMuch)?;
    let at = |begins: NaiveDateTime| begins.and_utc().timestamp().saturating_sub(ahead_before);
    onsets.extend(begins.into_iter().map(|begins| Onset { at: at(begins), ahead_before, ahead }));
    Ok(())
}

/// Whether a time is not after the end of its rule, which is an instant, or as clocks show it.
fn is_within(rule: &ICalendarRecurrenceRule, begins: NaiveDateTime, ahead_before: i64) -> bool {
    let Some(until) = &rule.until else { return true };
    let Some(end) = until.to_date_time() else { return false };
    match end.offset {
        Some(offset) => {
            let instant = begins.checked_sub_signed(TimeDelta::seconds(ahead_before));
            instant.is_some_and(|instant| instant <= end.date_time - offset)
        }
        None if until.has_time() => begins <= end.date_time,
        None => begins.date() <= end.date_time.date(),
    }
}

/// What clocks show that were not changed yet.
fn shown(value: &ICalendarValue, ahead_before: i64) -> Option<NaiveDateTime> {
    let written = match value {
        ICalendarValue::PartialDateTime(time) => time,
        ICalendarValue::Period(ICalendarPeriod::Range { start, .. } | ICalendarPeriod::Duration { start, .. }) => start,
        _ => return None,
    };
    let time = written.to_date_time()?;
    match time.offset {
        Some(offset) => (time.date_time - offset).checked_add_signed(TimeDelta::seconds(ahead_before)),
        None => Some(time.date_time),
    }
}

/// How far clocks are ahead of universal time, in seconds.
fn offset(observance: &ICalendarComponent, name: &ICalendarProperty) -> Option<i64> {
    let Some(ICalendarValue::PartialDateTime(offset)) = observance.property(name)?.values.first() else { return None };
    let [hours, minutes]: [i64; 2] = [offset.tz_hour?.into(), offset.tz_minute.unwrap_or_default().into()];
    let ahead = hours * 3_600 + minutes * 60;
    let is_offset = minutes < 60 && ahead < AHEAD_MAX;
    is_offset.then_some(if offset.tz_minus { -ahead } else { ahead })
}
