use serde_json::{Value, json};

use super::request::{Asked, id};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let amsterdam = api.id("amsterdam");
    let none = || json!({});
    let signer = |contract: &str| -> Value {
        json!({"id": api.id(contract), "signer_id": api.id(&format!("{contract}: first signer"))})
    };
    Some(match operation {
        "create_contract_template" => (none(), json!({"location_id": amsterdam})),
        "get_contract_template" | "update_contract_template" | "duplicate_contract_template" => {
            (id(api, "licence template"), none())
        }
        "delete_contract_template" => (id(api, "old template"), none()),
        "create_contract" => {
            let items = json!([
                {"kind": "plan", "membership_plan_id": api.id("office plan"), "price": 900},
                {"kind": "resource", "resource_id": api.id("garden office")}]);
            let named = json!({"customer_id": api.id("ngozi"), "location_id": amsterdam, "items": items,
                "template_id": api.id("licence template"), "start_date": api.day(60), "end_date": api.day(424)});
            (none(), named)
        }
        "get_contract" | "get_contract_document" | "get_contract_audit_trail" | "carry_out_contract" => {
            (id(api, "office licence"), none())
        }
        "update_contract" | "issue_contract" => (id(api, "garden licence"), none()),
        "delete_contract" => (id(api, "locker to delete"), none()),
        "resend_contract" => (id(api, "locker by link"), none()),
        "cancel_contract" => (id(api, "locker to cancel"), none()),
        "sign_contract" => (signer("locker to sign"), none()),
        "decline_contract" => (signer("locker to decline"), none()),
        "serve_contract_notice" => (id(api, "locker under notice"), none()),
        "renew_contract" => (id(api, "locker renewed"), none()),
        "terminate_contract" => (id(api, "locker given up"), none()),
        "create_lead" => (none(), json!({"location_id": amsterdam, "next_step_on": api.day(7)})),
        "get_lead" => (id(api, "lead won"), none()),
        "update_lead" => (id(api, "lead of lang"), json!({"next_step_on": api.day(14)})),
        "delete_lead" => (id(api, "lead to delete"), none()),
        "convert_lead" => (id(api, "lead to convert"), none()),
        "lose_lead" => (id(api, "lead to lose"), none()),
        "reopen_lead" => (id(api, "lead lost"), none()),
        _ => return None,
    })
}
