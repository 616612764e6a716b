//! Events: what clients are told of a change (`docs/EVENTS.md`). The table's stream is the outbox: no operation writes
//! an event, so that no change is without its event and no event without its change.
//!
//! An area says in one table which events its records have ([`ObjectEvents`], with [`EventRule`]s). The consumer of the
//! stream ([`consume`]) decodes the old and the new image of a record, asks the table which event that is, and stores
//! it in one transaction with what is counted of it. It knows no kind by name.

mod build;
mod catalogue;
mod change;
mod companion;
mod consume;
mod counts;
mod erased_records;
mod event_id;
mod image;
mod listing;
mod naming;
mod object_events;
mod ranges;
mod rules;
mod stream_record;
mod untold;
mod write;

pub use self::{
    catalogue::{CatalogueEntry, EventType, ObjectType, can_see, catalogue},
    companion::{Companion, FollowUp},
    consume::{Outcome, consume},
    erased_records::hide_erased,
    listing::{EventFilter, read_page},
    naming::shown_to,
    object_events::{ObjectEvents, Registry},
    ranges::EventList,
    rules::{EventRule, When},
    untold::untold,
    write::write,
};
