//! Secrets of endpoints. What signs must be readable when an event is sent, so they are stored encrypted, under a
//! secret of the deployment (decision 43).

use platform::secrets::Purpose;
use shared::api::Call;
use values::{ApiError, Id, SALT_BYTES, Secret, SecretVersions, Timestamp};
use work::secrets::Secrets;

use crate::records::endpoint::{SigningSecret, WebhookEndpoint};

/// A new secret of an endpoint, and how it is stored.
///
/// # Errors
/// 500 when the system has no randomness to give; 503 when the deployment's secret cannot be read.
pub async fn issue(call: &Call, endpoint: Id<WebhookEndpoint>) -> Result<(Secret, SigningSecret), ApiError> {
    let secret = call.ids.webhook_secret()?;
    let salt: [u8; SALT_BYTES] =
        call.ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))?;
    let keys = call.secrets.read_once(Purpose::Sealing).await?;
    let sealed = keys.sealed(&endpoint.to_string(), salt, secret.reveal());
    let sealed = sealed.ok_or_else(|| ApiError::internal("the secret cannot be encrypted"))?;
    let stored = SigningSecret { sealed, last4: secret.last4(), until: None };
    Ok((secret, stored))
}

/// The secrets that sign for an endpoint at `now`, newest first: those that can be decrypted. An old one whose key is
/// kept no more keeps no event from being sent, which the receiver verifies by the new one.
///
/// # Errors
/// 500 when none of them can be decrypted: nothing is sent without a signature. 503 when the deployment's secret cannot
/// be read.
pub async fn decrypt_signing(
    secrets: &Secrets,
    id: Id<WebhookEndpoint>,
    endpoint: &WebhookEndpoint,
    now: Timestamp,
) -> Result<Vec<String>, ApiError> {
    let place = id.to_string();
    let opened = |keys: &SecretVersions| {
        let opened: Vec<String> =
            endpoint.signing(now).filter_map(|secret| keys.opened(&place, &secret.sealed)).collect();
        (!opened.is_empty()).then_some(opened)
    };
    let opened = secrets.find_checked(Purpose::Sealing, opened).await?;
    opened.ok_or_else(|| ApiError::internal(format!("no key that is kept opens a secret of endpoint {id}")))
}
