//! Create events: one, several by a rule, or one like another.

use chrono::Duration;
use records::Location;
use records::publication::RequireActive as _;
use scheduling::recurrence::expand_as;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, New, PathId};
use store::Record;
use values::{ApiError, Metadata, Timestamp};

use super::check;
use crate::{
    records::{
        event::{Event, EventFields},
        seats::EventSeats,
    },
    rules::{blocks, closing},
};

/// Most events of a rule: all of them are made in one transaction.
const OCCURRENCES_MAX: usize = 40;

/// Makes a draft, or one for each occurrence of `recurrence`, all or none.
pub async fn create(call: Call, Body(new): Body<New<Event>>) -> Creates<Event> {
    make(&call, new.fields, new.metadata).await
}

/// What of the copy is different from the original.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventDuplicate {
    /// When it begins; at the same time when left out.
    start_time: Option<Timestamp>,
}

/// Makes a draft with the fields of another event, at its time or at another.
pub async fn duplicate(call: Call, PathId(id): PathId<Event>, Body(input): Body<EventDuplicate>) -> Creates<Event> {
    let event = call.get(id).await?;
    let fields = EventFields { recurrence: None, ..event.body.fields.clone() };
    let start = input.start_time.unwrap_or(fields.start_time);
    make(&call, shifted(&fields, start), Some(event.metadata)).await
}

async fn make(call: &Call, fields: EventFields, metadata: Option<Metadata>) -> Creates<Event> {
    let location = call.require_reference(fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    check::fields(&Event::draft(fields.clone(), location.body.currency))?;
    call.require_tax_rate(None, fields.tax_rate_id, "tax_rate_id").await?;
    call.require_new_files("media_keys", &fields.media_keys, &[]).await?;
    blocks::check_resource(call, fields.resource_id, location.id).await?;
    let events = drafts(&fields, &location)?;
    let mut transaction = call.transaction();
    transaction.require_active(&location, "location_id");
    let mut made: Vec<Record<Event>> =
        events.into_iter().map(|event| call.new_record(event, metadata.clone())).collect();
    if fields.recurrence.is_some() {
        let first = made.first().map(|event| event.id);
        for event in &mut made {
            event.body.series_id = first;
        }
    }
    for event in &made {
        let seats = call.new_record(EventSeats::none(location.id), None);
        transaction.create(event);
        transaction.create(&Record { id: event.id.cast(), ..seats });
        closing::count(&mut transaction, location.id, 1);
    }
    let first = made.into_iter().next().ok_or_else(|| ApiError::internal("a rule without an event"))?;
    call.commit(transaction, Created(first)).await
}

/// The events of a rule, or the one without.
fn drafts(fields: &EventFields, location: &Record<Location>) -> Result<Vec<Event>, ApiError> {
    let draft = |fields| Event::draft(fields, location.body.currency);
    let Some(rule) = &fields.recurrence else { return Ok(vec![draft(fields.clone())]) };
    let starts = expand_as("recurrence", &rule.0, fields.start_time, location.body.time_zone)?;
    if starts.len() > OCCURRENCES_MAX {
        let message = format!("an event takes place at most {OCCURRENCES_MAX} times by one rule");
        return Err(ApiError::rule("recurrence", "too_many_occurrences", message));
    }
    Ok(starts.into_iter().map(|start| draft(shifted(fields, start))).collect())
}

/// The same at another time, with its registration.
fn shifted(fields: &EventFields, start: Timestamp) -> EventFields {
    let by = Duration::milliseconds(start.millis() - fields.start_time.millis());
    EventFields {
        start_time: start,
        end_time: fields.end_time.plus(by),
        registration_opens_at: fields.registration_opens_at.map(|at| at.plus(by)),
        registration_closes_at: fields.registration_closes_at.map(|at| at.plus(by)),
        ..fields.clone()
    }
}
