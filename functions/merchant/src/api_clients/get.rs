//! Get an API client.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::api_client::ApiClient,
};

/// Get API client
pub async fn get(call: Call, PathId(id): PathId<ApiClient>) -> Shows<ApiClient> {
    call.get(id).await.map(Data)
}
