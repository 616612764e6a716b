//! Register for an event.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Created, Creates, retry},
    codes::taken_anew,
};
use store::transaction::version_conflict;
use values::{Customer, Id, LongText, Metadata, ShortText};

use crate::{
    records::{
        event::Event,
        party::{EventGuest, check_one},
        registration::EventRegistration,
        registration_state::{Role, TicketPaymentSource},
        seats::EventSeats,
    },
    rules::{
        registering::{Registering, register},
        seat_changes::SeatChanges,
    },
};

/// Who registers, for how many seats, and how it is paid.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventRegistrationCreate {
    /// Event that somebody registers for.
    event_id: Id<Event>,
    /// Who registers: a member or a company; or `guest`.
    customer_id: Option<Id<Customer>>,
    /// Who registers, when of somebody who is no customer; or `customer_id`.
    guest: Option<EventGuest>,
    /// Number of seats, all of which are taken or none.
    #[schemars(range(min = 1, max = 100))]
    quantity: i64,
    /// As what they come; a `host` needs the scope `events:manage` and pays nothing.
    #[serde(default)]
    role: Role,
    /// With what it is paid; of what costs nothing it is `none` when left out. `none` of what costs something needs the
    /// scope `events:manage`.
    payment_source: Option<TicketPaymentSource>,
    /// Who comes, by name; the customer or the guest when left out.
    attendee_name: Option<ShortText>,
    /// Comment of whoever registers; empty when left out.
    #[serde(default)]
    comment: LongText,
    /// The client's own keys and values of the registration; none when left out.
    metadata: Option<Metadata>,
}

/// Registers a customer or a guest for a published event, while seats are free.
pub async fn create(call: Call, Body(input): Body<EventRegistrationCreate>) -> Creates<EventRegistration> {
    check_one(input.customer_id, input.guest.as_ref())?;
    let asked = Registering {
        customer_id: input.customer_id,
        guest: input.guest,
        quantity: input.quantity,
        role: input.role,
        payment_source: input.payment_source,
        attendee_name: input.attendee_name,
        comment: input.comment,
        metadata: input.metadata,
        entry_id: None,
    };
    let event = input.event_id;
    retry(&call, || Box::pin(attempt(&call, event, &asked))).await
}

async fn attempt(call: &Call, event: Id<Event>, asked: &Registering) -> Creates<EventRegistration> {
    let (event, seats) = tokio::join!(
        call.require_reference(event, "event_id"),
        call.store.find(call.tenant(), event.cast::<EventSeats>())
    );
    let seats = SeatChanges::of(event?, seats?.ok_or_else(version_conflict)?);
    let mut transaction = call.transaction();
    let new = register(call, &mut transaction, seats, asked).await?;
    taken_anew(call.commit(transaction, Created(new)).await)
}
