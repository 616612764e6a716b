//! Which types of events an endpoint is for.

use records::LoggedEvent;
use serde::{Deserialize, Serialize};
use values::text_with_schema;

/// Which events: `*` for all, `booking.*` for all of an object, or a type such as `booking.created`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventPattern(String);

text_with_schema!(
    EventPattern {"type": "string", "maxLength": 100, "pattern": r"^(\*|[a-z][a-z_]*\.(\*|[a-z][a-z_]*))$"}
);

impl EventPattern {
    /// The pattern that names this type alone.
    #[must_use]
    pub fn of_type(event_type: &str) -> Self {
        Self(event_type.to_owned())
    }

    /// Whether it names this type.
    #[must_use]
    pub fn names(&self, event_type: &str) -> bool {
        match self.0.strip_suffix('*') {
            Some(beginning) => event_type.starts_with(beginning),
            None => self.0 == event_type,
        }
    }
}

/// Whether one of these names the type of an event.
#[must_use]
pub fn names(patterns: &[EventPattern], event: &LoggedEvent) -> bool {
    names_type(patterns, &event.event_type)
}

/// Whether one of these names a type.
#[must_use]
pub fn names_type(patterns: &[EventPattern], event_type: &str) -> bool {
    patterns.iter().any(|pattern| pattern.names(event_type))
}

#[cfg(test)]
mod tests {
    use super::EventPattern;

    #[test]
    fn a_pattern_names_a_type_an_object_or_everything() {
        let names = |pattern: &str, event_type: &str| EventPattern(pattern.to_owned()).names(event_type);
        assert!(names("*", "booking.created") && names("booking.*", "booking.created"));
        assert!(names("booking.created", "booking.created"));
        assert!(!names("booking.*", "booking_hold.created") && !names("booking.created", "booking.cancelled"));
        assert!(!names("booking.created", "booking.created_again"));
    }
}
