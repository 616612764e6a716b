//! Create a webhook endpoint.

use platform::outgoing::address;
use records::ClientId;
use shared::api::{Body, Call, Committed, Created, New};
use store::Record;
use values::{ApiError, ErrorCode};

use super::issued::Issued;
use crate::{
    records::{
        endpoint::{ENDPOINTS_MAX, WebhookEndpoint, WebhookEndpointFields},
        endpoint_state::{WebhookEndpointState, state_of},
    },
    rules::catalogue,
    secrets,
};

/// Creates a webhook endpoint with a secret, which only this answer shows.
pub async fn create(call: Call, Body(new): Body<New<WebhookEndpoint>>) -> Result<Committed<Created<Issued>>, ApiError> {
    check(&call, &new.fields)?;
    catalogue::check_readable(&new.fields.event_types, &call.caller.scopes)?;
    let mut transaction = call.transaction();
    call.require_new_references(&mut transaction, "location_ids", &new.fields.location_ids, &[]).await?;
    let mut endpoint = call
        .new_record(WebhookEndpoint::new(new.fields, client_id(&call), call.now.min(call.received())), new.metadata);
    let (secret, stored) = secrets::issue(&call, endpoint.id).await?;
    endpoint.body.secrets.push(stored);
    let state = call.new_record(WebhookEndpointState::default(), None);
    transaction.create(&endpoint);
    transaction.create(&Record { id: state_of(endpoint.id), ..state });
    let full = ApiError::conflict(ErrorCode::CapacityExceeded, "a merchant has at most 20 webhook endpoints");
    let counter = WebhookEndpoint::of_merchant(call.tenant().merchant());
    transaction.add_up_to(&counter, 1, ENDPOINTS_MAX, full);
    call.commit(transaction, Created(Issued { endpoint, secret })).await
}

/// The client that says what is sent where.
pub fn client_id(call: &Call) -> ClientId {
    ClientId::new(call.tenant().merchant(), call.caller.client)
}

/// Refuses an address that events are not sent to, types of events that there are not, and where it is limited to
/// locations, types of records that have none.
pub fn check(call: &Call, fields: &WebhookEndpointFields) -> Result<(), ApiError> {
    if let Err(fault) = address::target(fields.url.as_str(), call.allow_local_webhooks.into()) {
        let (reason, message) = fault.told();
        return Err(ApiError::rule("url", reason, message));
    }
    catalogue::check(&fields.event_types)?;
    if fields.location_ids.is_empty() { Ok(()) } else { catalogue::check_located(&fields.event_types) }
}
