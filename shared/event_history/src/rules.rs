//! Which event a change is: rules on what an answer shows of the record before and after, read from top to bottom.

use std::collections::BTreeMap;

use serde_json::{Value, value::RawValue};

/// The fields that an answer shows of a record, each with its JSON text.
pub type Fields = BTreeMap<String, Box<RawValue>>;

/// Fields that name the location of a record, or several.
pub const LOCATIONS: [&str; 2] = ["location_id", "location_ids"];

/// Fields that every change changes.
pub const ALWAYS_CHANGED: [&str; 2] = ["version", "updated_at"];

/// One rule of a table.
#[derive(Clone, Copy, Debug)]
pub struct EventRule {
    /// What happened, such as `created`: the end of the event's type.
    pub action: &'static str,
    /// When the rule holds.
    pub when: When,
    /// What it means, as a sentence of the catalogue.
    pub about: &'static str,
}

/// What must be so for a rule to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The record was made.
    Created,
    /// It was put away or deleted.
    Deleted,
    /// It was taken back from where it was put away, or came from another list.
    Restored,
    /// A field has become this text.
    Became(&'static str, &'static str),
    /// A field has become true or false.
    Turned(&'static str, bool),
    /// A field that was null has a value.
    Given(&'static str),
    /// A field that had a value is null.
    Cleared(&'static str),
    /// A number is larger, or a list longer, than it was.
    Grew(&'static str),
    /// A list has something that it did not have.
    Gained(&'static str),
    /// A field has another value.
    Changed(&'static str),
    /// Anything else, which is the last rule of every table.
    Updated,
}

/// What was done with a record.
#[derive(Clone, Copy, Debug)]
pub enum Done<'a> {
    /// It was made, and is shown so.
    Made(&'a Fields),
    /// It was changed in place.
    Altered {
        /// What was shown of it before.
        before: &'a Fields,
        /// What is shown of it now.
        after: &'a Fields,
    },
    /// It was put away; what was shown of it before is not known here.
    PutAway(&'a Fields),
    /// It was taken back; what was shown of it before is not known here.
    Restored(&'a Fields),
    /// It was deleted for good.
    Removed(&'a Fields),
}

/// The rule that names what was done: of what came into another list the one that says so, where the table has it, else
/// the first that holds. What such a record was before is not known here, so that whatever it is would count as what it
/// has become.
pub fn rule_of<'a>(rules: &'a [EventRule], done: Done<'_>) -> Option<&'a EventRule> {
    let by_list = |rule: &&EventRule| matches!(rule.when, When::Deleted | When::Restored) && rule.holds(done);
    rules.iter().find(by_list).or_else(|| rules.iter().find(|rule| rule.holds(done)))
}

/// Whether nothing was changed but some of these fields, and what every change changes.
#[must_use]
pub fn changes_only(done: Done<'_>, fields: &[&str]) -> bool {
    let Done::Altered { before, after } = done else { return false };
    let is_other = |name: &&String| !ALWAYS_CHANGED.contains(&name.as_str()) && !fields.contains(&name.as_str());
    before.keys().chain(after.keys()).filter(is_other).all(|name| text_of(before, name) == text_of(after, name))
}

impl EventRule {
    /// A rule that names an event `action` when `when` holds.
    #[must_use]
    pub const fn new(action: &'static str, when: When, about: &'static str) -> Self {
        Self { action, when, about }
    }

    /// Whether it says what was done.
    #[must_use]
    pub fn holds(&self, done: Done<'_>) -> bool {
        match (self.when, done) {
            (When::Created, Done::Made(_))
            | (When::Deleted, Done::PutAway(_) | Done::Removed(_))
            | (When::Restored, Done::Restored(_))
            | (When::Updated, _) => true,
            (When::Became(field, value), _) => came_to(done, field, |text| is_text(text, value)),
            (When::Turned(field, value), _) => {
                came_to(done, field, |text| text == if value { "true" } else { "false" })
            }
            (When::Given(field), Done::Altered { .. }) => came_to(done, field, |text| text != "null"),
            (When::Cleared(field), Done::Altered { .. }) => came_to(done, field, |text| text == "null"),
            (When::Changed(field), Done::Altered { before, after }) => text_of(before, field) != text_of(after, field),
            (When::Grew(field), Done::Altered { before, after }) => {
                size_of(text_of(after, field)) > size_of(text_of(before, field))
            }
            (When::Gained(field), Done::Altered { before, after }) => {
                has_more(text_of(before, field), text_of(after, field))
            }
            (When::Gained(field), Done::Made(after)) => has_more("[]", text_of(after, field)),
            (When::Grew(field), Done::Made(after)) => size_of(text_of(after, field)) > 0,
            _ => false,
        }
    }
}

/// Whether a field is as `is` asks and was not before; of what was moved between lists only what it is now is known.
fn came_to(done: Done<'_>, field: &str, is: impl Fn(&str) -> bool) -> bool {
    match done {
        Done::Altered { before, after } => is(text_of(after, field)) && !is(text_of(before, field)),
        Done::PutAway(after) | Done::Restored(after) => is(text_of(after, field)),
        Done::Made(_) | Done::Removed(_) => false,
    }
}

/// The JSON text of a field; that of null when there is none.
fn text_of<'a>(fields: &'a Fields, field: &str) -> &'a str {
    fields.get(field).map_or("null", |value| value.get())
}

fn is_text(json: &str, value: &str) -> bool {
    json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) == Some(value)
}

/// A whole number, or how many a list has; 0 for anything else.
fn size_of(json: &str) -> i64 {
    match serde_json::from_str(json) {
        Ok(Value::Number(number)) => number.as_i64().unwrap_or(0),
        Ok(Value::Array(list)) => i64::try_from(list.len()).unwrap_or(i64::MAX),
        _ => 0,
    }
}

/// Whether the second list has something that the first has not.
fn has_more(before: &str, after: &str) -> bool {
    let list = |json: &str| serde_json::from_str::<Vec<Value>>(json).unwrap_or_default();
    let had = list(before);
    list(after).iter().any(|one| !had.contains(one))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Done, EventRule, Fields, When, rule_of};

    const TABLE: [EventRule; 10] = [
        EventRule::new("created", When::Created, ""),
        EventRule::new("cancelled", When::Became("status", "cancelled"), ""),
        EventRule::new("deleted", When::Deleted, ""),
        EventRule::new("restored", When::Restored, ""),
        EventRule::new("hidden", When::Turned("is_shown", false), ""),
        EventRule::new("assigned", When::Given("assignee_id"), ""),
        EventRule::new("reminded", When::Grew("reminders"), ""),
        EventRule::new("low", When::Gained("low"), ""),
        EventRule::new("moved", When::Changed("start"), ""),
        EventRule::new("updated", When::Updated, ""),
    ];

    fn fields(value: &serde_json::Value) -> Fields {
        serde_json::from_str(&value.to_string()).expect("fields")
    }

    fn named(done: Done<'_>) -> &'static str {
        rule_of(&TABLE, done).expect("a rule").action
    }

    #[test]
    fn the_first_rule_that_holds_names_the_event() {
        let before = fields(
            &json!({"status": "open", "start": 1, "is_shown": true, "assignee_id": null, "reminders": 1, "low": ["a"]}),
        );
        let with = |change: serde_json::Value| {
            let mut after = before.clone();
            after.extend(fields(&change));
            named(Done::Altered { before: &before, after: &after })
        };
        assert_eq!(with(json!({"status": "cancelled", "start": 2})), "cancelled");
        assert_eq!(with(json!({"is_shown": false})), "hidden");
        assert_eq!(with(json!({"assignee_id": "me"})), "assigned");
        assert_eq!(with(json!({"reminders": 2})), "reminded");
        assert_eq!(with(json!({"reminders": 0})), "updated");
        assert_eq!(with(json!({"start": 3})), "moved");
        assert_eq!(with(json!({"low": ["b"]})), "low");
        assert_eq!(with(json!({"low": ["b", "a"]})), "low");
        assert_eq!(with(json!({"low": []})), "updated");
        assert_eq!(with(json!({"title": "x"})), "updated");
        assert_eq!(with(json!({})), "updated");
    }

    #[test]
    fn what_moves_between_lists_is_told_by_where_it_came_to() {
        let open = fields(&json!({"status": "open"}));
        let cancelled = fields(&json!({"status": "cancelled"}));
        assert_eq!(named(Done::Made(&cancelled)), "created");
        assert_eq!(named(Done::PutAway(&cancelled)), "deleted");
        assert_eq!(named(Done::PutAway(&open)), "deleted");
        assert_eq!(named(Done::Removed(&cancelled)), "deleted");
        assert_eq!(named(Done::Restored(&open)), "restored");
        assert_eq!(named(Done::Restored(&cancelled)), "restored");
    }
}
