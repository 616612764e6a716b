//! The rows of an import as they came: in the request, which keeps them for a day, or in an uploaded file.

use chrono::Duration;
use records::{FileKey, Upload};
use serde::{Deserialize, Serialize};
use shared::api::Call;
use store::{Entity, Record, item::escaped};
use values::{ApiError, Id, Kind, KindName, Timestamp};

use super::record::{Import, REPEATABLE_HOURS};

/// Longest file, in bytes: 5 MiB, which one step reads in less than a second.
pub const FILE_BYTES_MAX: i64 = 5 * 1024 * 1024;
/// Longest content of a request, in characters.
pub const CONTENT_CHARACTERS_MAX: usize = 250_000;

/// Longest part of a content, in bytes as a record's are counted: it has 44 kilobytes.
const PART_BYTES_MAX: usize = 36_000;

/// A part of the rows that a request had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportContent {
    /// The rows, as they were sent.
    pub text: String,
    /// When they were sent.
    pub sent_at: Timestamp,
}

impl Kind for ImportContent {
    const KIND: KindName = KindName::ImportContent;
}

impl Entity for ImportContent {
    const PATH: &'static str = "/imports";
    type View = ();

    fn view(&self, _now: Timestamp) {}

    /// Once its rows cannot be run again: people stand in them.
    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.sent_at.plus(Duration::hours(REPEATABLE_HOURS)))
    }
}

impl ImportContent {
    /// The parts of a text, in order.
    #[must_use]
    pub fn parts(text: &str, sent_at: Timestamp) -> Vec<Self> {
        let (mut parts, mut part, mut bytes) = (Vec::new(), String::new(), 0);
        for letter in text.chars() {
            if bytes + escaped(letter) > PART_BYTES_MAX {
                parts.push(std::mem::take(&mut part));
                bytes = 0;
            }
            part.push(letter);
            bytes += escaped(letter);
        }
        let last = (!part.is_empty()).then_some(part);
        parts.into_iter().chain(last).map(|text| Self { text, sent_at }).collect()
    }

    /// The id of a part: the same whoever looks for it.
    #[must_use]
    pub fn id_of(import: Id<Import>, part: usize) -> Id<Self> {
        derived_id(import, &format!("content {part}"))
    }
}

/// An id that follows from that of an import and a name, and is dated as the import is.
#[must_use]
pub fn derived_id<E>(import: Id<Import>, name: &str) -> Id<E> {
    import.derived(&format!("colonnade import\n{import}\n{name}"))
}

/// The text of an uploaded file.
///
/// # Errors
/// 422 on `file_key`: `file_not_found`, `file_too_large`, `not_utf8`; 503 when it cannot be read.
pub async fn read_file(call: &Call, key: &FileKey) -> Result<String, ApiError> {
    let refusal = |reason, message: &'static str| ApiError::rule("file_key", reason, message);
    let missing = || refusal("file_not_found", "no complete upload has this key");
    let id = key.upload().ok_or_else(missing)?;
    let upload: Record<Upload> = call.store.find(call.tenant(), id).await?.ok_or_else(missing)?;
    if upload.body.completed_at.is_none() {
        return Err(missing());
    }
    if upload.body.fields.size_bytes > FILE_BYTES_MAX {
        return Err(refusal("file_too_large", "a file of rows has at most 5 MiB"));
    }
    let content = call.files.fetch(call.tenant(), id, &upload.body.fields).await?.ok_or_else(missing)?;
    String::from_utf8(content).map_err(|_| refusal("not_utf8", "the file is not UTF-8 text"))
}

/// The rows of an import.
///
/// # Errors
/// 422 when they are gone; 503 when they cannot be read.
pub async fn read(call: &Call, import: &Record<Import>) -> Result<String, ApiError> {
    if let Some(key) = &import.body.file_key {
        return read_file(call, key).await;
    }
    let parts = read_parts(call, import).await?;
    if parts.len() < import.body.content_parts {
        return Err(ApiError::rule("content", "content_gone", "the rows are kept for a day, which is over"));
    }
    Ok(parts.iter().map(|part| part.body.text.as_str()).collect())
}

/// What is stored of the rows that the request had, in order.
///
/// # Errors
/// 503 when it cannot be read.
pub async fn read_parts(call: &Call, import: &Record<Import>) -> Result<Vec<Record<ImportContent>>, ApiError> {
    let of = import.body.content_of(import.id);
    let ids: Vec<Id<ImportContent>> =
        (0..import.body.content_parts).map(|part| ImportContent::id_of(of, part)).collect();
    let found = call.store.find_all(call.tenant(), &ids).await?;
    Ok(ids.iter().filter_map(|id| found.iter().find(|part| part.id == *id).cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::{ImportContent, PART_BYTES_MAX, escaped};
    use values::Timestamp;

    #[test]
    fn a_text_is_kept_in_parts_that_fit_a_record_and_split_no_letter() {
        for text in ["añ€𝄞\n".repeat(20_000), "\"\"\\\n".repeat(20_000)] {
            let parts = ImportContent::parts(&text, Timestamp::EPOCH);
            let bytes = |part: &ImportContent| part.text.chars().map(escaped).sum::<usize>();
            assert!(parts.iter().all(|part| bytes(part) <= PART_BYTES_MAX) && parts.len() < 10, "{}", parts.len());
            assert_eq!(parts.iter().map(|part| part.text.as_str()).collect::<String>(), text);
        }
        assert!(ImportContent::parts("", Timestamp::EPOCH).is_empty());
    }
}
