//! Update an API client.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, Nullable, PathId},
    auth::{Caller, Scope},
    domain::{Metadata, Name, Timestamp, api_client::ApiClient},
};

use super::rules;

/// What may change of an API client; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApiClientPatch {
    /// What people call it.
    name: Option<Name>,
    /// What it may do; nothing is added that the calling client may not.
    #[schemars(length(min = 1, max = 100), extend("uniqueItems" = true))]
    scopes: Option<Vec<Scope>>,
    /// When it stops working by itself; never when null.
    #[serde(default)]
    expires_at: Nullable<Timestamp>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update API client
pub async fn update(
    call: Call,
    PathId(id): PathId<ApiClient>,
    Body(mut patch): Body<ApiClientPatch>,
) -> Changes<ApiClient> {
    let before = call.get_for_change(id).await?;
    rules::check_not_revoked(&before.body)?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone(), &call.caller, call.now)?;
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    rules::count_keys(&mut transaction, Some(&before.body), &after.body);
    call.commit(transaction, Data(after)).await
}

impl ApiClientPatch {
    fn applied_to(self, mut client: ApiClient, caller: &Caller, now: Timestamp) -> Result<ApiClient, ApiError> {
        client.name = self.name.unwrap_or(client.name);
        if let Some(scopes) = self.scopes {
            rules::check_granted(caller, &client.scopes, &scopes)?;
            client.scopes = scopes.into_iter().collect();
        }
        let before = client.expires_at;
        self.expires_at.apply(&mut client.expires_at);
        if client.expires_at != before {
            rules::check_end(client.expires_at, now)?;
        }
        if is_later(client.expires_at, before) {
            rules::check_held(caller, client.scopes.iter(), |_| "expires_at".to_owned())?;
        }
        Ok(client)
    }
}

/// Whether one end is later than another; no end is the latest.
fn is_later(end: Option<Timestamp>, other: Option<Timestamp>) -> bool {
    match (end, other) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(end), Some(other)) => end > other,
    }
}
