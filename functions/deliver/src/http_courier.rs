//! The courier of the Internet. A name is looked up once, every address that it leads to must be a public one, and the
//! connection is made to the address that was looked at: between the look and the connection there is no second look-up
//! that could say something else. No client library does that, so this is a connection of hyper over one of our own.
//! There is no pool, no proxy, and nothing follows a redirect.

use std::{
    error::Error,
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use futures_util::future::{BoxFuture, Either, select};
use http::{Request, header};
use http_body_util::{BodyExt as _, Full};
use hyper::{body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::{Instant, timeout, timeout_at},
};
use tokio_rustls::TlsConnector;
use webhooks::{
    records::delivery::AttemptError,
    rules::address::{LocalReceivers, Target, target},
};

use crate::{
    addresses::is_public,
    courier::{Courier, Outgoing, Returned},
    resolver::Resolver,
};

/// Bytes of an answer that are read.
const ANSWER_BYTES_MAX: usize = 1_024;
/// Bytes of an answer's head that are read; hyper asks for 8 KB at least.
const HEAD_BYTES_MAX: usize = 16 * 1_024;
const HEADERS_MAX: usize = 100;
/// Addresses of a name that are tried.
const ADDRESSES_TRIED_MAX: usize = 3;
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
    resolver: Arc<dyn Resolver>,
    tls: TlsConnector,
    limits: CourierLimits,
    local: LocalReceivers,
}

/// The head of an answer and the beginning of its body.
struct Answer {
    status: u16,
    body: Vec<u8>,
}

impl HttpCourier {
    /// A courier that trusts these authorities.
    #[must_use]
    pub fn new(
        resolver: Arc<dyn Resolver>,
        roots: RootCertStore,
        limits: CourierLimits,
        local: LocalReceivers,
    ) -> Self {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        // The provider's own versions suit the provider.
        let builder = versions.unwrap_or_else(|_| ClientConfig::builder());
        let tls = TlsConnector::from(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()));
        Self { resolver, tls, limits, local }
    }

    /// The authorities that this machine trusts.
    #[must_use]
    pub fn system_roots() -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots
    }

    async fn send_request(&self, outgoing: Outgoing, deadline: Instant) -> Result<Answer, AttemptError> {
        let target = target(&outgoing.url, self.local).map_err(|_| AttemptError::UrlNotAllowed)?;
        let request = request(&target, outgoing).map_err(|_| AttemptError::UrlNotAllowed)?;
        let reached = async {
            let connection = self.connect(&target).await?;
            if !target.is_encrypted {
                return exchange(connection, request, deadline).await;
            }
            let name = ServerName::try_from(target.host.clone()).map_err(|_| AttemptError::UrlNotAllowed)?;
            let encrypted = self.tls.connect(name, connection).await.map_err(|_| AttemptError::Tls)?;
            exchange(encrypted, request, deadline).await
        };
        // The body has the same deadline and is left when it is over; so this one is for what comes before it.
        timeout_at(deadline + Duration::from_millis(100), reached).await.unwrap_or(Err(AttemptError::Timeout))
    }

    /// A connection to an address that may be connected to.
    async fn connect(&self, target: &Target) -> Result<TcpStream, AttemptError> {
        let addresses = self.resolve(target).await?;
        for address in addresses.into_iter().take(ADDRESSES_TRIED_MAX) {
            let connecting = TcpStream::connect(SocketAddr::new(address, target.port));
            if let Ok(Ok(connection)) = timeout(self.limits.connect, connecting).await {
                return Ok(connection);
            }
        }
        Err(AttemptError::Connection)
    }

    /// The addresses of a receiver, all of which may be connected to: a name that leads inside as well is none of a
    /// receiver.
    async fn resolve(&self, target: &Target) -> Result<Vec<IpAddr>, AttemptError> {
        let addresses = match target.host.parse() {
            Ok(address) => vec![address],
            Err(_) => self.resolver.addresses(&target.host).await.map_err(|_| AttemptError::NameNotFound)?,
        };
        let is_allowed = |address: &IpAddr| if target.is_local { address.is_loopback() } else { is_public(*address) };
        match addresses.iter().all(is_allowed) {
            _ if addresses.is_empty() => Err(AttemptError::NameNotFound),
            true => Ok(addresses),
            false => Err(AttemptError::AddressNotAllowed),
        }
    }
}

impl Courier for HttpCourier {
    fn send(&self, outgoing: Outgoing) -> BoxFuture<'_, Returned> {
        Box::pin(async move {
            let began = Instant::now();
            let answered = self.send_request(outgoing, began + self.limits.total).await;
            let duration_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
            match answered {
                Ok(Answer { status, body }) => Returned {
                    status: Some(status),
                    error: (!(200..300).contains(&status)).then_some(AttemptError::Status),
                    body: safe(&body),
                    duration_ms,
                },
                Err(error) => Returned { status: None, error: Some(error), body: String::new(), duration_ms },
            }
        })
    }
}

fn request(target: &Target, outgoing: Outgoing) -> Result<Request<Full<Bytes>>, http::Error> {
    let host = if target.host.contains(':') { format!("[{}]", target.host) } else { target.host.clone() };
    let is_usual = target.is_encrypted && target.port == 443 || !target.is_encrypted && target.port == 80;
    let host = if is_usual { host } else { format!("{host}:{}", target.port) };
    let builder = Request::post(&target.path)
        .header(header::HOST, host)
        .header(header::USER_AGENT, USER_AGENT)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONNECTION, "close");
    let builder = outgoing.headers.into_iter().fold(builder, |builder, (name, value)| builder.header(name, value));
    builder.body(Full::new(Bytes::from(outgoing.body)))
}

/// Sends a request over a connection, and reads the beginning of its answer.
async fn exchange(
    connection: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    request: Request<Full<Bytes>>,
    deadline: Instant,
) -> Result<Answer, AttemptError> {
    let mut builder = http1::Builder::new();
    builder.max_buf_size(HEAD_BYTES_MAX).max_headers(HEADERS_MAX);
    let (mut sender, connection) = builder.handshake(TokioIo::new(connection)).await.map_err(|error| told(&error))?;
    let exchange = Box::pin(async move {
        let response = timeout_at(deadline, sender.send_request(request)).await;
        let response = response.map_err(|_| AttemptError::Timeout)?.map_err(|error| told(&error))?;
        let status = response.status().as_u16();
        Ok(Answer { status, body: read_beginning(response.into_body(), deadline).await })
    });
    // The connection works as long as it is awaited, beside the exchange over it.
    match select(exchange, Box::pin(connection)).await {
        Either::Left((answer, _)) => answer,
        Either::Right((_, exchange)) => exchange.await,
    }
}

/// The beginning of a body, as far as it comes in time; the rest is left where it is.
async fn read_beginning(mut body: Incoming, deadline: Instant) -> Vec<u8> {
    let mut read = Vec::new();
    while read.len() < ANSWER_BYTES_MAX {
        let Ok(Some(Ok(frame))) = timeout_at(deadline, body.frame()).await else { break };
        if let Some(data) = frame.data_ref() {
            read.extend_from_slice(&data[..data.len().min(ANSWER_BYTES_MAX - read.len())]);
        }
    }
    read
}

/// What an error of the exchange is to whoever looks at the delivery.
fn told(error: &hyper::Error) -> AttemptError {
    let is_closed = error.is_incomplete_message() || error.is_closed() || error.is_canceled();
    let by_io = error.source().is_some_and(<dyn Error>::is::<io::Error>);
    if error.is_parse() && !is_closed {
        AttemptError::InvalidAnswer
    } else if is_closed || by_io {
        AttemptError::Connection
    } else {
        AttemptError::InvalidAnswer
    }
}

/// Bytes as text without control characters.
fn safe(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
