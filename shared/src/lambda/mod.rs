//! Runs an area as a Lambda function: event in, router, answer out. Whatever the event is, the function never panics.

mod event;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::body::Body;
use http_body_util::BodyExt as _;
pub use lambda_http::Error;
use lambda_http::{LambdaEvent, lambda_runtime, service_fn};
use serde_json::{Value, json};
use tower::ServiceExt as _;
use uuid::Uuid;

pub use self::event::PayloadFormat;
use crate::api::{
    OutsideRoute, Route, Routes,
    incoming::Invocation,
    reply::{Meta, error_answer},
};
use records::ClientId;
use values::{
    ApiError, Id,
    error::{FieldError, Reason},
};
use work::{
    context::{Context, Log},
    queue::WorkMessage,
};

/// How long a process waits for its connection before it takes requests all the same.
const WARM_UP_TIME: Duration = Duration::from_secs(1);

/// A function: a router that takes gateway events.
#[derive(Clone)]
pub struct Function {
    router: axum::Router,
    context: Context,
    warm: Arc<AtomicBool>,
    warm_up: Option<Value>,
}

impl Function {
    /// The function of these routes.
    #[must_use]
    pub fn new(routes: Routes, context: Context) -> Self {
        Self::beside(routes, &[], context)
    }

    /// The same with what stands outside `/v1`.
    #[must_use]
    pub fn beside(routes: Routes, outside: &[OutsideRoute], context: Context) -> Self {
        let warm_up = routes.iter().next().map(warm_up_event);
        Self { router: routes.into_router(outside, &context), context, warm: Arc::default(), warm_up }
    }

    /// Opens the connection to DynamoDB by a request of nobody, which takes the way of every request until its
    /// credentials were looked for in the table and not found. What fails here, the first request would meet too.
    pub async fn warm_up(&self) {
        let Some(event) = &self.warm_up else { return };
        let invocation = Invocation { is_warm_up: true, ..Invocation::default() };
        drop(tokio::time::timeout(WARM_UP_TIME, self.answer(event, PayloadFormat::Rest, &invocation)).await);
    }

    /// Answers one API Gateway event, of a REST API (payload 1.0) or an HTTP API (2.0), under this invocation id.
    pub async fn handle(&self, event: &Value, invocation_id: &str) -> Value {
        let invocation = Invocation {
            id: invocation_id.to_owned(),
            cold_start: !self.warm.swap(true, Ordering::Relaxed),
            ..Invocation::default()
        };
        let format = PayloadFormat::of(event);
        self.answer(event, format, &invocation).await.unwrap_or_else(|| self.unreadable(format, invocation_id))
    }

    /// The answer to an event; `None` when it is no request.
    async fn answer(&self, event: &Value, format: PayloadFormat, invocation: &Invocation) -> Option<Value> {
        let request = event::request(event, format, invocation)?.map(Body::from);
        let Ok(response) = self.router.clone().oneshot(request).await;
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        Some(event::answer(parts.status.as_u16(), &parts.headers, &String::from_utf8_lossy(&bytes), format))
    }

    /// The answer to an event that is no request: 400, because whoever sent it is not the gateway.
    fn unreadable(&self, format: PayloadFormat, invocation_id: &str) -> Value {
        let meta = Meta { request_id: format!("req_{invocation_id}"), timestamp: self.context.clock.now() };
        let error = ApiError::validation(vec![FieldError::new("event", Reason::InvalidFormat)]);
        let answer = error_answer(&error, &meta);
        self.context
            .log
            .write(&json!({"level": "error", "message": "unreadable event", "request_id": meta.request_id}));
        let mut headers = http::HeaderMap::new();
        headers.insert(http::header::CONTENT_TYPE, http::HeaderValue::from_static("application/json"));
        event::answer(answer.status, &headers, &answer.body, format)
    }
}

/// The event of a request of nobody to this route.
fn warm_up_event(route: &Route) -> Value {
    let nobody = ClientId::new(Id::new(Uuid::nil()), Id::new(Uuid::nil()));
    json!({
        "httpMethod": route.method.as_str(),
        "path": format!("/v1{}", route.path),
        "headers": {"authorization": "Bearer nobody", "x-client-id": nobody.to_string()},
        "requestContext": {},
    })
}

/// Runs a job on every event of its schedules until Lambda ends the process.
///
/// # Errors
/// When the Lambda runtime cannot be reached. A job that fails is a failed invocation, which its alarm counts.
pub fn run_job<F>(name: &'static str, job: impl Fn(Context, Value) -> F) -> Result<(), Error>
where
    F: Future<Output = Result<(), ApiError>>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let context = Context::from_environment().await;
        context.store.warm_up().await;
        lambda_runtime::run(service_fn(async |event: LambdaEvent<Value>| {
            job(context.clone(), event.payload).await.map_err(|error| failed(name, &error))?;
            Ok::<Value, Error>(Value::Null)
        }))
        .await
    })
}

/// Runs a consumer of batches until Lambda ends the process. What it answers says which records of the batch must be
/// looked at again.
///
/// # Errors
/// When the Lambda runtime cannot be reached.
pub fn run_batches(consume: impl AsyncFn(Context, Value) -> Value) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let context = Context::from_environment().await;
        context.store.warm_up().await;
        lambda_runtime::run(service_fn(async |event: LambdaEvent<Value>| {
            Ok::<Value, Error>(consume(context.clone(), event.payload).await)
        }))
        .await
    })
}

/// Does the work of every message that a queue has for this function, until Lambda ends the process. A message whose
/// work fails is named in the answer, so that it alone comes back.
///
/// # Errors
/// When the Lambda runtime cannot be reached.
pub fn run_queue<W, F>(name: &'static str, begin: impl FnOnce(Context) -> W) -> Result<(), Error>
where
    W: Fn(WorkMessage) -> F,
    F: Future<Output = Result<(), ApiError>>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let context = Context::from_environment().await;
        context.store.warm_up().await;
        let log = context.log.clone();
        let work = begin(context);
        lambda_runtime::run(service_fn(async |event: LambdaEvent<Value>| {
            Ok::<Value, Error>(run_batch(name, &log, &event.payload, &work).await)
        }))
        .await
    })
}

/// The same of a function that is also invoked with events that are no batch of messages.
///
/// # Errors
/// When the Lambda runtime cannot be reached. An event that cannot be worked on is a failed invocation, which comes again.
pub fn run_queue_and_events<W, F>(
    name: &'static str,
    begin: impl FnOnce(Context) -> W,
    other: impl AsyncFn(Context, Value) -> Result<(), ApiError>,
) -> Result<(), Error>
where
    W: Fn(WorkMessage) -> F,
    F: Future<Output = Result<(), ApiError>>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let context = Context::from_environment().await;
        context.store.warm_up().await;
        let log = context.log.clone();
        let work = begin(context.clone());
        lambda_runtime::run(service_fn(async |event: LambdaEvent<Value>| {
            if event.payload["Records"].is_array() {
                return Ok::<Value, Error>(run_batch(name, &log, &event.payload, &work).await);
            }
            other(context.clone(), event.payload).await.map_err(|error| failed(name, &error))?;
            Ok(Value::Null)
        }))
        .await
    })
}

/// Does the work of the messages of an event, and names those whose work failed. What is no message of ours fails, so
/// that it ends where somebody sees it.
async fn run_batch<W, F>(name: &str, log: &Log, event: &Value, work: &W) -> Value
where
    W: Fn(WorkMessage) -> F,
    F: Future<Output = Result<(), ApiError>>,
{
    let mut failures = Vec::new();
    for record in event["Records"].as_array().into_iter().flatten() {
        let message = record["body"].as_str().and_then(|body| serde_json::from_str(body).ok());
        let done = match message {
            Some(message) => work(message).await,
            None => Err(ApiError::internal("no message of ours")),
        };
        if let Err(error) = done {
            let id = &record["messageId"];
            log.write(&json!({"level": "error", "message": failed(name, &error), "message_id": id}));
            failures.push(json!({"itemIdentifier": id}));
        }
    }
    json!({"batchItemFailures": failures})
}

fn failed(name: &str, error: &ApiError) -> String {
    format!("{name}: {} {}", error.message, error.cause.as_deref().unwrap_or_default())
}

/// Runs an area until Lambda ends the process.
///
/// # Errors
/// When the Lambda runtime cannot be reached.
pub fn run(routes: Routes) -> Result<(), Error> {
    run_beside(routes, &[])
}

/// The same with what stands outside `/v1`.
///
/// # Errors
/// When the Lambda runtime cannot be reached.
pub fn run_beside(routes: Routes, outside: &[OutsideRoute]) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let context = Context::from_environment().await;
        let function = Arc::new(Function::beside(routes, outside, context));
        // While Lambda still gives the process its full start-up CPU.
        function.warm_up().await;
        // One request after the other, or as many at once as Lambda says in AWS_LAMBDA_MAX_CONCURRENCY.
        lambda_runtime::run_concurrent(service_fn(move |event: LambdaEvent<Value>| {
            let function = Arc::clone(&function);
            async move { Ok::<Value, Error>(function.handle(&event.payload, &event.context.request_id).await) }
        }))
        .await
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use uuid::Uuid;

    use super::run_batch;
    use values::{ApiError, Id};
    use work::{context::Log, queue::WorkMessage};

    #[tokio::test]
    async fn only_the_messages_whose_work_failed_come_back() {
        let message = |turn: i64| {
            let message = WorkMessage {
                merchant: Id::new(Uuid::nil()),
                record: Uuid::nil(),
                group: Uuid::nil(),
                turn,
                waits: 0,
                kind: None,
            };
            json!(message).to_string()
        };
        let event = json!({"Records": [{"messageId": "a", "body": message(1)}, {"messageId": "b", "body": message(2)},
            {"messageId": "c", "body": "{}"}]});
        let work = |message: WorkMessage| async move {
            if message.turn == 2 { Err(ApiError::unavailable("no store")) } else { Ok(()) }
        };
        let answer = run_batch("test", &Log::Off, &event, &work).await;
        let failures = json!([{"itemIdentifier": "b"}, {"itemIdentifier": "c"}]);
        assert_eq!(answer, json!({"batchItemFailures": failures}));
    }
}
