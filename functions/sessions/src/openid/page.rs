//! What a browser is answered that comes back from an issuer.

use http::{HeaderValue, Response, StatusCode, header};
use records::SignIn;
use values::{Id, Secret, Url};

use super::refusal::Refusal;

/// What is shown where nobody is known to whom the browser could be sent.
const UNKNOWN: &str = "This sign-in is not known here, or was used already. Go back to the page and begin again.\n";

/// Sends the browser back to the page with what completes the sign-in there.
pub fn accepted(return_to: &Url, id: Id<SignIn>, code: &Secret) -> Response<String> {
    sent_to(&crate::code::link(return_to.as_str(), id, code))
}

/// Sends the browser back to the page with the reason why nobody is signed in.
pub fn refused(return_to: &Url, refusal: Refusal) -> Response<String> {
    let (error, message) = refusal.told();
    let encoded: String = form_urlencoded::byte_serialize(message.as_bytes()).collect();
    sent_to(&format!("{}#error={error}&message={}", return_to.as_str(), encoded.replace('+', "%20")))
}

/// 400: a `state` that is none of ours, or was used.
pub fn unknown() -> Response<String> {
    let mut response = bare(StatusCode::BAD_REQUEST, UNKNOWN.to_owned());
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// 503: the service itself cannot be used at the moment.
pub fn unavailable() -> Response<String> {
    bare(
        StatusCode::SERVICE_UNAVAILABLE,
        "The service is not available. Go back to the page and begin again.\n".to_owned(),
    )
}

fn sent_to(location: &str) -> Response<String> {
    let mut response = bare(StatusCode::SEE_OTHER, String::new());
    match HeaderValue::from_str(location) {
        Ok(location) => drop(response.headers_mut().insert(header::LOCATION, location)),
        Err(_) => return unknown(),
    }
    response
}

/// What no cache keeps, and whose address is told to nobody.
fn bare(status: StatusCode, text: String) -> Response<String> {
    let mut response = Response::new(text);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
