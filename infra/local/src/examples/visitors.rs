use serde_json::json;

use super::request::{AMSTERDAM, Asked, REMOVED, at, id};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let amsterdam = api.id("amsterdam");
    let none = || json!({});
    let next = || json!({"expected_at": at(api, "+1 tue 11:00", AMSTERDAM)});
    Some(match operation {
        "create_visitor_contact" => (none(), json!({"location_id": amsterdam})),
        "get_visitor_contact" | "update_visitor_contact" => (id(api, "vera lang"), none()),
        "delete_visitor_contact" => (id(api, "milan novak"), none()),
        "block_visitor_contact" => (id(api, "noa levi"), none()),
        "unblock_visitor_contact" => (id(api, "rex stone"), none()),
        "create_visitor_request" => (none(), json!({"location_id": amsterdam, "host_id": api.id("ann")})),
        "get_visitor_request" => (id(api, "lou asks"), none()),
        "approve_visitor_request" => (id(api, "vera asks"), next()),
        "reject_visitor_request" => (id(api, "sam asks"), none()),
        "create_visitor_visit" => {
            let names = json!({"location_id": amsterdam, "host_id": api.id("ann"),
                "expected_at": at(api, "+1 tue 11:00", AMSTERDAM)});
            (none(), names)
        }
        "list_visitors_on_site" => (json!({"location_id": amsterdam}), none()),
        "get_visitor_visit" | "get_visitor_badge" => (id(api, "vera's visit"), none()),
        "update_visitor_visit" => (id(api, "every friday"), next()),
        "delete_visitor_visit" => (id(api, "visit forgotten"), none()),
        "check_in_visitor_by_code" => {
            let shown =
                json!({"location_id": amsterdam, "qr_payload": api.id("visit by code: QR code"), "code": REMOVED});
            (none(), shown)
        }
        "check_in_visitor" => (id(api, "visit by name"), none()),
        "check_out_visitor" => (id(api, "visit leaving"), none()),
        "cancel_visitor_visit" => (id(api, "visit called off"), none()),
        "answer_visitor" => (id(api, "visit at the door"), none()),
        _ => return None,
    })
}
