//! Every operation says who may call it by a session, and a change of that is seen.

use shared::api::{Managed, People, Route};

/// What is recorded: `operation: who, field, inputs`.
const RECORDED: &str = include_str!("declared.txt");

fn declared(route: &Route) -> String {
    let access = &route.people;
    let who = match access.who {
        People::Never => "nobody".to_owned(),
        People::Own(field) => format!("own {field}"),
        People::OwnCompany(field) => format!("own or the company's {field}"),
        People::Public => "everybody".to_owned(),
    };
    let path = if access.is_path_own { " (the path)" } else { "" };
    let managed = match access.managed {
        Managed::Never => "",
        Managed::AtTheirs => ", managers at theirs",
        Managed::WhereNamed => ", managers at theirs for others",
        Managed::AsSpeaker => ", managers at theirs as themselves",
    };
    let begins = if access.begins_sessions { ", publishable keys" } else { "" };
    let implied = access.implied.iter().map(|(name, value)| format!("{name}={value}"));
    let choices = access.choices.iter().map(|(name, values)| format!("{name}={}", values.join("|")));
    let takes = access.takes.iter().map(|name| (*name).to_owned());
    let inputs = takes.chain(implied).chain(choices).collect::<Vec<_>>().join(" ");
    let inputs = if inputs.is_empty() { inputs } else { format!(": {inputs}") };
    format!("{} {}{path}{managed}{begins}{inputs}", route.id, who.trim())
}

#[test]
fn every_operation_declares_who_may_call_it_by_a_session() {
    let mut lines: Vec<String> = local::routes().iter().map(declared).collect();
    lines.sort();
    let recorded: Vec<&str> = RECORDED.lines().collect();
    if std::env::var_os("RECORD").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/api/people/declared.txt");
        assert!(std::fs::write(path, lines.join("\n") + "\n").is_ok());
        return;
    }
    for (line, recorded) in lines.iter().zip(&recorded) {
        assert_eq!(line, recorded, "record it with RECORD=1");
    }
    assert_eq!(lines.len(), recorded.len());
}

#[test]
fn what_customers_may_say_is_an_input_of_the_operation() {
    for route in local::routes().iter() {
        let properties = |schema: Option<&serde_json::Value>| {
            let named = schema.and_then(|schema| schema["properties"].as_object());
            named.into_iter().flat_map(|named| named.keys().cloned()).collect::<Vec<_>>()
        };
        let body = route.shape.body.as_deref().map(|(_, schema)| schema);
        let inputs = [properties(route.shape.query.as_deref()), properties(body)].concat();
        let owner = match route.people.who {
            People::Own(field) | People::OwnCompany(field) if !field.is_empty() => vec![field],
            _ => Vec::new(),
        };
        let implied = route.people.implied.iter().map(|(name, _)| *name);
        let chosen = route.people.choices.iter().map(|(name, _)| *name);
        for name in route.people.takes.iter().copied().chain(owner).chain(implied).chain(chosen) {
            assert!(inputs.iter().any(|input| input == name), "{} has no input {name}: {inputs:?}", route.id);
        }
    }
}
