//! Where records of a rare state are found (`docs/decisions/0046-calendar-counts.md`): an item of keys alone for each,
//! in the indexes that the kind names, in a partition of that state. Whatever writes the record writes this item in the
//! same transaction.

use aws_sdk_dynamodb::types::AttributeValue;
use uuid::Uuid;

use crate::{
    Entity, Index, Record,
    item::Item,
    key::{Key, index_partition},
};
use values::tenant::Tenant;

/// Characters of an id, with which every sort key of an index ends.
const ID_LENGTH: usize = 36;

/// The partition of an index in which records of a state are found that stand in `partition` of it.
pub fn partition_of(partition: &str, state: u8) -> String {
    format!("{partition}#{state}")
}

/// Sort key of such an item; as long as an id, and such that it leads to the item as that of a further entry does.
/// Items are in the order of their ids.
fn sort_of(id: Uuid, state: u8) -> String {
    format!("~s{state}-{}", id.simple())
}

/// Sort key in the index of the item of the record whose sort key this is.
pub fn entry_of(sort: &str, state: u8) -> Option<String> {
    let (place, id) = sort.split_at_checked(sort.len().checked_sub(ID_LENGTH)?)?;
    Some(format!("{place}{}", sort_of(Uuid::parse_str(id).ok()?, state)))
}

/// The record that an item's sort key in an index names, and what it is sorted by before the id.
pub fn record_of(sort: &str) -> Option<(&str, Uuid)> {
    let (place, text) = sort.split_at_checked(sort.len().checked_sub(ID_LENGTH)?)?;
    Some((place, Uuid::parse_str(text.get(4..)?).ok()?))
}

/// The rare state of its kind in which a record is.
fn state_of<E: Entity>(record: &Record<E>) -> Option<u8> {
    let entry = record.calendar_entry()?;
    E::RARE_STATE?.states.contains(&entry.state).then_some(entry.state)
}

/// Sort key of the item of a record that is in a rare state of its kind; none for one that is not.
pub fn sort<E: Entity>(record: &Record<E>) -> Option<String> {
    Some(sort_of(record.id.uuid(), state_of(record)?))
}

/// Whether a sort key is that of such an item.
pub fn is_sort(sort: &str) -> bool {
    // Other entries beside records have a digest there, which may begin likewise.
    let rest = sort.strip_prefix("~s").filter(|_| sort.len() == ID_LENGTH).and_then(|rest| rest.split_once('-'));
    rest.is_some_and(|(state, id)| state.parse::<u8>().is_ok() && Uuid::parse_str(id).is_ok())
}

/// Key of the item.
pub fn key<E: Entity>(tenant: &Tenant, record: &Record<E>) -> Option<Key> {
    Some(Key { partition: format!("{}#{}#further", tenant.merchant(), E::KIND), sort: sort(record)? })
}

/// Item of a record in a rare state, in the indexes of that state; none for others.
pub fn item<E: Entity>(tenant: &Tenant, record: &Record<E>) -> Option<Item> {
    let (rare, state) = (E::RARE_STATE?, state_of(record)?);
    let mut item = key(tenant, record)?.attributes();
    for (index, entry) in Index::ALL.iter().zip(record.body.indexes(record.id).0) {
        let entry = if rare.indexes.contains(index) { entry } else { None };
        let Some(entry) = entry else { continue };
        let partition = partition_of(&entry.partition, state);
        item.insert(format!("{}pk", index.name()), AttributeValue::S(index_partition(tenant, E::KIND, &partition)));
        item.insert(format!("{}sk", index.name()), AttributeValue::S(entry_of(&entry.sort, state)?));
    }
    Some(item)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{entry_of, is_sort, record_of, sort_of};

    #[test]
    fn a_digest_that_begins_as_an_entry_is_none() {
        assert!(is_sort(&sort_of(Uuid::from_u128(77), 2)));
        assert!(!is_sort("~s9-jrQFP0DjrJOwEicMychEcqwn5seiH1dI"));
    }

    #[test]
    fn an_entry_is_as_long_as_a_records_and_names_it() {
        let id = Uuid::from_u128(77);
        let sort = format!("2026-12-01T10:00:00.000Z#{id}");
        let entry = entry_of(&sort, 2).expect("an entry");
        assert_eq!(entry.len(), sort.len());
        assert_eq!(record_of(&entry), Some(("2026-12-01T10:00:00.000Z#", id)));
        assert_eq!(entry_of("short", 2), None);
        assert_eq!(record_of("short"), None);
    }
}
