//! The HTTP client under the SDK: HTTP/1.1 over TLS, with connections that are used again
//! (`docs/decisions/0047-cold-start.md`).
//!
//! A connection works only while somebody awaits an exchange over it, so nothing runs between two requests, when Lambda
//! freezes the process.

mod connection;
mod dial;
mod pool;
#[cfg(test)]
mod tests;
mod trusted_roots;

use std::{fmt, sync::Arc, time::Duration};

use aws_smithy_runtime_api::client::{
    http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
    orchestrator::{HttpRequest, HttpResponse},
    result::ConnectorError,
    runtime_components::RuntimeComponents,
};
use aws_smithy_types::{body::SdkBody, retry::ErrorKind};
use http::{HeaderValue, Request, Uri, header::HOST, uri::PathAndQuery};

use self::{
    connection::{Connection, Failure},
    dial::{Dialer, Target},
    pool::Pool,
};

/// A client with its connections. Clones share them.
#[derive(Clone, Default)]
pub struct PooledHttpClient {
    shared: Arc<Shared>,
    limits: Limits,
}

#[derive(Default)]
struct Shared {
    dialer: Dialer,
    pool: Pool,
}

/// How long things may take; for ever where nothing is said.
#[derive(Clone, Copy, Default)]
struct Limits {
    connect: Option<Duration>,
    answer: Option<Duration>,
}

impl PooledHttpClient {
    /// A client that gives up making a connection after this time.
    #[must_use]
    pub fn connecting_within(connect: Duration) -> Self {
        Self { limits: Limits { connect: Some(connect), answer: None }, ..Self::default() }
    }

    async fn answer(self, request: HttpRequest) -> Result<HttpResponse, ConnectorError> {
        let request = request.try_into_http1x().map_err(|error| ConnectorError::user(error.into()))?;
        let (target, request) =
            addressed(request).ok_or_else(|| ConnectorError::user("no address of a host".into()))?;
        let exchange = self.exchange(&target, request);
        let answer = run_within(self.limits.answer, exchange).await.ok_or_else(too_slow)??;
        HttpResponse::try_from(answer.map(SdkBody::from)).map_err(|error| ConnectorError::other(error.into(), None))
    }

    /// Sends the request over a connection that is idle, or else over a new one.
    async fn exchange(
        &self,
        target: &Target,
        mut request: Request<SdkBody>,
    ) -> Result<http::Response<bytes::Bytes>, ConnectorError> {
        while let Some(mut connection) = self.shared.pool.taken(target) {
            match connection.exchange(request).await {
                Ok(answer) => return Ok(self.finished(target, connection, answer)),
                // The other side had closed it, and knows nothing of the request.
                Err(Failure::Unsent(unsent)) => request = *unsent,
                Err(Failure::Broken(error)) => return Err(broken(error)),
            }
        }
        let dialed = run_within(self.limits.connect, self.shared.dialer.connect(target)).await;
        let mut connection = dialed.ok_or_else(too_slow)?.map_err(ConnectorError::io)?;
        match connection.exchange(request).await {
            Ok(answer) => Ok(self.finished(target, connection, answer)),
            Err(Failure::Unsent(_)) => Err(ConnectorError::io("the connection was closed at once".into())),
            Err(Failure::Broken(error)) => Err(broken(error)),
        }
    }

    /// Keeps the connection for the next request, unless its other side has trouble: the next attempt should meet
    /// another one.
    fn finished(
        &self,
        target: &Target,
        connection: Connection,
        answer: http::Response<bytes::Bytes>,
    ) -> http::Response<bytes::Bytes> {
        if connection.is_open() && !answer.status().is_server_error() {
            self.shared.pool.keep(target, connection);
        }
        answer
    }
}

impl HttpConnector for PooledHttpClient {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::new(self.clone().answer(request))
    }
}

impl HttpClient for PooledHttpClient {
    fn http_connector(&self, settings: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        let connect = settings.connect_timeout().or(self.limits.connect);
        let limits = Limits { connect, answer: settings.read_timeout() };
        SharedHttpConnector::new(Self { limits, ..self.clone() })
    }
}

impl fmt::Debug for PooledHttpClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("pooled HTTP client")
    }
}

/// The host of a request, and the request as it is sent to that host.
fn addressed(mut request: Request<SdkBody>) -> Option<(Target, Request<SdkBody>)> {
    let target = Target::of(request.uri())?;
    let host = HeaderValue::from_str(&target.host_header()).ok()?;
    request.headers_mut().entry(HOST).or_insert(host);
    let path = request.uri().path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
    *request.uri_mut() = Uri::from(path);
    Some((target, request))
}

async fn run_within<T>(limit: Option<Duration>, work: impl Future<Output = T>) -> Option<T> {
    match limit {
        Some(limit) => tokio::time::timeout(limit, work).await.ok(),
        None => Some(work.await),
    }
}

fn too_slow() -> ConnectorError {
    ConnectorError::timeout("it takes longer than its limit of time".into())
}

/// What the SDK should think of an exchange that broke: a connection that ended is another attempt's, an answer that is
/// none is not.
fn broken(error: hyper::Error) -> ConnectorError {
    let is_input_or_output =
        std::error::Error::source(&error).is_some_and(<dyn std::error::Error>::is::<std::io::Error>);
    if error.is_closed() || error.is_canceled() || is_input_or_output {
        return ConnectorError::io(error.into());
    }
    let transient = error.is_incomplete_message().then_some(ErrorKind::TransientError);
    ConnectorError::other(error.into(), transient)
}
