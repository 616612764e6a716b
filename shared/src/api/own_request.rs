//! Other operations on behalf of whoever called one: each with the caller's own credentials, as if it had been sent by
//! itself. It is authorised, limited, narrowed to what a person may say, made once under its key and logged like every
//! request.

use std::{sync::Arc, time::Duration};

use http::{HeaderValue, Request, Response, header};
use tokio::task::JoinSet;

use super::{
    asked_of_list::AskedOfList,
    call::{IF_MATCH_RULE, IfMatch},
    dispatch::dispatch,
    extract::RawInput,
    incoming::{Incoming, Invocation},
    requester::{IDEMPOTENCY_KEY, Requester},
    route::{Method, Route},
    validate::Validator,
};
use values::{
    ApiError,
    error::{FieldError, Reason},
};
use work::context::Context;

/// A request to an operation.
#[derive(Clone)]
pub struct OwnRequest {
    /// Operation that is asked.
    pub route: Arc<Route>,
    /// Path parameters by name, in the order of the path.
    pub path: Vec<(String, String)>,
    /// Query parameters by name.
    pub query: Vec<(String, String)>,
    /// Body as JSON; none where none is sent.
    pub body: Option<Vec<u8>>,
    /// Value of `If-Match`.
    pub if_match: Option<String>,
    /// Value of `Idempotency-Key`.
    pub idempotency_key: Option<String>,
}

impl Requester {
    /// The answer to a request, the `number`th of this caller, that takes at most `time`.
    ///
    /// # Errors
    /// 400 where the request cannot be put into headers and an address; 500 when it did not end.
    pub async fn send(&self, request: OwnRequest, number: usize, time: Duration) -> Result<Response<String>, ApiError> {
        let incoming = self.incoming(&request, number)?;
        let context = Context { deadline: time.min(self.context.deadline), ..self.context.clone() };
        // A task of its own: two requests within each other would need the stack of both.
        let mut running = JoinSet::new();
        running.spawn(async move { dispatch(context, &[request.route], incoming).await });
        let ended = running.join_next().await.ok_or_else(|| ApiError::internal("a request without a task"))?;
        ended.map_err(|error| ApiError::internal(format!("a request ended: {error}")))
    }

    fn incoming(&self, request: &OwnRequest, number: usize) -> Result<Incoming, ApiError> {
        let mut headers = self.credentials.clone();
        let given = [
            (header::IF_MATCH, "if_match", request.if_match.as_deref()),
            (
                header::HeaderName::from_static(IDEMPOTENCY_KEY),
                "idempotency_key",
                request.idempotency_key.as_deref(),
            ),
            (header::CONTENT_TYPE, "body", request.body.as_ref().map(|_| "application/json")),
        ];
        for (name, field, value) in given {
            if let Some(value) = value {
                headers.insert(name, HeaderValue::from_str(value).map_err(|_| unsendable(field))?);
            }
        }
        let builder = Request::builder().method(request.route.method.as_str()).uri(request.address());
        let (mut parts, ()) = builder.body(()).map_err(|_| unsendable("path"))?.into_parts();
        parts.headers = headers;
        let invocation = Invocation { id: format!("{}-{number}", self.invocation.id), ..self.invocation.clone() };
        let body = request.body.clone().unwrap_or_default();
        let standing = self.standing.clone();
        Ok(Incoming { parts, body, path: request.path.clone(), invocation, standing })
    }
}

impl OwnRequest {
    /// A request that reads a list.
    #[must_use]
    pub const fn read(route: Arc<Route>, query: Vec<(String, String)>) -> Self {
        Self { route, path: Vec::new(), query, body: None, if_match: None, idempotency_key: None }
    }

    /// Refuses what the operation would refuse by its form alone, without asking it.
    ///
    /// # Errors
    /// 400 naming every field, 415.
    pub fn check(&self) -> Result<(), ApiError> {
        let input = RawInput {
            path: self.path.clone(),
            query: self.query.clone(),
            content_type: self.body.as_ref().map(|_| "application/json".to_owned()),
            takes_body: matches!(self.route.method, Method::Post | Method::Put),
            body: Some(self.body.clone().unwrap_or_default()),
            asked: AskedOfList::default(),
        };
        let mut validator = Validator::default();
        if self.if_match.as_ref().is_some_and(|if_match| IfMatch::parse(if_match).is_none()) {
            validator.refuse_because("If-Match", Reason::InvalidFormat, IF_MATCH_RULE);
        }
        self.route.run.prepare(&input, validator).map(drop)
    }

    /// The path with its parameters in it, below the base path, and the query.
    fn address(&self) -> String {
        let filled = self.path.iter().fold(self.route.path.to_owned(), |path, (name, value)| {
            let value: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
            path.replace(&format!("{{{name}}}"), &value)
        });
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.query).finish();
        if query.is_empty() { format!("/v1{filled}") } else { format!("/v1{filled}?{query}") }
    }
}

fn unsendable(field: &'static str) -> ApiError {
    ApiError::validation(vec![FieldError::new(field, Reason::InvalidFormat)])
}
