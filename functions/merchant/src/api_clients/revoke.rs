//! Revoke an API client, for good.

use shared::{
    api::{Call, Changes, Data, PathId},
    domain::api_client::ApiClient,
};

use super::rules;

/// Revoke API client
pub async fn revoke(call: Call, PathId(id): PathId<ApiClient>) -> Changes<ApiClient> {
    let before = call.get_for_change(id).await?;
    rules::check_not_revoked(&before.body)?;
    let revoked = ApiClient { revoked_at: Some(call.now), ..before.body.clone() };
    let after = call.next_version(&before, revoked, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    rules::count_keys(&mut transaction, Some(&before.body), &after.body);
    call.commit(transaction, Data(after)).await
}
