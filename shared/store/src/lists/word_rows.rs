//! The rows of words: written with the record that has the words, and read as the records that they name (`words`).

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    list::ItemList,
    words::{EARLIER_WORDS, WORDS, joined, partition},
};
use crate::{
    Entity, Expression, Key, Record, RecordSet, Store, StoreError, Transaction,
    item::{self, Item},
    key::collection,
    table::SORT_KEY,
    transaction::version_conflict,
    write::Write,
};
use values::{tenant::Tenant, words::words};

/// Length of the id with which a row's sort key ends.
const ID_LENGTH: usize = 36;

/// The rows of a record, by their sort keys.
fn rows<E: Entity>(tenant: &Tenant, record: &Record<E>) -> Result<BTreeMap<String, Item>, StoreError> {
    let mut rows = BTreeMap::new();
    if E::WORD_ROWS.is_empty() || record.record_set == RecordSet::Archived {
        return Ok(rows);
    }
    let mut words = words(record.body.names());
    words.sort();
    let body = item::attributes(&record.body)
        .map_err(|error| StoreError::Internal(format!("{} {} does not encode: {error}", E::KIND, record.id)))?;
    let kept = body.into_iter().filter(|(name, _)| E::WORD_ROWS.contains(&name.as_str())).collect();
    let common = [(WORDS.to_owned(), AttributeValue::S(joined(&words))), ("body".to_owned(), AttributeValue::M(kept))];
    let partition = partition(&collection(tenant, E::KIND, RecordSet::Live));
    for (position, word) in words.iter().enumerate() {
        let key = Key { partition: partition.clone(), sort: format!("{word}#{}", record.id) };
        let mut row = key.attributes();
        row.extend(common.clone());
        row.insert(EARLIER_WORDS.to_owned(), AttributeValue::S(joined(&words[..position])));
        rows.insert(key.sort, row);
    }
    Ok(rows)
}

impl Transaction {
    /// Takes away the rows of words that a record no longer has, and writes the others.
    pub(crate) fn exchange_words<E: Entity>(&mut self, before: Option<&Record<E>>, after: &Record<E>) {
        let of = |record| rows(&self.tenant, record);
        let both = before.map(of).transpose().and_then(|before| Ok((before.unwrap_or_default(), of(after)?)));
        let (before, after) = match both {
            Ok(both) => both,
            Err(error) => return self.refuse(error.into()),
        };
        let partition = partition(&collection(&self.tenant, E::KIND, RecordSet::Live));
        for sort in before.keys().filter(|sort| !after.contains_key(*sort)) {
            let key = Key { partition: partition.clone(), sort: sort.clone() };
            self.push(Write::Delete { key, condition: Expression::always() }, version_conflict());
        }
        for (_, item) in after.into_iter().filter(|(sort, item)| before.get(sort) != Some(item)) {
            self.push(Write::Put { item, condition: Expression::always() }, version_conflict());
        }
    }
}

impl Store {
    /// The items of the records that rows of words name, in the order of the rows.
    pub(crate) async fn read_items_of_words(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        rows: &[Item],
    ) -> Result<Vec<Item>, StoreError> {
        let partition = list.collection(tenant);
        let sorts = rows.iter().filter_map(|row| item::text(row, SORT_KEY));
        let ids: Vec<&str> = sorts.filter_map(|sort| sort.get(sort.len().checked_sub(ID_LENGTH)?..)).collect();
        let keys = ids.iter().map(|id| Key { partition: partition.clone(), sort: (*id).to_owned() });
        let found = self.batch_get(keys.collect()).await?;
        let by_id: HashMap<String, Item> = found.into_iter().map(|item| (item::key(&item).sort, item)).collect();
        Ok(ids.iter().filter_map(|id| by_id.get(*id).cloned()).collect())
    }
}
