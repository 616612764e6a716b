//! Takes what people wrote out of a record of any kind, of which only the names of its texts are known.

use std::iter;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    Expression, Key, Transaction, further,
    item::{self, WRITE_ID},
    key::collection,
    write::Write,
};
use crate::{HeldRecord, Record, RecordSet, record::FurtherEntry};
use values::{ApiError, KindName};

impl Transaction {
    /// Empties these texts and lists of a live record and of its copies under further values of an index, and takes its metadata; all else stays
    /// as it is by then. `after` is the record's next version and says who does it, and when. `refusal` when the record or a
    /// copy is no longer there.
    pub fn empty_texts(
        &mut self,
        kind: KindName,
        after: &Record<HeldRecord>,
        (texts, lists, copies): (&[&str], &[&str], &[FurtherEntry]),
        refusal: &ApiError,
    ) {
        let instant = match item::attribute(&after.updated_at) {
            Ok(instant) => instant,
            Err(error) => return self.refuse(ApiError::internal(format!("an instant does not encode: {error}"))),
        };
        let mut sets = vec![
            "#version = #version + :one".to_owned(),
            "#updated = :updated".to_owned(),
            "#by = :by".to_owned(),
            "#request = :request".to_owned(),
            "#write = :write".to_owned(),
            "#metadata = :nothing".to_owned(),
        ];
        let mut update = Expression::default().name("#body", "body");
        let given: Vec<&&str> = texts.iter().filter(|text| !after.body.text(text).is_empty()).collect();
        for (number, text) in given.iter().enumerate() {
            let mut path = "#body".to_owned();
            for (step, name) in text.split('.').enumerate() {
                let placeholder = format!("#t{number}_{step}");
                path = format!("{path}.{placeholder}");
                update = update.name(&placeholder, name);
            }
            sets.push(format!("{path} = :empty"));
        }
        if given.is_empty() {
            update.names.clear();
        } else {
            update = update.string(":empty", "");
        }
        for (number, list) in lists.iter().filter(|list| after.body.has_list(list)).enumerate() {
            let placeholder = format!("#l{number}");
            sets.push(format!("#body.{placeholder} = :none"));
            update =
                update.name("#body", "body").name(&placeholder, list).value(":none", AttributeValue::L(Vec::new()));
        }
        update.text = format!("SET {}", sets.join(", "));
        let update = update
            .name("#version", "version")
            .name("#updated", "updated_at")
            .name("#by", "changed_by")
            .name("#request", "request_id")
            .name("#write", WRITE_ID)
            .name("#metadata", "metadata")
            .number(":one", 1)
            .value(":updated", instant)
            .string(":by", &after.changed_by)
            .string(":request", &after.request_id)
            .string(":write", &self.write_id)
            .value(":nothing", AttributeValue::M(std::collections::HashMap::new()));
        let own = Key { partition: collection(&self.tenant, kind, RecordSet::Live), sort: after.id.to_string() };
        let copies = copies.iter().map(|entry| further::key_under(&self.tenant, kind, after.id, entry));
        for key in iter::once(own).chain(copies.collect::<Vec<_>>()) {
            let (update, condition) = (update.clone(), Some(Expression::present()));
            self.push(Write::Update { key, update, condition }, refusal.clone());
        }
    }
}
