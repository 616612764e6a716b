//! Which calls each function makes of DynamoDB, of the store of files and of the queue, collected over all tests for
//! `infra/check/roles`, which compares them with the roles.

use std::{
    collections::HashSet,
    fs::{File, OpenOptions},
    future::Future,
    io::Write as _,
    sync::{Mutex, OnceLock, PoisonError},
};

use serde_json::{Value, json};

tokio::task_local! {
    /// Who is at work.
    static CALLER: String;
}

/// The file, and what was written into it.
type Known = (File, HashSet<String>);

/// Where they are written.
static FILE: OnceLock<Option<Mutex<Known>>> = OnceLock::new();

/// Does `work` in the name of `caller`: the path of a request, which names a function in `template.yaml`, or the
/// function's own name where it has no path.
pub async fn called_by<F: Future>(caller: &str, work: F) -> F::Output {
    work::observer::observe(note_action);
    CALLER.scope(shape(caller), work).await
}

/// A path without identifiers, so that there are not more callers than routes.
fn shape(caller: &str) -> String {
    let is_identifier = |part: &str| part.contains(|letter: char| letter.is_ascii_digit()) && part != "v1";
    let parts = caller.split('?').next().unwrap_or_default().split('/');
    parts.map(|part| if is_identifier(part) { "{id}" } else { part }).collect::<Vec<_>>().join("/")
}

/// Writes down a call of DynamoDB.
pub(super) fn note(operation: &str, body: &[u8]) {
    if FILE.get_or_init(file).is_none() {
        return;
    }
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let index = body["IndexName"].as_str().map_or_else(|| "table".to_owned(), |name| format!("index/{name}"));
    for action in actions(operation, &body) {
        note_action(&action, &index);
    }
}

/// Writes down an action of whoever is at work, each kind once, when `COLONNADE_CALLS` names a file.
fn note_action(action: &str, on: &str) {
    let Some(known) = FILE.get_or_init(file) else { return };
    let Ok(caller) = CALLER.try_with(String::clone) else { return };
    let line = json!({"caller": caller, "action": action, "on": on}).to_string();
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if known.1.insert(line.clone()) {
        // One write for a line, because other processes append to the same file. Without the file the check finds
        // nothing, and says so.
        let _ = known.0.write_all(format!("{line}\n").as_bytes());
    }
}

#[expect(clippy::disallowed_methods, reason = "where tests write is no configuration of the service")]
fn file() -> Option<Mutex<Known>> {
    let path = std::env::var("COLONNADE_CALLS").ok()?;
    let file = OpenOptions::new().create(true).append(true).open(path).ok()?;
    Some(Mutex::new((file, HashSet::new())))
}

/// What a role must allow for a call: a transaction needs the actions of its parts.
fn actions(operation: &str, body: &Value) -> Vec<String> {
    let parts = |prefix: &str| {
        let parts = body["TransactItems"].as_array().into_iter().flatten().filter_map(Value::as_object);
        let names = parts.flat_map(|part| part.keys()).map(|name| match name.as_str() {
            "ConditionCheck" => "ConditionCheckItem".to_owned(),
            name => format!("{name}{prefix}"),
        });
        names.collect::<HashSet<_>>().into_iter().collect()
    };
    match operation {
        "TransactWriteItems" | "TransactGetItems" => parts("Item"),
        other => vec![other.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{actions, shape};

    #[test]
    fn a_transaction_needs_the_actions_of_its_parts() {
        let body = json!({"TransactItems": [{"Put": {}}, {"ConditionCheck": {}}, {"Put": {}}]});
        let mut found = actions("TransactWriteItems", &body);
        found.sort();
        assert_eq!(found, ["ConditionCheckItem", "PutItem"]);
        assert_eq!(actions("Query", &json!({})), ["Query"]);
    }

    #[test]
    fn a_caller_is_the_path_of_its_route() {
        assert_eq!(shape("/v1/plans/0199a000-0000-7000-8000-000000000001/publish?page=1"), "/v1/plans/{id}/publish");
        assert_eq!(shape("sweep"), "sweep");
    }
}
