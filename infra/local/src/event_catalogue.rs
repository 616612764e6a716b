//! The catalogue of events out of the areas' tables: as a page for people, and as the file that the event log is
//! validated by.

use std::fmt::Write as _;

use event_history::{CatalogueEntry, ObjectEvents};

/// What was written by hand: what an event is, and recipes.
const ABOUT: &str = include_str!("event_catalogue.md");

/// All types of events, in order of object; the rules of an object in their own order, a type at its first rule.
#[must_use]
pub fn entries() -> Vec<CatalogueEntry> {
    let mut objects: Vec<&ObjectEvents> = outbox::event_types().iter().collect();
    objects.sort_by_key(|events| events.object);
    objects.into_iter().flat_map(of_object).collect()
}

fn of_object(events: &ObjectEvents) -> Vec<CatalogueEntry> {
    let mut entries: Vec<CatalogueEntry> = Vec::new();
    for rule in events.rules {
        let name = format!("{}.{}", events.object, rule.action);
        match entries.iter_mut().find(|entry| entry.r#type == name) {
            Some(entry) => entry.about = format!("{} {}", entry.about, rule.about),
            None => entries.push(CatalogueEntry {
                r#type: name,
                object_type: events.object.to_owned(),
                area: events.area.name().to_owned(),
                also: events.also.iter().map(ToString::to_string).collect(),
                names: events.names.iter().map(|name| (name.name().to_owned(), name.scope.to_string())).collect(),
                located: events.is_located(),
                schema: events.schema.clone(),
                about: rule.about.to_owned(),
            }),
        }
    }
    entries
}

/// Content of `shared/event_history/src/types.json`, the types that the event log accepts.
#[must_use]
pub fn types() -> String {
    serde_json::to_string_pretty(&entries()).unwrap_or_default() + "\n"
}

/// Content of `docs/EVENTS.md`, the catalogue for people.
#[must_use]
pub fn page() -> String {
    let mut page = ABOUT.to_owned();
    let mut objects: Vec<&ObjectEvents> = outbox::event_types().iter().collect();
    objects.sort_by_key(|events| events.object);
    for events in objects {
        let scopes: Vec<String> = events.scopes().map(|scope| format!("`{scope}`")).collect();
        // Writing into a string cannot fail.
        let _ = write!(
            page,
            "\n### `{}`\n\n{}. {} for `object`: {}.",
            events.object,
            told(events),
            if scopes.len() > 1 { "Scopes" } else { "Scope" },
            scopes.join(", ")
        );
        if !events.left_out.is_empty() {
            let names: Vec<String> = events.left_out.iter().map(|field| format!("`{field}`")).collect();
            let _ = write!(page, " Left out: {}.", names.join(", "));
        }
        if !events.left_out_when_large.is_empty() {
            let names: Vec<String> = events.left_out_when_large.iter().map(|field| format!("`{field}`")).collect();
            let _ = write!(page, " Left out when it would be too large: {}.", names.join(", "));
        }
        if !events.names.is_empty() {
            let _ = write!(page, " In `expanded`: {}.", named(events));
        }
        if !events.is_located() {
            page.push_str(" Without a location.");
        }
        page.push_str("\n\n");
        for entry in of_object(events) {
            let _ = writeln!(page, "- `{}`: {}", entry.r#type, entry.about);
        }
    }
    page
}

/// What its events show in short, with the scopes that it takes.
fn named(events: &ObjectEvents) -> String {
    let named = events.names.iter().map(|name| format!("`{}` (`{}`)", name.name(), name.scope));
    named.collect::<Vec<_>>().join(", ")
}

fn told(events: &ObjectEvents) -> String {
    if events.is_silent { "`object` is always null".to_owned() } else { format!("Schema: `{}`", events.schema) }
}
