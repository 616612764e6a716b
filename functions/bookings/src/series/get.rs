use shared::api::{Call, Data, PathId, Shows};

use super::record::BookingSeries;

/// Shows a series with its status at the moment of the answer.
pub async fn get(call: Call, PathId(id): PathId<BookingSeries>) -> Shows<BookingSeries> {
    call.get(id).await.map(Data)
}
