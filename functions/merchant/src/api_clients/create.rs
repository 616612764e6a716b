//! Create an API client.

use records::{ClientId, api_client::ApiClient};
use shared::api::{Body, Call, Committed, Created, New};
use values::{ApiError, Scopes};

use super::{issued::Issued, origins, rules};

/// Creates an API client with a secret, which only this answer shows.
pub async fn create(call: Call, Body(new): Body<New<ApiClient>>) -> Result<Committed<Created<Issued>>, ApiError> {
    rules::check_granted(&call.caller, &Scopes::default(), &new.fields.scopes)?;
    rules::check_end(new.fields.expires_at, call.now)?;
    let secret = call.ids.secret()?;
    let mut client = call.new_record(ApiClient::new(new.fields, &secret), new.metadata);
    client.body = client.body.identified(ClientId::new(call.tenant().merchant(), client.id));
    rules::check_public(&client.body)?;
    origins::note(&call, &client.body).await?;
    let mut transaction = call.transaction();
    transaction.create(&client);
    rules::count_keys(&mut transaction, None, &client.body);
    call.commit(transaction, Created(Issued { client, secret })).await
}
