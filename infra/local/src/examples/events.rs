use serde_json::json;

use super::request::{AMSTERDAM, Asked, REMOVED, at, id};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let amsterdam = api.id("amsterdam");
    let none = || json!({});
    Some(match operation {
        "create_event" => {
            let times = json!({"location_id": amsterdam, "start_time": at(api, "+7 thu 18:00", AMSTERDAM),
                "end_time": at(api, "+7 thu 20:00", AMSTERDAM)});
            (none(), times)
        }
        "get_event" | "update_event" | "get_event_calendar" | "list_event_attendees" => {
            (id(api, "tax evening"), none())
        }
        "get_events_calendar" => (json!({"location_id": amsterdam}), none()),
        "publish_event" => (id(api, "draft talk"), none()),
        "duplicate_event" => (id(api, "tax evening"), json!({"start_time": at(api, "+8 thu 18:00", AMSTERDAM)})),
        "cancel_event" => (id(api, "yoga"), none()),
        "delete_event" => (id(api, "old draft"), none()),
        "create_event_registration" => {
            (none(), json!({"event_id": api.id("tax evening"), "customer_id": api.id("lukas")}))
        }
        "get_event_registration" | "update_event_registration" | "get_event_ticket" => {
            (id(api, "ticket of farid"), none())
        }
        "pay_event_registration" => (id(api, "ticket of bram"), none()),
        "cancel_event_registration" => (id(api, "ticket of grace"), none()),
        "check_in_by_ticket" => {
            let shown = json!({"event_id": api.id("open house"), "qr_payload": api.id("open ticket by code: QR code"),
                "code": REMOVED});
            (none(), shown)
        }
        "check_in_event_registration" => (id(api, "open ticket by name"), none()),
        "undo_event_check_in" => (id(api, "open ticket there"), none()),
        "create_event_waitlist_entry" => {
            (none(), json!({"event_id": api.id("canal concert"), "customer_id": api.id("bram")}))
        }
        "get_event_waitlist_entry" | "leave_event_waitlist" => (id(api, "farid waits"), none()),
        "accept_event_waitlist_offer" => (id(api, "yuki waits"), none()),
        _ => return None,
    })
}
