//! Names what has a name: every schema that its type marked (`schema::TYPE`) moves into `components` and is referred
//! to.
//!
//! A type can have several forms: a patch requires nothing of it, an answer has all of it. The form of the answers has
//! the type's own name, the others have `Input` or `Patch` behind it. What may be null instead is a component of its own,
//! with `Nullable` before the name: in OpenAPI 3.0 only what has a type can be null, and a reference has none.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::api::schema::TYPE;

/// Who uses a form of a type. The first of its users names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum User {
    /// The body of an answer.
    Answer,
    /// Parameters, or a body that is no patch.
    Input,
    /// The body of an update.
    Patch,
}

/// The forms of each type, with the first of their users.
type Forms = BTreeMap<String, BTreeMap<String, User>>;

/// The name of each form of each type.
type Names = BTreeMap<(String, String), String>;

/// Moves every marked schema of a document into `components`. `bodies` are the names of the components that are bodies
/// of requests.
pub fn name_types(document: &mut Value, bodies: &BTreeSet<String>) {
    let schemas = document["components"]["schemas"].as_object_mut().map(std::mem::take).unwrap_or_default();
    let mut forms = Forms::new();
    for (name, schema) in &schemas {
        let user = match bodies.contains(name) {
            true if name.ends_with("Patch") => User::Patch,
            true => User::Input,
            false => User::Answer,
        };
        collect(schema, user, &mut forms);
    }
    collect(&document["paths"], User::Input, &mut forms);
    let names = names(&forms, &schemas);
    let mut components = BTreeMap::new();
    for (name, mut schema) in schemas {
        refer(&mut schema, &names, &mut components);
        components.insert(name, schema);
    }
    refer(&mut document["paths"], &names, &mut components);
    document["components"]["schemas"] = components.into_iter().collect();
}

/// Refers to a component.
pub fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The name that the schema's type has.
fn type_name(schema: &Map<String, Value>) -> Option<&str> {
    schema.get(TYPE)?["name"].as_str()
}

/// The schema of the type alone, without what the place adds where it stands.
fn bare(schema: &Map<String, Value>) -> Map<String, Value> {
    let mut bare = schema.clone();
    bare.remove("nullable");
    bare.remove("description");
    if let Some(mut mark) = bare.remove(TYPE).filter(|mark| mark["description"] != "") {
        bare.insert("description".to_owned(), mark["description"].take());
    }
    bare
}

fn form(schema: &Map<String, Value>) -> String {
    Value::Object(bare(schema)).to_string()
}

fn collect(schema: &Value, user: User, forms: &mut Forms) {
    match schema {
        Value::Object(object) => {
            if let Some(name) = type_name(object) {
                let first = forms.entry(name.to_owned()).or_default().entry(form(object)).or_insert(user);
                *first = user.min(*first);
            }
            object.values().for_each(|value| collect(value, user, forms));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, user, forms)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Names each form: by its type when it is the only one or that of the answers. `known` are the components that have
/// their names already; a form that is one of them is that one.
fn names(forms: &Forms, known: &Map<String, Value>) -> Names {
    let mut names = Names::new();
    let mut taken: BTreeSet<String> = known.keys().cloned().collect();
    for (name, forms) in forms {
        let mut by_user: Vec<(&String, User)> = forms.iter().map(|(form, user)| (form, *user)).collect();
        by_user.sort_by_key(|(_, user)| *user);
        for (form, user) in by_user {
            let is_known = known.get(name).map(Value::to_string).as_ref() == Some(form);
            let suffix = match user {
                _ if !taken.contains(name) => "",
                User::Answer => "View",
                User::Input => "Input",
                User::Patch => "Patch",
            };
            let own = if is_known { name.clone() } else { format!("{name}{suffix}") };
            // Two types of one name: a structure test refuses names that end in a digit.
            let free = (2..100).map(|number| format!("{own}{number}")).find(|other| !taken.contains(other));
            let own = if is_known || !taken.contains(&own) { own } else { free.unwrap_or(own) };
            taken.insert(own.clone());
            names.insert((name.clone(), form.clone()), own);
        }
    }
    names
}

/// Replaces every marked schema by a reference. Tools ignore what stands beside a `$ref`, so a description of its own is
/// wrapped around it.
fn refer(schema: &mut Value, names: &Names, components: &mut BTreeMap<String, Value>) {
    match schema {
        Value::Object(object) => {
            let key = type_name(object).map(|name| (name.to_owned(), form(object)));
            let Some(name) = key.and_then(|key| names.get(&key)) else {
                return object.values_mut().for_each(|value| refer(value, names, components));
            };
            let mut component = Value::Object(bare(object));
            let own = object.remove("description").filter(|own| *own != component["description"]);
            let is_nullable = object.get("nullable").is_some_and(|flag| *flag == true);
            let name = if is_nullable { format!("Nullable{name}") } else { name.clone() };
            if !components.contains_key(&name) {
                refer(&mut component, names, components);
                if is_nullable {
                    let_be_null(&mut component);
                }
                components.insert(name.clone(), component);
            }
            let reference = reference(&name);
            *schema = match own {
                Some(own) => json!({"allOf": [reference], "description": own}),
                None => reference,
            };
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, names, components)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Lets a schema be null, among whose values null must stand as well.
fn let_be_null(schema: &mut Value) {
    schema["nullable"] = true.into();
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.retain(|value| !value.is_null());
        values.push(Value::Null);
    }
}
