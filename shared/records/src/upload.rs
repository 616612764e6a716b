//! Upload: a file that a client stores for the merchant, and the key by which other records name it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use store::Entity;
use store::holds_fields;
use values::{Customer, Id, Kind, KindName, Name, Timestamp};

/// Largest file, in bytes: 25 MiB.
pub const FILE_BYTES_MAX: i64 = 25 * 1024 * 1024;
/// What the key of a file begins with.
const KEY_PREFIX: &str = "uploads/";

/// What a file may be. Nothing that a browser would run: neither HTML nor SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum FileType {
    /// A picture in JPEG format.
    #[serde(rename = "image/jpeg")]
    Jpeg,
    /// A picture in PNG format.
    #[serde(rename = "image/png")]
    Png,
    /// A picture in WebP format.
    #[serde(rename = "image/webp")]
    Webp,
    /// A picture in GIF format, possibly moving.
    #[serde(rename = "image/gif")]
    Gif,
    /// HEIC, as telephones take photographs.
    #[serde(rename = "image/heic")]
    Heic,
    /// A video in an MP4 container.
    #[serde(rename = "video/mp4")]
    Mp4,
    /// A document in PDF format.
    #[serde(rename = "application/pdf")]
    Pdf,
    /// Plain text without formatting.
    #[serde(rename = "text/plain")]
    Text,
    /// Comma-separated values, such as the rows of an import.
    #[serde(rename = "text/csv")]
    Csv,
}

impl FileType {
    /// Its name as a media type.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Heic => "image/heic",
            Self::Mp4 => "video/mp4",
            Self::Pdf => "application/pdf",
            Self::Text => "text/plain",
            Self::Csv => "text/csv",
        }
    }
}

/// SHA-256 of a file, in 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileDigest(String);

impl FileDigest {
    /// The 32 bytes that the hexadecimal digits stand for.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let digit = |letter: u8| (letter as char).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let byte = |pair: &[u8]| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?);
        self.0.as_bytes().chunks(2).filter_map(byte).collect()
    }

    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl JsonSchema for FileDigest {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FileDigest".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 64, "maxLength": 64, "pattern": "^[0-9a-f]{64}$"})
    }
}

/// Names an uploaded file in other records: `uploads/` and the upload's id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileKey(String);

impl FileKey {
    /// The key of an upload.
    #[must_use]
    pub fn of(id: Id<Upload>) -> Self {
        Self(format!("{KEY_PREFIX}{id}"))
    }

    /// The upload that it names; `None` when it is not written as a key.
    #[must_use]
    pub fn upload(&self) -> Option<Id<Upload>> {
        Id::parse(self.0.strip_prefix(KEY_PREFIX)?)
    }

    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl JsonSchema for FileKey {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FileKey".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "maxLength": 44, "pattern": "^uploads/[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$"})
    }
}

/// Key of an uploaded file, or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OptionalFileKey(String);

impl OptionalFileKey {
    /// The key, if there is one.
    #[must_use]
    pub fn key(&self) -> Option<FileKey> {
        (!self.0.is_empty()).then(|| FileKey(self.0.clone()))
    }
}

impl JsonSchema for OptionalFileKey {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "OptionalFileKey".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "maxLength": 44, "pattern": "^(uploads/[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})?$"})
    }
}

/// What clients write of an upload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UploadFields {
    /// What the file is called for those who fetch it.
    pub file_name: Name,
    /// Media type of the content, with which the file is served.
    pub content_type: FileType,
    /// How long it is, in bytes: at most 25 MiB.
    #[schemars(range(min = 1, max = 26_214_400))]
    pub size_bytes: i64,
    /// SHA-256 of its content, in 64 lower-case hexadecimal digits. Another content is not taken.
    pub sha256: FileDigest,
}

/// An upload as it is stored, with its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upload {
    /// Name, type, length and digest, as clients write them.
    #[serde(flatten)]
    pub fields: UploadFields,
    /// By what other records name it.
    pub file_key: FileKey,
    /// Member who stored it; none where a client did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<Id<Customer>>,
    /// When its content was found complete, from when on other records may name it.
    #[serde(default)]
    pub completed_at: Option<Timestamp>,
}

holds_fields!(Upload, UploadFields);

impl Upload {
    /// An upload whose content is awaited. Its key follows from its id, so it is told when the record is made.
    #[must_use]
    pub const fn new(fields: UploadFields) -> Self {
        Self { fields, file_key: FileKey(String::new()), member_id: None, completed_at: None }
    }
}

impl Kind for Upload {
    const KIND: KindName = KindName::Upload;
}

/// Whether an upload's content is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UploadStatus {
    /// Its content is awaited.
    Awaiting,
    /// Its content is complete and does not change any more.
    Completed,
}

/// A file of the merchant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Upload")]
pub struct UploadView {
    /// Name, type, length and digest, as clients write them.
    #[serde(flatten)]
    pub fields: UploadFields,
    /// By what other records name it.
    pub file_key: FileKey,
    /// Whether its content is there.
    pub status: UploadStatus,
    /// When its content was found complete; null before.
    pub completed_at: Option<Timestamp>,
}

impl Entity for Upload {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["member_id"]);
    const PATH: &'static str = "/uploads";
    type View = UploadView;

    fn view(&self, _now: Timestamp) -> UploadView {
        let status = if self.completed_at.is_some() { UploadStatus::Completed } else { UploadStatus::Awaiting };
        UploadView {
            fields: self.fields.clone(),
            file_key: self.file_key.clone(),
            status,
            completed_at: self.completed_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FileDigest, FileKey, Id};

    #[test]
    fn a_key_names_its_upload() {
        let id = Id::parse("01990000-0000-7000-8000-0000000000aa").expect("an id");
        assert_eq!(FileKey::of(id).as_str(), "uploads/01990000-0000-7000-8000-0000000000aa");
        assert_eq!(FileKey::of(id).upload(), Some(id));
        assert_eq!(FileKey("photos/01990000-0000-7000-8000-0000000000aa".to_owned()).upload(), None);
    }

    #[test]
    fn a_digest_is_read_as_bytes() {
        assert_eq!(FileDigest("00ff1a".to_owned()).bytes(), [0x00, 0xff, 0x1a]);
    }
}
