//! What clients are told of the records of this area (`docs/EVENTS.md`). A letter itself is no event: it follows from
//! one, and what became of it stands in it.

use event_history::{EventRule, ObjectEvents, When};
use mailing::{LetterTemplate, SuppressedAddress};
use values::Area;

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<LetterTemplate>("letter_template", Area::Members, &LETTER_TEMPLATE),
        ObjectEvents::of::<SuppressedAddress>("suppressed_address", Area::Members, &SUPPRESSED_ADDRESS)
            .leaving_out(&["email", "response"]),
    ]
}

const LETTER_TEMPLATE: [EventRule; 4] = [
    EventRule::new("created", When::Created, "The merchant has a wording of its own for a letter."),
    EventRule::new("deleted", When::Deleted, "The letter has the wording again that is shipped."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const SUPPRESSED_ADDRESS: [EventRule; 4] = [
    EventRule::new(
        "created",
        When::Created,
        "A letter came back, or somebody complained: `reason` says which. Nothing more is sent to the address.",
    ),
    EventRule::new("deleted", When::Deleted, "Letters are sent to the address again."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];
