use serde_json::json;

use super::request::{AMSTERDAM, Asked, at, id, with};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    let period =
        || json!({"start_time": at(api, "+21 sat 08:00", AMSTERDAM), "end_time": at(api, "+21 sat 12:00", AMSTERDAM)});
    Some(match operation {
        "create_ticket" => (
            none(),
            json!({"location_id": api.id("amsterdam"), "requester_id": api.id("lukas"), "resource_id": api.id("rembrandt")}),
        ),
        "get_ticket" | "list_ticket_comments" | "list_ticket_activity" => (id(api, "ticket: cold hall"), none()),
        "get_ticket_metrics" => {
            let (from, to) = (api.moment("-4 mon"), api.moment("+0 sun"));
            (json!({"from": from, "to": to, "location_id": api.id("amsterdam")}), none())
        }
        "update_ticket" => (id(api, "ticket: front door"), none()),
        "create_ticket_comment" => (id(api, "ticket: front door"), json!({"author_id": api.id("bram")})),
        "assign_ticket" => (id(api, "ticket: invoice question"), json!({"assignee_id": api.id("bram")})),
        "start_ticket" => (id(api, "ticket: noise"), none()),
        "wait_on_ticket" => (id(api, "ticket: printer"), none()),
        "solve_ticket" => (id(api, "ticket: coffee machine"), none()),
        "reopen_ticket" => (id(api, "ticket: lamp"), none()),
        "close_ticket" => (id(api, "ticket: key"), none()),
        "block_ticket_resource" => (id(api, "ticket: projector"), with(none(), period())),
        "unblock_ticket_resource" => (id(api, "ticket: paint"), none()),
        _ => return None,
    })
}
