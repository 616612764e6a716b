//! Lists in the order of a field that no index has: all that is asked for is read and put into order, so that there may
//! be no more than [`SORTED_MAX`] records of it.

use std::cmp::Ordering;

use sha2::{Digest as _, Sha256};

use super::cursor::Fingerprint;
use store::{Entity, Order, Record};
use values::{ApiError, Timestamp, words::plain};

/// Name of the query parameter.
pub const PARAMETER: &str = "sort";
/// The field by which every list can be sorted.
pub(super) const ALWAYS: &str = "updated_at";
/// Most records that are put into order for one request.
pub(super) const SORTED_MAX: u32 = 2_000;
/// What of a field's value decides its place; beyond that ids do. So many characters fit into a cursor.
const VALUE_CHARACTERS: usize = 80;

/// In which order a request asks for a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sorting {
    /// Field of the answer.
    field: &'static str,
}

/// The place of a record: those without a value come last, whatever the direction; of equal values the older first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    value: Option<String>,
    id: String,
}

impl Sorting {
    /// The order of one of these fields.
    pub(super) fn of(sorted_by: &'static [&'static str], asked: &str) -> Option<Self> {
        sorted_by.iter().chain(&[ALWAYS]).find(|field| **field == asked).map(|field| Self { field })
    }

    pub(super) fn place<E: Entity>(self, record: &Record<E>, now: Timestamp) -> Result<Place, ApiError> {
        let id = record.id.to_string();
        if self.field == ALWAYS {
            return Ok(Place { value: Some(record.updated_at.to_string()), id });
        }
        let view = serde_json::to_value(record.body.view(now))
            .map_err(|error| ApiError::internal(format!("a record does not encode: {error}")))?;
        let value = view[self.field].as_str().filter(|value| !value.is_empty());
        let shortened = |value: &str| plain(value).chars().take(VALUE_CHARACTERS).collect();
        Ok(Place { value: value.map(shortened), id })
    }

    /// What a cursor of a list is bound to that is in this order; the list's own print tells the direction.
    pub(super) fn fingerprint(self, list: Fingerprint) -> Fingerprint {
        let digest = Sha256::digest([&list, self.field.as_bytes()].concat());
        std::array::from_fn(|position| digest[position])
    }
}

impl Place {
    pub(super) fn compared(&self, other: &Self, order: Order) -> Ordering {
        let by_value = match (&self.value, &other.value) {
            (Some(own), Some(others)) if order == Order::Descending => others.cmp(own),
            (Some(own), Some(others)) => own.cmp(others),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        by_value.then_with(|| self.id.cmp(&other.id))
    }

    pub(super) fn text(&self) -> String {
        match &self.value {
            Some(value) => format!("{} {value}", self.id),
            None => self.id.clone(),
        }
    }

    pub(super) fn of_text(text: &str) -> Self {
        match text.split_once(' ') {
            Some((id, value)) => Self { value: Some(value.to_owned()), id: id.to_owned() },
            None => Self { value: None, id: text.to_owned() },
        }
    }
}
