//! Whether an event is at one of the locations to which an endpoint is limited.

use records::{Location, LoggedEvent};
use values::Id;

/// Whether an event is for those who hear of these locations alone; of all when there is none. What moves from one
/// location to another is at both, and what has no location at none of them.
#[must_use]
pub fn is_at(locations: &[Id<Location>], event: &LoggedEvent) -> bool {
    locations.is_empty() || event.location_ids.iter().any(|id| locations.contains(id))
}
