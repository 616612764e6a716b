//! What people write in records of a customer is declared, field by field: as a text that anonymising empties, or as
//! one that stays.

use std::collections::BTreeSet;

use records::personal_data::{PersonalData, declared::HeldKind};
use serde_json::Value;
use values::KindName;

use super::none_of;

/// Free texts begin their pattern so: no control characters.
const FREE_TEXT: &str = "^[^\\x00-";
/// What a record shows under another name than the one it is stored by.
const SHOWN_AS: [(&str, &str); 2] =
    [("cancellation_comment", "cancellation.comment"), ("cancelled_reason", "cancellation.reason")];

/// The kind whose records a schema shows.
fn kind_of(schema: &str) -> Option<KindName> {
    let name = if schema == "WalletTransaction" { "CreditTransaction" } else { schema };
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    KindName::ALL.iter().copied().find(|kind| kind.as_str() == snake)
}

/// Paths of everything that people write in words: texts, and addresses for mail.
fn texts(schema: &Value, root: &Value, path: &str, found: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/")) {
        texts(&root["$defs"][name], root, path, found);
    }
    let is_text = schema["pattern"].as_str().is_some_and(|pattern| pattern.starts_with(FREE_TEXT));
    if is_text || schema["format"] == "email" {
        found.insert(path.to_owned());
    }
    for several in ["allOf", "anyOf", "oneOf"] {
        schema[several].as_array().into_iter().flatten().for_each(|part| texts(part, root, path, found));
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let below = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        texts(field, root, &below, found);
    }
    if schema["items"].is_object() {
        texts(&schema["items"], root, path, found);
    }
}

fn is_declared(held: &HeldKind, path: &str) -> bool {
    let stored = SHOWN_AS.iter().find(|(shown, _)| *shown == path).map_or(path, |(_, stored)| *stored);
    let declared = [held.texts, held.listed, held.lists, held.purged, held.others].into_iter().flatten();
    let mut declared = declared.filter(|own| stored == **own || stored.starts_with(&format!("{own}.")));
    declared.next().is_some()
}

#[test]
fn every_text_of_a_record_that_belongs_to_a_customer_is_declared() {
    let mut looked_at = BTreeSet::new();
    let mut faults = BTreeSet::new();
    for route in local::routes().0 {
        let (name, schema) = &*route.shape.data;
        let Some(kind) = kind_of(name) else { continue };
        let PersonalData::OfCustomer(held) = PersonalData::of(kind) else { continue };
        looked_at.insert(kind.as_str());
        let mut found = BTreeSet::new();
        texts(schema, schema, "", &mut found);
        let missing = found.into_iter().filter(|path| !is_declared(held, path));
        faults.extend(missing.map(|path| format!("{kind}: say in personal_data/declared.rs what becomes of {path}")));
    }
    none_of(&faults.into_iter().collect::<Vec<_>>());
    assert!(looked_at.len() >= 20, "only {looked_at:?} were looked at");
}
