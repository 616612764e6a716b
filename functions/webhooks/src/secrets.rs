//! Secrets of endpoints. What signs must be readable when an event is sent, so they are stored encrypted, under keys of the configuration
//! (decision 43).

use shared::api::Call;
use values::{ApiError, Id, SALT_BYTES, SealingKeys, Secret, Timestamp};

use crate::records::endpoint::{SigningSecret, WebhookEndpoint};

/// A new secret of an endpoint, and how it is stored.
///
/// # Errors
/// 500 when the system has no randomness to give, or no key is configured.
pub fn issued(call: &Call, endpoint: Id<WebhookEndpoint>) -> Result<(Secret, SigningSecret), ApiError> {
    let secret = call.ids.webhook_secret()?;
    let salt: [u8; SALT_BYTES] =
        call.ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))?;
    let sealed = call.sealing_keys.sealed(&endpoint.to_string(), salt, secret.reveal());
    let sealed = sealed.ok_or_else(|| ApiError::internal("SEALING_KEYS is not set"))?;
    let stored = SigningSecret { sealed, last4: secret.last4(), until: None };
    Ok((secret, stored))
}

/// The secrets that sign for an endpoint at `now`, newest first: those that can be decrypted. An old one whose key is configured no more
/// keeps no event from being sent, which the receiver verifies by the new one.
///
/// # Errors
/// 500 when none of them can be decrypted: nothing is sent without a signature.
pub fn signing(
    keys: &SealingKeys,
    id: Id<WebhookEndpoint>,
    endpoint: &WebhookEndpoint,
    now: Timestamp,
) -> Result<Vec<String>, ApiError> {
    let place = id.to_string();
    let opened: Vec<String> = endpoint.signing(now).filter_map(|secret| keys.opened(&place, &secret.sealed)).collect();
    if opened.is_empty() {
        return Err(ApiError::internal(format!("no key of SEALING_KEYS opens a secret of endpoint {id}")));
    }
    Ok(opened)
}
