//! Members, registrations and companies.

use serde_json::json;

use super::request::{Asked, id};
use crate::seed::Api;

/// What is asked of an operation of these areas.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let amsterdam = api.id("amsterdam");
    let none = || json!({});
    let place = |member| json!({"id": api.id("blue harbour"), "member_id": api.id(member)});
    Some(match operation {
        "create_member" => {
            let sofia =
                json!({"email": "sofia@example.com", "name": "Sofia", "surname": "Rossi", "location_ids": [amsterdam]});
            (none(), sofia)
        }
        "get_member" | "get_customer" | "export_member_data" => (id(api, "ann"), none()),
        "update_member" => (id(api, "bram"), none()),
        "delete_member" => (id(api, "noor"), none()),
        "anonymise_member" => (id(api, "otto"), none()),
        "block_member" => (id(api, "pia"), none()),
        "unblock_member" => (id(api, "ivan"), none()),
        "create_member_registration" => {
            (none(), json!({"location_id": amsterdam, "email": "tara@example.com", "name": "Tara Singh"}))
        }
        "import_member_registrations" => {
            let row = format!("uma@example.com,Uma Björk,{}", amsterdam.as_str().unwrap_or_default());
            (none(), json!({"csv": format!("email,name,location_id\n{row}\n")}))
        }
        "get_member_registration" | "approve_member_registration" => (id(api, "julia"), none()),
        "reject_member_registration" => (id(api, "kofi"), none()),
        "resend_member_registration" => (id(api, "lena"), none()),
        "withdraw_member_registration" => (id(api, "quirin"), none()),
        "create_check_in" => (none(), json!({"member_id": api.id("sanne"), "location_id": amsterdam})),
        "get_check_in" => (id(api, "here bram"), none()),
        "check_out" => (id(api, "here ann"), none()),
        "create_company" => (none(), json!({"location_id": amsterdam, "name": "Kite and Kettle"})),
        "get_company" | "update_company" | "list_company_members" => (id(api, "blue harbour"), none()),
        "delete_company" => (id(api, "paper kite"), none()),
        "archive_company" => (id(api, "old mill"), none()),
        "restore_company" => (id(api, "stone bridge"), none()),
        "add_company_member" => (id(api, "lantern"), json!({"member_id": api.id("henry")})),
        "get_company_member" => (place("carla"), none()),
        "update_company_member" => (place("deniz"), none()),
        "remove_company_member" => (place("emma"), none()),
        _ => return None,
    })
}
