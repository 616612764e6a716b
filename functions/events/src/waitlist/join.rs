//! Join the waiting list of an event.

use agreements::subscription::entitlements::Entitlements;
use records::EntitlementsAt;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, retry};
use store::Record;
use values::{ApiError, Customer, ErrorCode, Id, Metadata, audience::OfferAudience};
use work::customer::CustomerRecord;

use crate::{
    records::{
        event::Event,
        event_state::EventStatus,
        party::{EventGuest, check_one, limit_keys, seats_held},
        seats::{WAITING_MAX, WaitingParty},
        waitlist_entry::{EventWaitlistEntry, EventWaitlistStatus},
    },
    rules::{operator, registering, seat_changes::SeatChanges},
};

/// Who waits, for how many seats.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventWaitlistEntryCreate {
    /// Event for whose seats somebody waits.
    event_id: Id<Event>,
    /// Who waits: a member or a company; or `guest`.
    customer_id: Option<Id<Customer>>,
    /// Who waits, when of somebody who is no customer; or `customer_id`.
    guest: Option<EventGuest>,
    /// How many seats, which are offered together.
    #[schemars(range(min = 1, max = 100))]
    quantity: i64,
    /// The client's own keys and values of the entry; none when left out.
    metadata: Option<Metadata>,
}

/// Join waiting list of event
pub async fn join(call: Call, Body(input): Body<EventWaitlistEntryCreate>) -> Creates<EventWaitlistEntry> {
    check_one(input.customer_id, input.guest.as_ref())?;
    retry(&call, || attempt(&call, &input)).await
}

async fn attempt(call: &Call, input: &EventWaitlistEntryCreate) -> Creates<EventWaitlistEntry> {
    let event = call.require_reference(input.event_id, "event_id").await?;
    check(call, &event.body, input.quantity)?;
    let mut transaction = call.transaction();
    let customer = match input.customer_id {
        Some(id) => Some(call.welcome_customer(&mut transaction, id, "customer_id").await?),
        None => registering::welcome_guest(call, input.guest.as_ref()).await.map(|()| None)?,
    };
    let mut seats = SeatChanges::read(call, event.clone()).await?;
    let holders = limit_keys(event.id, customer.as_ref(), input.guest.as_ref());
    check_able(call, &event, customer.as_ref(), &holders, input.quantity).await?;
    let terms = seats.terms(call.now);
    if seats.after.clone().take(input.quantity, &terms).is_ok() {
        let message = "there are as many seats: register for the event";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("event_id", "not_sold_out"));
    }
    if seats.after.has(&holders, &terms) {
        let message = "the same person waits already, or has an offer";
        return Err(ApiError::conflict(ErrorCode::AlreadyExists, message).at("customer_id", "already_waiting"));
    }
    if seats.after.waiting.len() >= WAITING_MAX {
        let message = format!("at most {WAITING_MAX} wait for one event");
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
    }
    let entry = EventWaitlistEntry {
        event_id: event.id,
        location_id: event.body.location_id,
        customer_id: input.customer_id,
        guest: input.guest.clone(),
        quantity: input.quantity,
        status: EventWaitlistStatus::Waiting,
        offered_at: None,
        offer_expires_at: None,
        registration_id: None,
        ended_at: None,
        look_at: None,
        event: None,
    };
    let entry = call.new_record(entry, input.metadata.clone());
    seats.after.waiting.push(WaitingParty { entry_id: entry.id, quantity: input.quantity, holders });
    if let Some(customer) = input.customer_id {
        transaction.add(&Customer::open_registrations(customer), 1);
    }
    transaction.require_unchanged(&event);
    transaction.create(&entry);
    seats.write(call, &mut transaction, true).await?;
    call.commit(transaction, Created(entry)).await
}

/// Refuses whoever could not accept what they are offered: the event is for others, or they have as many seats as one
/// may.
async fn check_able(
    call: &Call,
    event: &Record<Event>,
    customer: Option<&CustomerRecord>,
    keys: &[String],
    quantity: i64,
) -> Result<(), ApiError> {
    if event.body.visibility == OfferAudience::Admins {
        operator::require(call, "event_id")?;
    } else if event.body.visibility != OfferAudience::Public {
        let entitlements = match customer {
            Some(customer) => {
                let location = call.get(event.body.location_id).await?;
                Entitlements::read(call, customer, &location).await?.at(event.body.start_time)
            }
            None => EntitlementsAt::public().clone(),
        };
        registering::check_audience(&event.body, &entitlements, customer.is_some())?;
    }
    let counters: Vec<_> = keys.iter().map(|key| seats_held(event.id, key)).collect();
    let held = call.store.read_counters(call.tenant(), &counters).await?;
    let most = event.body.max_per_customer;
    if held.into_iter().any(|held| most < held + quantity) { Err(registering::above_max(most)) } else { Ok(()) }
}

/// Refuses what nobody can wait for.
fn check(call: &Call, event: &Event, quantity: i64) -> Result<(), ApiError> {
    event.status_at(call.now).require(&[EventStatus::Published])?;
    if !event.waitlist_enabled {
        return Err(ApiError::rule("event_id", "no_waiting_list", "the event has no waiting list"));
    }
    if !event.takes_registrations(call.now) {
        return Err(ApiError::rule("event_id", "registration_closed", "registration is not open"));
    }
    if quantity > event.max_per_customer {
        let message = format!("nobody has more than {} seats: see max_per_customer", event.max_per_customer);
        return Err(ApiError::rule("quantity", "above_max_per_customer", message));
    }
    Ok(())
}
