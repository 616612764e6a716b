//! Codes of six digits, random, of which a live visit has one that no other of its location has; and numbers of badges.

use shared::{ApiError, ErrorCode, api::Call, store::transaction::version_conflict};

/// How many codes there are.
const CODES: u32 = 1_000_000;
/// How many badges there are.
const BADGES: u32 = 9_999;

/// A random code.
///
/// # Errors
/// 500 when the system has no randomness to give.
pub fn random(call: &Call) -> Result<String, ApiError> {
    Ok(format!("{:06}", below(call, CODES)?))
}

/// A random number of a badge, from 1 on.
///
/// # Errors
/// 500 when the system has no randomness to give.
pub fn badge(call: &Call) -> Result<u32, ApiError> {
    Ok(1 + below(call, BADGES)?)
}

/// A random number in `0..limit`, each as likely as any other: what would make the first ones more likely is drawn again.
fn below(call: &Call, limit: u32) -> Result<u32, ApiError> {
    let fair = u32::MAX - u32::MAX % limit;
    loop {
        let bytes = call.ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))?;
        let number = u32::from_be_bytes(bytes);
        if number < fair {
            return Ok(number % limit);
        }
    }
}

/// What a commit came to; a code or a badge that another visit has is drawn anew by who tries again.
///
/// # Errors
/// 409 `version_conflict` instead of `already_exists`.
pub fn taken_anew<T>(committed: Result<T, ApiError>) -> Result<T, ApiError> {
    committed.map_err(|error| match error.code {
        ErrorCode::AlreadyExists => version_conflict(),
        _ => error,
    })
}
