//! What stands outside `/v1` and the published document, because it is asked for by what can send no headers of ours:
//! a list that is tested as a whole. It is answered under the same deadline, with the same guard against panics and with
//! one line in the log, as within.

use std::{panic::AssertUnwindSafe, sync::Arc};

use futures_util::{FutureExt as _, future::BoxFuture};
use http::{Method, Response, request::Parts};
use store::Store;
use values::{ApiError, ErrorCode};
use work::{auth::Caller, context::Context};

use super::{
    cross_origin, error_response,
    incoming::Invocation,
    reply::Meta,
    request_log::{LogLine, Requested},
};

/// A request to something outside `/v1`.
pub struct OutsideRequest {
    /// Method, path, query and headers.
    pub parts: Parts,
    /// The body as bytes.
    pub body: Vec<u8>,
    /// What is known of the invocation that brought it.
    pub invocation: Invocation,
    /// The table, on this request's account.
    pub store: Store,
    /// `meta` of the answer; its instant is that of the request.
    pub meta: Meta,
}

/// An answer, and whose pages may read it.
pub struct OutsideAnswer {
    /// What is sent.
    pub response: Response<String>,
    /// The client whose pages may read it; nobody's where there is none.
    pub caller: Option<Caller>,
}

/// What answers such a request.
pub type Answering =
    Arc<dyn Fn(Context, OutsideRequest) -> BoxFuture<'static, Result<OutsideAnswer, ApiError>> + Send + Sync>;

/// Something outside `/v1`.
#[derive(Clone)]
pub struct OutsideRoute {
    /// HTTP method that it is asked for with.
    pub method: Method,
    /// Path from the root, without parameters.
    pub path: &'static str,
    /// What answers.
    pub answer: Answering,
}

impl OutsideRoute {
    /// `GET path`.
    pub fn get<F>(path: &'static str, answer: impl Fn(Context, OutsideRequest) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<OutsideAnswer, ApiError>> + Send + 'static,
    {
        Self { method: Method::GET, ..Self::post(path, answer) }
    }

    /// `POST path`.
    pub fn post<F>(path: &'static str, answer: impl Fn(Context, OutsideRequest) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<OutsideAnswer, ApiError>> + Send + 'static,
    {
        let answer: Answering = Arc::new(move |context, request| Box::pin(answer(context, request)));
        Self { method: Method::POST, path, answer }
    }
}

/// Answers a request to a path outside `/v1` that has these routes: a preflight, one of them, or 405.
pub(super) async fn answer_outside(
    context: Context,
    routes: &[OutsideRoute],
    (parts, body, invocation): (Parts, Vec<u8>, Invocation),
) -> Response<String> {
    if let Some(answer) = cross_origin::preflight(&context, &parts.method, &parts.headers).await {
        return answer;
    }
    let (started, store) = (context.clock.now(), context.store.metered());
    let meta = Meta { request_id: format!("req_{}", invocation.id), timestamp: started };
    let (method, headers) = (parts.method.clone(), parts.headers.clone());
    let (requested, of_request) = (invocation.clone(), meta.clone());
    let request = OutsideRequest { parts, body, invocation, store: store.clone(), meta: of_request };
    let outcome = if let Some(route) = routes.iter().find(|route| route.method == method) {
        run(&context, route, request).await
    } else {
        let refused = ApiError::new(ErrorCode::MethodNotAllowed, "the path does not take this method");
        let allowed: Vec<&str> = routes.iter().map(|route| route.method.as_str()).collect();
        Err(ApiError { allow: Some(allowed.join(", ").into()), ..refused })
    };
    let (mut response, caller) = match &outcome {
        Ok(answer) => (answer.response.clone(), answer.caller.as_ref()),
        Err(error) => (error_response::of(error, &meta), None),
    };
    let line = LogLine {
        operation: None,
        path: routes.first().map(|route| route.path),
        client: caller.map(|caller| caller.client.to_string()),
        member: caller.and_then(Caller::member).map(|member| member.to_string()),
        status: response.status().as_u16(),
        replayed: false,
        error: outcome.as_ref().err(),
        usage: store.usage(),
    };
    line.write(&context, &Requested { method: &method, invocation: &requested }, &meta, started);
    cross_origin::share(&context, caller, &headers, &mut response).await;
    response
}

async fn run(context: &Context, route: &OutsideRoute, request: OutsideRequest) -> Result<OutsideAnswer, ApiError> {
    let answering = AssertUnwindSafe((route.answer)(context.clone(), request)).catch_unwind();
    match tokio::time::timeout(context.deadline, answering).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Err(ApiError::internal("the request panicked")),
        Err(_) => Err(ApiError::unavailable("the request took longer than its deadline")),
    }
}
