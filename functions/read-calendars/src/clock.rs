//! The clock of an event. When one clock shows all of its times, they are expanded as it shows them and become instants
//! only then: a time that the clock skips or shows twice is one nevertheless, and so is a day that begins in such an hour.

use calcard::{
    common::timezone::Tz,
    icalendar::{
        ICalendarComponent, ICalendarEntry, ICalendarParameterName, ICalendarPeriod, ICalendarProperty, ICalendarValue,
        timezone::TzResolver,
    },
};
use values::TimeZone;

use crate::beginning::begins;

/// The clock that shows all times of an event and its exceptions, whose name is then taken from them; none when there are
/// several, or when one of the times is an instant.
pub fn of_all(components: &mut [ICalendarComponent], resolver: &TzResolver<String>) -> Option<TimeZone> {
    let mut found: Option<Tz> = None;
    for component in &*components {
        let start = begins(component).and_then(|(entry, _)| entry.tz_id());
        for entry in component.entries.iter().filter(|entry| is_time(entry)) {
            let other = start.filter(|_| entry.name != ICalendarProperty::Dtstart);
            let zone = resolver.resolve_or_default(entry.tz_id().or(other));
            if entry.values.iter().any(is_instant) || found.is_some_and(|found| found != zone) {
                return None;
            }
            found = Some(zone);
        }
    }
    let Some(Tz::Tz(zone)) = found else { return None };
    let clock = TimeZone::parse(zone.name())?;
    for entry in components.iter_mut().flat_map(|component| &mut component.entries).filter(|entry| is_time(entry)) {
        entry.params.retain(|parameter| parameter.name != ICalendarParameterName::Tzid);
    }
    Some(clock)
}

const fn is_time(entry: &ICalendarEntry) -> bool {
    matches!(
        entry.name,
        ICalendarProperty::Dtstart
            | ICalendarProperty::Dtend
            | ICalendarProperty::RecurrenceId
            | ICalendarProperty::Rdate
            | ICalendarProperty::Exdate
    )
}

/// Whether a time says how far it is from universal time.
fn is_instant(value: &ICalendarValue) -> bool {
    match value {
        ICalendarValue::PartialDateTime(time) => time.tz_hour.is_some(),
        ICalendarValue::Period(ICalendarPeriod::Range { start, end }) => {
            start.tz_hour.is_some() || end.tz_hour.is_some()
        }
        ICalendarValue::Period(ICalendarPeriod::Duration { start, .. }) => start.tz_hour.is_some(),
        _ => false,
    }
}
