//! The rows of a record in the filter lists of its kind. Pure, but for the writing of them.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    iter,
};
use values::listed_fields::{FOREIGN_IDS, FilterLists};

use aws_sdk_dynamodb::types::AttributeValue;

use crate::{
    Entity, HeldRecord, Record, RecordSet,
    error::StoreError,
    expression::{Comparison, Expression},
    item::{self, Item},
    key::{Key, collection, filter_list},
    lists::list::{Equality, ItemList},
    moves::Move,
    transaction::{Action, Transaction, version_conflict},
    write::Write,
};
use values::{ApiError, KindName, tenant::Tenant, text::digest};

/// A record with more values of a field than these stands under [`MANY`] instead: its rows and their counts fit into
/// its transaction.
pub const VALUES_MAX: usize = 3;
/// In the place of a value: more than [`VALUES_MAX`] of them.
pub const MANY: &str = "*";

/// Longest value that stands in a list's name as it is.
const NAME_LENGTH_MAX: usize = 40;

/// The attribute of a row with the fields that it keeps; a record has its fields under the same name, so that one
/// filter fits both.
pub const BODY: &str = "body";

/// The rows of a record by the names of their lists: what each keeps of the record.
pub type Rows = BTreeMap<String, Item>;

/// The rows of a live record of a kind with this body.
#[must_use]
pub fn rows_of(lists: FilterLists, body: &Item) -> Rows {
    let kept = kept(lists, body);
    let names: BTreeSet<String> = lists.by.iter().flat_map(|fields| names(fields, body)).collect();
    names.into_iter().map(|name| (name, kept.clone())).collect()
}

/// What a row keeps of a record.
#[must_use]
pub fn kept(lists: FilterLists, body: &Item) -> Item {
    let mut kept = Item::new();
    for path in lists.paths() {
        if let Some(value) = at(body, path) {
            insert(&mut kept, path, value.clone());
        }
    }
    kept
}

/// Whether a record is one that `list` asks for, which a row has proposed. What the list does not ask for may have
/// changed since the row was read.
#[must_use]
pub fn fits(list: &ItemList, record: &Item, row: &Item) -> bool {
    let has = |Equality { path, comparison, value }: &Equality| match (comparison, at(record, path)) {
        (Comparison::Equal, Some(own)) => own == value,
        (Comparison::Contains, Some(AttributeValue::L(own))) => own.contains(value),
        _ => false,
    };
    let names: BTreeSet<&str> = list.names_of_conditions().collect();
    let is_asked = |path: &&str| path.split('.').all(|name| names.contains(name));
    let is_same = |path: &str| at(record, path) == at(row, path);
    list.equalities().iter().all(has) && FilterLists::of(list.kind()).paths().filter(is_asked).all(is_same)
}

/// The item of a row.
#[must_use]
pub fn item_of(key: &Key, kept: Item) -> Item {
    let mut item = key.attributes();
    item.insert(BODY.to_owned(), AttributeValue::M(kept));
    item
}

/// The part of a list's name that says one value of a field.
#[must_use]
pub fn part(path: &str, value: &str) -> String {
    format!("{path}={value}")
}

/// The text of a value in a list's name; none for what no list is made of.
#[must_use]
pub fn text(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) if is_name(text) => Some(text.clone()),
        // Keys are never made of what clients write.
        AttributeValue::S(text) => Some(digest(text)),
        AttributeValue::N(number) => Some(number.clone()),
        AttributeValue::Bool(is) => Some(is.to_string()),
        _ => None,
    }
}

/// Whether a text is an id or the name of a state.
fn is_name(text: &str) -> bool {
    let is_of_names = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
    text.len() <= NAME_LENGTH_MAX && text.bytes().all(is_of_names)
}

/// The names of the lists by these fields in which a record stands.
fn names(fields: &[&str], body: &Item) -> Vec<String> {
    fields.iter().fold(vec![String::new()], |names, path| {
        let values = values(at(body, path));
        let joined = |name: &String, value: &String| match name.as_str() {
            "" => part(path, value),
            name => format!("{name}&{}", part(path, value)),
        };
        names.iter().flat_map(|name| values.iter().map(move |value| joined(name, value))).collect()
    })
}

fn values(value: Option<&AttributeValue>) -> BTreeSet<String> {
    match value {
        Some(AttributeValue::L(several)) if several.len() > VALUES_MAX => BTreeSet::from([MANY.to_owned()]),
        Some(AttributeValue::L(several)) => several.iter().filter_map(text).collect(),
        one => one.and_then(text).into_iter().collect(),
    }
}

fn at<'a>(body: &'a Item, path: &str) -> Option<&'a AttributeValue> {
    match path.split_once('.') {
        None => body.get(path),
        Some((first, rest)) => at(body.get(first)?.as_m().ok()?, rest),
    }
}

fn insert(kept: &mut Item, path: &str, value: AttributeValue) {
    let Some((first, rest)) = path.split_once('.') else {
        kept.insert(path.to_owned(), value);
        return;
    };
    let inner = kept.entry(first.to_owned()).or_insert_with(|| AttributeValue::M(HashMap::new()));
    if let AttributeValue::M(inner) = inner {
        insert(inner, rest, value);
    }
}

/// The rows of a record as it is to be: none unless it is live.
fn rows<E: Entity>(record: &Record<E>) -> Result<Rows, StoreError> {
    if record.record_set == RecordSet::Archived {
        return Ok(Rows::new());
    }
    let mut body = item::attributes(&record.body)
        .map_err(|error| StoreError::Internal(format!("{} {} does not encode: {error}", E::KIND, record.id)))?;
    item::add_foreign_ids(E::KIND, &mut body, &record.metadata);
    Ok(rows_of(FilterLists::of(E::KIND), &body))
}

/// The key of a record's row in a list.
#[must_use]
pub fn key(tenant: &Tenant, kind: KindName, name: &str, id: &str) -> Key {
    let partition = filter_list(&collection(tenant, kind, RecordSet::Live), name);
    Key { partition, sort: id.to_owned() }
}

impl Transaction {
    /// Writes the rows of a new record.
    pub(crate) fn add_to_filter_lists<E: Entity>(&mut self, record: &Record<E>) {
        if !FilterLists::of(E::KIND).by.is_empty() {
            match rows(record) {
                Ok(after) => self.exchange_rows(E::KIND, &record.id.to_string(), &Rows::new(), after, false),
                Err(error) => self.refuse(error.into()),
            }
        }
    }

    /// Takes away the rows that a record no longer has, and writes those that are others: lists that it leaves and
    /// enters are counted anew.
    pub(crate) fn exchange_filter_lists<E: Entity>(&mut self, before: Option<&Record<E>>, after: Option<&Record<E>>) {
        let Some(id) = before.or(after).map(|record| record.id.to_string()) else { return };
        if FilterLists::of(E::KIND).by.is_empty() {
            return;
        }
        let of = |record: Option<&Record<E>>| record.map_or_else(|| Ok(Rows::new()), rows);
        match of(before).and_then(|before| Ok((before, of(after)?))) {
            Ok((before, after)) => self.exchange_rows(E::KIND, &id, &before, after, true),
            Err(error) => self.refuse(error.into()),
        }
    }

    /// Takes a record whose type is not known out of the lists by what other systems know it by.
    pub(crate) fn forget_foreign_ids(&mut self, kind: KindName, record: &Record<HeldRecord>) {
        let lists = FilterLists::of(kind);
        match item::attributes(&record.body) {
            Ok(mut body) => {
                let before = rows_of(lists, &body);
                body.remove(FOREIGN_IDS);
                self.exchange_rows(kind, &record.id.to_string(), &before, rows_of(lists, &body), true);
            }
            Err(error) => self.refuse(ApiError::internal(format!("{kind} {} does not encode: {error}", record.id))),
        }
    }

    fn exchange_rows(&mut self, kind: KindName, id: &str, before: &Rows, after: Rows, is_counted: bool) {
        let tenant = self.tenant.clone();
        let key = |name: &str| key(&tenant, kind, name, id);
        for name in before.keys().filter(|name| !after.contains_key(*name)) {
            self.moves.push(Move::leaving(key(name)));
            self.act(Write::Delete { key: key(name), condition: Expression::always() });
        }
        for (name, kept) in after {
            let known = before.get(&name);
            if known.is_none() && is_counted {
                self.moves.push(Move::entering(key(&name)));
            }
            if known != Some(&kept) {
                let item = item_of(&key(&name), kept);
                self.act(Write::Put { item, condition: Expression::always() });
            }
        }
    }

    /// Rows are small: they have nothing that says which write they are of, because they are never written alone.
    fn act(&mut self, write: Write) {
        self.actions.extend(iter::once(Action { write, refusal: version_conflict() }));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Item, rows_of};
    use values::listed_fields::FilterLists;

    const LISTS: FilterLists = FilterLists { by: &[&["places", "state"], &["state"], &["firm.id"]], kept: &["until"] };

    fn body(value: serde_json::Value) -> Item {
        serde_dynamo::to_item(value).expect("an item")
    }

    #[test]
    fn a_record_stands_under_each_value_of_its_fields_alone_and_together() {
        let body = body(json!({"state": "open", "places": ["a", "b"], "firm": {"id": 7, "name": "x"}, "text": "y"}));
        let rows = rows_of(LISTS, &body);
        let names: Vec<&String> = rows.keys().collect();
        assert_eq!(names, ["firm.id=7", "places=a&state=open", "places=b&state=open", "state=open"]);
        let kept = self::body(json!({"state": "open", "places": ["a", "b"], "firm": {"id": 7}}));
        assert!(rows.values().all(|row| *row == kept), "{rows:?}");
    }

    #[test]
    fn a_record_without_a_value_stands_in_no_list_of_the_field() {
        let rows = rows_of(LISTS, &body(json!({"state": "open", "places": [], "firm": null, "until": "x"})));
        assert_eq!(rows.keys().collect::<Vec<_>>(), ["state=open"]);
    }

    #[test]
    fn a_record_with_very_many_values_stands_under_many() {
        let places: Vec<u8> = (0..9).collect();
        let rows = rows_of(LISTS, &body(json!({"state": "open", "places": places})));
        assert_eq!(rows.keys().collect::<Vec<_>>(), ["places=*&state=open", "state=open"]);
    }
}
