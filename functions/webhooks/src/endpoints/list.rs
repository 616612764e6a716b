use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;

use crate::records::endpoint::{EndpointStatusName, WebhookEndpoint};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookEndpointFilter {
    /// Only endpoints that are enabled, or only those that are disabled.
    status: Option<EndpointStatusName>,
}

/// Lists webhook endpoints, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<WebhookEndpointFilter>) -> Lists<WebhookEndpoint> {
    call.page(List::live().only("status", filter.status.as_ref()), paging).await
}
