//! Faults between the service and DynamoDB, which no local database has: lost requests and answers, throttling,
//! transaction conflicts, silence, short pages. A connector round the real one, so that everything above it is real.

use std::{
    collections::HashSet,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use aws_smithy_runtime_api::{
    client::{
        http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
        orchestrator::{HttpRequest, HttpResponse},
        result::ConnectorError,
        runtime_components::RuntimeComponents,
    },
    http::StatusCode,
};
use aws_smithy_types::body::SdkBody;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::round_trips::{Account, RoundTrips};
use platform::http_client::PooledHttpClient;

/// What happens to one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The connection breaks before the database has the request.
    DropBefore,
    /// The database does it, and the connection breaks before its answer.
    DropAfter,
    /// The database does it, and the answer is this error.
    FailAfter(u16, &'static str),
    /// The answer is this error, and nothing is done.
    Fail(u16, &'static str),
    /// The transaction is cancelled for these reasons, one for each of its actions.
    Cancel(Vec<&'static str>),
    /// Nothing comes back, ever.
    Hang,
    /// The request is so many milliseconds longer on its way, so that others overtake it.
    Late(u64),
    /// The request stays on its way until [`Faults::release`], so that others overtake it however slow the machine is.
    Held,
    /// A query looks at no more rows than this, as if the page were full at 1 MB.
    Rows(u32),
}

/// A call that went by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Operation, such as `PutItem`.
    pub operation: String,
    /// `ClientRequestToken`; empty when there is none.
    pub token: String,
    /// What happened to it.
    pub fault: Option<Fault>,
}

/// The faults of one client; clones are the same.
#[derive(Clone, Default)]
pub struct Faults {
    inner: PooledHttpClient,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    rules: Vec<Rule>,
    seen: Vec<Seen>,
    /// Longest chain of calls that have ended, each begun after the one before it.
    depth: u32,
    /// Lets calls go in step and counts them, when a test asked for it.
    round_trips: Option<RoundTrips>,
    /// How long a transaction is open, in milliseconds, when those that overlap conflict.
    open_for: Option<u64>,
    /// The items of transactions that are open.
    open: HashSet<String>,
    /// Lets requests that are held go on.
    released: Arc<Notify>,
}

struct Rule {
    operation: String,
    times: u32,
    decide: Box<dyn FnMut() -> Option<Fault> + Send>,
}

impl Faults {
    /// The next `times` calls of `operation` (any for `*`) meet `fault`; earlier rules come first.
    pub fn next(&self, operation: &str, times: u32, fault: Fault) {
        self.decide(operation, times, move || Some(fault.clone()));
    }

    /// All calls of `operation` (any for `*`) but the next `passed` meet `fault`.
    pub fn after(&self, operation: &str, passed: u32, fault: Fault) {
        self.after_for(operation, passed, u32::MAX, fault);
    }

    /// The same for the next `times` calls of those only.
    pub fn after_for(&self, operation: &str, passed: u32, times: u32, fault: Fault) {
        let mut left = passed;
        self.decide(operation, passed.saturating_add(times), move || {
            let meets = left == 0;
            left = left.saturating_sub(1);
            meets.then(|| fault.clone())
        });
    }

    /// Calls of `operation` (any for `*`) meet each fault with its chance in a thousand, the same for the same seed.
    pub fn random(&self, operation: &str, seed: u64, chances: Vec<(u64, Fault)>) {
        let mut state = seed;
        self.decide(operation, u32::MAX, move || {
            let mut drawn = splitmix(&mut state) % 1_000;
            chances.iter().find_map(|(chance, fault)| {
                let hit = drawn < *chance;
                drawn = drawn.saturating_sub(*chance);
                hit.then(|| fault.clone())
            })
        });
    }

    fn decide(&self, operation: &str, times: u32, decide: impl FnMut() -> Option<Fault> + Send + 'static) {
        self.state().rules.push(Rule { operation: operation.to_owned(), times, decide: Box::new(decide) });
    }

    /// Ends all faults: calls reach DynamoDB as they are again.
    pub fn clear(&self) {
        self.state().rules.clear();
    }

    /// Lets a request that is held go on: the one that is, or else the next that will be.
    pub fn release(&self) {
        self.state().released.notify_one();
    }

    /// From now on writes conflict as DynamoDB's do and those of no local database: every item of a transaction, also
    /// one that it only checks, is the transaction's own until it has ended, and it takes so many milliseconds longer.
    /// What names such an item meanwhile is cancelled.
    pub fn overlaps_conflict(&self, milliseconds: u64) {
        self.state().open_for = Some(milliseconds);
    }

    /// Opens a transaction, or finds what it conflicts with; nothing for a call that neither writes nor can conflict.
    fn open(&self, operation: &str, request: &HttpRequest) -> Result<Option<Open>, Fault> {
        let mut state = self.state();
        let Some(milliseconds) = state.open_for else { return Ok(None) };
        let items = written(operation, request.body().bytes().unwrap_or_default());
        let is_open: Vec<bool> = items.iter().map(|item| state.open.contains(item)).collect();
        if operation != "TransactWriteItems" {
            let conflict = Fault::Fail(400, "TransactionConflictException");
            return if is_open.contains(&true) { Err(conflict) } else { Ok(None) };
        }
        if is_open.contains(&true) {
            let reason = |is_open: bool| if is_open { "TransactionConflict" } else { "None" };
            return Err(Fault::Cancel(is_open.into_iter().map(reason).collect()));
        }
        state.open.extend(items.iter().cloned());
        drop(state);
        Ok(Some(Open { faults: self.clone(), items, milliseconds }))
    }

    /// The calls since this was asked last.
    #[must_use]
    pub fn seen(&self) -> Vec<Seen> {
        std::mem::take(&mut self.state().seen)
    }

    /// What was asked of DynamoDB since this was asked last, counted exactly (`round_trips`); nothing when this is
    /// asked for the first time. It needs a runtime of one thread.
    #[must_use]
    pub fn account(&self) -> Account {
        self.state().round_trips.get_or_insert_default().account()
    }

    /// Round trips in sequence since this was asked last: calls side by side are one.
    #[must_use]
    pub fn depth(&self) -> u32 {
        std::mem::take(&mut self.state().depth)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn meet(&self, request: &HttpRequest) -> Result<Option<Open>, Fault> {
        let operation = operation_of(request);
        super::calls::note(&operation, request.body().bytes().unwrap_or_default());
        let mut state = self.state();
        let rule = state
            .rules
            .iter_mut()
            .find(|rule| rule.times > 0 && (rule.operation == "*" || rule.operation == operation));
        let fault = rule.and_then(|rule| {
            rule.times -= 1;
            (rule.decide)()
        });
        drop(state);
        let opened = match fault {
            None => self.open(&operation, request),
            Some(fault) => Err(fault),
        };
        let token = token(request.body().bytes().unwrap_or_default());
        self.state().seen.push(Seen { operation, token, fault: opened.as_ref().err().cloned() });
        opened
    }
}

/// A transaction that is open until this is dropped.
struct Open {
    faults: Faults,
    items: Vec<String>,
    milliseconds: u64,
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut state = self.faults.state();
        for item in &self.items {
            state.open.remove(item);
        }
    }
}

/// The items that a call writes or checks, in its own order.
fn written(operation: &str, body: &[u8]) -> Vec<String> {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let key = |place: &Value| format!("{}\n{}", place["pk"]["S"], place["sk"]["S"]);
    let of = |action: &Value| key(if action["Item"].is_null() { &action["Key"] } else { &action["Item"] });
    match operation {
        "PutItem" | "UpdateItem" | "DeleteItem" => vec![of(&body)],
        "TransactWriteItems" => {
            let actions = body["TransactItems"].as_array().into_iter().flatten();
            actions.filter_map(|action| action.as_object()?.values().next().map(of)).collect()
        }
        _ => Vec::new(),
    }
}

fn token(body: &[u8]) -> String {
    let text = std::str::from_utf8(body).unwrap_or_default();
    let after = text.split_once("\"ClientRequestToken\":\"").map(|(_, after)| after);
    after.and_then(|after| after.split('"').next()).unwrap_or_default().to_owned()
}

/// SplitMix64: small, and the same everywhere.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl fmt::Debug for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("faults")
    }
}

impl HttpClient for Faults {
    fn http_connector(&self, settings: &HttpConnectorSettings, parts: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(Between {
            faults: self.clone(),
            connector: self.inner.http_connector(settings, parts),
        })
    }
}

/// The connector that stands between.
#[derive(Debug)]
struct Between {
    faults: Faults,
    connector: SharedHttpConnector,
}

impl HttpConnector for Between {
    fn call(&self, mut request: HttpRequest) -> HttpConnectorFuture {
        let connector = self.connector.clone();
        match self.faults.meet(&request) {
            Ok(open) => {
                let (level, round_trips) = {
                    let state = self.faults.state();
                    (state.depth + 1, state.round_trips.clone())
                };
                if let Some(round_trips) = round_trips {
                    return HttpConnectorFuture::new(in_step(round_trips, connector, request));
                }
                let faults = self.faults.clone();
                HttpConnectorFuture::new(async move {
                    if let Some(open) = &open {
                        tokio::time::sleep(Duration::from_millis(open.milliseconds)).await;
                    }
                    let answer = connector.call(request).await;
                    drop(open);
                    let mut state = faults.state();
                    state.depth = state.depth.max(level);
                    answer
                })
            }
            Err(Fault::Rows(rows)) => {
                limit(&mut request, rows);
                connector.call(request)
            }
            Err(Fault::DropBefore) => HttpConnectorFuture::ready(Err(broken())),
            Err(Fault::DropAfter) => HttpConnectorFuture::new(async move {
                connector.call(request).await?;
                Err(broken())
            }),
            Err(Fault::FailAfter(status, code)) => HttpConnectorFuture::new(async move {
                connector.call(request).await?;
                failed(status, code, &Value::Null)
            }),
            Err(Fault::Fail(status, code)) => HttpConnectorFuture::ready(failed(status, code, &Value::Null)),
            Err(Fault::Cancel(reasons)) => {
                let reasons: Value = reasons.iter().map(|code| json!({"Code": code})).collect();
                HttpConnectorFuture::ready(failed(400, "TransactionCanceledException", &reasons))
            }
            Err(Fault::Late(milliseconds)) => HttpConnectorFuture::new(async move {
                tokio::time::sleep(Duration::from_millis(milliseconds)).await;
                connector.call(request).await
            }),
            Err(Fault::Held) => {
                let released = Arc::clone(&self.faults.state().released);
                HttpConnectorFuture::new(async move {
                    released.notified().await;
                    connector.call(request).await
                })
            }
            Err(Fault::Hang) => HttpConnectorFuture::new(std::future::pending()),
        }
    }
}

/// A call that goes when its turn is. Its answer has arrived whole when it ends, so that nobody waits for the rest of
/// it.
async fn in_step(
    round_trips: RoundTrips,
    connector: SharedHttpConnector,
    request: HttpRequest,
) -> Result<HttpResponse, ConnectorError> {
    let operation = operation_of(&request);
    let departure = round_trips.wait_to_go().await;
    let mut answer = connector.call(request).await?;
    let body = std::mem::replace(answer.body_mut(), SdkBody::taken());
    let body = body.collect().await.map_err(|error| ConnectorError::other(error, None))?.to_bytes();
    round_trips.count(&operation, &body);
    *answer.body_mut() = SdkBody::from(body);
    drop(departure);
    Ok(answer)
}

/// The operation of a call, such as `PutItem`.
fn operation_of(request: &HttpRequest) -> String {
    let target = request.headers().get("x-amz-target").unwrap_or_default();
    target.rsplit('.').next().unwrap_or_default().to_owned()
}

fn broken() -> ConnectorError {
    ConnectorError::io("the connection broke".into())
}

/// DynamoDB's error answer; without a code it is one of something in front of it.
fn failed(status: u16, code: &str, reasons: &Value) -> Result<HttpResponse, ConnectorError> {
    let status = StatusCode::try_from(status).map_err(|error| ConnectorError::other(error.into(), None))?;
    let body = match code {
        "" => "<html>Bad Gateway</html>".to_owned(),
        code => json!({
            "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"),
            "message": "injected",
            "CancellationReasons": reasons,
        })
        .to_string(),
    };
    let mut response = HttpResponse::new(status, SdkBody::from(body));
    response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
    Ok(response)
}

/// Lowers a query's `Limit`. The signature breaks, which no local database looks at.
fn limit(request: &mut HttpRequest, rows: u32) {
    let Some(Ok(mut body)) = request.body().bytes().map(serde_json::from_slice::<Value>) else { return };
    let asked = body["Limit"].as_u64().unwrap_or(u64::MAX);
    body["Limit"] = asked.min(u64::from(rows)).into();
    let text = body.to_string();
    request.headers_mut().insert("content-length", text.len().to_string());
    *request.body_mut() = SdkBody::from(text);
}
