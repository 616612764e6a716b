//! The types and locations that an endpoint had before they were changed. The consumer of the stream may lag: what
//! happened before a change is for the endpoint only if those of then have it too.

use chrono::Duration;
use records::{Location, LoggedEvent};
use serde::{Deserialize, Serialize};
use values::{Id, Timestamp};

use super::{
    event_pattern::{EventPattern, names},
    locations::is_at,
};

/// For how many hours the types are known that an endpoint had before a change.
const EARLIER_TYPES_HOURS: i64 = 2;
/// Of how many changes they are.
const EARLIER_TYPES_MAX: usize = 50;

/// The types and locations that an endpoint had until one of them was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierTypes {
    /// The types of then.
    pub event_types: Vec<EventPattern>,
    /// The locations of then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub location_ids: Vec<Id<Location>>,
    /// When they were changed, as `hears_from` has it.
    pub until: Timestamp,
}

/// Whether the types and locations that were in force when an event happened have it; they do where they have not
/// changed since.
#[must_use]
pub fn named(earlier: &[EarlierTypes], event: &LoggedEvent) -> bool {
    let in_force = earlier.iter().find(|earlier| happened_before(event, earlier.until));
    in_force.is_none_or(|in_force| names(&in_force.event_types, event) && is_at(&in_force.location_ids, event))
}

/// Whether an event happened before an instant. When a record was deleted for good is known to the second; nobody is
/// named who did it.
#[must_use]
pub fn happened_before(event: &LoggedEvent, at: Timestamp) -> bool {
    match event.actor {
        Some(_) => event.occurred_at < at,
        None => event.occurred_at.seconds() < at.seconds(),
    }
}

/// The earlier types once those of `before` are changed at `now`. Types of hours ago are forgotten, since no consumer lags
/// by so much, and of many the earliest.
#[must_use]
pub fn changed(
    earlier: &[EarlierTypes],
    before: (&[EventPattern], &[Id<Location>]),
    now: Timestamp,
) -> Vec<EarlierTypes> {
    let oldest = now.plus(-Duration::hours(EARLIER_TYPES_HOURS));
    let (event_types, location_ids) = (before.0.to_vec(), before.1.to_vec());
    let last = EarlierTypes { event_types, location_ids, until: now };
    let kept: Vec<EarlierTypes> = earlier.iter().filter(|one| oldest < one.until).cloned().chain([last]).collect();
    let forgotten = kept.len().saturating_sub(EARLIER_TYPES_MAX);
    kept.into_iter().skip(forgotten).collect()
}
