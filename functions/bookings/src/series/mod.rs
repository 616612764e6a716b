//! Series: bookings that repeat by a rule, made, changed and cancelled together (`docs/areas/bookings.md`, 31 to 37).
//!
//! Every occurrence is a booking like any other and is decided by the same code. A series that fits one transaction is
//! made in one. A longer one is made in steps that can be undone until one write makes it active (`chunks`). What is
//! left to do after that write is done by the same request, or by any later request or sweep that finds the series
//! unfinished (`resume`).

mod accept;
mod again;
mod alternatives;
mod cancel;
mod cancel_operation;
mod cancelling;
pub mod carry_on;
mod chunks;
mod create;
mod get;
mod hand_over;
pub mod joined;
mod judge;
mod list;
mod new_series;
pub mod operation;
mod patch;
mod preview;
pub mod record;
mod released;
pub mod resume;
mod scope;
mod scope_of_change;
mod shift;
mod size;
mod steps;
mod undo;
mod update;
mod view;
mod waitlist;

use expansions::{Customers, Locations, Members, Resources};
use serde_json::json;
use shared::api::{Expansion, PAYMENT_SOURCES, People, Route};
use values::{
    ErrorCode::{BookingConflict, CapacityExceeded, InsufficientBalance, InvalidState},
    Scope,
};

use crate::example::EXAMPLE_ID;

/// What series name.
pub const NAMED: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Members>("member_id").telling(),
    Expansion::of::<Resources>("resource_id"),
];

/// The operations on series.
#[must_use]
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_booking_series", "/booking-series", list::list).by_ids().sorted_by(&["first_start_time"]).expanding(NAMED).managed().people(People::OwnCompany("customer_id"), &["location_id", "resource_id"])
            .described("Newest first. Filtered, the list may lag by a moment."),
        Route::post("create_booking_series", "/booking-series", create::create).choosing(&PAYMENT_SOURCES).people(People::OwnCompany("customer_id"), &["additional_resource_ids", "allow_mixed", "attendees", "duration_minutes", "first_start_time", "notes", "on_conflict", "payment_source", "resource_id", "rule", "title", "units"])
            .described(
                "Books every occurrence of a rule, at the same local time whatever the clocks do. With `on_conflict` \
                 `fail` all or none; with `skip` or `waitlist` what cannot be booked is left out and listed in `skipped`. What \
                 is too much for one request is made after the answer 202, with the same promise: `operation` says how \
                 far it has come.",
            )
            .refusing(&[BookingConflict, CapacityExceeded, InsufficientBalance])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "customer_id": EXAMPLE_ID, "title": "Stand-up",
                    "first_start_time": "2027-01-11T14:00:00+01:00", "duration_minutes": 30, "on_conflict": "skip",
                    "rule": {"frequency": "weekly", "weekdays": ["monday", "thursday"], "count": 20}})
            }),
        Route::post("preview_booking_series", "/booking-series/preview", preview::preview).choosing(&PAYMENT_SOURCES).people(People::OwnCompany("customer_id"), &["additional_resource_ids", "allow_mixed", "attendees", "duration_minutes", "first_start_time", "notes", "on_conflict", "payment_source", "resource_id", "rule", "title", "units"])
            .described(
                "What such a series would book: every occurrence with its price, or with what is in its way. Of \
                 the first 30 whose time is taken it tells what is free instead: the same resource up to two hours earlier \
                 and later, and up to four others of its kind that the caller sees. Nothing is stored, and nothing is held.",
            )
            .refusing(&[CapacityExceeded])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "customer_id": EXAMPLE_ID, "on_conflict": "skip",
                    "first_start_time": "2027-01-11T14:00:00+01:00", "duration_minutes": 30,
                    "rule": {"frequency": "weekly", "weekdays": ["monday", "thursday"], "count": 20}})
            }),
        Route::get("get_booking_series", "/booking-series/{id}", get::get).expanding(NAMED).managed().people(People::Own(""), &[]),
        Route::put("update_booking_series", "/booking-series/{id}", update::update).managed().people(People::Own(""), &["attendees", "booking_id", "duration_minutes", "notes", "scope", "start_time_of_day", "title"])
            .described(
                "Changes the bookings in scope that have not begun. A new time or length is judged for all of them \
                 together, after their old time is freed, and refused for all when one cannot be moved. A long series \
                 moves in several transactions: a 503 may leave some of its bookings moved and others not, and the same \
                 request again, also with its `If-Match`, moves the others. What is too much for one request is carried on \
                 after the answer 202.",
            )
            .refusing(&[InvalidState, BookingConflict, CapacityExceeded, InsufficientBalance])
            .example(|| json!({"scope": "all", "start_time_of_day": "10:00", "duration_minutes": 45})),
        Route::post("cancel_booking_series", "/booking-series/{id}/cancel", cancel::cancel).managed().people(People::Own(""), &["booking_id", "comment", "scope"])
            .described(
                "Cancels the bookings in scope that are not over, each at the fee of its own policy; with `all` the series \
                 too, and what waits for it leaves the waiting list. When it is repeated it goes on where it stopped. What is \
                 too much for one request is carried on after the answer 202. With `operation` what is carried out for the \
                 series is cancelled: a series that is being made is taken back, a change that waits is not made.",
            )
            .refusing(&[InvalidState, CapacityExceeded])
            .example(|| {
                json!({"scope": "this_and_following", "booking_id": EXAMPLE_ID, "by": "customer", "comment": "We meet elsewhere."})
            }),
        Route::post("hand_over_booking_series", "/booking-series/{id}/hand-over", hand_over::hand_over).choosing(&PAYMENT_SOURCES).managed()
            .described(
                "Hands the bookings in scope that have not begun over to another customer, each as `hand_over_booking` does, the next \
                 20 with a request. All of these are judged first, and a refusal of one refuses the request; what is refused later, \
                 such as when credits end, is in `refused`. While `left` is not 0, send the same request again, with another \
                 `Idempotency-Key` or none. For the operator.",
            )
            .needing(Scope::BOOKINGS_MANAGE)
            .refusing(&[InvalidState, BookingConflict, CapacityExceeded, InsufficientBalance])
            .example(|| json!({"customer_id": EXAMPLE_ID, "scope": "this_and_following", "booking_id": EXAMPLE_ID})),
        Route::post("preview_booking_series_hand_over", "/booking-series/{id}/hand-over-preview", hand_over::preview).choosing(&PAYMENT_SOURCES).managed()
            .labelled("Preview booking series' hand-over")
            .described(
                "What handing over each of the next 20 bookings in scope would be charged and given back, or why it is refused: each \
                 by itself, as if the others stayed. Nothing is changed.",
            )
            .needing(Scope::BOOKINGS_MANAGE)
            .refusing(&[InvalidState, CapacityExceeded])
            .example(|| json!({"customer_id": EXAMPLE_ID})),
    ]
}
