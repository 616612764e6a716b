//! The waiting list (`docs/areas/bookings.md`): who wants time that is taken is on the waiting list of its location.
//! What
//! comes free is held for the first who can use it, for a while; only that customer can take it.

mod answer;
mod fit;
mod join;
mod list;
pub mod offer;
mod over;
mod queue;

use expansions::{Customers, Locations, Resources};
use serde_json::json;
use shared::api::{Expansion, PAYMENT_SOURCES, People, Route};
use values::ErrorCode::{AlreadyExists, BookingConflict, CapacityExceeded, InsufficientBalance, InvalidState};

pub use self::{over::end, queue::make_entries};
use crate::example::EXAMPLE_ID;

/// What entries name.
pub const NAMED: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Resources>("offered_resource_id"),
    Expansion::of::<Resources>("resource_id"),
];

/// The operations of the waiting list.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_waitlist_entries", "/waitlist-entries", list::list).by_ids().expanding(NAMED).managed().people(People::OwnCompany("customer_id"), &["location_id", "resource_id", "status"])
            .labelled("List waiting-list entries")
            .described("Newest first. Filtered by resource, customer or location the list may lag by a moment."),
        Route::post("join_waitlist", "/waitlist-entries", join::join).people(People::OwnCompany("customer_id"), &["duration_minutes", "earliest_start", "latest_end", "location_id", "resource_id", "resource_type", "units"])
            .labelled("Join waiting list")
            .described(
                "First come, first served. When time comes free that fits, it is held for the entry for `offer_minutes`, \
                 and nobody else can book it. Refused with 409 `invalid_state` while there is free time in the window.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InvalidState, BookingConflict])
            .example(|| {
                json!({"location_id": EXAMPLE_ID, "customer_id": EXAMPLE_ID, "resource_id": EXAMPLE_ID,
                    "earliest_start": "2028-01-11T08:00:00+01:00", "latest_end": "2028-01-11T18:00:00+01:00",
                    "duration_minutes": 90})
            }),
        Route::get("get_waitlist_entry", "/waitlist-entries/{id}", list::get).expanding(NAMED).managed().people(People::Own(""), &[]).labelled("Get waiting-list entry"),
        Route::delete("leave_waitlist", "/waitlist-entries/{id}", answer::leave).people(People::Own(""), &[])
            .labelled("Leave waiting list")
            .described("Waiting becomes cancelled.")
            .refusing(&[InvalidState]),
        Route::post("accept_waitlist_offer", "/waitlist-entries/{id}/accept", answer::accept).choosing(&PAYMENT_SOURCES).people(People::Own(""), &["allow_mixed", "attendees", "notes", "payment_source", "title"])
            .labelled("Accept waiting-list offer")
            .described("Makes the booking of the offered time, at the price of now; `booking_id` names it.")
            .refusing(&[InvalidState, BookingConflict, CapacityExceeded, InsufficientBalance])
            .example(|| json!({"title": "Stand-up", "attendees": 4})),
        Route::post("decline_waitlist_offer", "/waitlist-entries/{id}/decline", answer::decline).people(People::Own(""), &[])
            .labelled("Decline waiting-list offer")
            .described("The time goes to the next in the line, or is free again.")
            .refusing(&[InvalidState, CapacityExceeded]),
    ]
}
