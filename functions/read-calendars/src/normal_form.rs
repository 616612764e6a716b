//! Events in the form in which `calcard` expands them rightly: those of one UID by themselves, without the numbers of
//! their revisions, with rules that end in the time of their own clock, and without further dates that an exception
//! names. It matches an exception to its series by revision and instant alone, and to no further date; it compares the
//! end of a rule with what clocks show, follows a rule to the year 9999, and repeats an instant of universal time by the
//! default clock.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use calcard::{
    common::{DateTimeResult, PartialDateTime, timezone::Tz},
    icalendar::{
        ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty, ICalendarValue,
        timezone::TzResolver,
    },
};
use chrono::{Datelike, NaiveDateTime, TimeZone as _, Timelike};
use values::{TimeZone, Timestamp};

use crate::{
    beginning::begins,
    clock, further_dates,
    rule::{Effort, RuleFault},
};

/// Properties of a definition of a time zone that say which zone is meant, of all that a file may have in one.
const ZONE_NAMES: [&str; 2] = ["X-LIC-LOCATION", "X-MICROSOFT-CDO-TZID"];

/// The events of one UID, ready to be expanded.
#[derive(Debug)]
pub struct Event {
    /// The UID; empty for an event without one.
    pub uid: String,
    /// The event, its exceptions and the time zones that they name.
    pub calendar: ICalendar,
    /// Which clock shows its times where they name none: that of an event that repeats in universal time is it.
    pub default: Tz,
    /// Which clock shows those that are expanded without one; none for the location's.
    pub clock: Option<TimeZone>,
    /// What its rules cost, each with the position of its component.
    pub rules: Vec<(usize, Result<Effort, RuleFault>)>,
}

/// The events of a calendar, whose clocks show `default` where they name no zone, and which are followed until `until`.
#[must_use]
pub fn events(calendar: ICalendar, default: Tz, until: Timestamp) -> Vec<Event> {
    let zones = zones(&calendar);
    let resolver = calendar.build_owned_tz_resolver().with_default(default);
    let mut groups: BTreeMap<String, Vec<ICalendarComponent>> = BTreeMap::new();
    let is_event = |component: &ICalendarComponent| component.component_type == ICalendarComponentType::VEvent;
    for (position, component) in calendar.components.into_iter().filter(is_event).enumerate() {
        let uid = component.uid().map_or_else(|| format!("\u{0}{position}"), str::to_owned);
        groups.entry(uid).or_default().push(component);
    }
    let one = |(uid, components)| event((uid, default), components, (&zones, &resolver), until);
    groups.into_iter().map(one).collect()
}

type Zones = HashMap<String, ICalendarComponent>;

/// The definitions of time zones, by the name by which events know them.
fn zones(calendar: &ICalendar) -> Zones {
    let named = calendar.timezones().filter_map(|zone| {
        let name = zone.property(&ICalendarProperty::Tzid)?.values.first()?.as_text()?;
        let last = |is_it: &dyn Fn(&ICalendarProperty) -> bool| zone.entries.iter().rfind(|entry| is_it(&entry.name));
        let others =
            ZONE_NAMES.map(|other| last(&|name| matches!(name, ICalendarProperty::Other(own) if own == other)));
        let entries = [last(&|name| *name == ICalendarProperty::Tzid)].into_iter().chain(others);
        let entries = entries.flatten().cloned().collect();
        let component_type = ICalendarComponentType::VTimezone;
        Some((name.to_owned(), ICalendarComponent { component_type, entries, component_ids: Vec::new() }))
    });
    named.collect()
}

fn event(
    (uid, default): (String, Tz),
    components: Vec<ICalendarComponent>,
    (zones, resolver): (&Zones, &TzResolver<String>),
    until: Timestamp,
) -> Event {
    let uid = if uid.starts_with('\u{0}') { String::new() } else { uid };
    let names: BTreeSet<&str> =
        components.iter().flat_map(|component| &component.entries).filter_map(ICalendarEntry::tz_id).collect();
    let named: Vec<ICalendarComponent> = names.into_iter().filter_map(|name| zones.get(name)).cloned().collect();
    let mut event = Event { uid, calendar: ICalendar::default(), default, clock: None, rules: Vec::new() };
    let mut components = components;
    further_dates::without_exceptions(&mut components, resolver);
    for (position, component) in components.iter_mut().enumerate() {
        component.component_ids.clear();
        component.entries.retain(|entry| entry.name != ICalendarProperty::Sequence);
        let rules = bound_rules(component, resolver, until);
        if !rules.is_empty() {
            event.default = fixed_zone(component).unwrap_or(event.default);
        }
        event.rules.extend(rules.into_iter().map(|rule| (position, rule)));
    }
    event.clock = clock::of_all(&mut components, resolver);
    if event.clock.is_some() {
        event.default = Tz::Floating;
    }
    event.calendar.components = components;
    event.calendar.components.extend(named);
    event
}

/// Lets rules end by the clock of the event, no later than anybody looks; one that ended before it began is dropped.
/// What the others cost.
fn bound_rules(
    component: &mut ICalendarComponent,
    resolver: &TzResolver<String>,
    until: Timestamp,
) -> Vec<Result<Effort, RuleFault>> {
    let mut costs = Vec::new();
    let Some((start, zone, is_timed)) = start_of(component, resolver) else {
        component.entries.retain(|entry| entry.name != ICalendarProperty::Rrule);
        return costs;
    };
    let local = |instant: &NaiveDateTime| zone.from_utc_datetime(instant).naive_local();
    let latest = local(&until.utc().naive_utc());
    component.entries.retain_mut(|entry| {
        if entry.name != ICalendarProperty::Rrule {
            return true;
        }
        let Some(ICalendarValue::RecurrenceRule(rule)) = entry.values.first_mut() else {
            costs.push(Err(RuleFault::Unreadable));
            return true;
        };
        let end = rule.until.as_ref().and_then(|end| Some((end.to_date_time()?, end.has_time())));
        let end = end.map(|(end, has_time)| match end {
            DateTimeResult { date_time, offset: Some(offset) } => local(&(date_time - offset)),
            DateTimeResult { date_time, .. } if is_timed && !has_time => end_of_day(date_time),
            DateTimeResult { date_time, .. } => date_time,
        });
        let end = end.map_or(latest, |end| end.min(latest));
        rule.until = Some(written(end));
        if start <= end {
            costs.push(Effort::of(rule, (end - start).num_days()));
        }
        start <= end
    });
    costs
}

/// What the clock of an event shows when it begins, which clock that is, and whether it begins at a time of day.
fn start_of(component: &ICalendarComponent, resolver: &TzResolver<String>) -> Option<(NaiveDateTime, Tz, bool)> {
    let (entry, start) = begins(component)?;
    let shown = start.to_date_time()?;
    let zone = shown.tz().unwrap_or_else(|| resolver.resolve_or_default(entry.tz_id()));
    Some((shown.date_time, zone, start.has_time()))
}

/// The zone of an event that begins at an instant, and not at what clocks show.
fn fixed_zone(component: &ICalendarComponent) -> Option<Tz> {
    begins(component)?.1.to_date_time()?.tz()
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
