//! Pages of other origins: which may ask, and what they may read. Preflights have no credentials; an answer may be read
//! by a page of the origins of the client that asked.

use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, header};
use values::Timestamp;
use work::{auth::Caller, context::Context};

/// Headers that pages may send.
const REQUEST_HEADERS: &str = "authorization, content-type, idempotency-key, if-match, x-client-id";
/// Methods that pages may use.
const METHODS: &str = "GET, HEAD, POST, PUT, DELETE";
/// Headers that pages may read, besides those that every page may.
const EXPOSED_HEADERS: &str = "etag, link, location, retry-after, x-request-id, idempotent-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset";
/// For how many seconds a browser need not ask again.
const MAX_AGE_SECONDS: &str = "600";

/// The answer to a preflight; `None` for any other request.
pub async fn preflight(context: &Context, method: &Method, headers: &HeaderMap) -> Option<Response<String>> {
    let asked = method == Method::OPTIONS && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let origin = headers.get(header::ORIGIN).filter(|_| asked)?;
    let now = context.clock.now();
    let mut response = Response::new(String::new());
    *response.status_mut() = http::StatusCode::NO_CONTENT;
    let answered = response.headers_mut();
    answered.insert(header::VARY, HeaderValue::from_static("Origin"));
    if is_known(context, origin, now).await {
        allow(answered, origin);
        answered.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
        answered.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(REQUEST_HEADERS));
        answered.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(MAX_AGE_SECONDS));
    }
    Some(response)
}

/// Lets a page of the caller's own origins read the answer. Without a caller it is a refusal without data: a page of
/// any known origin may read it.
pub async fn share(context: &Context, caller: Option<&Caller>, requested: &HeaderMap, response: &mut Response<String>) {
    let Some(origin) = requested.get(header::ORIGIN) else { return };
    let is_shared = match caller {
        Some(caller) => caller.origins.iter().any(|own| own.as_str().as_bytes() == origin.as_bytes()),
        None => is_known(context, origin, context.clock.now()).await,
    };
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Origin"));
    if is_shared {
        allow(headers, origin);
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED_HEADERS));
    }
}

/// With credentials: what they are is the cookie of a sign-in, which only paths outside `/v1` read.
fn allow(headers: &mut HeaderMap, origin: &HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    let credentials: HeaderName = header::ACCESS_CONTROL_ALLOW_CREDENTIALS;
    headers.insert(credentials, HeaderValue::from_static("true"));
}

/// Whether a live public client is used from an origin; not while the store cannot be read.
async fn is_known(context: &Context, origin: &HeaderValue, now: Timestamp) -> bool {
    let Ok(origin) = origin.to_str() else { return false };
    context.origins.is_known(&context.store, origin, now).await.unwrap_or(false)
}
