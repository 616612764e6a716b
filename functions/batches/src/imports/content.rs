//! The rows of an import as they came: in the request, which keeps them for a day, or in an uploaded file.

use chrono::Duration;
use records::{FileKey, Upload};
use serde::{Deserialize, Serialize};
use shared::api::Call;
use store::{Entity, Record};
use values::{ApiError, Id, Kind, KindName, Timestamp};

use super::record::{Import, REPEATABLE_HOURS};

/// Longest file, in bytes: 5 MiB, which one step reads in less than a second.
pub const FILE_BYTES_MAX: i64 = 5 * 1024 * 1024;
/// Longest content of a request, in characters.
pub const CONTENT_CHARACTERS_MAX: usize = 250_000;

/// The rows that a request had, with the id of their import.
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
    let id: Id<ImportContent> = import.body.content_of(import.id).cast();
    let content = call.store.find(call.tenant(), id).await?;
    let gone = || ApiError::rule("content", "content_gone", "the rows are kept for a day, which is over");
    content.map(|content| content.body.text).ok_or_else(gone)
}
