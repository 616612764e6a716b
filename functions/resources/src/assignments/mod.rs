//! Assignments: a resource, or units of it, given to a customer for a period of local days.

mod archive;
mod create;
mod list;
mod subscription;
mod units_and_days;
mod update;

use expansions::{Customers, Locations, Resources};
use scheduling::ResourceAssignment;
use serde_json::json;
use shared::api::{Expansion, Route, get};
use values::ErrorCode::{BookingConflict, CapacityExceeded, InUse, VersionConflict};

/// What assignments name.
pub const NAMED: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Resources>("resource_id"),
];

/// The operations on assignments.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_resource_assignments", "/resource-assignments", list::list).by_ids().sorted_by(&["end_date", "start_date"]).expanding(NAMED)
            .managed()
            .described("Newest first. Filtered lists may lag by a moment."),
        Route::post("create_resource_assignment", "/resource-assignments", create::create)
            .described(
                "For offices, dedicated desks, parking spaces and stations. Days are local days of the location, both \
                 ends included; without `end_date` it is open-ended. On no day more units are assigned than there \
                 are, and a whole and its parts are not assigned on the same days. What is booked, held or blocked \
                 stays so.",
            )
            .refusing(&[BookingConflict, CapacityExceeded, VersionConflict])
            .example(|| {
                json!({"resource_id": "0199a000-0000-7000-8000-000000000001", "start_date": "2028-01-01",
                    "customer_id": "0199a000-0000-7000-8000-000000000002", "end_date": "2028-12-31", "entire": true})
            }),
        Route::get("get_resource_assignment", "/resource-assignments/{id}", get::<ResourceAssignment>).expanding(NAMED).managed(),
        Route::put("update_resource_assignment", "/resource-assignments/{id}", update::update)
            .described(
                "Resource and customer are fixed. `end_date` ends it; null makes it open-ended. What a contract or another \
                 record made changes only with that record: 409 `in_use`.",
            )
            .refusing(&[BookingConflict, CapacityExceeded, InUse])
            .example(|| json!({"end_date": "2028-06-30"})),
        Route::delete("delete_resource_assignment", "/resource-assignments/{id}", archive::archive)
            .described(
                "Its days are free again at once. To end it on a day, set its `end_date` instead. What another record made \
                 goes only with that record: 409 `in_use`.",
            )
            .refusing(&[InUse]),
    ]
}
