//! Resources: what can be booked or assigned, its policy, schedule and prices (`areas.md` 2.4).
//!
//! A resource made with only its required fields is bookable at once. Whether an assignment fits is decided on the
//! resource's book of assignments, under its version, and never on a list.

mod archive;
mod assignments;
mod availability;
mod claims;
mod create;
mod family;
mod get;
mod list;
mod places;
mod policy;
mod rates;
mod settings;
mod update;

use serde_json::json;
use shared::{
    ErrorCode::{AlreadyExists, BookingConflict, CapacityExceeded, InUse, VersionConflict},
    api::{Route, Routes},
    auth::Area,
};

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    let routes = resources().into_iter().chain(assignments::routes()).chain(availability::routes());
    Routes::of(Area::Resources, routes)
}

fn resources() -> [Route; 5] {
    [
        Route::get("/resources", list::list)
            .named("list_resources", "List resources")
            .described("Newest first. Filtered by location, parent or floor the list may lag by a moment."),
        Route::post("/resources", create::create)
            .named("create_resource", "Create resource")
            .described(
                "The name is unique at its location. Booking policy that is left out is the merchant's \
                 `booking_defaults`. An empty schedule is open around the clock, no rates are free of charge. A part \
                 stands at the location of its parent, which is itself no part.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, VersionConflict])
            .example(|| {
                json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Boardroom",
                    "type": "meeting_room", "capacity": 12, "step_minutes": 15, "min_minutes": 30,
                    "schedule": {"default": [{"weekday": "monday", "opens": "08:00", "closes": "20:00"}]},
                    "rates": [{"from_minutes": 0, "unit_amount": 40}, {"from_minutes": 240, "unit_amount": 30,
                        "valid": {"weekdays": ["friday"], "from": "12:00", "to": "20:00"}}]})
            }),
        Route::get("/resources/{id}", get::get).named("get_resource", "Get resource"),
        Route::put("/resources/{id}", update::update)
            .named("update_resource", "Update resource")
            .described(
                "Fields that are left out stay as they are; lists and groups are replaced as a whole. The location is \
                 fixed. Units cannot fall below what is assigned. Bookings keep the policy they were made under.",
            )
            .refusing(&[AlreadyExists, BookingConflict, CapacityExceeded, InUse])
            .example(|| json!({"capacity": 14, "is_active": true, "buffer_after_minutes": 15})),
        Route::delete("/resources/{id}", archive::archive)
            .named("archive_resource", "Archive resource")
            .described("Refused while it has parts, or is assigned now or later. Its name is free again.")
            .refusing(&[InUse]),
    ]
}
