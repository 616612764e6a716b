//! One record of the table's stream, in the form in which Lambda hands it over.
//!
//! It is decoded record by record and not as the event type of a library: an image that is no item must fail alone.

use serde_json::Value;

use store::{
    StoreError,
    item::{self, Item},
    key::Key,
    table::IMPORTED,
};
use values::{Id, MerchantReference, Timestamp};

/// What was done with the item.
#[derive(Debug)]
pub enum Written {
    /// The item is new: there was none under its key.
    New(Item),
    /// The item was there before: as it was, and as it is.
    Replaced(Item, Item),
    /// It is gone. `by_time` when DynamoDB deleted it because its time was over.
    Gone {
        /// The item as it was before it was deleted.
        old: Item,
        /// Whether its time was over.
        by_time: bool,
    },
}

/// A change of a record of some kind.
#[derive(Debug)]
pub struct StreamRecord {
    /// Its number in the stream.
    pub sequence_number: String,
    /// Whose record it is.
    pub merchant: Id<MerchantReference>,
    /// The record's kind, as its key has it.
    pub kind: String,
    /// Key of the item that was written.
    pub key: Key,
    /// When DynamoDB wrote it, to the second.
    pub at: Timestamp,
    /// What was done with the item, with its images.
    pub written: Written,
}

/// The number of a stream record, by which Lambda is told of its failure; empty when it has none.
#[must_use]
pub fn sequence_number(record: &Value) -> &str {
    record["dynamodb"]["SequenceNumber"].as_str().unwrap_or_default()
}

impl StreamRecord {
    /// Reads a record of the stream; none for an item that is no merchant's record, such as a counter or a copy under a
    /// further entry, and for one that was imported, which was told where it came from.
    ///
    /// # Errors
    /// [`StoreError`] when it is not of the form that the stream has.
    pub fn read(record: &Value) -> Result<Option<Self>, StoreError> {
        let change = &record["dynamodb"];
        let image = |name: &str| match &change[name] {
            Value::Null => Ok(None),
            image => item::of_stream(image.clone()).map(Some),
        };
        let fault = |what: &str| StoreError::Internal(format!("stream record {}: {what}", sequence_number(record)));
        let by_time = record["userIdentity"]["principalId"] == "dynamodb.amazonaws.com";
        let (old, new) = (image("OldImage")?, image("NewImage")?);
        let Some(any) = new.as_ref().or(old.as_ref()) else { return Err(fault("has no image")) };
        let kind = item::kind(any).to_owned();
        let (partition, sort) = (item::text(any, "pk").unwrap_or_default(), item::text(any, "sk").unwrap_or_default());
        let key = Key { partition: partition.to_owned(), sort: sort.to_owned() };
        let owner = partition.split_once('#').and_then(|(merchant, _)| Id::parse(merchant));
        let merchant = if kind.is_empty() { None } else { owner };
        let Some(merchant) = merchant else { return Ok(None) };
        if old.is_none() && any.contains_key(IMPORTED) {
            return Ok(None);
        }
        let written = match (record["eventName"].as_str(), old, new) {
            (Some("INSERT"), None, Some(new)) => Written::New(new),
            (Some("MODIFY"), Some(old), Some(new)) => Written::Replaced(old, new),
            (Some("REMOVE"), Some(old), None) => Written::Gone { old, by_time },
            _ => return Err(fault("says something else than its images")),
        };
        let at = written_at(&change["ApproximateCreationDateTime"]).ok_or_else(|| fault("has no time"))?;
        let sequence_number = sequence_number(record).to_owned();
        if sequence_number.is_empty() {
            return Err(fault("has no number"));
        }
        Ok(Some(Self { sequence_number, merchant, kind, key, at, written }))
    }
}

/// Seconds since 1970, which are written with or without a fraction.
fn written_at(seconds: &Value) -> Option<Timestamp> {
    let text = seconds.as_number()?.to_string();
    let whole: i64 = text.split('.').next()?.parse().ok()?;
    Timestamp::from_millis(whole.checked_mul(1_000)?)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{StreamRecord, Written};

    const MERCHANT: &str = "0190a6de-0000-7000-8000-000000000001";

    fn record(name: &str, images: &[&str], kind: Option<&str>) -> Value {
        let mut item = json!({"pk": {"S": format!("{MERCHANT}#note")}, "sk": {"S": "x"}});
        if let Some(kind) = kind {
            item["kind"] = json!({"S": kind});
        }
        let mut change = json!({"SequenceNumber": "100", "ApproximateCreationDateTime": 1_800_000_000});
        for image in images {
            change[*image] = item.clone();
        }
        json!({"eventName": name, "dynamodb": change})
    }

    #[test]
    fn what_is_no_record_is_passed_over_and_what_is_no_item_is_a_fault() {
        let read = |record: &Value| StreamRecord::read(record);
        assert!(matches!(read(&record("INSERT", &["NewImage"], None)), Ok(None)));
        let inserted = read(&record("INSERT", &["NewImage"], Some("note"))).expect("readable").expect("a record");
        assert!(matches!(inserted.written, Written::New(_)));
        assert_eq!((inserted.kind.as_str(), inserted.merchant.to_string().as_str()), ("note", MERCHANT));
        assert_eq!(inserted.at.seconds(), 1_800_000_000);
        let replaced = read(&record("MODIFY", &["OldImage", "NewImage"], Some("note")));
        assert!(matches!(replaced, Ok(Some(StreamRecord { written: Written::Replaced(..), .. }))));
        for wrong in [record("INSERT", &["OldImage"], Some("note")), record("INSERT", &[], None)] {
            assert!(read(&wrong).is_err());
        }
        let mut broken = record("INSERT", &["NewImage"], Some("note"));
        broken["dynamodb"]["NewImage"]["kind"] = json!({"Q": 1});
        assert!(read(&broken).is_err());
    }

    #[test]
    fn what_is_imported_is_passed_over_and_what_is_done_with_it_later_is_not() {
        let mut made = record("INSERT", &["NewImage"], Some("note"));
        made["dynamodb"]["NewImage"]["imported"] = json!({"BOOL": true});
        assert!(matches!(StreamRecord::read(&made), Ok(None)));
        let mut changed = record("MODIFY", &["OldImage", "NewImage"], Some("note"));
        changed["dynamodb"]["OldImage"]["imported"] = json!({"BOOL": true});
        assert!(matches!(StreamRecord::read(&changed), Ok(Some(_))));
    }

    #[test]
    fn a_time_may_be_written_with_a_fraction() {
        let mut late = record("REMOVE", &["OldImage"], Some("note"));
        late["dynamodb"]["ApproximateCreationDateTime"] = json!(1_800_000_000.0);
        late["userIdentity"] = json!({"type": "Service", "principalId": "dynamodb.amazonaws.com"});
        let read = StreamRecord::read(&late).expect("readable").expect("a record");
        assert_eq!(read.at.seconds(), 1_800_000_000);
        assert!(matches!(read.written, Written::Gone { by_time: true, .. }));
    }
}
