//! Rotate an API client's secret.

use records::api_client::{ApiClient, ApiClientStatus};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Committed, Data, PathId};
use values::{ApiError, ErrorCode, Timestamp};

use super::{issued::Issued, rules};

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// How long the old secret goes on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecretRotation {
    /// Hours for which the secret before the new one still works; 0 ends it at once.
    #[serde(default)]
    #[schemars(range(min = 0, max = 48))]
    overlap_hours: i64,
}

/// Rotate API client's secret
pub async fn rotate(
    call: Call,
    PathId(id): PathId<ApiClient>,
    Body(input): Body<SecretRotation>,
) -> Result<Committed<Data<Issued>>, ApiError> {
    let mut update = call.update(id).await?;
    match update.present.status(call.now) {
        ApiClientStatus::Active => {}
        ApiClientStatus::Expired | ApiClientStatus::Revoked => {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "only an active client gets a new secret"));
        }
    }
    // Whoever sees the new secret can do what the client can.
    rules::check_held(&call.caller, update.present.scopes.iter(), |_| "id".to_owned())?;
    let secret = call.ids.secret()?;
    let until = Timestamp::from_millis(call.now.millis() + input.overlap_hours * HOUR_MS).unwrap_or(call.now);
    update.after = update.after.rotated(&secret, until, call.now);
    let client = update.next_version();
    update.commit_answering(Data(Issued { client, secret })).await
}
