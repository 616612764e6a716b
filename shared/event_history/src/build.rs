//! The event of a change: what it says, and whom it names.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, value::RawValue};

use super::{
    change::RecordChange,
    image::Image,
    object_events::ObjectEvents,
    rules::{ALWAYS_CHANGED, Fields, LOCATIONS},
};
use records::{
    Location, LoggedEvent,
    logged_event::{EventActor, JsonText},
};
use values::{Area, Customer, Id, KindName, MerchantReference};

/// Fields that name a customer, a member or a company by id, or several in a list, wherever they stand in an object.
const PEOPLE: [&str; 10] = [
    "customer_id",
    "member_id",
    "company_id",
    "host_id",
    "author_id",
    "requester_id",
    "assignee_id",
    "payer_id",
    "decided_by_member_id",
    "mentions",
];
/// Kinds whose own id is a customer's.
const CUSTOMERS: [KindName; 2] = [KindName::Member, KindName::Company];
/// Most people that an event is found by: each is one more item.
const PEOPLE_MAX: usize = 20;
/// Largest object, previous attributes and what is named together, as the store counts bytes: the record of an event has
/// room for them.
pub const TEXT_BYTES_MAX: usize = 36 * 1024;

/// The event of this type.
#[must_use]
pub fn event(
    events: &ObjectEvents,
    merchant: Id<MerchantReference>,
    event_type: String,
    change: &RecordChange,
) -> LoggedEvent {
    let mut people = if events.is_silent || events.names_nobody { Vec::new() } else { people(events, change) };
    let (mut object, mut previous) = texts(events, change);
    if people.len() > PEOPLE_MAX {
        // What cannot be found by everybody whom it names could not be emptied either.
        (object, previous) = (JsonText::absent(), JsonText::absent());
        people.clear();
    }
    let after = &change.after;
    LoggedEvent {
        event_type,
        object_type: events.object.to_owned(),
        object_id: Id::new(after.id),
        object_version: after.version,
        object,
        previous_attributes: previous,
        actor: (!change.is_removal()).then(|| EventActor::of(merchant, &after.changed_by)),
        request_id: (!change.is_removal()).then(|| after.request_id.clone()),
        occurred_at: change.at,
        people,
        expanded: JsonText::absent(),
        location_ids: location_ids(events, change),
    }
}

/// Where the record is and was: a location is at itself.
fn location_ids(events: &ObjectEvents, change: &RecordChange) -> Vec<Id<Location>> {
    if events.is_nowhere {
        return Vec::new();
    }
    let own = (events.kind == KindName::Location).then(|| Id::new(change.after.id));
    let mut found: BTreeSet<Id<Location>> = own.into_iter().collect();
    for image in std::iter::once(&change.after).chain(&change.before) {
        let values = LOCATIONS.iter().filter_map(|name| image.fields.get(*name));
        for value in values.filter_map(|value| serde_json::from_str(value.get()).ok()) {
            found.extend(texts_of(&value).into_iter().filter_map(Id::parse));
        }
    }
    found.into_iter().collect()
}

/// The object and what it had before; nothing of an object that is told in silence or is too large.
fn texts(events: &ObjectEvents, change: &RecordChange) -> (JsonText, JsonText) {
    let whole = texts_without(events, change, &[]);
    let lists = &events.left_out_when_large;
    let fitting = match (is_fitting(&whole), lists.is_empty()) {
        (false, false) => texts_without(events, change, lists),
        _ => whole,
    };
    if events.is_silent || !is_fitting(&fitting) { (JsonText::absent(), JsonText::absent()) } else { fitting }
}

fn is_fitting((object, previous): &(JsonText, JsonText)) -> bool {
    object.stored_bytes() + previous.stored_bytes() <= TEXT_BYTES_MAX
}

/// The object and what it had before, without these fields.
fn texts_without(events: &ObjectEvents, change: &RecordChange, lists: &[&str]) -> (JsonText, JsonText) {
    let told = |mut fields: BTreeMap<&str, &RawValue>| {
        fields.retain(|name, _| !lists.contains(name));
        JsonText::of(&fields)
    };
    let after = &change.after.fields;
    let before = change.before.as_ref();
    let previous = before.map_or_else(JsonText::empty, |before| told(former(events, &before.fields, after)));
    (told(shown(events, after)), previous)
}

/// The fields that an event has.
fn shown<'a>(events: &ObjectEvents, fields: &'a Fields) -> BTreeMap<&'a str, &'a RawValue> {
    let is_told = |name: &&String| !events.left_out.contains(&name.as_str());
    fields.iter().filter(|(name, _)| is_told(name)).map(|(name, value)| (name.as_str(), &**value)).collect()
}

/// The fields that are different now, as they were.
fn former<'a>(events: &ObjectEvents, before: &'a Fields, after: &Fields) -> BTreeMap<&'a str, &'a RawValue> {
    let differs = |name: &str, was: &RawValue| after.get(name).is_none_or(|is| is.get() != was.get());
    shown(events, before)
        .into_iter()
        .filter(|(name, was)| !ALWAYS_CHANGED.contains(name) && differs(name, was))
        .collect()
}

/// Whom the event names, in both of its texts: the first is the one whom the record is about.
fn people(events: &ObjectEvents, change: &RecordChange) -> Vec<Id<Customer>> {
    let mut found = Vec::new();
    if CUSTOMERS.contains(&events.kind) {
        found.push(Id::new(change.after.id));
    }
    for image in std::iter::once(&change.after).chain(&change.before) {
        find_in(image, &mut found);
        let named = events.names.iter().filter(|name| [Area::Members, Area::Companies].contains(&name.scope.area));
        for value in named.filter_map(|name| image.fields.get(name.field)) {
            ids_of(&serde_json::from_str(value.get()).unwrap_or_default(), &mut found);
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|person: &Id<Customer>| seen.insert(*person));
    found
}

fn find_in(image: &Image, found: &mut Vec<Id<Customer>>) {
    // In the order in which they are listed, so that the customer comes first.
    for name in PEOPLE {
        let value = image.fields.get(name).and_then(|value| serde_json::from_str(value.get()).ok());
        ids_of(value.as_ref().unwrap_or(&Value::Null), found);
    }
    for value in image.fields.values() {
        if let Ok(value) = serde_json::from_str(value.get()) {
            look_into(&value, found);
        }
    }
}

fn look_into(value: &Value, found: &mut Vec<Id<Customer>>) {
    match value {
        Value::Object(fields) => {
            // The other customer of a transfer is its source.
            if fields.get("type").is_some_and(|kind| kind == "customer") {
                ids_of(fields.get("id").unwrap_or(&Value::Null), found);
            }
            for (name, value) in fields {
                if PEOPLE.contains(&name.as_str()) {
                    ids_of(value, found);
                } else {
                    look_into(value, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| look_into(value, found)),
        _ => {}
    }
}

fn ids_of(value: &Value, found: &mut Vec<Id<Customer>>) {
    found.extend(texts_of(value).into_iter().filter_map(Id::parse));
}

/// A text, or those of a list.
fn texts_of(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
