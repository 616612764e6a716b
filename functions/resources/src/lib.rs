//! Resources: what can be booked or assigned, its policy, schedule and prices (`docs/areas/resources.md`).
//!
//! A resource made with only its required fields is bookable at once. Whether an assignment fits is decided on the
//! resource's record of assignments, under its version, and never on a list.

mod archive;
mod asked_period;
mod assignment_rules;
mod assignments;
mod availability;
mod calendar_ics;
mod change;
mod create;
mod deactivation;
mod event_types;
mod list;
mod location_uses;
mod parents;
mod policy;
mod rates;
mod update;
mod usage;
mod utilisation;

use agreements::subscription::renewing::renew_wallet;
use scheduling::Resource;
use serde_json::json;
use shared::api::{People, Route, Routes, get};
use values::{
    Area,
    ErrorCode::{
        AlreadyExists, BookingConflict, CapacityExceeded, InUse, InvalidState, RuleViolation, VersionConflict,
    },
};

pub use self::{deactivation::due_work, event_types::event_types};

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Resources, [resources(), assignments::routes(), availability::routes(), time()])
        .renewing_wallets(renew_wallet)
}

fn resources() -> Vec<Route> {
    vec![
        Route::get("list_resources", "/resources", list::list).by_ids().sorted_by(&["name"]).managed().people(People::Public, &["amenity", "floor_id", "location_id", "min_capacity", "parent_resource_id", "q", "type"])
            .described("Newest first. Filtered by location, parent or floor the list may lag by a moment."),
        Route::post("create_resource", "/resources", create::create).managed()
            .described(
                "The name is unique at its location. Booking policy that is left out is the merchant's \
                 `booking_defaults`. An empty schedule is open around the clock, no rates are free of charge. A part \
                 stands at the location of its parent, which is itself no part, and not booked when the part comes.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InUse, VersionConflict])
            .example(|| {
                json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Boardroom",
                    "type": "meeting_room", "capacity": 12, "step_minutes": 15, "min_minutes": 30,
                    "schedule": {"default": [{"weekday": "monday", "opens": "08:00", "closes": "20:00"}]},
                    "rates": [{"from_minutes": 0, "unit_amount": 40}, {"from_minutes": 240, "unit_amount": 30,
                        "valid": {"weekdays": ["friday"], "from": "12:00", "to": "20:00"}}]})
            }),
        Route::post("duplicate_resource", "/resources/{id}/duplicate", create::duplicate).managed()
            .described(
                "Another resource at the same location with the same fields and metadata, but for what the request says \
                 otherwise: its name, which is unique there. Parts, bookings, blocks and assignments are not copied, and \
                 membership plans that have the resource exclusively do not have the other.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InUse, VersionConflict])
            .example(|| json!({"name": "Boardroom (east)"})),
        Route::get("get_resource", "/resources/{id}", get::<Resource>).managed().people(People::Public, &[]),
        Route::put("update_resource", "/resources/{id}", update::update).managed()
            .described(
                "Fields that are left out stay as they are; lists are replaced as a whole, groups key by key. The location is \
                 fixed. Units cannot fall below what is booked or assigned, nor rise while all of them are blocked or \
                 booked with the whole; a family does not change while the whole or the part is booked. While it is \
                 booked or held, `is_active` becomes false only with `on_future_bookings`: `keep` lets bookings stand, \
                 `cancel` takes them back as the operator does; sent again it finishes what was left. When that is more than one request may \
                 do, the answer is 202 with the resource, whose `operation` shows how far it has come; `is_active` true cancels it before its \
                 first step, and is refused after that. Bookings keep the policy they were made under.",
            )
            .refusing(&[AlreadyExists, BookingConflict, CapacityExceeded, InUse, InvalidState])
            .example(|| json!({"capacity": 14, "is_active": true, "buffer_after_minutes": 15})),
        Route::delete("delete_resource", "/resources/{id}", archive::archive)
            .described(
                "Refused while it has parts, or is assigned, booked or held now or later. Its name is free again.",
            )
            .refusing(&[InUse]),
    ]
}

/// The operations that show a resource's calendar.
fn time() -> Vec<Route> {
    vec![
        Route::get("get_resource_calendar", "/resources/{id}/calendar.ics", calendar_ics::get)
            .managed()
            .labelled("Get calendar")
            .described(
                "Bookings and blocks as an iCalendar file, to which other programs subscribe: from 31 days ago to 366 \
                 days ahead unless the request says. A pending booking is tentative; holds and what is cancelled are \
                 not in it. An entry keeps its UID. At most 2,000 entries.",
            )
            .refusing(&[RuleViolation]),
        Route::get("get_resource_utilisation", "/resources/{id}/utilisation", utilisation::get)
            .managed()
            .labelled("Get utilisation")
            .described(
                "Figures of at most 92 local days, in unit minutes: two units for an hour are 120. Bookings count as \
                 far as they stand: not what was cancelled, released or left early. Those of parts are the parts' own. \
                 Holds and assignments do not count. Without a schedule a resource is open around the clock.",
            )
            .refusing(&[RuleViolation]),
    ]
}
