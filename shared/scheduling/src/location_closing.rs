//! The mark of a resource whose location is being deactivated or gets another time zone.

use records::Location;
use serde::{Deserialize, Serialize};
use store::Record;
use values::Timestamp;

/// Nothing new is taken of a resource by whoever has read its location in a version up to this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocationClosing {
    /// The version on which the change of the location is decided.
    pub location_version: i64,
    /// If the change is never finished, the resource opens by the clock.
    pub until: Timestamp,
}

impl LocationClosing {
    /// Whether it is still being decided about this version of the location, or this version is outdated.
    #[must_use]
    pub fn concerns(&self, location: &Record<Location>, now: Timestamp) -> bool {
        location.version <= self.location_version && now < self.until
    }
}
