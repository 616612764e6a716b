//! What records of this area name, which a request may have shown beside them; events among it, in short.

use expansions::{
    Customers, Locations,
    seen::{ids, shown},
};
use records::Location;
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Expandable, Expansion, Named};
use store::Record;
use uuid::Uuid;
use values::{Access, ApiError, Area, Id, Name, Scope, ShortText, Timestamp};
use work::UnitOfWork;

use crate::records::{event::Event, event_state::EventStatus};

/// What registrations name.
pub const NAMED_BY_REGISTRATIONS: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Events>("event_id"),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Customers>("payer_id"),
];

/// What entries in waiting lists name.
pub const NAMED_BY_ENTRIES: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Events>("event_id"),
    Expansion::of::<Locations>("location_id"),
];

/// Events, as records name them.
struct Events;

/// An event in short, as records name it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct EventSummary {
    /// Identifier of the event.
    id: Id<Event>,
    /// Where it takes place.
    location_id: Id<Location>,
    /// What people call it.
    title: Name,
    /// First instant of the event.
    start_time: Timestamp,
    /// First instant after it.
    end_time: Timestamp,
    /// Where at the location, or elsewhere, in words.
    venue: ShortText,
    /// State at the moment of the answer; a published event that is over is `completed`.
    status: EventStatus,
}

impl Expandable for Events {
    type View = EventSummary;

    const SCOPE: Scope = Scope { area: Area::Events, access: Access::Read };

    async fn find(work: &UnitOfWork, named: &[Named]) -> Result<Vec<(Uuid, EventSummary)>, ApiError> {
        let found = work.store.find_all(work.tenant(), &ids(named)).await?;
        shown(work, found, |event| summary(event, work.now)).await
    }
}

fn summary(event: &Record<Event>, now: Timestamp) -> EventSummary {
    let Event { fields, .. } = &event.body;
    EventSummary {
        id: event.id,
        location_id: fields.location_id,
        title: fields.title.clone(),
        start_time: fields.start_time,
        end_time: fields.end_time,
        venue: fields.venue.clone(),
        status: event.body.status_at(now),
    }
}
