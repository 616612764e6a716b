//! Merchant, locations and resources.

use serde_json::json;

use super::request::{AMSTERDAM, Asked, REMOVED, at, id, with};
use crate::seed::Api;

/// What is asked of an operation of these areas.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let amsterdam = api.id("amsterdam");
    let none = || json!({});
    let (morning, evening) = (at(api, "+2 tue 08:00", AMSTERDAM), at(api, "+2 tue 18:00", AMSTERDAM));
    Some(match operation {
        "get_api_client" | "update_api_client" | "rotate_api_client_secret" => (id(api, "reporting"), none()),
        "revoke_api_client" => (id(api, "kiosk"), none()),
        "delete_api_client" => (id(api, "agency"), none()),
        "get_logged_event" => (id(api, super::told::NAME), none()),
        "get_upload" => (id(api, "house rules"), none()),
        "complete_upload" => (id(api, "floor plan"), none()),
        "delete_upload" => (id(api, "old file"), none()),
        "get_webhook_endpoint" | "update_webhook_endpoint" | "test_webhook_endpoint" | "replay_failed_deliveries" => {
            (id(api, "mailer"), none())
        }
        "replay_events" | "preview_event_replay" => {
            (id(api, "mailer"), json!({"from": at(api, "-1 mon 08:00", AMSTERDAM)}))
        }
        "rotate_webhook_endpoint_secret" | "disable_webhook_endpoint" => (id(api, "accounting hook"), none()),
        "enable_webhook_endpoint" => (id(api, "resting hook"), none()),
        "delete_webhook_endpoint" => (id(api, "old hook"), none()),
        "get_webhook_delivery" => (id(api, "first delivery"), none()),
        "replay_webhook_delivery" => (id(api, "second delivery"), none()),
        "create_location" => (none(), json!({"name": "Prinsengracht"})),
        "get_location" | "get_location_occupancy" | "get_evacuation_list" => (id(api, "amsterdam"), none()),
        "get_evacuation_list_csv" => (id(api, "london"), none()),
        "update_location" => (id(api, "london"), json!({"description": "Two floors of a print shop.", "tax_rate": 20})),
        "delete_location" => (id(api, "utrecht"), none()),
        "create_floor" => (none(), json!({"location_id": amsterdam, "name": "Roof terrace", "level": 5})),
        "get_floor" => (id(api, "garden"), none()),
        "update_floor" => (id(api, "attic"), none()),
        "delete_floor" => (id(api, "cellar"), none()),
        "create_resource" => (none(), json!({"location_id": amsterdam, "name": "Library"})),
        "get_resource" | "get_resource_calendar" => (id(api, "boardroom"), none()),
        "duplicate_resource" => (id(api, "caslon"), json!({"name": "Caslon (east)"})),
        "update_resource" => (id(api, "caslon"), none()),
        "delete_resource" => (id(api, "projector"), none()),
        "get_resource_availability" => (json!({"id": api.id("boardroom"), "from": morning, "to": evening}), none()),
        "search_availability" => (json!({"location_id": amsterdam, "from": morning, "to": evening}), none()),
        "get_resource_utilisation" => {
            (json!({"id": api.id("boardroom"), "from": api.day(-28), "to": api.day(-1)}), none())
        }
        "create_resource_assignment" => {
            let days = json!({"start_date": api.day(1), "end_date": api.day(60), "entire": REMOVED, "units": 1});
            let names = json!({"resource_id": api.id("parking"), "customer_id": api.id("grace")});
            (none(), with(days, names))
        }
        "get_resource_assignment" => (id(api, "studio's office"), none()),
        "update_resource_assignment" => (id(api, "emma's place"), json!({"end_date": api.day(300)})),
        "delete_resource_assignment" => (id(api, "farid's parking"), none()),
        _ => return None,
    })
}
