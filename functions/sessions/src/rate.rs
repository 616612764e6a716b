//! How often somebody may ask for a code: by e-mail address, API client and network address, in windows of ten minutes.

use records::SignIn;
use sha2::{Digest, Sha256};
use shared::api::Call;
use uuid::Uuid;
use values::{ApiError, ErrorCode, Id};

/// Length of a window, in seconds.
const WINDOW_SECONDS: i64 = 600;
/// Codes for one e-mail address in a window.
const OF_EMAIL_MAX: i64 = 5;
/// Codes that one network address asks for in a window.
const OF_ADDRESS_MAX: i64 = 30;
/// Codes that are asked for through one API client in a window.
const OF_CLIENT_MAX: i64 = 1_000;
/// Codes that one network address tries in a window, of whatever sign-ins.
const TRIES_OF_ADDRESS_MAX: i64 = 60;

/// Anonymous sessions that one network address begins in a window.
const VISITORS_OF_ADDRESS_MAX: i64 = 300;

/// Counts a request for a code, and refuses it where there were too many.
///
/// # Errors
/// 429 `rate_limited`; 503 when the store cannot be written.
pub async fn count_request(call: &Call, email: &str) -> Result<(), ApiError> {
    let client = call.caller.client.to_string();
    let counted = tokio::join!(
        count(call, "code for", email, OF_EMAIL_MAX),
        count(call, "code from", &call.address, OF_ADDRESS_MAX),
        count(call, "code through", &client, OF_CLIENT_MAX),
    );
    counted.0.and(counted.1).and(counted.2)
}

/// Counts the beginning of a sign-in by an issuer, and refuses it where there were too many.
///
/// # Errors
/// 429 `rate_limited`; 503 when the store cannot be written.
pub async fn count_openid(call: &Call) -> Result<(), ApiError> {
    let client = call.caller.client.to_string();
    let counted = tokio::join!(
        count(call, "issuer from", &call.address, OF_ADDRESS_MAX),
        count(call, "issuer through", &client, OF_CLIENT_MAX),
    );
    counted.0.and(counted.1)
}

/// Counts a session of somebody who has not signed in, and refuses it where there were too many.
///
/// # Errors
/// 429 `rate_limited`; 503 when the store cannot be written.
pub async fn count_anonymous(call: &Call) -> Result<(), ApiError> {
    count(call, "visitor from", &call.address, VISITORS_OF_ADDRESS_MAX).await
}

/// Counts a try of a code, and refuses it where there were too many.
///
/// # Errors
/// 429 `rate_limited`; 503 when the store cannot be written.
pub async fn count_try(call: &Call) -> Result<(), ApiError> {
    count(call, "try from", &call.address, TRIES_OF_ADDRESS_MAX).await
}

async fn count(call: &Call, what: &str, of: &str, most: i64) -> Result<(), ApiError> {
    if of.is_empty() {
        return Ok(());
    }
    let now = call.received();
    let window = now.seconds().div_euclid(WINDOW_SECONDS);
    let (counted, _) = call.store.add_client_usage(call.tenant(), id_of(what, of), window, 1, 0, now).await?;
    if counted <= most {
        return Ok(());
    }
    let left = (window + 1) * WINDOW_SECONDS - now.seconds();
    let refused = ApiError::new(ErrorCode::RateLimited, "too many sign-ins were tried");
    Err(ApiError { retry_after_seconds: u16::try_from(left).ok(), ..refused })
}

/// Under which id something is counted: the address itself stands nowhere.
fn id_of(what: &str, of: &str) -> Id<SignIn> {
    let digest = Sha256::digest(format!("{what} {of}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    Id::new(Uuid::from_bytes(bytes))
}
