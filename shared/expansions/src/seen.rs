//! What of the named is there and the caller sees.

use shared::api::Named;
use store::{Entity, Record};
use uuid::Uuid;
use values::{ApiError, Id};
use work::UnitOfWork;

/// The ids of what is named.
#[must_use]
pub fn ids<E>(named: &[Named]) -> Vec<Id<E>> {
    named.iter().map(|named| Id::new(named.id)).collect()
}

/// Those of these records that the caller sees, as they are shown.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn shown<E: Entity, V>(
    work: &UnitOfWork,
    records: Vec<Record<E>>,
    show: impl Fn(&Record<E>) -> V + Send,
) -> Result<Vec<(Uuid, V)>, ApiError>
where
    V: Send,
{
    let mut shown = Vec::with_capacity(records.len());
    for record in records {
        if work.sees(&record).await? {
            shown.push((record.id.uuid(), show(&record)));
        }
    }
    Ok(shown)
}
