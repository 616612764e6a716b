//! When an event begins, as `calcard` reads it.

use calcard::{
    common::PartialDateTime,
    icalendar::{ICalendarComponent, ICalendarEntry, ICalendarProperty, ICalendarValue},
};

/// What says when an event begins: the last that does.
#[must_use]
pub fn begins(component: &ICalendarComponent) -> Option<(&ICalendarEntry, &PartialDateTime)> {
    let mut starts = component.entries.iter().rev().filter(|entry| entry.name == ICalendarProperty::Dtstart);
    starts.find_map(|entry| Some((entry, time_of(entry.values.first()?)?)))
}

fn time_of(value: &ICalendarValue) -> Option<&PartialDateTime> {
    if let ICalendarValue::PartialDateTime(time) = value { Some(time) } else { None }
}
