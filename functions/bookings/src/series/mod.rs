//! Series: bookings that repeat by a rule, made, changed and cancelled together (`areas.md` 2.2 rule 13).
//!
//! Every occurrence is a booking like any other and is decided by the same code. A series that fits one transaction is
//! made in it; a longer one in steps that can be taken back until the one write by which it stands (`chunks`), and that
//! whoever finds it unfinished goes on with (`resume`).

mod chunks;
mod create;
mod expand;
mod get;
mod judge;
mod list;
pub mod record;
mod released;
pub mod resume;
mod rule;
mod size;
mod steps;
mod waitlist;

use serde_json::json;
use shared::{
    ErrorCode::{BookingConflict, CapacityExceeded},
    api::{Route, Routes},
    auth::Area,
};

use crate::EXAMPLE_ID;

/// The operations on series.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Bookings, [
        Route::get("/booking-series", list::list).named("list_booking_series", "List booking series"),
        Route::post("/booking-series", create::create)
            .named("create_booking_series", "Create booking series")
            .described(
                "Books every occurrence of a rule, at the same local time whatever the clocks do. With `on_conflict` \
                 `fail` all or none; with `skip` or `waitlist` what cannot be booked is left out and listed in `skipped`.",
            )
            .refusing(&[BookingConflict, CapacityExceeded])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "customer_id": EXAMPLE_ID, "title": "Stand-up",
                    "first_start_time": "2027-01-11T09:00:00+01:00", "duration_minutes": 30, "on_conflict": "skip",
                    "rule": {"frequency": "weekly", "weekdays": ["monday", "thursday"], "count": 20}})
            }),
        Route::get("/booking-series/{id}", get::get).named("get_booking_series", "Get booking series"),
    ])
}
