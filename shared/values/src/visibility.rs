//! Which records of a kind a person may see who acts by a session.

use serde_json::Value;
use uuid::Uuid;

/// Values that fields of a record have, by their paths.
pub type Values = &'static [(&'static str, &'static str)];

/// Which of a kind's records people see, besides those who run the place. Paths are those of the stored body, with
/// dots; `id` is the record's own identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visibility {
    /// Fields that name whose a record is: a person, or a company for which the person acts.
    pub owners: &'static [&'static str],
    /// What records have that every member sees who has signed in; `None` where they see only their own.
    pub members: Option<Values>,
    /// What records have that everybody sees.
    pub everybody: Option<Values>,
}

impl Visibility {
    /// Nobody sees any.
    pub const NEVER: Self = Self { owners: &[], members: None, everybody: None };

    /// Those of the person, whom one of these fields names.
    #[must_use]
    pub const fn own(owners: &'static [&'static str]) -> Self {
        Self { owners, ..Self::NEVER }
    }

    /// Those of a catalogue: what members see, and what everybody does.
    #[must_use]
    pub const fn catalogue(members: Values, everybody: Option<Values>) -> Self {
        Self { owners: &[], members: Some(members), everybody }
    }

    /// Whether somebody sees a record with this body, whosever it is.
    #[must_use]
    pub fn is_listed(self, is_member: bool, body: &Value) -> bool {
        let has = |path: &str, value: &str| match at(body, path) {
            Some(Value::String(text)) => text == value,
            Some(Value::Bool(is)) => is.to_string() == value,
            _ => false,
        };
        let meets = |values: Values| values.iter().all(|(path, value)| has(path, value));
        self.listed_to(is_member).is_some_and(meets)
    }

    /// What records have that somebody sees, whosever they are.
    #[must_use]
    pub const fn listed_to(self, is_member: bool) -> Option<Values> {
        match self.members {
            Some(values) if is_member => Some(values),
            Some(_) | None => self.everybody,
        }
    }

    /// Whom a record names as those whose it is: persons and companies.
    #[must_use]
    pub fn named(self, id: Uuid, body: &Value) -> Vec<Uuid> {
        let named = |path: &&str| match *path {
            "id" => Some(id),
            path => at(body, path).and_then(Value::as_str).and_then(|text| Uuid::parse_str(text).ok()),
        };
        self.owners.iter().filter_map(named).collect()
    }
}

/// What stands at a path of a body.
#[must_use]
pub fn at<'a>(body: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(body, |value, name| value.get(name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use uuid::Uuid;

    use super::Visibility;

    #[test]
    fn a_record_names_those_whose_it_is_and_is_listed_when_it_has_all_values() {
        let person = Uuid::from_u128(7);
        let body =
            json!({"customer_id": null, "party": {"member_id": person}, "is_active": true, "audience": "members"});
        let own = Visibility::own(&["customer_id", "party.member_id"]);
        assert_eq!(own.named(Uuid::nil(), &body), [person]);
        assert_eq!(Visibility::own(&["id"]).named(person, &body), [person]);
        let active: super::Values = &[("is_active", "true")];
        let public: super::Values = &[("is_active", "true"), ("audience", "public")];
        let catalogue = Visibility::catalogue(active, Some(public));
        assert!(catalogue.is_listed(true, &body) && !catalogue.is_listed(false, &body));
        assert!(!catalogue.is_listed(true, &json!({})) && !own.is_listed(true, &body));
        assert!(!Visibility::NEVER.is_listed(true, &body) && Visibility::NEVER.named(person, &body).is_empty());
    }
}
