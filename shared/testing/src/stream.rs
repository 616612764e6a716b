//! The stream of a table of the embedded database, in the form in which Lambda hands it over.
//!
//! It is read in this process, past the network: of the SDK this would be a crate of its own for three calls. What is
//! read is what DynamoDB's `GetRecords` answers, so the consumer gets here what it gets in Lambda.

use std::sync::{Mutex, PoisonError};

use dynoxide::{
    Database,
    actions::{get_records::GetRecordsRequest, get_shard_iterator::GetShardIteratorRequest},
    storage::Storage,
    streams,
};
use serde_json::Value;

/// Records that are read at once at most.
const AT_ONCE: usize = 100;
/// The database looks for the largest number of a stream at each write, and through the whole stream unless there is an
/// index on it.
const INDEX: &str =
    "CREATE INDEX IF NOT EXISTS stream_by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER))";
/// What was read, but for its last record: the numbers of those to come follow on it.
const TRIM: &str = "DELETE FROM _stream_records WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) < \
    (SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) <= ?2)";
/// What numbers of a stream have added to them when they are told.
const NUMBERS_BEGIN: u128 = 100_000_000_000_000_000_000;

/// A position in the stream of one table.
pub struct TableStream {
    database: Database,
    /// The same file by a connection of its own, with which read records are removed; none for a database in memory.
    beside: Option<Mutex<Storage>>,
    table: String,
    /// The number of the last record that was read.
    last: Option<String>,
}

/// Makes writes to a database with a stream as fast as without.
///
/// # Errors
/// A sentence for people, when the database cannot be written.
pub fn index(storage: &Storage) -> Result<(), String> {
    storage.conn().execute_batch(INDEX).map_err(|error| format!("the stream has no index: {error}"))
}

impl TableStream {
    /// The stream of a table from its beginning.
    #[must_use]
    pub fn of(database: Database, beside: Option<Storage>, table: &str) -> Self {
        Self { database, beside: beside.map(Mutex::new), table: table.to_owned(), last: None }
    }

    /// The next records, at most a hundred, as a batch of Lambda's; without records at the end of the stream.
    ///
    /// # Errors
    /// A sentence for people, when the database has no such stream.
    pub fn next_batch(&mut self) -> Result<Value, String> {
        let fault = |error: dynoxide::errors::DynoxideError| format!("the stream cannot be read: {error}");
        let iterator = self.database.get_shard_iterator(GetShardIteratorRequest {
            stream_arn: streams::stream_arn(&self.table, ""),
            shard_id: streams::shard_id(&self.table),
            shard_iterator_type: if self.last.is_some() { "AFTER_SEQUENCE_NUMBER" } else { "TRIM_HORIZON" }.to_owned(),
            sequence_number: self.last.clone(),
        });
        let shard_iterator = iterator.map_err(fault)?.shard_iterator.unwrap_or_default();
        let read =
            self.database.get_records(GetRecordsRequest { shard_iterator, limit: Some(AT_ONCE) }).map_err(fault)?;
        if let Some(record) = read.records.last() {
            self.last = Some(record.dynamodb.sequence_number.clone());
        }
        let batch = serde_json::to_value(&read).map_err(|error| format!("the stream is not shown: {error}"))?;
        Ok(batch)
    }

    /// Reads the stream from its beginning again.
    pub fn rewind(&mut self) {
        self.last = None;
    }

    /// Removes what was read, which a deployed stream does after a day. What is read again after a restart is at most
    /// one record.
    ///
    /// # Errors
    /// A sentence for people, when the database cannot be written.
    pub fn trim(&self) -> Result<(), String> {
        let (Some(beside), Some(last)) = (&self.beside, &self.last) else { return Ok(()) };
        let number = last.parse::<u128>().ok().and_then(|number| number.checked_sub(NUMBERS_BEGIN));
        let Some(number) = number.and_then(|number| i64::try_from(number).ok()) else { return Ok(()) };
        let storage = beside.lock().unwrap_or_else(PoisonError::into_inner);
        let removed = storage.conn().execute(TRIM, (&self.table, number));
        removed.map(drop).map_err(|error| format!("the stream cannot be trimmed: {error}"))
    }
}
