//! What the record of an event names, in short: read once, when the event is made, and kept with it
//! (`docs/decisions/0074-what-events-name.md`). To whom it is shown is asked whenever it is.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures_util::future::try_join_all;
use records::{
    LoggedEvent,
    logged_event::{EventView, JsonText, ShownJson},
};
use serde_json::{Value, value::RawValue};
use shared::api::{Expansion, Named};
use store::Record;
use uuid::Uuid;
use values::{ApiError, Id, Scope, Scopes};
use work::UnitOfWork;

use super::{
    build::TEXT_BYTES_MAX,
    catalogue::{can_see, catalogue},
    object_events::Registry,
};

/// Records of one kind that are read together.
const AT_ONCE_MAX: usize = 100;
/// What is left out of what is shown in short: where else a customer belongs, which may be a long list.
const LEFT_OUT: [&str; 2] = ["company_ids", "location_ids"];

/// What events name, by kind and id.
type Found = HashMap<(&'static str, Uuid), Value>;

/// A field of an event that names a record.
type Naming = (&'static Expansion, Uuid);

/// Adds to events what their records name, as it is now. One that says nothing of its record names nothing, and one that
/// would be too large with it does without.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn name(work: &UnitOfWork, registry: &Registry, events: &mut [Record<LoggedEvent>]) -> Result<(), ApiError> {
    let namings: Vec<Vec<Naming>> = events.iter().map(|event| namings(registry, &event.body)).collect();
    let found = read(work, namings.iter().flatten().copied()).await?;
    for (event, namings) in events.iter_mut().zip(&namings) {
        event.body.expanded = expanded(&event.body, namings, &found);
    }
    Ok(())
}

/// What the fields of an event name.
fn namings(registry: &Registry, event: &LoggedEvent) -> Vec<Naming> {
    let names = registry.names_of(&event.object_type);
    if names.is_empty() || event.object.is_absent() {
        return Vec::new();
    }
    let fields: BTreeMap<String, Value> = serde_json::from_str(event.object.as_str()).unwrap_or_default();
    let id = |name: &Expansion| Uuid::parse_str(fields.get(name.field)?.as_str()?).ok();
    names.iter().filter_map(|name| Some((name, id(name)?))).collect()
}

/// Reads each of what is named once, those of a kind together.
async fn read(work: &UnitOfWork, namings: impl Iterator<Item = Naming>) -> Result<Found, ApiError> {
    let mut kinds: BTreeMap<&'static str, (&'static Expansion, BTreeSet<Uuid>)> = BTreeMap::new();
    for (name, id) in namings {
        kinds.entry((name.kind)()).or_insert_with(|| (name, BTreeSet::new())).1.insert(id);
    }
    let of_kind = kinds.into_iter().map(|(kind, (name, ids))| async move {
        let named: Vec<Named> = ids.into_iter().map(|id| Named { id, is_told: false }).collect();
        let parts = named.chunks(AT_ONCE_MAX).map(|part| name.read(work, part.to_vec()));
        let found = try_join_all(parts).await?.into_iter().flatten();
        Ok::<_, ApiError>(found.map(|(id, view)| ((kind, id), in_short(&view))).collect::<Vec<_>>())
    });
    Ok(try_join_all(of_kind).await?.into_iter().flatten().collect())
}

/// What is kept of a record that is named.
fn in_short(view: &RawValue) -> Value {
    let mut view: Value = serde_json::from_str(view.get()).unwrap_or_default();
    if let Some(fields) = view.as_object_mut() {
        fields.retain(|field, _| !LEFT_OUT.contains(&field.as_str()));
    }
    view
}

fn expanded(event: &LoggedEvent, namings: &[Naming], found: &Found) -> JsonText {
    let shown = |(name, id): &Naming| Some((name.name(), found.get(&((name.kind)(), *id))?));
    let shown: BTreeMap<&str, &Value> = namings.iter().filter_map(shown).collect();
    let text = JsonText::of(&shown);
    let others = event.object.stored_bytes() + event.previous_attributes.stored_bytes();
    let is_fitting = others + text.stored_bytes() <= TEXT_BYTES_MAX;
    if shown.is_empty() || !is_fitting { JsonText::absent() } else { text }
}

/// An event as whoever has these scopes may see it; everything without any, of an endpoint that is older than the rule.
#[must_use]
pub fn shown_to(scopes: Option<&Scopes>, id: Id<LoggedEvent>, event: &LoggedEvent) -> EventView {
    let view = event.shown(id);
    if scopes.is_some_and(|scopes| !can_see(scopes, &event.object_type)) {
        return EventView { object: None, previous_attributes: None, ..view };
    }
    EventView { expanded: names_shown_to(scopes, event), ..view }
}

/// What an event names, as far as these scopes allow reading it.
fn names_shown_to(scopes: Option<&Scopes>, event: &LoggedEvent) -> Option<ShownJson> {
    let entry = catalogue().iter().find(|entry| entry.object_type == event.object_type)?;
    let takes = |name: &str| entry.names.get(name).and_then(|scope| Scope::parse(scope));
    let is_seen = |name: &str| match scopes {
        Some(scopes) => takes(name).is_some_and(|scope| scopes.allow(scope)),
        None => true,
    };
    let mut names: BTreeMap<String, Box<RawValue>> = serde_json::from_str(event.expanded.as_str()).ok()?;
    names.retain(|name, _| is_seen(name));
    if names.is_empty() { None } else { JsonText::of(&names).shown() }
}
