//! Rotate a webhook endpoint's secret.

use chrono::Duration;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Committed, Data, PathId, retry};
use values::{ApiError, Id};

use super::issued::Issued;
use crate::{records::endpoint::WebhookEndpoint, secrets};

/// How long the old secret goes on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookSecretRotation {
    /// Hours for which the secret before the new one still signs beside it; 0 ends it at once.
    #[serde(default)]
    #[schemars(range(min = 0, max = 48))]
    overlap_hours: i64,
}

/// Rotate webhook endpoint's secret
pub async fn rotate(
    call: Call,
    PathId(id): PathId<WebhookEndpoint>,
    Body(input): Body<WebhookSecretRotation>,
) -> Result<Committed<Data<Issued>>, ApiError> {
    retry(&call, || rotate_once(&call, id, input.overlap_hours)).await
}

/// Attempts write down how it goes with the endpoint at any moment.
async fn rotate_once(
    call: &Call,
    id: Id<WebhookEndpoint>,
    overlap_hours: i64,
) -> Result<Committed<Data<Issued>>, ApiError> {
    let mut update = call.update(id).await?;
    let (secret, stored) = secrets::issue(call, id).await?;
    // What signs goes by real time, as attempts do.
    let real = call.received();
    update.after = update.after.rotated(stored, real.plus(Duration::hours(overlap_hours)), real);
    let endpoint = update.next_version();
    update.commit_answering(Data(Issued { endpoint, secret })).await
}
