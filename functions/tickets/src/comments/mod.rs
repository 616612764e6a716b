//! What people say about a ticket, and what happened to it.

mod create;
mod list;

use serde_json::json;
use shared::api::{People, Route};
use values::ErrorCode::{Forbidden, InvalidState, RuleViolation};

use crate::example::EXAMPLE_ID;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_ticket_comments", "/tickets/{id}/comments", list::list_comments).managed_as_speaker().people(People::Own("visible_to"), &[])
            .described(
                "Oldest first; it may lag a moment behind. What the people who run the place say among themselves is in it with the scope \
                 `tickets:internal`.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_ticket_comment", "/tickets/{id}/comments", create::create).managed_as_speaker().people(People::Own("author_id"), &["attachments", "text"])
            .described(
                "Of the requester, or of somebody who takes care of tickets at the location. What the requester says on a pending ticket lets \
                 it go on, and on a solved one reopens it. Internal comments take the scope `tickets:internal`.",
            )
            .refusing(&[Forbidden, InvalidState])
            .example(|| json!({"author_id": EXAMPLE_ID, "text": "Somebody comes tomorrow at nine."})),
        Route::get("list_ticket_activity", "/tickets/{id}/activity", list::list_activity)
            .managed()
            .labelled("List activity of ticket")
            .described(
                "What happened to the ticket, oldest first; it may lag a moment behind. It is written with what happened and never changed.",
            )
            .refusing(&[RuleViolation]),
    ]
}
