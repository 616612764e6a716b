//! An image of a record in the stream, as an answer would show it.

use uuid::Uuid;

use super::rules::Fields;
use store::{
    Entity, Record, RecordSet, StoreError,
    item::{self, Item},
};
use values::Timestamp;

/// What an image says.
#[derive(Clone, Debug)]
pub struct Image {
    /// Identifier of the record that the image shows.
    pub id: Uuid,
    /// Version of the record in the image.
    pub version: i64,
    /// When it was changed.
    pub updated_at: Timestamp,
    /// Who changed it, as the record has it.
    pub changed_by: String,
    /// The request that changed it, as the record has it.
    pub request_id: String,
    /// Whether it is live.
    pub record_set: RecordSet,
    /// What is shown of it at the instant at which it was changed: so a state that time has changed is an event when it
    /// is written down, and the same change is always the same event.
    pub fields: Fields,
}

/// The image of an item as `show` shows it.
///
/// # Errors
/// [`StoreError`] when the item is no such record.
pub fn image<E: Entity, V: serde::Serialize>(
    item: Item,
    show: impl Fn(&Record<E>, Timestamp) -> V,
) -> Result<Image, StoreError> {
    let record: Record<E> = item::decode(item)?;
    let fault =
        |error: serde_json::Error| StoreError::Internal(format!("{} {} is not shown: {error}", E::KIND, record.id));
    let text = serde_json::to_string(&show(&record, record.updated_at)).map_err(fault)?;
    Ok(Image {
        id: record.id.uuid(),
        version: record.version,
        updated_at: record.updated_at,
        changed_by: record.changed_by.clone(),
        request_id: record.request_id.clone(),
        record_set: record.record_set,
        fields: serde_json::from_str(&text).map_err(fault)?,
    })
}
