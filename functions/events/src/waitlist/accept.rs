//! Accept an offer of seats.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Changes, Data, PathId, retry},
    codes::taken_anew,
};
use values::{Id, LongText, Metadata, ShortText};

use super::leave::read_live;
use crate::{
    records::{
        registration_state::{Role, TicketPaymentSource},
        waitlist_entry::{EventWaitlistEntry, EventWaitlistStatus},
    },
    rules::{
        registering::{Registering, register},
        seat_changes::{SeatChanges, leave_line},
    },
};

/// How it is paid.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventWaitlistAccept {
    /// With what it is paid; of what costs nothing it is `none` when left out.
    payment_source: Option<TicketPaymentSource>,
    /// Who comes, by name; the customer or the guest when left out.
    attendee_name: Option<ShortText>,
    /// Comment of whoever registers; empty when left out.
    #[serde(default)]
    comment: LongText,
    /// Your own keys, for the registration.
    metadata: Option<Metadata>,
}

/// Accept offer of seats
pub async fn accept(
    call: Call,
    PathId(id): PathId<EventWaitlistEntry>,
    Body(input): Body<EventWaitlistAccept>,
) -> Changes<EventWaitlistEntry> {
    retry(&call, || Box::pin(attempt(&call, id, &input))).await
}

async fn attempt(call: &Call, id: Id<EventWaitlistEntry>, input: &EventWaitlistAccept) -> Changes<EventWaitlistEntry> {
    let (before, event) = read_live(call, id, &[EventWaitlistStatus::Offered]).await?;
    let seats = SeatChanges::read(call, event).await?;
    let asked = Registering {
        customer_id: before.body.customer_id,
        guest: before.body.guest.clone(),
        quantity: before.body.quantity,
        role: Role::Attendee,
        payment_source: input.payment_source,
        attendee_name: input.attendee_name.clone(),
        comment: input.comment.clone(),
        metadata: input.metadata.clone(),
        entry_id: Some(id),
    };
    let mut transaction = call.transaction();
    let registration = register(call, &mut transaction, seats, &asked).await?;
    leave_line(&mut transaction, &before);
    let mut after = before.body.clone().ended(EventWaitlistStatus::Accepted, call.now);
    after.registration_id = Some(registration.id);
    let after = call.next_version(&before, after, None);
    transaction.replace(&before, &after);
    taken_anew(call.commit(transaction, Data(after)).await)
}
