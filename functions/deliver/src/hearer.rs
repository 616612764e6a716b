//! Whether an event may be sent to an endpoint: its client may still read what the event is about
//! (`docs/areas/webhooks.md`, 24). It is looked at where events leave, so that it holds for what waits and for replays
//! too.

use event_history::can_see;
use records::{
    ClientId, LoggedEvent,
    api_client::{ApiClient, ApiClientStatus},
};
use store::Record;
use values::{ApiError, Scopes, Timestamp};
use webhooks::records::{delivery::WebhookDelivery, endpoint::WebhookEndpoint};
use work::UnitOfWork;

/// By whose scopes an event is sent.
pub enum Hearer {
    /// Nobody's: somebody tries the endpoint out, or it was stored before endpoints had a client.
    Unbound,
    /// Those of this client, if it is there.
    Client(Option<Box<Record<ApiClient>>>),
}

impl Hearer {
    /// Whether the event may be sent at `real`. Clients go by real time, whatever a sandbox merchant's clock shows.
    pub fn may_hear(&self, event: &LoggedEvent, real: Timestamp) -> bool {
        let client = match self {
            Self::Unbound => return true,
            Self::Client(client) => client.as_deref(),
        };
        let active = client.filter(|client| client.body.status(real) == ApiClientStatus::Active);
        active.is_some_and(|client| can_see(&client.body.scopes, &event.object_type))
    }

    /// The scopes by which what the event names is shown; none where everything is.
    pub fn scopes(&self) -> Option<Scopes> {
        match self {
            Self::Unbound => None,
            Self::Client(client) => Some(client.as_ref().map(|client| client.body.scopes.clone()).unwrap_or_default()),
        }
    }
}

/// The client of an endpoint as it is now, whatever it was when the event was stored for it.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_hearer(
    work: &UnitOfWork,
    endpoint: &WebhookEndpoint,
    delivery: &WebhookDelivery,
) -> Result<Hearer, ApiError> {
    let bound = if delivery.test_event.is_none() { endpoint.client_id.as_deref() } else { None };
    let Some(client_id) = bound else { return Ok(Hearer::Unbound) };
    let own = ClientId::parse(client_id).filter(|id| id.merchant() == work.tenant().merchant());
    let Some(client_id) = own else { return Ok(Hearer::Client(None)) };
    Ok(Hearer::Client(work.store.find(work.tenant(), client_id.client()).await?.map(Box::new)))
}
