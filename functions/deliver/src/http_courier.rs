//! The courier of the Internet: it sends events by `platform::outgoing`, which reaches nothing inside our own network.

use std::{sync::Arc, time::Duration};

use futures_util::future::BoxFuture;
use http::Method;
use platform::outgoing::{
    Answer, LocalReceivers, OutgoingClient, OutgoingFault, OutgoingLimits, OutgoingRequest, Resolver,
};
use tokio::time::Instant;
use webhooks::records::delivery::AttemptError;

use crate::courier::{Courier, Outgoing, Returned};

/// Bytes of an answer that are read.
const ANSWER_BYTES_MAX: usize = 1_024;
const USER_AGENT: &str = "Colonnade-Webhooks/1";

/// How long an attempt may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourierLimits {
    /// From the look-up of the name to the head of the answer; what is not read of its body by then is left.
    pub total: Duration,
    /// A connection to one address.
    pub connect: Duration,
}

impl Default for CourierLimits {
    fn default() -> Self {
        Self { total: Duration::from_secs(10), connect: Duration::from_secs(3) }
    }
}

/// Sends events by HTTPS.
pub struct HttpCourier {
    client: OutgoingClient,
    limits: OutgoingLimits,
    local: LocalReceivers,
}

impl HttpCourier {
    /// A courier that trusts whom this machine trusts.
    #[must_use]
    pub fn new(resolver: Arc<dyn Resolver>, limits: CourierLimits, local: LocalReceivers) -> Self {
        let CourierLimits { total, connect } = limits;
        let limits = OutgoingLimits { total, connect, body_bytes: ANSWER_BYTES_MAX };
        Self { client: OutgoingClient::new(resolver, OutgoingClient::system_roots), limits, local }
    }
}

impl Courier for HttpCourier {
    fn send(&self, outgoing: Outgoing) -> BoxFuture<'_, Returned> {
        Box::pin(async move {
            let began = Instant::now();
            let answered = self.client.send(request(outgoing), self.limits, self.local).await;
            let duration_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
            match answered {
                Ok(Answer { status, body, .. }) => Returned {
                    status: Some(status),
                    error: (!(200..300).contains(&status)).then_some(AttemptError::Status),
                    body: safe(&body),
                    duration_ms,
                },
                Err(fault) => Returned { status: None, error: Some(told(fault)), body: String::new(), duration_ms },
            }
        })
    }
}

fn request(outgoing: Outgoing) -> OutgoingRequest {
    let of_ours = [("user-agent", USER_AGENT.to_owned()), ("content-type", "application/json".to_owned())];
    let headers = of_ours.into_iter().chain(outgoing.headers).collect();
    OutgoingRequest { method: Method::POST, url: outgoing.url, headers, body: outgoing.body }
}

/// What a fault is to whoever looks at the delivery.
const fn told(fault: OutgoingFault) -> AttemptError {
    match fault {
        OutgoingFault::UrlNotAllowed => AttemptError::UrlNotAllowed,
        OutgoingFault::NameNotFound => AttemptError::NameNotFound,
        OutgoingFault::AddressNotAllowed => AttemptError::AddressNotAllowed,
        OutgoingFault::Connection => AttemptError::Connection,
        OutgoingFault::Tls => AttemptError::Tls,
        OutgoingFault::Timeout => AttemptError::Timeout,
        OutgoingFault::InvalidAnswer => AttemptError::InvalidAnswer,
    }
}

/// Bytes as text without control characters.
fn safe(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
