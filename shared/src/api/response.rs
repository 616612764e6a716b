//! From an answer to an HTTP response.

use http::{HeaderName, HeaderValue, Response, header};

use super::reply::{Answer, JSON, Meta};
use values::{ApiError, ErrorCode};
use work::auth::LimitStatus;

const REQUEST_ID: &str = "x-request-id";
const IDEMPOTENT_REPLAYED: &str = "idempotent-replayed";

/// Headers of every answer, from OWASP's list for REST.
const FIXED_HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_TYPE, JSON),
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains"),
    (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
];

/// The response that carries `answer`, or the refusal `error`; without a body for `HEAD`.
pub(super) fn response(answer: Answer, error: Option<&ApiError>, meta: &Meta, is_head: bool) -> Response<String> {
    let media_type = answer.media_type;
    let mut response = Response::new(if is_head { String::new() } else { answer.body });
    *response.status_mut() =
        http::StatusCode::from_u16(answer.status).unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    for (name, value) in FIXED_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(media_type) = media_type {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    }
    let is_retried = |error: &&ApiError| matches!(error.code, ErrorCode::ServiceUnavailable | ErrorCode::RateLimited);
    let retry = error.filter(is_retried).map(|error| error.retry_after_seconds.unwrap_or(1).to_string());
    let challenge = error.is_some_and(|error| error.code == ErrorCode::InvalidToken);
    let own = [
        (HeaderName::from_static(REQUEST_ID), Some(meta.request_id.clone())),
        (header::ETAG, answer.etag),
        (header::LOCATION, answer.location),
        (header::LINK, answer.link),
        (header::ALLOW, error.and_then(|error| error.allow.clone()).map(String::from)),
        (header::RETRY_AFTER, retry),
        (header::WWW_AUTHENTICATE, challenge.then(|| "Bearer".to_owned())),
        (HeaderName::from_static(IDEMPOTENT_REPLAYED), answer.replayed.then(|| "true".to_owned())),
    ];
    for (name, value) in own {
        if let Some(value) = value.and_then(|value| HeaderValue::from_str(&value).ok()) {
            headers.insert(name, value);
        }
    }
    response
}

/// What a client is told of its limit, with every answer that it gets.
pub(super) fn with_limit_status(mut response: Response<String>, status: Option<LimitStatus>) -> Response<String> {
    if let Some(LimitStatus { limit, remaining, reset }) = status {
        let told = [("ratelimit-limit", limit), ("ratelimit-remaining", remaining), ("ratelimit-reset", reset)];
        for (name, number) in told {
            response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from(number));
        }
    }
    response
}
