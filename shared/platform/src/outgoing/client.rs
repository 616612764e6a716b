//! The client for the Internet. A name is looked up once, every address that it leads to must be a public one, and the
//! connection is made to the address that was looked at: between the look and the connection there is no second look-up
//! that could say something else. No client library does that, so this is a connection of hyper over one of our own.
//! There is no pool, no proxy, and nothing follows a redirect.

use std::{
    error::Error,
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
    time::Duration,
};

use bytes::Bytes;
use futures_util::future::{Either, select};
use http::{HeaderMap, Method, Request, header};
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

use super::{
    address::{LocalReceivers, Target, target},
    public_addresses::is_public,
    resolver::Resolver,
};

/// Bytes of an answer's head that are read; hyper asks for 8 KB at least.
const HEAD_BYTES_MAX: usize = 16 * 1_024;
const HEADERS_MAX: usize = 100;
/// Addresses of a name that are tried.
const ADDRESSES_TRIED_MAX: usize = 3;

/// How much a request may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutgoingLimits {
    /// From the look-up of the name to the head of the answer; what is not read of its body by then is left.
    pub total: Duration,
    /// A connection to one address.
    pub connect: Duration,
    /// Bytes of the answer's body that are read; only one with fewer is known to be whole.
    pub body_bytes: usize,
}

/// A request to a server of the Internet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingRequest {
    /// Its method.
    pub method: Method,
    /// Where to: an absolute address.
    pub url: String,
    /// Headers besides `Host` and `Connection`.
    pub headers: Vec<(&'static str, String)>,
    /// Its body; empty when it has none.
    pub body: String,
}

/// The head of an answer and the beginning of its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its HTTP status.
    pub status: u16,
    /// Its headers.
    pub headers: HeaderMap,
    /// The body, as far as it came in time and within the limit.
    pub body: Vec<u8>,
    /// Whether that is all of it.
    pub is_whole: bool,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutgoingFault {
    /// The address is none that requests are sent to.
    UrlNotAllowed,
    /// The name leads nowhere.
    NameNotFound,
    /// The name leads into a network that is not public.
    AddressNotAllowed,
    /// No connection was made, or it broke.
    Connection,
    /// There was no encrypted connection, or the other side is not whom it should be.
    Tls,
    /// It took longer than it may.
    Timeout,
    /// The answer was none of HTTP.
    InvalidAnswer,
}

/// Sends requests by HTTPS. Clones share the encryption's configuration.
#[derive(Clone)]
pub struct OutgoingClient {
    resolver: Arc<dyn Resolver>,
    tls: Arc<OnceLock<TlsConnector>>,
    roots: fn() -> RootCertStore,
}

impl OutgoingClient {
    /// A client that trusts these authorities, which are read when the first request needs them.
    #[must_use]
    pub fn new(resolver: Arc<dyn Resolver>, roots: fn() -> RootCertStore) -> Self {
        Self { resolver, tls: Arc::default(), roots }
    }

    /// The authorities that this machine trusts.
    #[must_use]
    pub fn system_roots() -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots
    }

    /// Sends a request once, and reads the beginning of its answer.
    ///
    /// # Errors
    /// Why there is no answer; a status of failure is one.
    pub async fn send(
        &self,
        outgoing: OutgoingRequest,
        limits: OutgoingLimits,
        local: LocalReceivers,
    ) -> Result<Answer, OutgoingFault> {
        let target = target(&outgoing.url, local).map_err(|_| OutgoingFault::UrlNotAllowed)?;
        let request = request(&target, outgoing).map_err(|_| OutgoingFault::UrlNotAllowed)?;
        let deadline = Instant::now() + limits.total;
        let reading = Reading { deadline, bytes: limits.body_bytes };
        let reached = async {
            let connection = self.connect(&target, limits.connect).await?;
            if !target.is_encrypted {
                return exchange(connection, request, reading).await;
            }
            let name = ServerName::try_from(target.host.clone()).map_err(|_| OutgoingFault::UrlNotAllowed)?;
            let tls = self.tls.get_or_init(|| trusting((self.roots)()));
            let encrypted = tls.connect(name, connection).await.map_err(|_| OutgoingFault::Tls)?;
            exchange(encrypted, request, reading).await
        };
        // The body has the same deadline and is left when it is over; so this one is for what comes before it.
        timeout_at(deadline + Duration::from_millis(100), reached).await.unwrap_or(Err(OutgoingFault::Timeout))
    }

    /// A connection to an address that may be connected to.
    async fn connect(&self, target: &Target, within: Duration) -> Result<TcpStream, OutgoingFault> {
        let addresses = self.resolve(target).await?;
        for address in addresses.into_iter().take(ADDRESSES_TRIED_MAX) {
            let connecting = TcpStream::connect(SocketAddr::new(address, target.port));
            if let Ok(Ok(connection)) = timeout(within, connecting).await {
                return Ok(connection);
            }
        }
        Err(OutgoingFault::Connection)
    }

    /// The addresses of a server, all of which may be connected to: a name that leads inside as well is none of a
    /// server of others.
    async fn resolve(&self, target: &Target) -> Result<Vec<IpAddr>, OutgoingFault> {
        let addresses = match target.host.parse() {
            Ok(address) => vec![address],
            Err(_) => self.resolver.addresses(&target.host).await.map_err(|_| OutgoingFault::NameNotFound)?,
        };
        let is_allowed = |address: &IpAddr| if target.is_local { address.is_loopback() } else { is_public(*address) };
        match addresses.iter().all(is_allowed) {
            _ if addresses.is_empty() => Err(OutgoingFault::NameNotFound),
            true => Ok(addresses),
            false => Err(OutgoingFault::AddressNotAllowed),
        }
    }
}

fn trusting(roots: RootCertStore) -> TlsConnector {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    // The provider's own versions suit the provider.
    let builder = versions.unwrap_or_else(|_| ClientConfig::builder());
    TlsConnector::from(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}

fn request(target: &Target, outgoing: OutgoingRequest) -> Result<Request<Full<Bytes>>, http::Error> {
    let host = if target.host.contains(':') { format!("[{}]", target.host) } else { target.host.clone() };
    let is_usual = target.is_encrypted && target.port == 443 || !target.is_encrypted && target.port == 80;
    let host = if is_usual { host } else { format!("{host}:{}", target.port) };
    let builder = Request::builder()
        .method(outgoing.method)
        .uri(&target.path)
        .header(header::HOST, host)
        .header(header::CONNECTION, "close");
    let builder = outgoing.headers.into_iter().fold(builder, |builder, (name, value)| builder.header(name, value));
    builder.body(Full::new(Bytes::from(outgoing.body)))
}

/// Until when, and how much, is read of an answer.
#[derive(Clone, Copy)]
struct Reading {
    deadline: Instant,
    bytes: usize,
}

/// Sends a request over a connection, and reads the beginning of its answer.
async fn exchange(
    connection: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    request: Request<Full<Bytes>>,
    reading: Reading,
) -> Result<Answer, OutgoingFault> {
    let mut builder = http1::Builder::new();
    builder.max_buf_size(HEAD_BYTES_MAX).max_headers(HEADERS_MAX);
    let (mut sender, connection) = builder.handshake(TokioIo::new(connection)).await.map_err(|error| told(&error))?;
    let exchange = Box::pin(async move {
        let response = timeout_at(reading.deadline, sender.send_request(request)).await;
        let response = response.map_err(|_| OutgoingFault::Timeout)?.map_err(|error| told(&error))?;
        let (head, body) = response.into_parts();
        let (body, is_whole) = read_beginning(body, reading).await;
        Ok(Answer { status: head.status.as_u16(), headers: head.headers, body, is_whole })
    });
    // The connection works as long as it is awaited, beside the exchange over it.
    match select(exchange, Box::pin(connection)).await {
        Either::Left((answer, _)) => answer,
        Either::Right((_, exchange)) => exchange.await,
    }
}

/// The beginning of a body, as far as it comes in time, and whether it is all of it; the rest is left where it is.
async fn read_beginning(mut body: Incoming, reading: Reading) -> (Vec<u8>, bool) {
    let mut read = Vec::new();
    loop {
        match timeout_at(reading.deadline, body.frame()).await {
            Ok(None) => return (read, true),
            Ok(Some(Ok(frame))) => {
                let data = frame.data_ref().map_or(&[][..], |data| &data[..]);
                let fitting = data.len().min(reading.bytes - read.len());
                read.extend_from_slice(&data[..fitting]);
                if read.len() == reading.bytes {
                    return (read, false);
                }
            }
            Ok(Some(Err(_))) | Err(_) => return (read, false),
        }
    }
}

/// What an error of the exchange is to whoever asked.
fn told(error: &hyper::Error) -> OutgoingFault {
    let is_closed = error.is_incomplete_message() || error.is_closed() || error.is_canceled();
    let by_io = error.source().is_some_and(<dyn Error>::is::<io::Error>);
    if error.is_parse() && !is_closed {
        OutgoingFault::InvalidAnswer
    } else if is_closed || by_io {
        OutgoingFault::Connection
    } else {
        OutgoingFault::InvalidAnswer
    }
}
