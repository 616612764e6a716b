//! Bookings (interface 2.3 and 4.3, `areas.md` 2.2): the customer's use of a resource for a period.
//!
//! A booking holds its time in the day items of the resources it takes. Those items are read together, decided on in
//! memory and written under their versions in one transaction with the booking: `scene` is the only way to them.

mod action;
mod block;
mod create;
mod get;
mod hold;
mod list;
mod price;
mod quote;
mod quote_booking;
mod quote_cancellation;
mod reschedule;
mod series;
mod standing;
mod sweep;
mod update;
mod waitlist;

pub use self::sweep::{Look, Swept, sweep};
use serde_json::json;
use shared::{
    ErrorCode::{BookingConflict, CapacityExceeded, InvalidState, QuoteStale, RuleViolation},
    api::{Route, Routes},
    auth::Area,
};

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::merged([
        booking_routes(),
        action_routes(),
        calendar_routes(),
        quote_routes(),
        waitlist_routes(),
        series::routes(),
    ])
}

fn booking_routes() -> Routes {
    Routes::of(Area::Bookings, [
        Route::get("/bookings", list::list)
            .named("list_bookings", "List bookings")
            .described(
                "By start, earliest first. Read from an index, which may lag a write by a moment; a booking itself never does.",
            )
            .refusing(&[RuleViolation]),
        Route::post("/bookings", create::create)
            .named("create_booking", "Create booking")
            .described(
                "Takes the time or answers 409 `booking_conflict` with the colliding interval; nothing in between. \
                 Confirmed at once unless the resource asks for approval. A broken rule of its policy is a 422 with \
                 the rule's name: of the customer's other bookings of it, `cooldown` and `too_many_free_bookings`.",
            )
            .refusing(&[BookingConflict, CapacityExceeded, InvalidState, QuoteStale])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "customer_id": EXAMPLE_ID, "start_time": "2027-01-11T09:00:00+01:00",
                    "end_time": "2027-01-11T10:30:00+01:00", "title": "Stand-up", "attendees": 4})
            }),
        Route::get("/bookings/{id}", get::get).named("get_booking", "Get booking"),
        Route::put("/bookings/{id}", update::update)
            .named("update_booking", "Update booking")
            .described("Title, attendees and notes. Time and place change by rescheduling.")
            .refusing(&[InvalidState])
            .example(|| json!({"title": "Retrospective", "attendees": 6})),
        Route::delete("/bookings/{id}", action::delete)
            .named("delete_booking", "Delete booking")
            .described("Cancels it as its customer would.")
            .refusing(&[InvalidState]),
    ])
}

fn action_routes() -> Routes {
    let states = &[InvalidState, BookingConflict, CapacityExceeded];
    Routes::of(
        Area::Bookings,
        [
            Route::post("/bookings/{id}/confirm", action::confirm)
                .named("confirm_booking", "Confirm booking")
                .described("Pending becomes confirmed, if it still holds its time.")
                .refusing(states),
            Route::post("/bookings/{id}/decline", action::decline)
                .named("decline_booking", "Decline booking")
                .described("Pending becomes cancelled at no fee.")
                .refusing(states),
            Route::post("/bookings/{id}/cancel", action::cancel)
                .named("cancel_booking", "Cancel booking")
                .described("The time is free again. The fee is that of the policy the booking was made under.")
                .refusing(states)
                .example(|| json!({"by": "customer", "comment": "We meet elsewhere."})),
            Route::post("/bookings/{id}/reschedule", reschedule::reschedule)
                .named("reschedule_booking", "Reschedule booking")
                .described(
                    "Frees what it held and takes what it needs in one step, also on another resource of the location. \
                 The price is that of the new time.",
                )
                .refusing(states)
                .example(
                    || json!({"start_time": "2027-01-11T11:00:00+01:00", "end_time": "2027-01-11T12:30:00+01:00"}),
                ),
            Route::post("/bookings/{id}/check-in", action::check_in)
                .named("check_in_booking", "Check in")
                .described("From `opens_minutes` before the start on. A booking that is checked in is not released.")
                .refusing(states),
            Route::post("/bookings/{id}/check-out", action::check_out)
                .named("check_out_booking", "Check out")
                .described("The rest of the time is free again.")
                .refusing(states),
            Route::post("/bookings/{id}/no-show", action::no_show)
                .named("mark_booking_no_show", "Mark no-show")
                .described("Nobody came: what is left of the time is free, and the fee of the policy is due.")
                .refusing(states),
        ],
    )
}

fn calendar_routes() -> Routes {
    Routes::of(Area::Bookings, [
        Route::get("/booking-holds", hold::list).named("list_booking_holds", "List booking holds"),
        Route::post("/booking-holds", hold::create)
            .named("create_booking_hold", "Create booking hold")
            .described("Keeps time on the way to a booking, 5 minutes unless asked otherwise; it ends by itself.")
            .refusing(&[BookingConflict, CapacityExceeded])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "start_time": "2027-01-12T09:00:00Z", "end_time": "2027-01-12T10:00:00Z"})
            }),
        Route::get("/booking-holds/{id}", hold::get).named("get_booking_hold", "Get booking hold"),
        Route::delete("/booking-holds/{id}", hold::release)
            .named("release_booking_hold", "Release booking hold")
            .refusing(&[CapacityExceeded]),
        Route::get("/calendar-blocks", block::list).named("list_calendar_blocks", "List calendar blocks"),
        Route::post("/calendar-blocks", block::create)
            .named("create_calendar_block", "Create calendar block")
            .described("Takes all units and parts of a resource out of use. What is booked already is in the way.")
            .refusing(&[BookingConflict, CapacityExceeded])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "start_time": "2027-01-20T00:00:00Z", "end_time": "2027-01-21T00:00:00Z",
                    "reason": "New carpet", "kind": "maintenance"})
            }),
        Route::get("/calendar-blocks/{id}", block::get).named("get_calendar_block", "Get calendar block"),
        Route::put("/calendar-blocks/{id}", block::update)
            .named("update_calendar_block", "Update calendar block")
            .refusing(&[BookingConflict, CapacityExceeded])
            .example(|| json!({"reason": "New carpet and paint"})),
        Route::delete("/calendar-blocks/{id}", block::delete)
            .named("delete_calendar_block", "Delete calendar block")
            .refusing(&[CapacityExceeded]),
    ])
}

fn waitlist_routes() -> Routes {
    Routes::of(Area::Bookings, waitlist::routes())
}

fn quote_routes() -> Routes {
    Routes::of(Area::Bookings, [
        Route::post("/bookings/quote", quote_booking::quote)
            .named("quote_booking", "Quote booking")
            .described(
                "What a booking would cost, what is in its way and which rules it breaks. For 15 minutes a booking with \
                 the `quote_id` is made at exactly this price or refused with 409 `quote_stale`. Nothing is held.",
            )
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "customer_id": EXAMPLE_ID, "start_time": "2027-01-11T09:00:00+01:00",
                    "end_time": "2027-01-11T10:30:00+01:00", "attendees": 4})
            }),
        Route::post("/bookings/{id}/quote-cancel", quote_cancellation::quote_cancel)
            .named("quote_booking_cancellation", "Quote cancellation")
            .described("What a cancellation by the customer would cost now, by the policy the booking was made under.")
            .refusing(&[InvalidState]),
    ])
}

pub(crate) const EXAMPLE_ID: &str = "0199a000-0000-7000-8000-000000000001";
