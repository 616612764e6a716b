//! Verifies both credential headers. An unknown client and a wrong, revoked or expired secret get the same 401.

use chrono::Duration;

use super::{cache::CredentialCache, caller::Caller};
use records::{api_client::ApiClient, client_id::ClientId};
use store::{Record, Store};
use values::{ApiError, ErrorCode, Timestamp, secret::Secret, tenant::Tenant};

/// How often `last_used_at` is brought up to date: it is sampled, not kept per request.
const LAST_USED_EVERY_MINUTES: i64 = 60;

/// What the two credential headers hold, if they are there exactly once.
#[derive(Clone, Copy, Debug, Default)]
pub struct CredentialHeaders<'a> {
    /// The value of `Authorization`, with the secret as bearer token.
    pub authorization: Option<&'a str>,
    /// The value of `X-Client-ID`, which names the client.
    pub client_id: Option<&'a str>,
}

/// The caller whose credentials these are, and its secret. A client that `trusted` remembers is not read again.
///
/// # Errors
/// 401 `invalid_token`, the same for every cause; 503 when the store cannot be read.
pub async fn verify(
    headers: CredentialHeaders<'_>,
    store: &Store,
    trusted: Option<&CredentialCache>,
    now: Timestamp,
) -> Result<(Caller, Secret), ApiError> {
    let secret = headers.authorization.and_then(bearer).map(Secret::received).ok_or_else(invalid_token)?;
    let id = headers.client_id.and_then(ClientId::parse).ok_or_else(invalid_token)?;
    let digest = secret.digest();
    if let Some(caller) = trusted.and_then(|cache| cache.get(id, &digest, now)) {
        return Ok((caller, secret));
    }
    let tenant = claimed(id);
    let client = store.find(&tenant, id.client()).await?;
    // An unknown client costs the same comparison as a known one.
    let known = client.as_ref().map_or_else(ApiClient::nobody, |record| record.body.clone());
    let accepted = known.accepts(&digest, now);
    let Some(record) = client.filter(|_| accepted) else { return Err(invalid_token()) };
    let caller = Caller { tenant, client: record.id, scopes: record.body.scopes.clone() };
    note_use(store, &caller, &record, now).await;
    if let Some(cache) = trusted {
        cache.put(id, &digest, caller.clone(), now, record.body.accepted_until(&digest));
    }
    Ok((caller, secret))
}

/// The tenant that a client id claims: what is done with it before the credential is accepted is to read the credential.
#[expect(clippy::disallowed_methods, reason = "the caller is given the tenant only after its credential was accepted")]
const fn claimed(id: ClientId) -> Tenant {
    Tenant::of(id.merchant())
}

/// The one answer to credentials that are not valid.
#[must_use]
pub fn invalid_token() -> ApiError {
    ApiError::new(ErrorCode::InvalidToken, "the client id or the secret is missing or not valid")
}

/// The token of an `Authorization` header: the scheme in any case, one space, nothing else.
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// Notes when a client was last used. Failing to note it must not fail the request.
async fn note_use(store: &Store, caller: &Caller, record: &Record<ApiClient>, now: Timestamp) {
    let due = |last: Timestamp| last.plus(Duration::minutes(LAST_USED_EVERY_MINUTES)) <= now;
    if record.body.last_used_at.is_none_or(due) {
        let _ = store.touch(&caller.tenant, record, "last_used_at", now).await;
    }
}
