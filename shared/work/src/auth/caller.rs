use records::api_client::ApiClient;
use values::{Id, scope::Scopes, tenant::Tenant};

/// A verified API client.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Whose data it may touch.
    pub tenant: Tenant,
    /// Identifier of the API client that calls.
    pub client: Id<ApiClient>,
    /// What it may do.
    pub scopes: Scopes,
}
