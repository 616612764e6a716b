mod assign;
mod block;
mod create;
mod list;
mod metrics;
mod steps;
mod update;

use expansions::{Locations, Members, Resources};
use serde_json::json;
use shared::api::{Call, Data, Expansion, PathId, People, Route};
use values::{
    ApiError,
    ErrorCode::{BookingConflict, Forbidden, InvalidState, RuleViolation},
};

use crate::{
    example::EXAMPLE_ID,
    records::{register::OrdinaryTicket, shown::ShownTicket},
    rules::{found::Found, showing},
};

/// What tickets name.
pub const NAMED: &[Expansion] = &[
    Expansion::of::<Members>("assignee_id"),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Members>("requester_id").telling(),
    Expansion::of::<Resources>("resource_id"),
];

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_tickets", "/tickets", list::list).expanding(NAMED).hiding(&["tags"]).managed().people(People::Own("requester_id"), &["location_id", "number", "open", "q", "status", "type"])
            .described(
                "Newest first. Sensitive tickets (`harassment`, `offensive_content`) are a list of their own, with `sensitive` or by their \
                 type, and take the scope `tickets:sensitive`. With `requester_id`, `assignee_id`, `resource_id`, `location_id`, `open` or \
                 `visible_to` it may lag a moment behind.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_ticket", "/tickets", create::create).hiding(&["tags"]).managed().people(People::Own("requester_id"), &["booking_id", "description", "location_id", "priority", "resource_id", "subject", "type"])
            .described(
                "Somebody asks for help. With `maintenance_block` the resource cannot be booked for that time: both come about or neither. \
                 A sensitive type takes the scope `tickets:sensitive`, a block `bookings:write`.",
            )
            .refusing(&[BookingConflict, Forbidden])
            .example(|| {
                json!({"location_id": EXAMPLE_ID, "requester_id": EXAMPLE_ID, "type": "repair_and_maintenance",
                    "subject": "The door does not close", "description": "The handle of the door came off.", "priority": "high",
                    "resource_id": EXAMPLE_ID, "tags": ["door"]})
            }),
        Route::get("get_ticket_metrics", "/tickets/metrics", metrics::get).managed()
            .labelled("Get metrics of tickets")
            .described(
                "By type and by day, of at most 366 days: the local days of the tickets' locations. Times are minutes of business hours. \
                 Exact, and at the same cost however many tickets there are; `overdue=true` also reads the tickets that are not solved. Sensitive types are in it with the scope `tickets:sensitive`.",
            )
            .refusing(&[RuleViolation]),
        Route::get("get_ticket", "/tickets/{id}", get).expanding(NAMED).hiding(&["tags"]).managed().people(People::Own(""), &[]),
        Route::put("update_ticket", "/tickets/{id}", update::update).managed()
            .described(
                "Fields that are left out stay as they are. With another priority `due_at` is what it would be had it been that from the \
                 beginning. To make a ticket sensitive takes the scope `tickets:sensitive`.",
            )
            .refusing(&[Forbidden, InvalidState])
            .example(|| json!({"priority": "urgent", "tags": ["door", "ground floor"]})),
    ]
}

pub fn states() -> Vec<Route> {
    vec![
        Route::post("assign_ticket", "/tickets/{id}/assign", assign::assign).managed()
            .described("To a manager of the location, an admin or an owner; to nobody with null.")
            .refusing(&[InvalidState])
            .example(|| json!({"assignee_id": EXAMPLE_ID})),
        Route::post("start_ticket", "/tickets/{id}/start", steps::start).managed()
            .described("From `new` or `pending` to `in_progress`: somebody is at it.")
            .refusing(&[InvalidState]),
        Route::post("wait_on_ticket", "/tickets/{id}/wait", steps::wait).managed()
            .described("From `in_progress` to `pending`: it waits for the requester or somebody else, and its time stands still.")
            .refusing(&[InvalidState]),
        Route::post("solve_ticket", "/tickets/{id}/solve", steps::solve).managed()
            .described(
                "From `in_progress` or `pending` to `solved`, by somebody: it has an assignee. Its resource is free again. Some days later it \
                 is closed by itself.",
            )
            .refusing(&[InvalidState]),
        Route::post("reopen_ticket", "/tickets/{id}/reopen", steps::reopen).managed()
            .described("From `solved` to `in_progress`. A closed ticket is not reopened: another one goes on from it, with `follow_up_of`.")
            .refusing(&[InvalidState]),
        Route::post("close_ticket", "/tickets/{id}/close", steps::close).managed()
            .described("From `solved` to `closed`, for good.")
            .refusing(&[InvalidState]),
        Route::post("block_ticket_resource", "/tickets/{id}/block", block::block).managed()
            .labelled("Block resource of ticket")
            .described(
                "The resource cannot be booked for that time, instead of the one before. What is booked is in the way. Takes the scope \
                 `bookings:write`.",
            )
            .refusing(&[BookingConflict, Forbidden, InvalidState])
            .example(|| json!({"start_time": "2027-01-20T08:00:00Z", "end_time": "2027-01-20T12:00:00Z"})),
        Route::post("unblock_ticket_resource", "/tickets/{id}/unblock", block::unblock).managed()
            .labelled("Unblock resource of ticket")
            .described("The resource can be booked again; what is over stays in the calendar. Takes the scope `bookings:write`.")
            .refusing(&[Forbidden, InvalidState]),
    ]
}

/// A ticket, with when it is due by its location's present hours.
async fn get(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Result<Data<ShownTicket>, ApiError> {
    let found = Found::get(&call, id).await?;
    // Of a solved ticket nothing depends on the location.
    let location = match found.ticket().solved_at {
        None => call.store.find(call.tenant(), found.ticket().location_id).await?,
        Some(_) => None,
    };
    Ok(Data(showing::shown(&found, location.as_ref().map(|location| &location.body))))
}
