//! The requests of the demo data: their form, their order, and which of them can be sent side by side.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;
use shared::domain::Timestamp;

use super::moment::{Moment, Present};
use crate::fault::Fault;

/// When a line without `at` is sent: what a business has before it opens.
const BEGINNING: &str = "-6 mon 08:00";

/// A line of the data.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// When it is sent. What would be sent later than now has not happened yet, and is left out.
    at: Option<String>,
    /// How other lines name what it makes, in braces.
    name: Option<String>,
    /// Path.
    post: String,
    /// Body.
    body: Option<Value>,
}

/// A request and when it is sent.
#[derive(Debug)]
pub struct Step {
    /// When.
    pub at: Timestamp,
    /// How other steps name what it makes.
    pub name: Option<String>,
    /// Path, with names in braces.
    pub path: String,
    /// Body, with names and moments in braces; null when there is none.
    pub body: Value,
}

/// All requests that were sent until now, by instant and then as they stand.
///
/// # Errors
/// When a line cannot be read.
pub fn in_order(data: &[&str], present: &Present) -> Result<Vec<Step>, Fault> {
    let mut steps = Vec::new();
    for file in data {
        let lines: Vec<Line> =
            serde_json::from_str(file).map_err(|error| Fault(format!("the demo data cannot be read: {error}")))?;
        for line in lines {
            let told = line.at.as_deref().unwrap_or(BEGINNING);
            let Some(Moment::Instant(at)) = present.moment(told) else {
                return Err(Fault(format!("the demo data has no instant {told}")));
            };
            steps.push(Step { at, name: line.name, path: line.post, body: line.body.unwrap_or_default() });
        }
    }
    steps.retain(|step| step.at <= present.now());
    steps.sort_by_key(|step| step.at);
    Ok(steps)
}

/// Steps of one instant that follow each other, of which none names what another makes or changes.
pub fn groups(steps: Vec<Step>) -> Vec<Vec<Step>> {
    let mut groups: Vec<Vec<Step>> = Vec::new();
    let mut touched = BTreeSet::new();
    for step in steps {
        let changed: Vec<String> = names(&step.path).map(str::to_owned).collect();
        let needs_earlier = changed.iter().chain(&named(&step.body)).any(|name| touched.contains(name));
        match groups.last_mut() {
            Some(group) if !needs_earlier && group.last().is_some_and(|last| last.at == step.at) => {
                touched.extend(changed.into_iter().chain(step.name.clone()));
                group.push(step);
            }
            _ => {
                touched = changed.into_iter().chain(step.name.clone()).collect();
                groups.push(vec![step]);
            }
        }
    }
    groups
}

/// What stands in braces.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

fn named(body: &Value) -> Vec<String> {
    match body {
        Value::String(text) => names(text).map(str::to_owned).collect(),
        Value::Array(elements) => elements.iter().flat_map(named).collect(),
        Value::Object(fields) => fields.values().flat_map(named).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use shared::domain::Timestamp;

    use super::{groups, in_order};
    use crate::seed::moment::Present;

    const DATA: [&str; 2] = [
        r#"[{"name": "a", "post": "/a"}, {"name": "b", "post": "/b", "body": {"of": "{x}"}},
            {"name": "c", "post": "/c", "body": {"of": ["{a}"]}}, {"post": "/c/{c}/close"}]"#,
        r#"[{"at": "+9 mon 08:00", "post": "/later"}, {"at": "-1 mon 08:00", "post": "/second"},
            {"at": "-2 mon 08:00", "post": "/first"}]"#,
    ];

    #[test]
    fn a_step_is_sent_after_what_it_names_and_not_before_its_time() {
        let present = Present::new(Timestamp::parse("2026-11-18T12:00:00Z").expect("an instant"));
        let paths = |group: &Vec<super::Step>| group.iter().map(|step| step.path.clone()).collect::<Vec<_>>();
        let sent: Vec<_> = groups(in_order(&DATA, &present).expect("steps")).iter().map(paths).collect();
        assert_eq!(sent, [vec!["/a", "/b"], vec!["/c"], vec!["/c/{c}/close"], vec!["/first"], vec!["/second"]]);
    }
}
