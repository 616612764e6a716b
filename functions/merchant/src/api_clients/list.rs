use records::api_client::ApiClient;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Scope, Timestamp};

/// Filters of the list. There is none by status, because a client expires by time alone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApiClientFilter {
    /// Only clients that were revoked, or only those that were not.
    revoked: Option<bool>,
    /// Only clients that were given exactly this scope.
    scope: Option<Scope>,
}

/// Lists API clients, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<ApiClientFilter>) -> Lists<ApiClient> {
    let never: Option<Timestamp> = None;
    let clients = List::live().containing("scopes", filter.scope.as_ref());
    let clients = match filter.revoked {
        Some(true) => clients.without("revoked_at", Some(&never)),
        Some(false) => clients.only("revoked_at", Some(&never)),
        None => clients,
    };
    call.page(clients, paging).await
}
