//! The get of any kind of record.

use super::{Call, Data, PathId, Shows};
use store::Entity;

/// Answers the live record with the id in the path.
///
/// # Errors
/// 404 when this merchant has none.
pub async fn get<E: Entity>(call: Call, PathId(id): PathId<E>) -> Shows<E> {
    call.get(id).await.map(Data)
}
