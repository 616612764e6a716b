//! Further dates of an event (`RDATE`), of which an exception takes one away or moves it. `calcard` looks for exceptions
//! among the dates of rules alone.

use std::collections::HashSet;

use calcard::{
    common::PartialDateTime,
    icalendar::{
        ICalendarComponent, ICalendarEntry, ICalendarPeriod, ICalendarProperty, ICalendarValue, timezone::TzResolver,
    },
};

use crate::beginning::begins;

/// Takes away the further dates that `EXDATE` or `RECURRENCE-ID` names: a date that is moved is an event of its own.
pub fn without_exceptions(components: &mut [ICalendarComponent], resolver: &TzResolver<String>) {
    let has = |name: ICalendarProperty| components.iter().any(|component| component.has_property(&name));
    if !has(ICalendarProperty::Rdate) {
        return;
    }
    let is_exception =
        |entry: &ICalendarEntry| matches!(entry.name, ICalendarProperty::Exdate | ICalendarProperty::RecurrenceId);
    let mut named: HashSet<i64> = HashSet::new();
    for component in &*components {
        let zone = zone_of(component);
        for entry in component.entries.iter().filter(|entry| is_exception(entry)) {
            named.extend(entry.values.iter().filter_map(|value| instant(value, entry, zone.as_deref(), resolver)));
        }
    }
    for component in components {
        let zone = zone_of(component);
        for entry in component.entries.iter_mut().filter(|entry| entry.name == ICalendarProperty::Rdate) {
            let values = std::mem::take(&mut entry.values);
            let is_named = |value: &ICalendarValue| {
                instant(value, entry, zone.as_deref(), resolver).is_some_and(|instant| named.contains(&instant))
            };
            let kept = values.into_iter().filter(|value| !is_named(value)).collect();
            entry.values = kept;
        }
    }
}

/// The time zone in which an event begins, as it is called there.
fn zone_of(component: &ICalendarComponent) -> Option<String> {
    begins(component)?.0.tz_id().map(str::to_owned)
}

/// When a time is, in seconds.
fn instant(
    value: &ICalendarValue,
    entry: &ICalendarEntry,
    zone: Option<&str>,
    resolver: &TzResolver<String>,
) -> Option<i64> {
    let start: &PartialDateTime = match value {
        ICalendarValue::PartialDateTime(time) => time,
        ICalendarValue::Period(ICalendarPeriod::Range { start, .. } | ICalendarPeriod::Duration { start, .. }) => start,
        _ => return None,
    };
    let time = start.to_date_time_with_tz(resolver.resolve_or_default(entry.tz_id().or(zone)))?;
    Some(time.timestamp())
}
