//! Revoke an API client, for good; DELETE puts it away too.

use records::api_client::ApiClient;
use shared::api::{Call, Changes, PathId};

use super::rules;

/// Revokes an API client for good; it stays in the list.
pub async fn revoke(call: Call, PathId(id): PathId<ApiClient>) -> Changes<ApiClient> {
    let mut update = call.update(id).await?;
    rules::check_not_revoked(&update.present)?;
    update.after.revoked_at = Some(call.now);
    rules::count_keys(&mut update.transaction, Some(&update.present), &update.after);
    update.commit().await
}

/// Revokes an API client for good, and takes it out of the list.
pub async fn archive(call: Call, PathId(id): PathId<ApiClient>) -> Changes<ApiClient> {
    let mut update = call.update(id).await?.archived();
    update.after.revoked_at = update.present.revoked_at.or(Some(call.now));
    rules::count_keys(&mut update.transaction, Some(&update.present), &update.after);
    update.commit().await
}
