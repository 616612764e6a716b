//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use values::Area;

use crate::{
    records::{event::Event, registration::EventRegistration, waitlist_entry::EventWaitlistEntry},
    rules::named::{NAMED_BY_ENTRIES, NAMED_BY_REGISTRATIONS},
};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Event>("event", Area::Events, &EVENT).leaving_out(&[
            "seats_taken",
            "seats_offered",
            "seats_waited_for",
            "available",
        ]),
        ObjectEvents::of::<EventRegistration>("event_registration", Area::Events, &EVENT_REGISTRATION)
            .leaving_out(&[
                "ticket_code",
                "qr_payload",
                "guest",
                "attendee_name",
                "comment",
                "cancelled_reason",
                "metadata",
                "event_title",
                "payment_reference",
            ])
            .naming(NAMED_BY_REGISTRATIONS),
        ObjectEvents::of::<EventWaitlistEntry>("event_waitlist_entry", Area::Events, &EVENT_WAITLIST_ENTRY)
            .leaving_out(&["guest", "metadata"])
            .naming(NAMED_BY_ENTRIES),
    ]
}

const EVENT: [EventRule; 8] = [
    EventRule::new("created", When::Created, "An event was drafted."),
    EventRule::new("published", When::Became("status", "published"), "It was published."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled."),
    EventRule::new("completed", When::Became("status", "completed"), "It is over."),
    EventRule::new("rescheduled", When::Changed("start_time"), "It begins at another time."),
    EventRule::new("rescheduled", When::Changed("end_time"), "It ends at another time."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const EVENT_REGISTRATION: [EventRule; 10] = [
    EventRule::new("created", When::Created, "Somebody has seats, or asks for them."),
    EventRule::new("confirmed", When::Became("status", "confirmed"), "The seats are confirmed."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled: `cancelled_by` says by whom."),
    EventRule::new(
        "attended",
        When::Became("status", "attended"),
        "The event is over, and whoever was registered was there.",
    ),
    EventRule::new("no_show", When::Became("status", "no_show"), "The event is over, and nobody came."),
    EventRule::new("refunded", When::Became("payment_status", "refunded"), "What was paid was paid back."),
    EventRule::new("paid", When::Became("payment_status", "paid"), "It is paid."),
    EventRule::new("checked_in", When::Grew("checked_in_count"), "Somebody came in with it."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const EVENT_WAITLIST_ENTRY: [EventRule; 7] = [
    EventRule::new("created", When::Created, "Somebody waits for seats."),
    EventRule::new(
        "offered",
        When::Became("status", "offered"),
        "Seats are kept for whoever waits, until `offer_expires_at`.",
    ),
    EventRule::new("accepted", When::Became("status", "accepted"), "The offer was taken: `registration_id`."),
    EventRule::new(
        "expired",
        When::Became("status", "expired"),
        "The offer was not taken in time, or the event is over.",
    ),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "Whoever waited does not wait any more."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];
