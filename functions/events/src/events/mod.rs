pub mod calendar;
mod cancel;
mod check;
mod create;
mod list;
mod publish;
mod update;

use serde_json::{Value, json};
use shared::api::{Call, Changes, Data, Listing, Lists, PathId, People, Route, Shows, retry};
use store::{Expression, List, Order};
use values::{
    ApiError,
    ErrorCode::{BookingConflict, CapacityExceeded, InUse, InvalidState, RuleViolation},
};

use crate::{
    records::{
        event::Event, registration::EventRegistration, registration_state::RegistrationStatus, seat_terms::SeatTerms,
        seats::EventSeats,
    },
    rules::{blocks, claims, closing, named::NAMED_BY_REGISTRATIONS, seat_changes::SeatChanges, showing},
};

fn example() -> Value {
    json!({"location_id": "0199a000-0000-7000-8000-000000000001", "title": "Taxes for freelancers",
        "start_time": "2027-02-04T18:00:00Z", "end_time": "2027-02-04T20:00:00Z", "capacity": 30,
        "max_per_customer": 2, "visibility": "public", "price": 10, "visitor_price": 15, "credit_price": 2,
        "refund_cutoff_minutes": 1440, "waitlist_enabled": true, "category": "workshop"})
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_events", "/events", list::list).by_ids().sorted_by(&["start_time", "title"]).managed().people(People::Public, &["category", "from", "location_id", "q", "series_id", "to", "visibility"]).implying(&[("status", "published")])
            .described(
                "In order of the start; the list may lag a moment behind. `status` asks for the status at the moment of the request.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_event", "/events", create::create).managed()
            .described(
                "A draft, for which nobody registers yet. With `recurrence` several are made, all or none, each an event of its own: the \
                 answer is the first, and `series_id` finds the others.",
            )
            .example(example),
        Route::get("get_events_calendar", "/events/calendar.ics", calendar::export_location).managed()
            .described("Published, completed and cancelled events of a location as other programs subscribe to them (RFC 5545).")
            .refusing(&[RuleViolation]),
        Route::get("get_event", "/events/{id}", get).managed().people(People::Public, &[]),
        Route::put("update_event", "/events/{id}", update::update).managed()
            .described(
                "Fields that are left out stay as they are. Registrations stay, at the price they were made at, also when the event is \
                 moved; the resource moves with it or the move is refused, and another one, or none, takes its place. More seats are offered to those who wait; fewer than are taken \
                 are refused.",
            )
            .refusing(&[BookingConflict, CapacityExceeded, InvalidState])
            .example(|| json!({"capacity": 40})),
        Route::delete("delete_event", "/events/{id}", archive).managed()
            .described("Refused while somebody is registered or waits: cancel it first. Its resource is free again.")
            .refusing(&[InUse]),
        Route::get("list_event_attendees", "/events/{id}/attendees", attendees).expanding(NAMED_BY_REGISTRATIONS).managed()
            .described("Registrations that are valid tickets, oldest first; the list may lag a moment behind."),
        Route::get("get_event_calendar", "/events/{id}/calendar.ics", calendar::export_event).people(People::Public, &[])
            .described("The event as other programs take it over (RFC 5545). A draft has none.")
            .refusing(&[InvalidState]),
    ]
}

pub fn states() -> Vec<Route> {
    vec![
        Route::post("publish_event", "/events/{id}/publish", publish::publish).managed()
            .described("People can register from now on, and its resource is taken for its time.")
            .refusing(&[BookingConflict, InvalidState]),
        Route::post("cancel_event", "/events/{id}/cancel", cancel::cancel).managed()
            .described(
                "It does not take place. Everybody gets everything back, nobody waits any more, and its resource is free. With many \
                 registrations that goes on after the answer, as `is_closing` tells; sending the request again goes on with it.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"reason": "The speaker is ill."})),
        Route::post("duplicate_event", "/events/{id}/duplicate", create::duplicate).managed()
            .described("A new draft with the same fields, at the same time or at another; its registration shifts with it.")
            .example(|| json!({"start_time": "2027-03-04T18:00:00Z"})),
    ]
}

/// Shows an event with the seats that are taken, offered and waited for.
async fn get(call: Call, PathId(id): PathId<Event>) -> Shows<Event> {
    let (event, seats) = tokio::join!(call.get(id), call.store.find(call.tenant(), id.cast::<EventSeats>()));
    let (mut event, seats) = (event?, seats?);
    event.body.seats = seats.map(|seats| seats.body.numbers(&SeatTerms::of(&event.body, call.now)));
    Ok(Data(event))
}

/// What DELETE does here, because registrations still name the event.
async fn archive(call: Call, PathId(id): PathId<Event>) -> Changes<Event> {
    retry(&call, || async {
        let mut update = call.update(id).await?.archived();
        let mut seats = SeatChanges::read(&call, update.before.clone()).await?;
        if update.present.closing_due.is_some() || !seats.after.is_empty() {
            let message = "somebody is registered or waits: cancel the event first";
            return Err(ApiError::conflict(InUse, message));
        }
        seats.touch();
        blocks::release(&call, &mut update.transaction, &mut update.after).await?;
        let subject = (id, update.after.location_id);
        claims::follow(&mut update.transaction, subject, claims::of(&update.before.body), None);
        if update.before.body.stands() {
            closing::count(&mut update.transaction, update.after.location_id, -1);
        }
        let written = seats.write(&call, &mut update.transaction, true).await?;
        update.after.seats = Some(written.numbers(&SeatTerms::of(&update.after, call.now)));
        update.commit().await
    })
    .await
}

/// Filters of the list.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventAttendeeFilter {}

/// Lists the registrations that are valid tickets, oldest first.
async fn attendees(
    call: Call,
    PathId(id): PathId<Event>,
    Listing { paging, .. }: Listing<EventAttendeeFilter>,
) -> Lists<EventRegistration> {
    let event = call.get(id).await?;
    let call = call.within(&event)?;
    let valid = Expression::new("#body.#status IN (:confirmed, :attended, :no_show)")
        .name("#body", "body")
        .name("#status", "status")
        .string(":confirmed", RegistrationStatus::Confirmed.as_str())
        .string(":attended", RegistrationStatus::Attended.as_str())
        .string(":no_show", RegistrationStatus::NoShow.as_str());
    let mut list = List::by(&EventRegistration::BY_EVENT, &id).ordered(Order::Ascending).matching(Some(valid));
    if event.body.cancellation.is_some() {
        // Nobody attends what does not take place, whether everybody was told already or not.
        list = list.between(Some(" ".to_owned()), Some(" ".to_owned()));
    }
    let mut page = call.page(list, paging).await?;
    showing::fill_in_registrations(&call, &mut page.data).await?;
    Ok(page)
}
