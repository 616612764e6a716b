//! Update a booking: what it is for, who comes, notes. Its time and place change by rescheduling.

use scheduling::{
    Booking,
    booking::{BookingStatus, transition},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, PathId},
    domain::{LongText, Metadata, ShortText},
};

/// What may change of a booking; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingPatch {
    /// What it is for.
    title: Option<ShortText>,
    /// How many people come.
    #[schemars(range(min = 1, max = 100_000))]
    attendees: Option<i64>,
    /// For the people who run the place.
    notes: Option<LongText>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update booking
pub async fn update(call: Call, PathId(id): PathId<Booking>, Body(patch): Body<BookingPatch>) -> Changes<Booking> {
    let before = call.get_for_change(id).await?;
    let editable = [BookingStatus::Pending, BookingStatus::Confirmed, BookingStatus::Completed];
    transition::expect(&before.body, call.now, &editable, "changed")?;
    let mut body = before.body.clone();
    body.title = patch.title.unwrap_or(body.title);
    body.notes = patch.notes.unwrap_or(body.notes);
    if let Some(attendees) = patch.attendees.filter(|attendees| *attendees != body.attendees) {
        let resource = call.reference(body.resource_id, "resource_id").await?;
        if resource.body.capacity.is_some_and(|capacity| i64::from(capacity) < attendees) {
            return Err(ApiError::rule("attendees", "over_capacity", "more people come than the resource takes"));
        }
        body.attendees = attendees;
    }
    if body == before.body && patch.metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, patch.metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
