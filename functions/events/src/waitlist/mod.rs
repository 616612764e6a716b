//! The waiting list of an event.

mod accept;
mod join;
mod leave;
mod list;

use serde_json::json;
use shared::api::{Call, Data, PathId, People, Route, Shows};
use values::ErrorCode::{AlreadyExists, CapacityExceeded, Forbidden, InsufficientBalance, InvalidState, RuleViolation};

use crate::{
    records::waitlist_entry::EventWaitlistEntry,
    rules::{named::NAMED_BY_ENTRIES, showing},
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_event_waitlist_entries", "/event-waitlist-entries", list::list).by_ids().expanding(NAMED_BY_ENTRIES).managed().people(People::OwnCompany("customer_id"), &["event_id"]).described(
            "Newest first. With `event_id` or `customer_id` the list may lag a moment behind. `location_id` goes with one of these filters.",
        )
        .refusing(&[RuleViolation]),
        Route::post("create_event_waitlist_entry", "/event-waitlist-entries", join::join).people(People::OwnCompany("customer_id"), &["event_id", "quantity"])
            .labelled("Join waiting list of event")
            .described(
                "Waits for seats of an event that has too few. Whoever came first is offered what comes free first, for 48 hours or until \
                 registration closes.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, Forbidden, InvalidState])
            .example(|| {
                json!({"event_id": "0199a000-0000-7000-8000-000000000001",
                    "customer_id": "0199a000-0000-7000-8000-000000000002", "quantity": 1})
            }),
        Route::get("get_event_waitlist_entry", "/event-waitlist-entries/{id}", get).expanding(NAMED_BY_ENTRIES).managed().people(People::Own(""), &[]),
        Route::delete("leave_event_waitlist", "/event-waitlist-entries/{id}", leave::leave).managed().people(People::Own(""), &[])
            .labelled("Leave waiting list of event")
            .described("It no longer waits, or what was offered goes to the next; the entry stays, cancelled.")
            .refusing(&[InvalidState]),
        Route::post("accept_event_waitlist_offer", "/event-waitlist-entries/{id}/accept", accept::accept).people(People::Own(""), &["attendee_name", "comment", "payment_source"])
            .labelled("Accept offer of seats")
            .described("The seats that are kept become a registration, which is paid as any other. The entry has ended then.")
            .refusing(&[CapacityExceeded, Forbidden, InsufficientBalance, InvalidState])
            .example(|| json!({"payment_source": "external"})),
    ]
}

/// Get event waitlist entry
async fn get(call: Call, PathId(id): PathId<EventWaitlistEntry>) -> Shows<EventWaitlistEntry> {
    let mut found = [call.get(id).await?];
    showing::fill_in_entries(&call, &mut found).await?;
    let [entry] = found;
    Ok(Data(entry))
}
