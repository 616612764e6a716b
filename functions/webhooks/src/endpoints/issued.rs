//! An endpoint with its new secret, which is shown once.

use schemars::JsonSchema;
use serde::Serialize;
use shared::api::Shown;
use store::{Entity, Record, record::RecordView};
use values::{Secret, Timestamp};

use crate::records::endpoint::{WebhookEndpoint, WebhookEndpointView};

/// An endpoint with the secret that was just made for it.
#[derive(Clone, Debug)]
pub struct Issued {
    /// Webhook endpoint that the secret was made for.
    pub endpoint: Record<WebhookEndpoint>,
    /// Secret that was just made, in clear text.
    pub secret: Secret,
}

/// Webhook endpoint with its new secret.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "IssuedWebhookEndpoint")]
pub struct IssuedView {
    /// Signs every delivery. It is shown once.
    pub secret: String,
    /// Webhook endpoint that the secret was made for.
    #[serde(flatten)]
    pub endpoint: WebhookEndpointView,
}

impl Shown for Issued {
    type View = RecordView<IssuedView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let record = self.endpoint.view(now);
        RecordView {
            id: record.id,
            body: IssuedView { secret: self.secret.reveal().to_owned(), endpoint: record.body },
            metadata: record.metadata,
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }

    fn version(&self) -> Option<i64> {
        Some(self.endpoint.version)
    }

    fn location(&self) -> Option<String> {
        Some(format!("{}/{}", WebhookEndpoint::PATH, self.endpoint.id))
    }

    fn secrets(&self) -> Vec<Secret> {
        vec![self.secret.clone()]
    }
}
