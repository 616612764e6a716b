//! An API client with its new secret, which is shown once.

use records::api_client::{ApiClient, ApiClientView};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::Shown;
use store::{Entity, Record, record::RecordView};
use values::{Secret, Timestamp};

/// A client with the secret that was just made for it.
#[derive(Clone, Debug)]
pub struct Issued {
    /// API client that the secret was made for.
    pub client: Record<ApiClient>,
    /// Secret that was just made, in clear text.
    pub secret: Secret,
}

/// API client with its new secret.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "IssuedApiClient")]
pub struct IssuedView {
    /// Sent as the bearer token. It is shown once.
    pub secret: String,
    /// API client that the secret was made for.
    #[serde(flatten)]
    pub client: ApiClientView,
}

impl Shown for Issued {
    type View = RecordView<IssuedView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let record = self.client.view(now);
        RecordView {
            id: record.id,
            body: IssuedView { secret: self.secret.reveal().to_owned(), client: record.body },
            metadata: record.metadata,
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }

    fn version(&self) -> Option<i64> {
        Some(self.client.version)
    }

    fn location(&self) -> Option<String> {
        Some(format!("{}/{}", ApiClient::PATH, self.client.id))
    }

    fn secrets(&self) -> Vec<Secret> {
        vec![self.secret.clone()]
    }
}
