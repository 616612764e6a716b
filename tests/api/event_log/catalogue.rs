//! The catalogue: every kind of record has events or says why not, and what is recorded of the tables is what they say.

use std::collections::{BTreeMap, BTreeSet};

use event_history::{When, untold};
use local::event_catalogue;
use values::KindName;

use crate::structure::{in_repository, none_of, read};

/// Fields with a name of a secret that are none, with what they are.
const HARMLESS: [(&str, &str, &str); 5] = [
    ("benefit", "redemption_code_mode", "whether there are codes"),
    ("contract", "document_hash", "the fingerprint of the text, which says nothing of it"),
    ("payment_transaction", "failure_code", "why a payment failed"),
    ("visitor_visit", "agreement_digest", "the fingerprint of the agreement"),
    ("feed_post", "link", "what the author linked to, for everybody to see"),
];
/// Parts of names of fields that may be secret.
const SUSPICIOUS: [&str; 8] = ["code", "secret", "token", "link", "pin", "digest", "qr", "hash"];

#[test]
fn every_kind_has_events_or_says_why_not() {
    let told: BTreeSet<&str> = outbox::event_types().iter().map(|events| events.kind.as_str()).collect();
    let expected: BTreeSet<&str> =
        KindName::ALL.iter().filter(|kind| untold(**kind).is_none()).map(|kind| kind.as_str()).collect();
    assert_eq!(told, expected);
}

#[test]
fn every_table_names_fields_that_there_are_and_ends_with_updated() {
    let mut faults = Vec::new();
    for events in outbox::event_types().iter() {
        let is_field = |name: &str| events.fields.iter().any(|field| field == name);
        for rule in events.rules {
            let field = match rule.when {
                When::Became(field, _)
                | When::Turned(field, _)
                | When::Given(field)
                | When::Cleared(field)
                | When::Grew(field)
                | When::Gained(field)
                | When::Changed(field) => field,
                When::Created | When::Deleted | When::Restored | When::Updated => continue,
            };
            if !is_field(field) {
                faults.push(format!(
                    "{}.{} rests on {field}, which {} has not",
                    events.object, rule.action, events.schema
                ));
            }
        }
        for field in events.left_out.iter().filter(|field| !is_field(field)) {
            faults.push(format!("{} leaves out {field}, which {} has not", events.object, events.schema));
        }
        let last = events.rules.iter().position(|rule| rule.when == When::Updated);
        if last != Some(events.rules.len() - 1) {
            faults.push(format!("the last rule of {} is not `updated`", events.object));
        }
    }
    none_of(&faults);
}

#[test]
fn a_state_that_a_rule_waits_for_is_one_of_its_field() {
    let document: serde_json::Value = serde_json::from_str(&read(&in_repository("docs/openapi.json"))).expect("JSON");
    let schemas = &document["components"]["schemas"];
    let mut faults = Vec::new();
    for events in outbox::event_types().iter() {
        for rule in events.rules {
            let When::Became(field, value) = rule.when else { continue };
            let schema = &schemas[&events.schema]["properties"][field];
            let text = resolved(schemas, schema).to_string();
            if !text.contains(&format!("\"{value}\"")) {
                faults.push(format!("{}.{}: {field} is never {value}", events.object, rule.action));
            }
        }
    }
    none_of(&faults);
}

/// A schema with what it refers to, one level deep.
fn resolved(schemas: &serde_json::Value, schema: &serde_json::Value) -> serde_json::Value {
    let mut found = vec![schema.clone()];
    let references = schema.to_string();
    for part in references.split("#/components/schemas/").skip(1) {
        let name: String = part.chars().take_while(char::is_ascii_alphanumeric).collect();
        found.push(schemas[&name].clone());
    }
    serde_json::Value::Array(found)
}

#[test]
fn no_field_with_the_name_of_a_secret_is_told_unless_it_is_known_as_none() {
    let harmless: BTreeMap<(&str, &str), &str> =
        HARMLESS.iter().map(|(object, field, why)| ((*object, *field), *why)).collect();
    let mut faults = Vec::new();
    for events in outbox::event_types().iter().filter(|events| !events.is_silent) {
        let is_suspicious = |field: &&String| {
            let parts: Vec<&str> = field.split('_').collect();
            SUSPICIOUS.iter().any(|word| parts.contains(word))
        };
        for field in events.fields.iter().filter(is_suspicious) {
            let is_told = !events.left_out.contains(&field.as_str());
            if is_told && !harmless.contains_key(&(events.object, field.as_str())) {
                faults.push(format!("{} tells {field}", events.object));
            }
        }
    }
    none_of(&faults);
}

#[test]
fn the_recorded_types_are_those_of_the_tables() {
    let recorded = read(&in_repository("shared/event_history/src/types.json"));
    assert_eq!(
        recorded,
        event_catalogue::types(),
        "cargo run -p local -- events-doc --types > shared/event_history/src/types.json"
    );
}

#[test]
fn the_page_of_events_is_what_the_tables_say() {
    let page = read(&in_repository("docs/EVENTS.md"));
    assert_eq!(page, event_catalogue::page(), "cargo run -p local -- events-doc > docs/EVENTS.md");
}

#[test]
fn every_type_that_the_page_names_in_prose_is_one() {
    let page = read(&in_repository("docs/EVENTS.md"));
    let types: BTreeSet<String> = event_catalogue::entries().into_iter().map(|entry| entry.r#type).collect();
    let (prose, _) = page.split_once("## Catalogue").expect("a catalogue");
    let named = prose.split('`').skip(1).step_by(2);
    let is_type = |name: &&str| {
        name.matches('.').count() == 1
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'.'))
    };
    let wrong = named.filter(is_type).filter(|name| !types.contains(*name));
    none_of(&wrong.map(str::to_owned).collect::<Vec<_>>());
}
