//! What a transaction requires of records that it does not write.

use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Action, Transaction, version_conflict};
use crate::{
    Entity, Record, RecordSet,
    expression::{Comparison, Expression},
    item,
    key::Key,
    write::Write,
};
use values::{ApiError, Id, KindName};

impl Transaction {
    /// Requires that a record that was read is still on the list it was on; otherwise `refusal`.
    pub fn require<E: Entity>(&mut self, record: &Record<E>, refusal: ApiError) {
        let key = Key::record(&self.tenant, record.id, record.record_set);
        self.push(Write::Check { key, condition: Expression::present() }, refusal);
    }

    /// Requires that a record that `field` of the request names is still live; otherwise 422 `reference_archived`.
    pub fn require_reference<E: Entity>(&mut self, record: &Record<E>, field: impl Into<String>) {
        self.require(record, ApiError::reference_archived(field));
    }

    /// Requires that a record is exactly as it was read; otherwise 409 `version_conflict`.
    pub fn require_unchanged<E: Entity>(&mut self, record: &Record<E>) {
        self.require_version(record, version_conflict());
    }

    /// Requires that a record is exactly as it was read; otherwise `refusal`. Two rules that require the same are one
    /// action: a transaction names an item once.
    pub fn require_version<E: Entity>(&mut self, record: &Record<E>, refusal: ApiError) {
        let key = Key::record(&self.tenant, record.id, record.record_set);
        let condition = Expression::version(record.version);
        let is_same = |action: &Action| matches!(&action.write, Write::Check { key: other, condition: same } if *other == key && *same == condition);
        if self.actions.iter().any(is_same) {
            return;
        }
        self.push(Write::Check { key, condition }, refusal);
    }

    /// Requires that there is still no live record of this id, as when it was read; otherwise 409 `version_conflict`.
    pub fn require_absent<E: Entity>(&mut self, id: Id<E>) {
        let key = Key::record(&self.tenant, id, RecordSet::Live);
        self.push(Write::Check { key, condition: Expression::absent() }, version_conflict());
    }

    /// Requires that a field of a record still has this value, whatever else changed; otherwise `refusal`.
    pub fn require_still<E: Entity, V: Serialize>(
        &mut self,
        record: &Record<E>,
        field: &str,
        value: &V,
        refusal: ApiError,
    ) {
        self.require_fields(record, &[(field, &json!(value))], refusal);
    }

    /// Requires that these fields of a record still have these values, whatever else changed; otherwise `refusal`.
    pub fn require_fields<E: Entity>(&mut self, record: &Record<E>, fields: &[(&str, &Value)], refusal: ApiError) {
        let key = Key::record(&self.tenant, record.id, record.record_set);
        self.require_body(key, fields, refusal);
    }

    /// Requires that a record of another area is live and at a location; otherwise `refusal`.
    pub fn require_at_location<L>(&mut self, kind: KindName, id: Uuid, location: Id<L>, refusal: ApiError) {
        let key = Key::of_kind(&self.tenant, kind, id, RecordSet::Live);
        self.require_body(key, &[("location_id", &json!(location))], refusal);
    }

    fn require_body(&mut self, key: Key, fields: &[(&str, &Value)], refusal: ApiError) {
        let mut condition = Expression::default();
        for (field, value) in fields {
            match item::attribute(value) {
                Ok(value) => condition = condition.and_body(&format!("body.{field}"), Comparison::Equal, value),
                Err(error) => {
                    self.fault.get_or_insert(ApiError::internal(format!("{field} does not encode: {error}")));
                }
            }
        }
        self.push(Write::Check { key, condition }, refusal);
    }
}
