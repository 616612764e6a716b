//! Verifies both credential headers. An unknown client and a wrong, revoked or expired secret get the same 401.

use std::sync::LazyLock;

use chrono::Duration;
use uuid::Uuid;

use super::{
    cache::CredentialCache,
    caller::Caller,
    failed::{Attempt, FailedCredentials, invalid_token},
    session::verify_session,
};
use crate::tenants::claimed;
use records::{SessionToken, api_client::ApiClient, client_id::ClientId};
use store::{Record, RecordSet, StandIn, Store, StoreError};
use values::{ApiError, Id, Metadata, Timestamp, secret::Secret};

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

/// What a request claims: its credential headers, and the network address from which the gateway got it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Claim<'a> {
    /// The values of the two credential headers.
    pub headers: CredentialHeaders<'a>,
    /// The address; empty where the gateway said none.
    pub address: &'a str,
}

/// What a process remembers of credentials.
#[derive(Clone, Copy, Default)]
pub struct Remembered<'a> {
    /// Those that were verified; none where nothing is remembered.
    pub verified: Option<&'a CredentialCache>,
    /// Whether those of a moment ago are trusted without a look into the table.
    pub is_trusted: bool,
    /// Those that failed a moment ago; none where each is to be read.
    pub failed: Option<&'a FailedCredentials>,
}

impl Remembered<'_> {
    /// Refuses what is known to fail, and others where too many failed, but no secret that was accepted in the last
    /// hours.
    fn check(self, attempt: Attempt<'_>, now: Timestamp) -> Result<(), ApiError> {
        let was_accepted = self.verified.is_some_and(|cache| cache.was_accepted(attempt.id, attempt.digest, now));
        self.failed.filter(|_| !was_accepted).map_or(Ok(()), |failed| failed.check(attempt, now))
    }

    fn note_failure(self, attempt: Attempt<'_>, is_wrong: bool, now: Timestamp) {
        if let Some(cache) = self.verified {
            cache.forget_accepted(attempt.id, attempt.digest);
        }
        if let Some(failed) = self.failed {
            failed.note(attempt, is_wrong, now);
        }
    }

    fn note_success(self, attempt: Attempt<'_>, now: Timestamp) {
        if let Some(cache) = self.verified {
            cache.note_accepted(attempt.id, attempt.digest, now);
        }
        if let Some(failed) = self.failed {
            failed.forget(attempt);
        }
    }
}

/// The caller whose credentials these are, and its secret. What is remembered is not read again. A secret that was
/// accepted in the last hours is looked at however many others failed.
///
/// # Errors
/// 401 `invalid_token`, the same for every cause; 429 `rate_limited` when too many others failed; 503 when the store
/// cannot be read.
pub async fn verify(
    Claim { headers, address }: Claim<'_>,
    store: &Store,
    remembered: Remembered<'_>,
    now: Timestamp,
) -> Result<(Caller, Secret), ApiError> {
    let secret = headers.authorization.and_then(bearer).map(Secret::received).ok_or_else(invalid_token)?;
    let id = headers.client_id.and_then(ClientId::parse).ok_or_else(invalid_token)?;
    let digest = secret.digest();
    let trusted = remembered.verified.filter(|_| remembered.is_trusted);
    if let Some(caller) = trusted.and_then(|cache| cache.get(id, &digest, now)) {
        return Ok((caller, secret));
    }
    let tenant = claimed(id);
    let token = SessionToken::parse(&secret);
    // Tokens that end all the time are counted by session: those of one person keep nobody else of a house out.
    let counted = token.map_or(id, |token| ClientId::new(id.merchant(), token.session.cast()));
    let attempt = Attempt { id: counted, digest: &digest, address };
    remembered.check(attempt, now)?;
    if let Some(token) = token {
        let verified = verify_session(store, (tenant, id), (token, &digest), now).await?;
        let Some((caller, until)) = verified else {
            // A token that is refused now may be accepted once its person is unblocked.
            remembered.note_failure(attempt, false, now);
            return Err(invalid_token());
        };
        remembered.note_success(attempt, now);
        if let Some(cache) = trusted {
            cache.put(id, &digest, caller.clone(), now, Some(until));
        }
        return Ok((caller, secret));
    }
    // An unknown client costs what a wrong secret of a known one costs: the same is read, decoded and compared.
    let (record, is_known) = store.find_or(&tenant, id.client(), nobody()?).await?;
    let is_accepted = record.body.accepts(&digest, now);
    if !(is_known & is_accepted) {
        remembered.note_failure(attempt, !(is_known & record.body.has_secret(&digest)), now);
        return Err(invalid_token());
    }
    remembered.note_success(attempt, now);
    let caller = Caller::of_client(tenant, &record);
    note_use(store, &caller, &record, now).await;
    if let Some(cache) = trusted {
        cache.put(id, &digest, caller.clone(), now, record.body.accepted_until(&digest));
    }
    Ok((caller, secret))
}

/// The client that stands in for one that is not known. It is made once in a process, before any credential is looked
/// at.
fn nobody() -> Result<&'static StandIn, ApiError> {
    static NOBODY: LazyLock<Result<StandIn, StoreError>> = LazyLock::new(|| {
        let id = ClientId::new(Id::new(Uuid::nil()), Id::new(Uuid::nil()));
        let (at, by) = (Timestamp::EPOCH, String::new());
        let record = Record {
            id: id.client(),
            version: 1,
            created_at: at,
            updated_at: at,
            changed_by: by.clone(),
            request_id: by,
            record_set: RecordSet::Live,
            metadata: Metadata::default(),
            body: ApiClient::nobody().identified(id),
        };
        StandIn::of(&claimed(id), &record)
    });
    NOBODY.as_ref().map_err(|error| ApiError::internal(format!("nobody does not encode: {error:?}")))
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
