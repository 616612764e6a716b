//! What clients are told of imports (`docs/EVENTS.md`).

use event_history::{EventRule, ObjectEvents, When};
use values::Area;

use super::record::Import;

/// Which events imports have. How far one is, its record says.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    let import = ObjectEvents::of::<Import>("import", Area::Merchant, &IMPORT);
    vec![import.untold_changes_of(&["failed", "rows_done", "succeeded"])]
}

const IMPORT: [EventRule; 5] = [
    EventRule::new("created", When::Created, "A file of rows is to be run."),
    EventRule::new("completed", When::Became("status", "succeeded"), "Every row was run, whatever became of it."),
    EventRule::new("failed", When::Became("status", "failed"), "It was refused as a whole, or stopped at a row."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled."),
    EventRule::new("updated", When::Updated, "Its first rows are run."),
];
