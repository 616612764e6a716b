//! One attempt at a delivery: claim, send, write down.
//!
//! What is written is written under the versions that were read. If the process dies after it sent and before it wrote,
//! the message comes back and the event is sent again; if another worker has the same message, its claim finds the
//! first one on its way. So an event may be sent twice, and is never lost.

use std::sync::Arc;

use event_history::{hide_erased, shown_to};
use platform::{outgoing::SystemResolver, secrets::Purpose};
use records::{LoggedEvent, logged_event::EventView};
use store::Record;
use values::{ApiError, Id, Timestamp};
use webhooks::{
    later_than, message,
    records::{
        delivery::{CancelledReason, DeliveryAttempt, WebhookDelivery},
        endpoint::WebhookEndpoint,
        endpoint_state::{Claim, WebhookEndpointState, state_of},
        place::WebhookPlace,
    },
    rules::{
        outcome::{AttemptRecords, after},
        schedule::CHANCES,
        share, signature,
    },
    secrets,
};
use work::{
    Context, UnitOfWork,
    queue::WorkMessage,
    unit_of_work::{read_told_time, retry},
};

use crate::{
    courier::{Courier, Outgoing, Returned},
    hearer::read_hearer,
    http_courier::{CourierLimits, HttpCourier},
    places::{Places, find_held, give_back},
};

/// What stands in the records that are changed.
const NAME: &str = "deliver";
/// How often a message is put back, each time for twice as long, because its endpoint is busy; then its delivery waits
/// in the table.
const WAITS_MAX: u32 = 4;
/// After how many seconds a message comes back that met a test clock while it was being advanced.
const PAUSE_WHILE_ADVANCING_SECONDS: i64 = 2;
/// Longest pause, in seconds, that a message makes in the queue; what waits longer is due in the table.
const PAUSE_IN_QUEUE_SECONDS_MAX: i64 = 60;

/// Attempts to deliver events to the endpoints of webhooks.
#[derive(Clone)]
pub struct Deliverer {
    context: Context,
    courier: Arc<dyn Courier>,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempted {
    /// It was out of date.
    Outdated,
    /// The delivery was cancelled.
    Cancelled,
    /// Others were on their way to the endpoint, or the merchant's test clock was being advanced: it comes back later.
    Waiting,
    /// The event was sent, with this outcome.
    Sent {
        /// Whether the receiver took it.
        is_success: bool,
    },
}

/// What a claim found.
enum Claimed {
    Outdated,
    Cancelled,
    Busy,
    PutOff,
    /// Where to send what, and which place is held meanwhile.
    Taken(Box<Outgoing>, Id<WebhookPlace>),
}

/// The records of an attempt.
struct Found {
    delivery: Record<WebhookDelivery>,
    endpoint: Record<WebhookEndpoint>,
    state: Record<WebhookEndpointState>,
}

impl Deliverer {
    /// A deliverer with this courier.
    #[must_use]
    pub fn new(context: Context, courier: Arc<dyn Courier>) -> Self {
        Self { context, courier }
    }

    /// A deliverer with the courier of the Internet.
    #[must_use]
    pub fn over_the_internet(context: Context) -> Self {
        let (limits, local) = (CourierLimits::default(), context.allow_local_webhooks.into());
        let courier = HttpCourier::new(Arc::new(SystemResolver), limits, local);
        Self::new(context, Arc::new(courier))
    }

    /// How many attempts of one merchant are under way at most.
    #[must_use]
    pub fn of_merchant_max(&self) -> usize {
        share::of_merchant_max(self.context.deliveries_at_once)
    }

    /// Does what a message asks for.
    ///
    /// # Errors
    /// 503 when the store or the queue cannot be used, 500 when a secret cannot be decrypted: the message is to come
    /// back.
    pub async fn attempt(&self, job: &WorkMessage) -> Result<Attempted, ApiError> {
        let Some(work) = self.work(job).await? else {
            self.context.queue.send(std::slice::from_ref(job), PAUSE_WHILE_ADVANCING_SECONDS).await?;
            return Ok(Attempted::Waiting);
        };
        match retry(&work, || self.claim(&work, job)).await? {
            Claimed::Outdated => Ok(Attempted::Outdated),
            Claimed::Cancelled => Ok(Attempted::Cancelled),
            Claimed::PutOff => Ok(Attempted::Waiting),
            Claimed::Busy => self.put_back(&work, job).await,
            Claimed::Taken(outgoing, place) => {
                let began = work.now;
                let returned = self.courier.send(*outgoing).await;
                // While a test clock is advanced it tells no time; what was sent is written down all the same.
                let work = self.work(job).await.ok().flatten().unwrap_or(work);
                self.write_outcome(&work, job, (began, place), &returned).await
            }
        }
    }

    /// The work of an attempt at the merchant's time; none while a request advances a sandbox merchant's test clock.
    async fn work(&self, job: &WorkMessage) -> Result<Option<UnitOfWork>, ApiError> {
        let tenant = job.tenant();
        let now = read_told_time(&self.context.store, &tenant, self.context.clock.now()).await?;
        Ok(now.map(|now| UnitOfWork::scheduled_at(&self.context, tenant, NAME, now)))
    }

    /// Takes a place among the attempts at the endpoint, unless there is nothing to send.
    async fn claim(&self, work: &UnitOfWork, job: &WorkMessage) -> Result<Claimed, ApiError> {
        let Some(delivery) = find_delivery(work, job).await? else { return Ok(Claimed::Outdated) };
        if !delivery.body.awaits(job.turn) {
            return Ok(Claimed::Outdated);
        }
        let Some(found) = find_endpoint(work, &delivery).await? else {
            return cancel(work, &delivery, CancelledReason::EndpointDeleted).await;
        };
        if !found.endpoint.body.is_enabled() {
            return cancel(work, &delivery, CancelledReason::EndpointDisabled).await;
        }
        let (event, hearer, places, _) = tokio::join!(
            find_event(work, &delivery.body),
            read_hearer(work, &found.endpoint.body, &delivery.body),
            Places::read(work, self.context.deliveries_at_once),
            // Read beside the records where it is not known yet; what it failed for is said when it signs.
            self.context.secrets.read_once(Purpose::Sealing),
        );
        let Some(event) = event? else {
            return cancel(work, &delivery, CancelledReason::EventGone).await;
        };
        let real = self.context.clock.now();
        let hearer = hearer?;
        if !hearer.may_hear(&event, real) {
            return cancel(work, &delivery, CancelledReason::ScopeNotHeld).await;
        }
        let state = match found.state.body.claimed(delivery.id, delivery.body.is_asked_for(), work.now, real) {
            Claim::Taken(state) => state,
            Claim::Busy => return Ok(Claimed::Busy),
            Claim::NotBefore(at) => {
                put_off(work, &delivery, at).await?;
                return Ok(Claimed::PutOff);
            }
        };
        let shown = shown_to(hearer.scopes().as_ref(), found.delivery.body.event_id, &event);
        let outgoing = self.sign_request(&found, &shown).await?;
        let mut transaction = work.transaction();
        let claim = (delivery.id, &found.state.body);
        let Some(place) = places?.take(work, &mut transaction, claim, real) else { return Ok(Claimed::Busy) };
        transaction.replace(&found.state, &work.next_version(&found.state, state, None));
        // Another worker may have made this attempt between the two reads.
        transaction.require_unchanged(&found.delivery);
        work.store.commit(transaction).await?;
        Ok(Claimed::Taken(Box::new(outgoing), place))
    }

    /// The request, signed now.
    async fn sign_request(&self, found: &Found, event: &EventView) -> Result<Outgoing, ApiError> {
        let endpoint = &found.endpoint;
        let event_id = found.delivery.body.event_id;
        let body = signature::body(event);
        // Receivers compare it with their own clocks, and a rotation ends by real time too, whatever a sandbox
        // merchant's clock shows.
        let at = self.context.clock.now();
        let secrets = secrets::decrypt_signing(&self.context.secrets, endpoint.id, &endpoint.body, at).await?;
        let headers = vec![
            ("webhook-id", event_id.to_string()),
            ("webhook-timestamp", at.seconds().to_string()),
            ("webhook-signature", signature::signatures(&secrets, event_id, at, &body)),
        ];
        Ok(Outgoing { url: endpoint.body.url.as_str().to_owned(), headers, body })
    }

    /// Writes down what became of an attempt, whatever was written meanwhile.
    async fn write_outcome(
        &self,
        work: &UnitOfWork,
        job: &WorkMessage,
        begun: (Timestamp, Id<WebhookPlace>),
        returned: &Returned,
    ) -> Result<Attempted, ApiError> {
        let is_success = returned.error.is_none();
        let again = retry(work, || write_down(work, job, begun, returned)).await?;
        if let Some(delivery) = again {
            let pause = delivery.body.next_attempt_at.map_or(0, |at| at.seconds() - work.now.seconds());
            if (0..=PAUSE_IN_QUEUE_SECONDS_MAX).contains(&pause) {
                // What is not in the queue is due some minutes later, and the sweep hands it over.
                drop(self.context.queue.send(&[message(work.tenant(), &delivery)], pause).await);
            }
        }
        Ok(Attempted::Sent { is_success })
    }

    /// Puts a message back into the queue; after some times its delivery waits in the table.
    async fn put_back(&self, work: &UnitOfWork, job: &WorkMessage) -> Result<Attempted, ApiError> {
        if job.waits >= WAITS_MAX {
            retry(work, || put_off_if_awaited(work, job)).await?;
            return Ok(Attempted::Waiting);
        }
        let later = WorkMessage { waits: job.waits + 1, ..job.clone() };
        self.context.queue.send(&[later], 2_i64 << job.waits).await?;
        Ok(Attempted::Waiting)
    }
}

async fn find_delivery(work: &UnitOfWork, job: &WorkMessage) -> Result<Option<Record<WebhookDelivery>>, ApiError> {
    Ok(work.store.find(work.tenant(), Id::new(job.record)).await?)
}

/// Endpoint and state of a delivery; `None` when the endpoint was deleted.
async fn find_endpoint(work: &UnitOfWork, delivery: &Record<WebhookDelivery>) -> Result<Option<Found>, ApiError> {
    let id = delivery.body.endpoint_id;
    let (endpoint, state) =
        tokio::join!(work.store.find(work.tenant(), id), work.store.find(work.tenant(), state_of(id)));
    let (Some(endpoint), Some(state)) = (endpoint?, state?) else { return Ok(None) };
    Ok(Some(Found { delivery: delivery.clone(), endpoint, state }))
}

/// The event as it is kept now: what was removed from it since is not sent, and what is still to be removed neither.
async fn find_event(work: &UnitOfWork, delivery: &WebhookDelivery) -> Result<Option<LoggedEvent>, ApiError> {
    if let Some(event) = &delivery.test_event {
        return Ok(Some(event.clone()));
    }
    match work.store.find(work.tenant(), delivery.event_id).await? {
        Some(event) => Ok(Some(hide_erased(work, event.body).await?)),
        None => Ok(None),
    }
}

async fn cancel(
    work: &UnitOfWork,
    delivery: &Record<WebhookDelivery>,
    reason: CancelledReason,
) -> Result<Claimed, ApiError> {
    replace_and_commit(work, delivery, delivery.body.clone().cancelled(reason)).await?;
    Ok(Claimed::Cancelled)
}

async fn put_off(work: &UnitOfWork, delivery: &Record<WebhookDelivery>, at: Timestamp) -> Result<(), ApiError> {
    replace_and_commit(work, delivery, delivery.body.clone().waiting_until(later_than(work, at), work.now)).await
}

async fn put_off_if_awaited(work: &UnitOfWork, job: &WorkMessage) -> Result<(), ApiError> {
    match find_delivery(work, job).await?.filter(|delivery| delivery.body.awaits(job.turn)) {
        Some(delivery) => put_off(work, &delivery, work.now).await,
        None => Ok(()),
    }
}

async fn replace_and_commit(
    work: &UnitOfWork,
    before: &Record<WebhookDelivery>,
    body: WebhookDelivery,
) -> Result<(), ApiError> {
    let mut transaction = work.transaction();
    transaction.replace(before, &work.next_version(before, body, None));
    work.store.commit(transaction).await
}

/// Writes down an attempt; the delivery when another attempt is to be made.
async fn write_down(
    work: &UnitOfWork,
    job: &WorkMessage,
    (began, place): (Timestamp, Id<WebhookPlace>),
    returned: &Returned,
) -> Result<Option<Record<WebhookDelivery>>, ApiError> {
    let (delivery, held) = tokio::join!(find_delivery(work, job), find_held(work, place, Id::new(job.record)));
    let (Some(delivery), held) = (delivery?, held?) else { return Ok(None) };
    let mut transaction = work.transaction();
    give_back(work, &mut transaction, held.as_ref());
    let attempt = DeliveryAttempt {
        at: began,
        duration_ms: returned.duration_ms,
        response_status: returned.status.map(i64::from),
        error: returned.error,
        response_body: returned.body.clone(),
    };
    let Some(Found { delivery, endpoint, state }) = find_endpoint(work, &delivery).await? else {
        let told = delivery.body.clone().attempted(attempt);
        let is_success = returned.error.is_none();
        let told = if is_success { told.delivered(work.now) } else { told.cancelled(CancelledReason::EndpointDeleted) };
        transaction.replace(&delivery, &work.next_version(&delivery, told, None));
        work.store.commit(transaction).await?;
        return Ok(None);
    };
    let before =
        AttemptRecords { delivery: delivery.body.clone(), state: state.body.clone(), endpoint: endpoint.body.clone() };
    let AttemptRecords { delivery: told, state: state_after, endpoint: judged } =
        after(before, (delivery.id, job.turn), attempt, work.now, work.ids.below(CHANCES));
    let next = work.next_version(&delivery, told, None);
    transaction.replace(&delivery, &next);
    if state_after != state.body {
        transaction.replace(&state, &work.next_version(&state, state_after, None));
    }
    if judged != endpoint.body {
        transaction.replace(&endpoint, &work.next_version(&endpoint, judged, None));
    }
    work.store.commit(transaction).await?;
    // A replay that was asked for meanwhile has a message of its own.
    Ok((next.body.turn != delivery.body.turn && next.body.next_attempt_at.is_some()).then_some(next))
}
