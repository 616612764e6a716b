//! Everything that one operation changes, written together or not at all.
//!
//! Each action has the refusal that the client gets when its condition fails; the store only reports which condition
//! failed.

mod conditions;
mod counters;
mod unique_names;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::{
    error::StoreError,
    expression::Expression,
    further,
    item::{self, Item, NEW_RECORD_BYTES_MAX, RECORD_BYTES_MAX, WRITE_ID},
    key::Key,
    moves::Move,
    write::Write,
};
use crate::{CalendarChange, Entity, Record, RecordSet};
use values::{ApiError, ErrorCode, Id, KindName, Metadata, tenant::Tenant};

/// DynamoDB allows this many actions in one transaction.
pub const WRITES_MAX: usize = 100;
/// What callers may put into one: committing adds an item of what changes in lists by time (`super::lists`) for each
/// kind that has such, and a booking and its invoice may change together.
pub const ACTIONS_MAX: usize = WRITES_MAX - 2;

/// The writes of one operation. Nothing happens before `Store::commit`, and then all of it or nothing.
#[derive(Debug)]
pub struct Transaction {
    pub(super) tenant: Tenant,
    pub(super) write_id: String,
    pub(super) actions: Vec<Action>,
    pub(super) moves: Vec<Move>,
    pub(super) fault: Option<ApiError>,
    /// Where what it stores may be, and what is answered where it is elsewhere.
    places: Option<(Vec<String>, ApiError)>,
    /// Of sequences: their counters as they were read, and how many numbers it takes.
    numbers: HashMap<Key, (i64, i64)>,
    /// What is added to counters without a condition.
    added: HashMap<Key, i64>,
    /// What becomes of records in lists by time, by kind.
    pub(super) calendar_changes: HashMap<KindName, Vec<CalendarChange>>,
}

/// One write and what its failed condition means.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub write: Write,
    pub refusal: ApiError,
}

impl Transaction {
    /// An empty transaction; `write_id` is unique to it.
    #[must_use]
    pub fn new(tenant: Tenant, write_id: String) -> Self {
        Self {
            tenant,
            write_id,
            actions: Vec::new(),
            moves: Vec::new(),
            fault: None,
            places: None,
            numbers: HashMap::new(),
            added: HashMap::new(),
            calendar_changes: HashMap::new(),
        }
    }

    /// The same for somebody who may change what is at some locations only: a record that names another as its
    /// `location_id` is not stored, and `refusal` is answered.
    #[must_use]
    pub fn only_at(mut self, location_ids: Vec<String>, refusal: ApiError) -> Self {
        self.places = Some((location_ids, refusal));
        self
    }

    /// Stores a new record, which takes its unique names.
    pub fn create<E: Entity>(&mut self, record: &Record<E>) {
        let refusal = ApiError::internal(format!("{} {} exists already", E::KIND, record.id));
        self.put(record, Expression::absent(), refusal, NEW_RECORD_BYTES_MAX);
        self.add_to_filter_lists(record);
        self.exchange_words(None, record);
        self.exchange_calendar(None, Some(record));
        self.exchange_unique_keys(&[], &record.unique_keys(), record.id);
    }

    /// Stores a record that several requests may begin at the same moment: all but one of them get 409
    /// `version_conflict`, and read it when they try again.
    pub fn begin<E: Entity>(&mut self, record: &Record<E>) {
        self.put(record, Expression::absent(), version_conflict(), NEW_RECORD_BYTES_MAX);
        self.add_to_filter_lists(record);
        self.exchange_words(None, record);
        self.exchange_calendar(None, Some(record));
    }

    /// Replaces `before` by `after`, its next version, with its unique names, and moves it between the kind's two lists
    /// when its record set changed.
    pub fn replace<E: Entity>(&mut self, before: &Record<E>, after: &Record<E>) {
        let refusal = version_conflict();
        let kept = further::keys(&self.tenant, after);
        for key in further::keys(&self.tenant, before).into_iter().filter(|key| !kept.contains(key)) {
            self.push(Write::Delete { key, condition: always() }, refusal.clone());
        }
        self.exchange_filter_lists(Some(before), Some(after));
        self.exchange_words(Some(before), after);
        self.exchange_calendar(Some(before), Some(after));
        if before.record_set == after.record_set {
            let most = if before.metadata == after.metadata { RECORD_BYTES_MAX } else { NEW_RECORD_BYTES_MAX };
            self.put(after, Expression::version(before.version), refusal, most);
            self.exchange_unique_keys(&before.unique_keys(), &after.unique_keys(), after.id);
            return;
        }
        let condition = Expression::version(before.version);
        let key = Key::record(&self.tenant, before.id, before.record_set);
        self.push(Write::Delete { key: key.clone(), condition }, refusal.clone());
        match put_away(after) {
            Some(kept) => self.put(&kept, Expression::absent(), refusal, RECORD_BYTES_MAX),
            None => self.put(after, Expression::absent(), refusal, RECORD_BYTES_MAX),
        }
        self.moves.push(Move::leaving(key));
        self.moves.push(Move::entering(Key::record(&self.tenant, after.id, after.record_set)));
        self.exchange_unique_keys(&before.unique_keys(), &after.unique_keys(), after.id);
    }

    /// Replaces `before` by `after`, its next version, which is of another kind and has the same id. For kinds without
    /// unique names and rows of words.
    pub fn transfer<A: Entity, B: Entity>(&mut self, before: &Record<A>, after: &Record<B>) {
        for key in further::keys(&self.tenant, before) {
            self.push(Write::Delete { key, condition: always() }, version_conflict());
        }
        let key = Key::record(&self.tenant, before.id, before.record_set);
        let condition = Expression::version(before.version);
        self.push(Write::Delete { key: key.clone(), condition }, version_conflict());
        self.put(after, Expression::absent(), version_conflict(), RECORD_BYTES_MAX);
        self.exchange_filter_lists(Some(before), None);
        self.exchange_filter_lists(None, Some(after));
        self.exchange_calendar(Some(before), None);
        self.exchange_calendar(None, Some(after));
        self.moves.push(Move::leaving(key));
        self.moves.push(Move::entering(Key::record(&self.tenant, after.id, after.record_set)));
    }

    /// Deletes a record that was read for good, with its unique names and further entries, as nothing else is: for what
    /// never counted, such as the items of a draft, and for what people take back. Not for a kind that has rows of
    /// words.
    pub fn remove<E: Entity>(&mut self, before: &Record<E>) {
        let key = Key::record(&self.tenant, before.id, before.record_set);
        self.push(
            Write::Delete { key: key.clone(), condition: Expression::version(before.version) },
            version_conflict(),
        );
        for key in further::keys(&self.tenant, before) {
            self.push(Write::Delete { key, condition: always() }, version_conflict());
        }
        self.exchange_filter_lists(Some(before), None);
        self.exchange_calendar(Some(before), None);
        self.exchange_unique_keys(&before.unique_keys(), &[], before.id);
        self.moves.push(Move::leaving(key));
    }

    /// Whether it writes a record, or looks at it: DynamoDB takes each item once.
    #[must_use]
    pub fn has<E: Entity>(&self, id: Id<E>) -> bool {
        let key = Key::record(&self.tenant, id, RecordSet::Live);
        self.actions.iter().any(|action| action.write.key() == key)
    }

    /// How many actions are in it.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.actions.len()
    }

    /// Makes the transaction fail with this refusal, whatever else is in it.
    pub fn refuse(&mut self, refusal: ApiError) {
        self.fault.get_or_insert(refusal);
    }

    /// Writes any item under any condition: for items that are not records.
    pub fn put_item(&mut self, item: Item, condition: Expression, refusal: ApiError) {
        self.push(Write::Put { item, condition }, refusal);
    }

    /// Deletes any item under any condition: for items that are not records.
    pub fn delete_item(&mut self, key: Key, condition: Expression, refusal: ApiError) {
        self.push(Write::Delete { key, condition }, refusal);
    }

    /// A value as the item of `key`, under any condition.
    pub fn put_encoded<T: Serialize>(&mut self, key: &Key, value: &T, condition: Expression, refusal: ApiError) {
        match item::attributes(value) {
            Ok(mut item) => {
                item.extend(key.attributes());
                self.put_item(item, condition, refusal);
            }
            Err(error) => {
                self.fault.get_or_insert(ApiError::internal(format!("{} does not encode: {error}", key.sort)));
            }
        }
    }

    /// Sets one field of the value of `key` and counts its version, whatever else it has: whoever has read it decides
    /// anew.
    pub fn set_in_value<T: Serialize>(&mut self, key: &Key, field: &str, value: &T) {
        match item::attribute(value) {
            Ok(value) => {
                let update = Expression::new("SET #field = :value ADD #version :one")
                    .name("#field", field)
                    .name("#version", "version")
                    .value(":value", value)
                    .number(":one", 1);
                let refusal = ApiError::internal("a write without a condition was refused");
                self.push(Write::Update { key: key.clone(), update, condition: None }, refusal);
            }
            Err(error) => self.refuse(ApiError::internal(format!("{field} does not encode: {error}"))),
        }
    }

    /// Changes a number of the value of `key`, which need not be there before, under a condition; otherwise `refusal`.
    pub fn add_in_value(
        &mut self,
        key: &Key,
        field: &str,
        change: i64,
        condition: Option<Expression>,
        refusal: ApiError,
    ) {
        self.add_all_in_value(key, &[(field, change)], condition, refusal);
    }

    /// The same with several numbers of one value.
    pub fn add_all_in_value(
        &mut self,
        key: &Key,
        changes: &[(&str, i64)],
        condition: Option<Expression>,
        refusal: ApiError,
    ) {
        let mut update = Expression::default();
        let mut added = Vec::new();
        for (number, (field, change)) in changes.iter().enumerate() {
            let (name, value) = (format!("#f{number}"), format!(":c{number}"));
            added.push(format!("{name} {value}"));
            update = update.name(&name, field).number(&value, *change);
        }
        update.text = format!("ADD {}", added.join(","));
        self.push(Write::Update { key: key.clone(), update, condition }, refusal);
    }

    /// Removes the value of `key`, if there is one.
    pub fn remove_value(&mut self, key: &Key) {
        let refusal = ApiError::internal("a removal without a condition was refused");
        self.push(Write::Delete { key: key.clone(), condition: always() }, refusal);
    }

    /// Removes the value of `key` under a condition; otherwise `refusal`.
    pub fn remove_value_if(&mut self, key: &Key, condition: Expression, refusal: ApiError) {
        self.push(Write::Delete { key: key.clone(), condition }, refusal);
    }

    /// Requires a condition of the item of `key`; otherwise `refusal`.
    pub fn require_value(&mut self, key: &Key, condition: Expression, refusal: ApiError) {
        self.push(Write::Check { key: key.clone(), condition }, refusal);
    }

    /// Refuses what can be refused without the store, as committing would.
    ///
    /// # Errors
    /// 422 `record_too_large`, or a fault of the service.
    pub fn check(self) -> Result<(), ApiError> {
        self.fault.map_or(Ok(()), Err)
    }

    /// Whose data the transaction changes.
    #[must_use]
    pub const fn tenant(&self) -> &Tenant {
        &self.tenant
    }

    /// Stores a record of at most `most` bytes.
    fn put<E: Entity>(&mut self, record: &Record<E>, condition: Expression, refusal: ApiError, most: usize) {
        let encoded = item::encode(&self.tenant, record)
            .and_then(|item| further::items(&self.tenant, record).map(|further| (item, further)));
        self.put_items(encoded, item::shown_size(record), condition, refusal, most);
    }

    /// Stores the item of a record under its condition, and its further items, which have none. Apart from
    /// [`Self::put`], so that a program has it once and not for each kind.
    fn put_items(
        &mut self,
        encoded: Result<(Item, Vec<Item>), StoreError>,
        shown_size: usize,
        condition: Expression,
        refusal: ApiError,
        most: usize,
    ) {
        match encoded {
            Ok((item, _)) if item::size(&item).max(shown_size) > most => {
                let message = format!("the record would be larger than {} KB", most / 1024);
                self.fault.get_or_insert(ApiError::rule("body", "record_too_large", message));
            }
            Ok((item, further)) => {
                let refused = format!("a further entry of {} was refused", item::key(&item).sort);
                self.push(Write::Put { item, condition }, refusal);
                for item in further {
                    self.push(Write::Put { item, condition: always() }, ApiError::internal(refused.clone()));
                }
            }
            Err(error) => {
                self.fault.get_or_insert(error.into());
            }
        }
    }

    pub(super) fn push(&mut self, mut write: Write, refusal: ApiError) {
        if let Write::Put { item, .. } = &mut write {
            if let Some((places, refusal)) = &self.places
                && item::location(item).is_some_and(|location| !places.contains(location))
            {
                self.fault.get_or_insert(refusal.clone());
            }
            item.insert(WRITE_ID.to_owned(), AttributeValue::S(self.write_id.clone()));
        }
        self.actions.push(Action { write, refusal });
    }
}

/// An archived record as it is stored, when not all of it is kept.
fn put_away<E: Entity>(after: &Record<E>) -> Option<Record<E>> {
    if after.record_set != RecordSet::Archived {
        return None;
    }
    let body = after.body.put_away()?;
    Some(Record { body, metadata: Metadata::default(), ..after.clone() })
}

/// 409: the record was changed between reading and writing it.
#[must_use]
pub fn version_conflict() -> ApiError {
    ApiError::conflict(ErrorCode::VersionConflict, "the record was changed at the same moment; read it again")
}

/// A condition that holds.
fn always() -> Expression {
    Expression::new("attribute_not_exists(#never)").name("#never", "never")
}
