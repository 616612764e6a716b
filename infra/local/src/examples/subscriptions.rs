use serde_json::json;

use super::request::{Asked, id};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    Some(match operation {
        "create_subscription" | "preview_subscription" => {
            let names = json!({"customer_id": api.id("ann"), "membership_plan_id": api.id("lounge")});
            (none(), super::request::with(names, json!({"start_date": api.day(1)})))
        }
        "get_subscription" | "update_subscription" => (id(api, "tidewater's lounge"), none()),
        "cancel_subscription" => (id(api, "bram's lounge"), none()),
        "uncancel_subscription" => (id(api, "carla's lounge"), none()),
        "return_subscription_deposit" => (id(api, "bindery desk"), none()),
        "pause_subscription" => (id(api, "deniz's lounge"), json!({"from": api.day(40), "until": api.day(110)})),
        "resume_subscription" => (id(api, "emma's lounge"), none()),
        "change_subscription_plan" => (id(api, "farid's lounge"), json!({"membership_plan_id": api.id("lounge plus")})),
        "preview_subscription_plan_change" => {
            (id(api, "grace's lounge"), json!({"membership_plan_id": api.id("lounge plus")}))
        }
        "renew_subscription_now" => (id(api, "henry's lounge"), none()),
        "add_subscription_item" => (id(api, "grace's lounge"), none()),
        "remove_subscription_item" => {
            let named =
                json!({"id": api.id("tidewater's lounge"), "item_id": api.id("tidewater's lounge: first item")});
            (named, none())
        }
        _ => return None,
    })
}
