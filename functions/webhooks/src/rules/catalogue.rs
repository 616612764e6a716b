//! Which types of events there are, and which of them a client may have sent.

use event_history::{can_see, catalogue};
use values::{ApiError, Scopes};

use crate::records::event_pattern::EventPattern;

/// The type of an event that is made for trying an endpoint out. It is sent whatever the endpoint asks for, and stands
/// in no log.
pub const TEST_EVENT: &str = "webhook_endpoint.tested";

/// The types that an endpoint can ask for: those of the event log.
pub fn event_types() -> impl Iterator<Item = &'static str> {
    catalogue().iter().map(|entry| entry.r#type.as_str())
}

/// Refuses a pattern that names no type of the catalogue: a typing error would be silent for ever.
///
/// # Errors
/// 422 `unknown_event_type` naming the first.
pub fn check(patterns: &[EventPattern]) -> Result<(), ApiError> {
    let is_unknown = |pattern: &EventPattern| !event_types().any(|event_type| pattern.names(event_type));
    match patterns.iter().position(is_unknown) {
        None => Ok(()),
        Some(position) => {
            let message = format!("{} names no type of event", patterns[position].as_str());
            Err(ApiError::rule(format!("event_types[{position}]"), "unknown_event_type", message))
        }
    }
}

/// Refuses a pattern of an endpoint that is limited to locations which names only types of records without one: it would
/// hear nothing of them.
///
/// # Errors
/// 422 `type_without_location` naming the first.
pub fn check_located(patterns: &[EventPattern]) -> Result<(), ApiError> {
    let is_located =
        |pattern: &EventPattern| catalogue().iter().any(|entry| entry.located && pattern.names(&entry.r#type));
    match patterns.iter().position(|pattern| !is_located(pattern)) {
        None => Ok(()),
        Some(position) => {
            let message = format!("{} names only records without a location", patterns[position].as_str());
            Err(ApiError::rule(format!("event_types[{position}]"), "type_without_location", message))
        }
    }
}

/// Refuses a pattern that names a type whose object a client with these scopes may not read: whoever subscribes hears
/// what it could read itself.
///
/// # Errors
/// 422 `scope_not_held` naming the first.
pub fn check_readable(patterns: &[EventPattern], scopes: &Scopes) -> Result<(), ApiError> {
    for (position, pattern) in patterns.iter().enumerate() {
        let mut heard = catalogue().iter().filter(|entry| pattern.names(&entry.r#type));
        if let Some(hidden) = heard.find(|entry| !can_see(scopes, &entry.object_type)) {
            let taken: Vec<String> = hidden.scopes().map(|scope| scope.to_string()).collect();
            let message =
                format!("the calling client may not read {}, which takes {}", hidden.r#type, taken.join(" and "));
            return Err(ApiError::rule(format!("event_types[{position}]"), "scope_not_held", message));
        }
    }
    Ok(())
}
