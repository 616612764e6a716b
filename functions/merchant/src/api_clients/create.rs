//! Create an API client.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Committed, Created, Nullable},
    auth::{ClientId, Scope, Scopes},
    domain::{Metadata, Name, Timestamp, api_client::ApiClient},
};

use super::{issued::Issued, rules};

/// A new API client.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApiClientCreate {
    /// What people call it.
    name: Name,
    /// What it may do; nothing that the calling client may not.
    #[schemars(length(min = 1, max = 100), extend("uniqueItems" = true))]
    scopes: Vec<Scope>,
    /// When it stops working by itself; never when null or left out.
    #[serde(default)]
    expires_at: Nullable<Timestamp>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create API client
pub async fn create(call: Call, Body(input): Body<ApiClientCreate>) -> Result<Committed<Created<Issued>>, ApiError> {
    let expires_at = input.expires_at.into_option();
    rules::check_granted(&call.caller, &Scopes::default(), &input.scopes)?;
    rules::check_end(expires_at, call.now)?;
    let secret = call.ids.secret()?;
    let client = ApiClient::new(input.name, input.scopes.into_iter().collect(), &secret);
    let mut client = call.new_record(ApiClient { expires_at, ..client }, input.metadata);
    client.body = client.body.identified(ClientId::new(call.caller.tenant.merchant(), client.id));
    let mut transaction = call.transaction();
    transaction.create(&client);
    rules::count_keys(&mut transaction, None, &client.body);
    call.commit(transaction, Created(Issued { client, secret })).await
}
