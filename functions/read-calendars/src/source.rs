//! Asks the server of a calendar. What it sends is read by `platform::outgoing`, which reaches nothing inside our own
//! network, as far as it comes in time and within the limit.

use std::{sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use calendars::outside_calendars::{OutsideCalendar, ReadingFailure, state::ChangeMark};
use http::Method;
use platform::outgoing::{
    Answer, LocalReceivers, OutgoingClient, OutgoingFault, OutgoingLimits, OutgoingRequest, Resolver,
};
use tokio::time::Instant;
use values::Timestamp;

const USER_AGENT: &str = "Colonnade-Calendars/1";

/// How much a request to a server may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceLimits {
    /// From the look-up of the name to the end of the answer.
    pub total: Duration,
    /// A connection to one address.
    pub connect: Duration,
    /// Bytes of an answer.
    pub body_bytes: usize,
}

impl Default for SourceLimits {
    fn default() -> Self {
        Self { total: Duration::from_secs(10), connect: Duration::from_secs(3), body_bytes: 4 * 1_024 * 1_024 }
    }
}

/// What a server was found to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The same as the last time.
    Unchanged(Option<ChangeMark>),
    /// These calendars.
    Calendars {
        /// Their texts, of iCalendar.
        texts: Vec<String>,
        /// By what the server says whether something changed.
        mark: Option<ChangeMark>,
    },
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// What the server said the last time; none to be given everything.
    pub mark: Option<&'a ChangeMark>,
    /// First and last instant of what is looked at.
    pub window: [Timestamp; 2],
}

/// A request without address and credentials.
pub struct Ask {
    /// Its method.
    pub method: Method,
    /// Its headers.
    pub headers: Vec<(&'static str, String)>,
    /// Its body.
    pub body: String,
}

/// Asks servers.
#[derive(Clone)]
pub struct Source {
    client: OutgoingClient,
    limits: SourceLimits,
    local: LocalReceivers,
}

/// The server of one calendar.
pub struct Server<'a> {
    source: &'a Source,
    address: &'a str,
    authorization: Option<String>,
}

impl Source {
    /// A source that trusts whom this machine trusts.
    #[must_use]
    pub fn new(resolver: Arc<dyn Resolver>, limits: SourceLimits, local: LocalReceivers) -> Self {
        Self { client: OutgoingClient::new(resolver, OutgoingClient::system_roots), limits, local }
    }

    /// The server of a calendar.
    #[must_use]
    pub fn server<'a>(&'a self, calendar: &'a OutsideCalendar, password: Option<&str>) -> Server<'a> {
        let user = calendar.fields.username.as_ref().map(|user| (user.as_str(), password.unwrap_or_default()));
        let encoded = user.map(|(user, password)| STANDARD.encode(format!("{user}:{password}")));
        let authorization = encoded.map(|encoded| format!("Basic {encoded}"));
        Server { source: self, address: calendar.fields.address.as_str(), authorization }
    }
}

impl Server<'_> {
    /// The answer to a request, all of it.
    ///
    /// # Errors
    /// Why there is none. A status of failure is an answer.
    pub async fn ask(&self, ask: Ask) -> Result<Answer, ReadingFailure> {
        let SourceLimits { total, connect, body_bytes } = self.source.limits;
        let mut headers = vec![("user-agent", USER_AGENT.to_owned())];
        headers.extend(ask.headers);
        headers.extend(self.authorization.clone().map(|authorization| ("authorization", authorization)));
        let request = OutgoingRequest { method: ask.method, url: self.address.to_owned(), headers, body: ask.body };
        let limits = OutgoingLimits { total, connect, body_bytes };
        let begun = Instant::now();
        let answer = self.source.client.send(request, limits, self.source.local).await.map_err(failure_of)?;
        if answer.is_whole {
            return Ok(answer);
        }
        Err(match answer.body.len() >= body_bytes {
            true => ReadingFailure::TooLarge,
            false if begun.elapsed() < total => ReadingFailure::Unreachable,
            false => ReadingFailure::TimedOut,
        })
    }
}

const fn failure_of(fault: OutgoingFault) -> ReadingFailure {
    match fault {
        OutgoingFault::UrlNotAllowed | OutgoingFault::AddressNotAllowed => ReadingFailure::AddressNotAllowed,
        OutgoingFault::NameNotFound | OutgoingFault::Connection | OutgoingFault::Tls => ReadingFailure::Unreachable,
        OutgoingFault::Timeout => ReadingFailure::TimedOut,
        OutgoingFault::InvalidAnswer => ReadingFailure::NotACalendar,
    }
}

/// What a status other than that of success means.
#[must_use]
pub const fn failure_of_status(status: u16) -> ReadingFailure {
    match status {
        300..=399 => ReadingFailure::Redirected,
        401 | 403 => ReadingFailure::Refused,
        404 | 410 => ReadingFailure::NotFound,
        200..=299 => ReadingFailure::NotACalendar,
        _ => ReadingFailure::ServerFailed,
    }
}

/// The body of an answer as text.
#[must_use]
pub fn text_of(answer: Answer) -> String {
    String::from_utf8(answer.body).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
