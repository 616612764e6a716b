//! Registrations for events: tickets.

mod cancel;
mod check_in;
mod create;
mod list;
mod loaded;
mod pay;
mod ticket;

use serde_json::{Value, json};
use shared::api::{Body, Call, Changes, Data, Patch, PathId, People, Route, Shows};
use values::ErrorCode::{CapacityExceeded, Forbidden, InsufficientBalance, InvalidState, RuleViolation};

use crate::{
    records::registration::EventRegistration,
    rules::{named::NAMED_BY_REGISTRATIONS, showing},
};

/// An id in examples.
const EXAMPLE_ID: &str = "0199a000-0000-7000-8000-000000000001";

fn example() -> Value {
    json!({"event_id": EXAMPLE_ID, "customer_id": "0199a000-0000-7000-8000-000000000002", "quantity": 2,
        "payment_source": "external"})
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_event_registrations", "/event-registrations", list::list).by_ids().expanding(NAMED_BY_REGISTRATIONS).managed().people(People::OwnCompany("customer_id"), &["event_id", "status"])
            .described(
                "Newest first. With `event_id` or `customer_id` the list may lag a moment behind. `status` asks for the status of an \
                 event's registrations at the moment of the request, so it needs `event_id`. `location_id` goes with one of these filters.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_event_registration", "/event-registrations", create::create).managed_where_named().people(People::OwnCompany("customer_id"), &["attendee_name", "comment", "event_id", "payment_source", "quantity"])
            .labelled("Register for event")
            .described(
                "Takes all of its seats or none, and never one that somebody else has. The price is that of this moment for good. Credits \
                 and invoices are charged at once; what is paid `external` waits for `pay` and ends after 15 minutes without it.",
            )
            .refusing(&[CapacityExceeded, Forbidden, InsufficientBalance, InvalidState])
            .example(example),
        Route::get("get_event_registration", "/event-registrations/{id}", get).expanding(NAMED_BY_REGISTRATIONS).managed().people(People::Own(""), &[]),
        Route::put("update_event_registration", "/event-registrations/{id}", update).managed().people(People::Own(""), &["attendee_name", "comment"])
            .described("Only who comes and what they say. Fields that are left out stay as they are.")
            .example(|| json!({"attendee_name": "Grace Hopper"})),
        Route::get("get_event_ticket", "/event-registrations/{id}/ticket.svg", ticket::get).managed().people(People::Own(""), &[])
            .labelled("Get ticket")
            .described("A picture of 86 by 54 mm to print or show: the event, who comes, the code and the QR code.")
            .refusing(&[InvalidState]),
    ]
}

pub fn states() -> Vec<Route> {
    vec![
        Route::post("pay_event_registration", "/event-registrations/{id}/pay", pay::pay).managed()
            .described(
                "Tells that a registration was paid outside of this service, within its 15 minutes. The same reference again is the same \
                 payment.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"payment_reference": "pi_3QK8dT"})),
        Route::post("cancel_event_registration", "/event-registrations/{id}/cancel", cancel::cancel).managed().people(People::Own(""), &["reason"])
            .described(
                "Its seats are free again. Until `refund_cutoff_minutes` before the start everything goes back to where it came from, later \
                 nothing. The operator gives it back at any time, unless `refund` says otherwise.",
            )
            .refusing(&[CapacityExceeded, Forbidden, InvalidState])
            .example(|| json!({"reason": "Fell ill."})),
        Route::post("check_in_by_ticket", "/event-registrations/check-in", check_in::check_in_by_ticket).managed()
            .labelled("Check in by ticket")
            .described("By the code of a ticket, or by what its QR code says. A QR code that was made up is refused without a look at any record.")
            .refusing(&[InvalidState])
            .example(|| json!({"event_id": EXAMPLE_ID, "code": "K7QX2MPB4T"})),
        Route::post("check_in_event_registration", "/event-registrations/{id}/check-in", check_in::check_in_by_id).managed()
            .labelled("Check in")
            .described("From a day before the start until the end, once for each seat. A ticket whose seats are all there is refused with the instant of the first.")
            .refusing(&[InvalidState])
            .example(|| json!({"quantity": 1})),
        Route::post("undo_event_check_in", "/event-registrations/{id}/undo-check-in", check_in::undo).managed()
            .labelled("Undo check-in")
            .refusing(&[InvalidState])
            .example(|| json!({"quantity": 1})),
    ]
}

/// Shows a registration in the state that follows from its event and the time.
async fn get(call: Call, PathId(id): PathId<EventRegistration>) -> Shows<EventRegistration> {
    let mut found = [call.get(id).await?];
    showing::fill_in_registrations(&call, &mut found).await?;
    let [registration] = found;
    Ok(Data(registration))
}

/// Changes who comes and the comment; nothing else of a registration changes.
async fn update(
    call: Call,
    PathId(id): PathId<EventRegistration>,
    Body(patch): Body<Patch<EventRegistration>>,
) -> Changes<EventRegistration> {
    let mut found = [call.get(id).await?];
    showing::fill_in_registrations(&call, &mut found).await?;
    let [registration] = found;
    let event = registration.body.event;
    let mut update = call.update_of(registration)?.patched(&patch)?;
    update.after.event = event;
    update.commit().await
}
