//! The lists in which an event is counted.

use records::{LoggedEvent, Member};
use store::{
    Record,
    lists::{AddedRows, DayList},
};
use values::Id;

/// What the counts of the event log are kept under.
const SPACE: &str = "event-counts";

/// List of all events of the merchant.
pub fn all_events() -> DayList {
    DayList { space: SPACE, name: "all".to_owned() }
}

/// Those of a type.
pub fn of_type(event_type: &str) -> DayList {
    DayList { space: SPACE, name: format!("type#{event_type}") }
}

/// Those of a type of object.
pub fn of_object_type(object_type: &str) -> DayList {
    DayList { space: SPACE, name: format!("object_type#{object_type}") }
}

/// Those of one record.
pub fn of_object(id: Id<()>) -> DayList {
    DayList { space: SPACE, name: format!("object#{id}") }
}

/// Those of what one member did.
pub fn of_actor(id: Id<Member>) -> DayList {
    DayList { space: SPACE, name: format!("actor#{id}") }
}

/// The lists in which an event is counted.
#[must_use]
pub fn counted_lists(event: &LoggedEvent) -> Vec<DayList> {
    let (of_type, of_object_type) = (of_type(&event.event_type), of_object_type(&event.object_type));
    let of_actor = event.member().map(of_actor);
    [all_events(), of_type, of_object_type, of_object(event.object_id)].into_iter().chain(of_actor).collect()
}

/// What these events add to the counts.
pub fn added(events: &[Record<LoggedEvent>]) -> AddedRows {
    let mut added = AddedRows::default();
    for event in events {
        for list in counted_lists(&event.body) {
            added.add(list, event.body.occurred_at);
        }
    }
    added
}
