//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use expansions::OF_BOOKINGS;
use scheduling::{Booking, CalendarBlock, waitlist::WaitlistEntry};
use values::Area;

use crate::{
    NAMED_BY_HOLDS,
    hold::BookingHold,
    series::{self, record::BookingSeries},
    waitlist,
};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Booking>("booking", Area::Bookings, &BOOKING).naming(OF_BOOKINGS),
        ObjectEvents::of::<BookingHold>("booking_hold", Area::Bookings, &BOOKING_HOLD).naming(NAMED_BY_HOLDS),
        ObjectEvents::of::<BookingSeries>("booking_series", Area::Bookings, &BOOKING_SERIES)
            .untold_operation()
            .naming(series::NAMED),
        ObjectEvents::of::<CalendarBlock>("calendar_block", Area::Bookings, &CALENDAR_BLOCK),
        ObjectEvents::of::<WaitlistEntry>("waitlist_entry", Area::Bookings, &WAITLIST_ENTRY)
            .leaving_out(&["position"])
            .naming(waitlist::NAMED),
    ]
}

const BOOKING: [EventRule; 14] = [
    EventRule::new("created", When::Created, "A booking was made."),
    EventRule::new("no_show", When::Turned("no_show", true), "Nobody came; what that costs is in `cancellation_fee`."),
    EventRule::new(
        "cancelled",
        When::Became("status", "cancelled"),
        "It was cancelled, declined, or its time to be confirmed ended: `cancellation_reason` says which.",
    ),
    EventRule::new("completed", When::Became("status", "completed"), "Its time is over."),
    EventRule::new("confirmed", When::Became("status", "confirmed"), "What was asked for was confirmed."),
    EventRule::new("checked_in", When::Given("checked_in_at"), "Its people have come."),
    EventRule::new("checked_out", When::Given("checked_out_at"), "Its people have left."),
    EventRule::new("rescheduled", When::Changed("start_time"), "It begins at another time."),
    EventRule::new("rescheduled", When::Changed("end_time"), "It ends at another time."),
    EventRule::new("rescheduled", When::Changed("resource_id"), "It is in another resource."),
    EventRule::new(
        "price_overridden",
        When::Changed("price_override"),
        "Staff gave it another price, and said why: `list_price` is what it would cost.",
    ),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const BOOKING_HOLD: [EventRule; 3] = [
    EventRule::new("created", When::Created, "Time is held for somebody."),
    EventRule::new(
        "ended",
        When::Deleted,
        "The time is held no longer: it was booked, given back, or its minutes are over.",
    ),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const BOOKING_SERIES: [EventRule; 6] = [
    EventRule::new("created", When::Created, "A series is being made."),
    EventRule::new("activated", When::Became("status", "active"), "Its bookings are made."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled."),
    EventRule::new("failed", When::Became("status", "failed"), "It did not come about; nothing of it is booked."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const CALENDAR_BLOCK: [EventRule; 3] = [
    EventRule::new("created", When::Created, "Time was taken out of a resource."),
    EventRule::new("deleted", When::Deleted, "The time can be booked again."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const WAITLIST_ENTRY: [EventRule; 9] = [
    EventRule::new("created", When::Created, "Somebody waits for time that is taken."),
    EventRule::new(
        "offered",
        When::Became("status", "offered"),
        "Time came free and is held for whoever waits, until `offer_expires_at`.",
    ),
    EventRule::new("accepted", When::Became("status", "accepted"), "The offer was taken: `booking_id` is the booking."),
    EventRule::new(
        "offer_ended",
        When::Became("status", "waiting"),
        "The offer was not taken in time or cannot be kept; the entry goes on waiting.",
    ),
    EventRule::new("declined", When::Became("status", "declined"), "The offer was refused."),
    EventRule::new(
        "expired",
        When::Became("status", "expired"),
        "The time that was waited for, or the last offer, is over.",
    ),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "Whoever waited does not wait any more."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];
