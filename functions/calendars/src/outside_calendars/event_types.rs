//! What clients are told of outside calendars (`docs/EVENTS.md`).

use event_history::{EventRule, ObjectEvents, When};
use values::Area;

use super::record::OutsideCalendar;

/// Which events outside calendars have. Their addresses are left out, because many have a secret in them, and who reads
/// there. That one was read, or not, is no event.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<OutsideCalendar>("outside_calendar", Area::Bookings, &OUTSIDE_CALENDAR)
            .leaving_out(&["address", "username"])
            .untold_changes_of(&[
                "last_read_at",
                "last_success_at",
                "failure",
                "failing_since",
                "block_count",
                "conflict_count",
                "conflicts",
                "read_until",
                "unreadable_count",
            ]),
    ]
}

const OUTSIDE_CALENDAR: [EventRule; 7] = [
    EventRule::new("created", When::Created, "A calendar elsewhere blocks a resource from now on."),
    EventRule::new(
        "conflict_found",
        When::Changed("conflict_found_at"),
        "A busy time of it meets a booking; what that leaves is blocked: `conflicts` has both sides.",
    ),
    EventRule::new(
        "failing",
        When::Given("failure_told_at"),
        "Every reading of the last hour failed: `failure` says why. Its blocks stay, and what is new there is not seen.",
    ),
    EventRule::new(
        "recovered",
        When::Cleared("failure_told_at"),
        "It was read again after it was told that readings fail.",
    ),
    EventRule::new(
        "disabled",
        When::Given("disabled_at"),
        "It is read no more, because nothing succeeded for five days: `failure` says why. Its blocks stay.",
    ),
    EventRule::new("deleted", When::Deleted, "It was deleted, or went with its resource; its blocks go."),
    EventRule::new("updated", When::Updated, "Its address, its name or whether it is read was changed."),
];
