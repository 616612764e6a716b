//! Check somebody in, seat by seat.

use chrono::Duration;
use scheduling::event_presence;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use store::{Record, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id};

use super::loaded::{Loaded, load};
use crate::records::{
    event::Event,
    registration::{EventRegistration, QR_PAYLOAD},
    registration_state::RegistrationStatus,
};

/// Hours before the start from which somebody can be checked in.
const OPENS_HOURS: i64 = 24;

/// Number of seats that are checked in, or whose check-in is undone.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventCheckIn {
    /// How many seats; 1 when left out.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    quantity: i64,
}

/// What is shown at the door.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketCheckIn {
    /// The event at whose door it is.
    event_id: Id<Event>,
    /// The code on the ticket; or `qr_payload`.
    #[schemars(length(max = 40))]
    code: Option<String>,
    /// What the QR code says; or `code`.
    #[schemars(length(max = 200))]
    qr_payload: Option<String>,
    /// How many seats; 1 when left out.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    quantity: i64,
}

const fn one() -> i64 {
    1
}

/// Checks in seats of a confirmed registration, from a day before the start until the end.
pub async fn check_in_by_id(
    call: Call,
    PathId(id): PathId<EventRegistration>,
    Body(input): Body<EventCheckIn>,
) -> Changes<EventRegistration> {
    retry(&call, || attempt(&call, id, None, input.quantity, "id")).await
}

/// Check in by ticket
pub async fn check_in_by_ticket(call: Call, Body(input): Body<TicketCheckIn>) -> Changes<EventRegistration> {
    let (id, field) = match (&input.code, &input.qr_payload) {
        (Some(code), None) => (find_by_code(&call, input.event_id, code).await?, "code"),
        (None, Some(payload)) => {
            let forged = || ApiError::rule("qr_payload", "forged", "the QR code was not made here");
            (QR_PAYLOAD.verify(&call, payload).await?.ok_or_else(forged)?, "qr_payload")
        }
        (Some(_), Some(_)) | (None, None) => {
            let message = "a ticket has a code and a QR code: give one of them";
            return Err(ApiError::rule("code", "code_or_qr_payload", message));
        }
    };
    retry(&call, || attempt(&call, id, Some(input.event_id), input.quantity, field)).await
}

/// The registration that has a code, which may be written in small letters and with blanks.
async fn find_by_code(call: &Call, event: Id<Event>, code: &str) -> Result<Id<EventRegistration>, ApiError> {
    let code: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    let key = EventRegistration::code_key(event, &code.to_uppercase());
    let holder = call.store.find_holder(call.tenant(), &key).await?;
    let unknown = || ApiError::rule("code", "wrong_code", "the event has no valid ticket with this code");
    holder.as_deref().and_then(Id::parse).ok_or_else(unknown)
}

async fn attempt(
    call: &Call,
    id: Id<EventRegistration>,
    event: Option<Id<Event>>,
    quantity: i64,
    field: &str,
) -> Changes<EventRegistration> {
    let loaded = match load(call, id).await {
        Err(error) if error.code == ErrorCode::NotFound && event.is_some() => {
            return Err(ApiError::rule(field, "wrong_code", "the event has no valid ticket with this code"));
        }
        loaded => loaded?,
    };
    if event.is_some_and(|event| event != loaded.event.id) {
        return Err(ApiError::rule("event_id", "other_event", "the ticket is for another event"));
    }
    let before = valid(call, loaded, field)?;
    let mut after = before.body.clone();
    let left = after.quantity - after.checked_in_count;
    if let Some(first) = after.checked_in_at
        && left == 0
    {
        let message = format!("all of it have come already, the first at {first}");
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at(field, "already_checked_in"));
    }
    if left < quantity {
        return Err(ApiError::rule("quantity", "above_quantity_left", format!("{left} seats are left of it")));
    }
    after.checked_in_count += quantity;
    after.checked_in_at = after.checked_in_at.or(Some(call.now));
    write(call, &before, after).await
}

/// A ticket that is valid now.
fn valid(call: &Call, loaded: Loaded, field: &str) -> Result<Record<EventRegistration>, ApiError> {
    loaded.status.require(&[RegistrationStatus::Confirmed])?;
    if call.now < loaded.event.body.start_time.plus(-Duration::hours(OPENS_HOURS)) {
        let message = "checking in begins a day before the event";
        return Err(ApiError::rule(field, "not_yet", message));
    }
    Ok(loaded.before)
}

/// Undoes the check-in of seats, until the event is over.
pub async fn undo(
    call: Call,
    PathId(id): PathId<EventRegistration>,
    Body(input): Body<EventCheckIn>,
) -> Changes<EventRegistration> {
    retry(&call, || async {
        let before = load(&call, id).await?.before;
        let mut after = before.body.clone();
        if after.checked_in_count == 0 {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "nobody has come by it"));
        }
        if after.checked_in_count < input.quantity {
            let message = format!("{} have come by it", after.checked_in_count);
            return Err(ApiError::rule("quantity", "above_quantity_checked_in", message));
        }
        after.checked_in_count -= input.quantity;
        after.checked_in_at = if after.checked_in_count > 0 { after.checked_in_at } else { None };
        write(&call, &before, after).await
    })
    .await
}

async fn write(
    call: &Call,
    before: &Record<EventRegistration>,
    after: EventRegistration,
) -> Changes<EventRegistration> {
    let after = call.next_version(before, after, None);
    let mut transaction = call.transaction();
    transaction.replace(before, &after);
    let is_there = after.body.checked_in_count > 0;
    if is_there != (before.body.checked_in_count > 0) {
        let subject = (before.id, after.body.event_id);
        event_presence::note(&mut transaction, after.body.location_id, subject, is_there);
    }
    let committed = call.commit(transaction, Data(after)).await;
    committed.map_err(|error| if error.code == ErrorCode::VersionConflict { version_conflict() } else { error })
}
