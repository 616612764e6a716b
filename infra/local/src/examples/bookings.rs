//! Bookings, series, holds, blocks and the waiting list. They take time that nothing else in the demo data has,
//! whatever the day is on which it is made.

use serde_json::{Value, json};

use super::request::{AMSTERDAM, Asked, LONDON, REMOVED, at, id, with};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    let boardroom = |day| booking(api, "boardroom", hours(api, day, ("10:00", "12:00"), AMSTERDAM));
    let caslon = |day, times| with_resource(api, "caslon", hours(api, day, times, LONDON));
    Some(match operation {
        "create_booking" => (none(), boardroom("+3 mon")),
        "quote_booking" => (none(), boardroom("+3 tue")),
        "get_booking" | "update_booking" => (id(api, "board meeting"), none()),
        "delete_booking" => (id(api, "retrospective"), none()),
        "cancel_booking" => (id(api, "review"), none()),
        "reschedule_booking" => (id(api, "planning"), hours(api, "+2 thu", ("14:00", "15:00"), AMSTERDAM)),
        "hand_over_booking" => (id(api, "handed booking"), json!({"customer_id": api.id("ann")})),
        "preview_booking_hand_over" => (id(api, "planning"), json!({"customer_id": api.id("ann")})),
        "override_booking_price" => (id(api, "planning"), none()),
        "confirm_booking" => (id(api, "book launch"), none()),
        "decline_booking" => (id(api, "concert"), none()),
        "check_in_booking" => (id(api, "bram's desk"), none()),
        "check_out_booking" => (id(api, "deniz's desk"), none()),
        "mark_booking_no_show" => (id(api, "emma's desk"), none()),
        "quote_booking_cancellation" => (id(api, "workshop"), none()),
        "create_booking_hold" => (none(), caslon("+4 wed", ("09:00", "10:00"))),
        "get_booking_hold" => (id(api, "visit"), none()),
        "release_booking_hold" => (id(api, "interview room"), none()),
        "create_calendar_block" => (none(), caslon("+4 fri", ("08:00", "18:00"))),
        "get_calendar_block" => (id(api, "carpet"), none()),
        "update_calendar_block" => (id(api, "cleaning"), json!({"reason": "Window cleaning and repair"})),
        "delete_calendar_block" => (id(api, "inspection"), none()),
        "create_booking_series" | "preview_booking_series" => {
            let first = json!({"first_start_time": at(api, "+2 tue 13:00", AMSTERDAM), "customer_id": api.id("bram"),
                "rule": {"frequency": "weekly", "count": 4}});
            (none(), with_resource(api, "booth", first))
        }
        "get_booking_series" | "update_booking_series" => (id(api, "morning call"), none()),
        "cancel_booking_series" => (id(api, "afternoon call"), json!({"scope": "all", "booking_id": REMOVED})),
        "hand_over_booking_series" => (
            id(api, "handed series"),
            json!({"customer_id": api.id("ann"), "scope": "all", "booking_id": REMOVED}),
        ),
        "preview_booking_series_hand_over" => (id(api, "morning call"), json!({"customer_id": api.id("ann")})),
        "join_waitlist" => (none(), wish(api)),
        "get_waitlist_entry" | "leave_waitlist" => (id(api, "waiting"), none()),
        "accept_waitlist_offer" => (id(api, "offered"), json!({"attendees": 1})),
        "decline_waitlist_offer" => (id(api, "offered too"), none()),
        _ => return None,
    })
}

/// From one time of a day to another.
fn hours(api: &Api, day: &str, (from, to): (&str, &str), zone: &str) -> Value {
    json!({"start_time": at(api, &format!("{day} {from}"), zone), "end_time": at(api, &format!("{day} {to}"), zone)})
}

/// Of a resource, by the first member of the demo data.
fn booking(api: &Api, resource: &str, hours: Value) -> Value {
    with_resource(api, resource, with(json!({"customer_id": api.id("ann")}), hours))
}

fn with_resource(api: &Api, resource: &str, mut fields: Value) -> Value {
    fields["resource_id"] = api.id(resource);
    fields
}

/// For time that is taken.
fn wish(api: &Api) -> Value {
    json!({"location_id": api.id("amsterdam"), "customer_id": api.id("bram"), "resource_id": api.id("booth"),
        "earliest_start": at(api, "+2 wed 10:00", AMSTERDAM), "latest_end": at(api, "+2 wed 11:00", AMSTERDAM),
        "duration_minutes": 60})
}
