//! Bookings, series, holds, blocks and the waiting list.

use serde_json::{Value, json};

use super::request::{Asked, REMOVED, id};
use crate::seed::{
    Api,
    bookings::{at, booking},
};

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    let hours = |workday, from, to| json!({"start_time": at(api, workday, from), "end_time": at(api, workday, to)});
    Some(match operation {
        "create_booking" => (none(), booking(api, "boardroom", "ann", (at(api, 9, 9), at(api, 9, 11)))),
        "quote_booking" => (none(), booking(api, "boardroom", "ann", (at(api, 10, 9), at(api, 10, 11)))),
        "get_booking" | "update_booking" => (id(api, "board meeting"), none()),
        "delete_booking" => (id(api, "retrospective"), none()),
        "cancel_booking" => (id(api, "review"), none()),
        "reschedule_booking" => (id(api, "planning"), hours(8, 13, 14)),
        "confirm_booking" => (id(api, "book launch"), none()),
        "decline_booking" => (id(api, "concert"), none()),
        "check_in_booking" => (id(api, "bram's desk"), none()),
        "check_out_booking" => (id(api, "desk"), none()),
        "mark_booking_no_show" => (id(api, "emma's desk"), none()),
        "quote_booking_cancellation" => (id(api, "workshop"), none()),
        "create_booking_hold" => (none(), with_resource(api, "caslon", hours(9, 9, 10))),
        "get_booking_hold" => (id(api, "visit"), none()),
        "release_booking_hold" => (id(api, "interview room"), none()),
        "create_calendar_block" => (none(), with_resource(api, "caslon", hours(12, 8, 18))),
        "get_calendar_block" => (id(api, "carpet"), none()),
        "update_calendar_block" => (id(api, "cleaning"), json!({"reason": "Window cleaning and repair"})),
        "delete_calendar_block" => (id(api, "inspection"), none()),
        "create_booking_series" => {
            let first = json!({"first_start_time": at(api, 8, 12), "customer_id": api.id("bram"),
                "rule": {"frequency": "weekly", "count": 4}});
            (none(), with_resource(api, "booth", first))
        }
        "get_booking_series" | "update_booking_series" => (id(api, "morning call"), none()),
        "cancel_booking_series" => (id(api, "afternoon call"), json!({"scope": "all", "booking_id": REMOVED})),
        "join_waitlist" => (none(), wish(api)),
        "get_waitlist_entry" | "leave_waitlist" => (id(api, "waiting"), none()),
        "accept_waitlist_offer" => (id(api, "offered"), json!({"attendees": 1})),
        "decline_waitlist_offer" => (id(api, "offered too"), none()),
        _ => return None,
    })
}

fn with_resource(api: &Api, resource: &'static str, mut fields: Value) -> Value {
    fields["resource_id"] = api.id(resource);
    fields
}

/// For time that is taken.
fn wish(api: &Api) -> Value {
    json!({"location_id": api.id("amsterdam"), "customer_id": api.id("bram"), "resource_id": api.id("booth"),
        "earliest_start": at(api, 3, 9), "latest_end": at(api, 3, 10), "duration_minutes": 60})
}
