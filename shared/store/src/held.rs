//! Takes what people wrote out of a record of any kind, of which only the names of its texts are known.

use std::iter;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    Expression, Key, Transaction,
    expression::key_names,
    further,
    item::{self, WRITE_ID},
    key::collection,
    lists::words::WORDS,
    write::Write,
};
use crate::{HeldRecord, Index, Record, RecordSet, record::FurtherEntry};
use values::{ApiError, KindName, listed_fields::FOREIGN_IDS};

/// Most objects in a list of which texts are emptied.
pub const LISTED_MAX: usize = 50;

/// Fields of a kind that are emptied, by their paths in the body of its records.
#[derive(Clone, Copy, Debug)]
pub struct EmptiedFields {
    /// The kind of the records.
    pub kind: KindName,
    /// Texts, which become empty ones.
    pub texts: &'static [&'static str],
    /// Texts in the objects of a list, such as `refunds.reason`, which become empty ones.
    pub listed: &'static [&'static str],
    /// Lists, which become empty ones.
    pub lists: &'static [&'static str],
    /// Persons, who become null.
    pub purged: &'static [&'static str],
}

impl Transaction {
    /// Empties these fields of a live record and of its copies under further values of an index, and takes its
    /// metadata; all else stays as it is by then. `after` is the record's next version and says who does it, and when.
    /// `refusal` when the record or a copy is no longer there.
    pub fn empty_texts(
        &mut self,
        fields: EmptiedFields,
        after: &Record<HeldRecord>,
        copies: &[FurtherEntry],
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
        let mut update = empty_words(fields, &after.body, &mut sets);
        for (number, list) in fields.lists.iter().filter(|list| after.body.has_list(list)).enumerate() {
            let placeholder = format!("#l{number}");
            sets.push(format!("#body.{placeholder} = :none"));
            update =
                update.name("#body", "body").name(&placeholder, list).value(":none", AttributeValue::L(Vec::new()));
        }
        for (number, person) in fields.purged.iter().enumerate() {
            let placeholder = format!("#p{number}");
            sets.push(format!("#body.{placeholder} = :nobody"));
            update =
                update.name("#body", "body").name(&placeholder, person).value(":nobody", AttributeValue::Null(true));
        }
        let mut removes = vec!["#words"];
        update = update.name("#words", WORDS);
        if !fields.purged.is_empty() {
            // The address of a person who is no customer is a place in an index.
            let (partition, sort) = key_names(Some(Index::Third));
            removes.extend(["#third_partition", "#third_sort"]);
            update = update.name("#third_partition", &partition).name("#third_sort", &sort);
        }
        let is_known_elsewhere = after.body.has_list(FOREIGN_IDS);
        if is_known_elsewhere {
            removes.push("#body.#foreign_ids");
            update = update.name("#body", "body").name("#foreign_ids", FOREIGN_IDS);
            self.forget_foreign_ids(fields.kind, after);
        }
        update.text = format!("SET {} REMOVE {}", sets.join(", "), removes.join(", "));
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
        let own = Key { partition: collection(&self.tenant, fields.kind, RecordSet::Live), sort: after.id.to_string() };
        let copies = copies.iter().map(|entry| further::key_under(&self.tenant, fields.kind, after.id, entry));
        for key in iter::once(own).chain(copies.collect::<Vec<_>>()) {
            // Its rows in lists are written anew, so that it must be as it was read.
            let condition =
                if is_known_elsewhere { Expression::version(after.version - 1) } else { Expression::present() };
            let (update, condition) = (update.clone(), Some(condition));
            self.push(Write::Update { key, update, condition }, refusal.clone());
        }
    }
}

/// Empties texts, by themselves and in the objects of lists: adds to `sets` what is set, and answers the names and
/// values that it takes.
fn empty_words(fields: EmptiedFields, body: &HeldRecord, sets: &mut Vec<String>) -> Expression {
    let mut update = Expression::default().name("#body", "body");
    let given: Vec<&&str> = fields.texts.iter().filter(|text| !body.text(text).is_empty()).collect();
    for (number, text) in given.iter().enumerate() {
        let mut path = "#body".to_owned();
        for (step, name) in text.split('.').enumerate() {
            let placeholder = format!("#t{number}_{step}");
            path = format!("{path}.{placeholder}");
            update = update.name(&placeholder, name);
        }
        sets.push(format!("{path} = :empty"));
    }
    let mut is_any = !given.is_empty();
    for (number, path) in fields.listed.iter().enumerate() {
        let Some((list, text)) = path.split_once('.') else { continue };
        let found = body.listed(list, text);
        if found.is_empty() {
            continue;
        }
        is_any = true;
        let (own, within) = (format!("#o{number}"), format!("#w{number}"));
        update = update.name(&own, list).name(&within, text);
        sets.extend(found.iter().map(|position| format!("#body.{own}[{position}].{within} = :empty")));
    }
    if is_any {
        update = update.string(":empty", "");
    } else {
        update.names.clear();
    }
    update
}
