//! Which clock a name of a time zone means in a calendar. A name that everybody knows (IANA's, or one of Windows) is
//! that zone whatever the calendar says of it, because definitions are often old or cut; so is one whose definition
//! names such a zone. Another is what the calendar defines, and without a definition that can be used the location's.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use calcard::{
    common::timezone::Tz,
    icalendar::{
        ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty, timezone::TzResolver,
    },
};
use values::TimeZone;

use crate::{clock::Clock, defined_zone::DefinedZone, observance::DefinitionFault};

/// Definitions of one name that are remembered: a collection may have events of so many places that call theirs alike.
const DEFINITIONS_OF_NAME_MAX: usize = 16;

/// Definitions that were met: a collection has the same in many of its events.
#[derive(Debug, Default)]
pub struct Definitions(HashMap<String, Vec<Definition>>);

/// What a definition says, and the zone that was made of it; none when it cannot be used.
type Definition = (Vec<ICalendarComponent>, Option<Arc<DefinedZone>>);

/// The clocks of a calendar.
#[derive(Debug)]
pub struct Zones {
    named: HashMap<String, Clock>,
    location: Clock,
}

impl Zones {
    /// The clocks that the events of a calendar name, where one that nobody knows is the location's.
    ///
    /// # Errors
    /// [`DefinitionFault::TooMuch`].
    pub fn of(
        calendar: &ICalendar,
        location: TimeZone,
        definitions: &mut Definitions,
        (last_year, days_left): (i32, &mut usize),
    ) -> Result<Self, DefinitionFault> {
        let resolver = calendar.build_tz_resolver();
        let defined = defined(calendar);
        let of_events =
            calendar.components.iter().filter(|event| event.component_type == ICalendarComponentType::VEvent);
        let names: BTreeSet<&str> =
            of_events.flat_map(|event| &event.entries).filter_map(ICalendarEntry::tz_id).collect();
        let mut named = HashMap::new();
        for name in names {
            let clock = match known(&resolver, name, defined.contains_key(name)) {
                Some(zone) => Some(Clock::Zone(zone)),
                None => match defined.get(name) {
                    Some(zone) => definitions.zone((calendar, zone), name, (last_year, days_left))?.map(Clock::Defined),
                    None => None,
                },
            };
            named.extend(clock.map(|clock| (name.to_owned(), clock)));
        }
        Ok(Self { named, location: Clock::Zone(location) })
    }

    /// The clock of this name, or the other one when there is no name.
    #[must_use]
    pub fn clock(&self, name: Option<&str>, other: Option<&Clock>) -> Clock {
        match name {
            Some(name) => self.named.get(name).unwrap_or(&self.location).clone(),
            None => other.unwrap_or(&self.location).clone(),
        }
    }
}

impl Definitions {
    /// The zone of a definition; none when it cannot be used.
    fn zone(
        &mut self,
        (calendar, zone): (&ICalendar, &ICalendarComponent),
        name: &str,
        (last_year, days_left): (i32, &mut usize),
    ) -> Result<Option<Arc<DefinedZone>>, DefinitionFault> {
        let parts = || zone.component_ids.iter().filter_map(|id| calendar.components.get(usize::try_from(*id).ok()?));
        let is_observance = |part: &&ICalendarComponent| {
            matches!(part.component_type, ICalendarComponentType::Standard | ICalendarComponentType::Daylight)
        };
        let of_name = self.0.entry(name.to_owned()).or_default();
        if let Some((_, made)) = of_name.iter().find(|(met, _)| parts().filter(is_observance).eq(met)) {
            return Ok(made.clone());
        }
        let observances: Vec<ICalendarComponent> = parts().filter(is_observance).cloned().collect();
        let made = match DefinedZone::of(&observances, last_year, days_left) {
            Ok(zone) => Some(Arc::new(zone)),
            Err(DefinitionFault::Unreadable) => None,
            Err(DefinitionFault::TooMuch) => return Err(DefinitionFault::TooMuch),
        };
        if of_name.len() == DEFINITIONS_OF_NAME_MAX {
            of_name.remove(0);
        }
        of_name.push((observances, made.clone()));
        Ok(made)
    }
}

/// The definitions of a calendar by their names; the last of several.
fn defined(calendar: &ICalendar) -> HashMap<&str, &ICalendarComponent> {
    let named = calendar.timezones().filter_map(|zone| {
        let name = zone.property(&ICalendarProperty::Tzid)?.values.first()?.as_text()?;
        Some((name, zone))
    });
    named.collect()
}

/// The zone that everybody knows by this name, or by one in its definition.
fn known(resolver: &TzResolver<&str>, name: &str, is_defined: bool) -> Option<TimeZone> {
    let Tz::Tz(zone) = resolver.resolve(name)? else { return None };
    // Of a name such as "(UTC+01:00) Ours" no more is known than where its clocks stand in winter.
    let is_guessed = zone.name().starts_with("Etc/GMT") && name.starts_with('(');
    TimeZone::parse(zone.name()).filter(|_| !(is_guessed && is_defined))
}
