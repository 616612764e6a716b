//! How a record stands in the calendar lists of its kind: lists that are sorted by an instant of the record, narrowed
//! by what it belongs to and by its state, and counted as it changes (`docs/decisions/0046-calendar-counts.md`).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use uuid::Uuid;

use crate::time::Timestamp;

/// How many states a kind can be counted by.
pub const STATES: usize = 5;

/// What a record of a calendar belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CalendarSubject {
    /// The location at which it is.
    Location,
    /// What it takes; a record may take several.
    Resource,
    /// Whose it is; of a visit the host.
    Customer,
    /// The contact who comes on a visit.
    Contact,
}

impl CalendarSubject {
    const ALL: [Self; 4] = [Self::Location, Self::Resource, Self::Customer, Self::Contact];

    const fn letter(self) -> char {
        match self {
            Self::Location => 'l',
            Self::Resource => 'r',
            Self::Customer => 'c',
            Self::Contact => 'v',
        }
    }
}

/// What is counted of a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CalendarEntry {
    /// What its lists are sorted by.
    pub at: Timestamp,
    /// The stored state, less than [`STATES`].
    pub state: u8,
    /// What time makes of the state by itself: from each instant on another one, in order.
    pub transitions: Vec<(Timestamp, u8)>,
    /// What it belongs to, in order.
    pub subjects: Vec<(CalendarSubject, Uuid)>,
}

/// What the records of a calendar list have in common; nothing for the list of all.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CalendarListName(pub Vec<(CalendarSubject, Uuid)>);

impl CalendarListName {
    /// The name in a key.
    #[must_use]
    pub fn text(&self) -> String {
        match self.0.as_slice() {
            [] => "all".to_owned(),
            subjects => subjects.iter().map(named).collect(),
        }
    }
}

impl CalendarEntry {
    /// Its state at an instant.
    #[must_use]
    pub fn state_at(&self, now: Timestamp) -> u8 {
        self.transitions.iter().rev().find(|(at, _)| *at <= now).map_or(self.state, |(_, state)| *state)
    }

    /// When time changes its state first.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        self.transitions.first().map(|(at, _)| *at)
    }

    /// Whether it stands in a list.
    #[must_use]
    pub fn is_in(&self, list: &CalendarListName) -> bool {
        list.0.iter().all(|subject| self.subjects.contains(subject))
    }

    /// The lists in which it stands: for each of these combinations of subjects one, or one for each resource it takes.
    #[must_use]
    pub fn lists(&self, combinations: &[&[CalendarSubject]]) -> Vec<CalendarListName> {
        let mut lists: Vec<CalendarListName> = combinations.iter().flat_map(|wanted| self.combined(wanted)).collect();
        lists.sort();
        lists.dedup();
        lists
    }

    fn combined(&self, wanted: &[CalendarSubject]) -> Vec<CalendarListName> {
        let mut lists = vec![CalendarListName::default()];
        for subject in wanted {
            let of_subject: Vec<_> = self.subjects.iter().filter(|(one, _)| one == subject).collect();
            let with = |list: &CalendarListName| -> Vec<CalendarListName> {
                let extended = of_subject.iter().map(|one| {
                    let mut subjects = list.0.clone();
                    subjects.push(**one);
                    CalendarListName(subjects)
                });
                extended.collect()
            };
            lists = lists.iter().flat_map(with).collect();
        }
        lists
    }

    /// As it is stored: milliseconds since 1970, state, transitions and subjects, with dots between them.
    #[must_use]
    pub fn text(&self) -> String {
        let transitions: Vec<String> =
            self.transitions.iter().map(|(at, state)| format!("{}:{state}", at.millis())).collect();
        let subjects: Vec<String> = self.subjects.iter().map(named).collect();
        format!("{}.{}.{}.{}", self.at.millis(), self.state, transitions.join(","), subjects.join(","))
    }

    /// What [`Self::text`] stored; `None` when it is something else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let at = Timestamp::from_millis(parts.next()?.parse().ok()?)?;
        let state = parts.next()?.parse().ok().filter(|state| usize::from(*state) < STATES)?;
        let transitions = parts
            .next()?
            .split(',')
            .filter(|transition| !transition.is_empty())
            .map(parse_transition)
            .collect::<Option<_>>()?;
        let subjects =
            parts.next()?.split(',').filter(|subject| !subject.is_empty()).map(parse_subject).collect::<Option<_>>()?;
        parts.next().is_none().then_some(Self { at, state, transitions, subjects })
    }
}

impl Serialize for CalendarEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for CalendarEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format!("{text} is no calendar entry")))
    }
}

/// What becomes of a record in its calendar lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarChange {
    /// Identifier of the record that is counted.
    pub id: Uuid,
    /// Its version after the change; of one that is removed the version it would have.
    pub version: i64,
    /// What was counted of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<CalendarEntry>,
    /// What is counted of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<CalendarEntry>,
}

impl CalendarChange {
    /// What it takes from lists, and what it adds.
    pub fn effects(&self) -> impl Iterator<Item = (&CalendarEntry, i64)> {
        self.before.iter().map(|entry| (entry, -1)).chain(self.after.iter().map(|entry| (entry, 1)))
    }
}

fn parse_transition(text: &str) -> Option<(Timestamp, u8)> {
    let (at, state) = text.split_once(':')?;
    let state = state.parse().ok().filter(|state| usize::from(*state) < STATES)?;
    Some((Timestamp::from_millis(at.parse().ok()?)?, state))
}

fn named((subject, id): &(CalendarSubject, Uuid)) -> String {
    format!("{}{}", subject.letter(), URL_SAFE_NO_PAD.encode(id.as_bytes()))
}

fn parse_subject(text: &str) -> Option<(CalendarSubject, Uuid)> {
    let letter = text.chars().next()?;
    let subject = CalendarSubject::ALL.into_iter().find(|subject| subject.letter() == letter)?;
    let id = Uuid::from_slice(&URL_SAFE_NO_PAD.decode(text.get(1..)?).ok()?).ok()?;
    Some((subject, id))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{CalendarEntry, CalendarListName, CalendarSubject::*};
    use crate::Timestamp;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + minutes * 60_000).expect("an instant")
    }

    fn entry() -> CalendarEntry {
        let [one, two, three, four, five] = [1, 2, 3, 4, 5].map(Uuid::from_u128);
        let subjects = vec![(Location, one), (Resource, two), (Resource, three), (Customer, four), (Contact, five)];
        CalendarEntry { at: at(0), state: 1, transitions: vec![(at(60), 3), (at(90), 2)], subjects }
    }

    #[test]
    fn an_entry_is_read_as_it_was_stored() {
        let bare = CalendarEntry { transitions: Vec::new(), subjects: Vec::new(), ..entry() };
        for entry in [entry(), bare] {
            assert_eq!(CalendarEntry::parse(&entry.text()), Some(entry));
        }
        for text in ["", "1.2", "1.9..", "x.1..", "1.1.5:9.", "1.1..q", "1.1...", "1.1..lAA"] {
            assert_eq!(CalendarEntry::parse(text), None, "{text}");
        }
    }

    #[test]
    fn time_changes_the_state_at_its_turns() {
        let states = [0, 59, 60, 89, 90, 1_000].map(|minutes| entry().state_at(at(minutes)));
        assert_eq!(states, [1, 1, 3, 3, 2, 2]);
        assert_eq!(entry().due_at(), Some(at(60)));
    }

    #[test]
    fn an_entry_stands_in_a_list_of_each_resource_it_takes() {
        let lists = entry().lists(&[&[], &[Location], &[Resource], &[Customer, Resource]]);
        assert_eq!(lists.len(), 6);
        assert!(lists.iter().all(|list| entry().is_in(list)));
        assert_eq!(lists[0].text(), "all");
        assert!(!entry().is_in(&CalendarListName(vec![(Customer, Uuid::from_u128(1))])));
    }
}
