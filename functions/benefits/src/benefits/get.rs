//! Get a benefit.

use shared::api::{Call, Data, PathId, Shows};

use crate::records::benefit::Benefit;

/// Get benefit
pub async fn get(call: Call, PathId(id): PathId<Benefit>) -> Shows<Benefit> {
    call.get(id).await.map(Data)
}
