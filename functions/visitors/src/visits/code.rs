//! Codes of six digits, random, of which a live visit has one that no other of its location has; and numbers of badges.

use shared::{api::Call, codes::random_below};
use values::ApiError;

/// How many codes there are.
const CODES: u32 = 1_000_000;
/// How many badges there are.
const BADGES: u32 = 9_999;

/// A random code.
///
/// # Errors
/// 500 when the system has no randomness to give.
pub fn random(call: &Call) -> Result<String, ApiError> {
    Ok(format!("{:06}", random_below(&call.ids, CODES)?))
}

/// A random number of a badge, from 1 on.
///
/// # Errors
/// 500 when the system has no randomness to give.
pub fn badge(call: &Call) -> Result<u32, ApiError> {
    Ok(1 + random_below(&call.ids, BADGES)?)
}
