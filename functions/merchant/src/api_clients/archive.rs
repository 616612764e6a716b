//! Archive an API client: what DELETE does.

use shared::{
    api::{Call, Changes, Data, PathId},
    domain::{RecordSet, api_client::ApiClient},
};

use super::rules;

/// Archive API client
pub async fn archive(call: Call, PathId(id): PathId<ApiClient>) -> Changes<ApiClient> {
    let before = call.get_for_change(id).await?;
    let revoked_at = before.body.revoked_at.or(Some(call.now));
    let after = call.moved(&before, ApiClient { revoked_at, ..before.body.clone() }, RecordSet::Archived);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    rules::count_keys(&mut transaction, Some(&before.body), &after.body);
    call.commit(transaction, Data(after)).await
}
