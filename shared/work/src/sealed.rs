//! Texts that are stored encrypted because they must be read again: secrets of issuers, verifiers of PKCE, passwords of
//! outside calendars.

use platform::{ids::Ids, secrets::Purpose};
use values::{ApiError, SALT_BYTES, SealedText};

use crate::secrets::Secrets;

/// A text as it is stored for a place, which is the id of its record: elsewhere it cannot be read.
///
/// # Errors
/// 500 when the system has no randomness to give; 503 when the deployment's secret cannot be read.
pub async fn seal(secrets: &Secrets, ids: &Ids, place: &str, text: &str) -> Result<SealedText, ApiError> {
    let salt: [u8; SALT_BYTES] = ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))?;
    let keys = secrets.read_once(Purpose::Sealing).await?;
    keys.sealed(place, salt, text).ok_or_else(|| ApiError::internal("the text cannot be encrypted"))
}

/// The text again.
///
/// # Errors
/// 500 when no key that is kept encrypted it for this place; 503 when the deployment's secret cannot be read.
pub async fn open(secrets: &Secrets, place: &str, sealed: &SealedText) -> Result<String, ApiError> {
    let opened = secrets.find_checked(Purpose::Sealing, |keys| keys.opened(place, sealed)).await?;
    opened.ok_or_else(|| ApiError::internal(format!("no key that is kept opens what is sealed for {place}")))
}
