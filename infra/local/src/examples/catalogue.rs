//! Plans, membership plans and benefits.

use serde_json::json;

use super::request::{Asked, id};
use crate::seed::Api;

/// What is asked of an operation of these areas.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let amsterdam = api.id("amsterdam");
    let none = || json!({});
    Some(match operation {
        "create_plan" => (none(), json!({"name": "Flex plus"})),
        "get_plan" | "update_plan" | "get_plan_adoption" => (id(api, "flex"), none()),
        "deactivate_plan" => (id(api, "yearly"), none()),
        "publish_plan" => (id(api, "starter"), json!({"location_ids": [amsterdam]})),
        "change_plan_price" => (id(api, "resident"), json!({"effective_from": format!("{}T00:00:00Z", api.day(60))})),
        "create_membership" => (none(), json!({"location_id": amsterdam})),
        "get_membership" | "update_membership" => (id(api, "team room"), none()),
        "deactivate_membership" => (id(api, "day guest"), none()),
        "restore_membership" => (id(api, "summer desk"), none()),
        "duplicate_membership" => (id(api, "evenings"), none()),
        "list_membership_subscribers" => (id(api, "lounge"), none()),
        "sign_up_membership" => (id(api, "evenings"), none()),
        "create_benefit" => (none(), json!({"location_id": amsterdam})),
        "get_benefit" | "update_benefit" => (id(api, "bakery"), none()),
        "delete_benefit" => (id(api, "gym"), none()),
        "create_benefit_category" => (none(), json!({"location_id": amsterdam, "name": "Wellbeing"})),
        "get_benefit_category" => (id(api, "software"), none()),
        "update_benefit_category" => (id(api, "training"), none()),
        "delete_benefit_category" => (id(api, "sports"), none()),
        "create_benefit_application" => {
            (none(), json!({"benefit_id": api.id("ledger"), "customer_id": api.id("bram")}))
        }
        "get_benefit_application" => (id(api, "bakery for carla"), none()),
        "approve_benefit_application" => (id(api, "ledger for emma"), none()),
        "redeem_benefit_application" => (id(api, "ledger for ann"), none()),
        "cancel_benefit_application" => (id(api, "ledger for deniz"), none()),
        "reject_benefit_application" => (id(api, "ledger for carla"), none()),
        "import_benefit_codes" => (none(), json!({"benefit_id": api.id("bakery")})),
        "get_benefit_codes" => (id(api, "bakery codes"), none()),
        _ => return None,
    })
}
