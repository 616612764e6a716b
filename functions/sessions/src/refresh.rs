//! Long sign-ins: a refresh token is used once, and whoever uses one again later ends the session.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::Duration;
use platform::retry::DECISION_ATTEMPTS_MAX;
use records::{
    Member, RefreshToken, Session, SessionToken,
    member::MemberRole,
    merchant::Merchant,
    session::{Refresh, SessionEndReason, SessionSecondFactor, UsedRefresh},
};
use sha2::{Digest as _, Sha256};
use store::{Record, Store};
use values::{ApiError, ErrorCode, Id, Secret, SecretDigest, Timestamp};
use work::{
    auth::{Caller, may_act, refused},
    context::Context,
};

use crate::{replace::replace, second_factor::second_factor_of};

/// For how many days somebody stays signed in who does not come back.
const SIGN_IN_DAYS: i64 = 30;
/// The same in seconds, for the cookie.
pub const SIGN_IN_SECONDS: i64 = SIGN_IN_DAYS * 86_400;
/// How long a token works, in minutes.
const TOKEN_MINUTES: i64 = 15;
/// For how many minutes after it began a session may be given a refresh token.
const REMEMBER_MINUTES: i64 = 2;
/// For how many seconds a refresh token that was used is answered the same again.
const AGAIN_SECONDS: i64 = 30;

/// A session with what prolongs it.
pub struct Signed {
    /// The session.
    pub session: Id<Session>,
    /// The member who acts.
    pub member: Option<Id<Member>>,
    /// Its new token; none where the present one goes on.
    pub token: Option<Secret>,
    /// When the token stops working.
    pub token_expires_at: Timestamp,
    /// When nothing prolongs the session any more.
    pub expires_at: Timestamp,
    /// What it has of a second factor.
    pub second_factor: SessionSecondFactor,
    /// The refresh token, as the cookie has it.
    pub refresh: String,
}

/// Gives the session of the caller a refresh token. It does so while the person signs in, and once: whoever finds the
/// token of a session later cannot make a long sign-in of it.
///
/// # Errors
/// 401 where no member acts by a session, where the session is older than two minutes, or has a refresh token already;
/// 503 when the store cannot be used.
pub async fn remember(context: &Context, store: &Store, caller: &Caller, now: Timestamp) -> Result<Signed, ApiError> {
    let session = caller.person.as_ref().filter(|person| person.member.is_some()).map(|person| person.session);
    let before = store.find(&caller.tenant, session.ok_or_else(refused)?).await?.ok_or_else(refused)?;
    let is_late = before.created_at.plus(Duration::minutes(REMEMBER_MINUTES)) < now;
    if is_late || before.body.refresh.is_some() {
        return Err(refused());
    }
    let random = |_| ApiError::internal("no randomness");
    let token = RefreshToken {
        session: before.id,
        family: context.ids.random().map_err(random)?,
        once: context.ids.random().map_err(random)?,
    };
    let salt = encoded(&context.ids.random::<32>().map_err(random)?);
    let expires_at = now.plus(Duration::days(SIGN_IN_DAYS));
    let (family, once) = (digest(&token.family), digest(&token.once));
    let refresh = Refresh { family, once, salt, used: None, expires_at };
    let after = Session { refresh: Some(refresh), ..before.body.clone() };
    replace(context, store, caller, (&before, after), now).await?;
    let (token_expires_at, refresh) = (before.body.token_expires_at, token.text());
    Ok(Signed {
        session: before.id,
        member: before.body.member_id,
        token: None,
        token_expires_at,
        expires_at,
        second_factor: before.body.second_factor,
        refresh,
    })
}

/// Gives a session another token for its refresh token, and another refresh token. For some seconds the same refresh
/// token is answered the same: a page that was left while it asked, and two pages that ask at once, stay signed in.
///
/// # Errors
/// 401 for one that is not a live session's, and for one that was used before: that ends the session; 503 when the
/// store cannot be used.
pub async fn refresh(
    context: &Context,
    store: &Store,
    caller: &Caller,
    refresh: &str,
    now: Timestamp,
) -> Result<Signed, ApiError> {
    for _ in 0..DECISION_ATTEMPTS_MAX {
        match refresh_once(context, store, caller, refresh, now).await {
            // Another page was faster: what it was answered is what this one is answered.
            Err(error) if error.code == ErrorCode::VersionConflict => {}
            outcome => return outcome,
        }
    }
    Err(ApiError::unavailable("the session changes all the time"))
}

async fn refresh_once(
    context: &Context,
    store: &Store,
    caller: &Caller,
    refresh: &str,
    now: Timestamp,
) -> Result<Signed, ApiError> {
    let Found { session: before, member, token, kept } = find(store, caller, refresh, now).await?;
    let (next, issued) = following(&token, &kept.salt, before.body.member_id);
    let sent = digest(&token.once);
    let is_again =
        |used: &UsedRefresh| used.once.matches(&sent) && now < used.at.plus(Duration::seconds(AGAIN_SECONDS));
    let signed = |token_expires_at, expires_at, second_factor| {
        let (session, member, token) = (before.id, before.body.member_id, Some(issued.clone()));
        Signed { session, member, token, token_expires_at, expires_at, second_factor, refresh: next.text() }
    };
    if kept.once.matches(&sent) && is_without_factor(&before.body, member.as_ref()) {
        let ended = before.body.clone().ended(SessionEndReason::SecondFactorSetUp, now);
        replace(context, store, caller, (&before, ended), now).await?;
        return Err(refused());
    }
    if kept.once.matches(&sent) {
        let used = Some(UsedRefresh { once: sent, at: now });
        let expires_at = now.plus(Duration::days(SIGN_IN_DAYS));
        let refresh = Some(Refresh { once: digest(&next.once), used, expires_at, ..kept });
        let token_expires_at = now.plus(Duration::minutes(TOKEN_MINUTES));
        let second_factor = second_factor_now(store, caller, (&before.body, member.as_ref())).await?;
        let digest = issued.digest();
        let after = Session { digest, token_expires_at, second_factor, refresh, ..before.body.clone() };
        replace(context, store, caller, (&before, after), now).await?;
        return Ok(signed(token_expires_at, expires_at, second_factor));
    }
    if kept.used.as_ref().is_some_and(is_again) {
        return Ok(signed(before.body.token_expires_at, kept.expires_at, before.body.second_factor));
    }
    let ended = before.body.clone().ended(SessionEndReason::RefreshReused, now);
    replace(context, store, caller, (&before, ended), now).await?;
    Err(refused())
}

/// Whether the member has set up an authenticator since, of which this session had no code: whoever it was that signed in
/// by a letter alone signs in anew.
fn is_without_factor(session: &Session, member: Option<&Record<Member>>) -> bool {
    let is_without = matches!(session.second_factor, SessionSecondFactor::NotRequired | SessionSecondFactor::Missing);
    is_without && member.is_some_and(|member| member.body.has_authenticator)
}

/// What the session has of a second factor from its next token on: the merchant may require one now that did not when it
/// began, and the other way round.
async fn second_factor_now(
    store: &Store,
    caller: &Caller,
    (session, member): (&Session, Option<&Record<Member>>),
) -> Result<SessionSecondFactor, ApiError> {
    match (session.second_factor, member) {
        (SessionSecondFactor::NotRequired | SessionSecondFactor::Missing, Some(member))
            if member.body.role != MemberRole::Member =>
        {
            let merchant: Option<Record<Merchant>> =
                store.find(&caller.tenant, caller.tenant.merchant().cast()).await?;
            let merchant = merchant.ok_or_else(|| ApiError::internal("a client without its merchant"))?;
            Ok(second_factor_of(&merchant.body, member.body.role))
        }
        (unchanged, _) => Ok(unchanged),
    }
}

/// The refresh token after this one, and the token that comes with it.
fn following(token: &RefreshToken, salt: &str, member: Option<Id<Member>>) -> (RefreshToken, Secret) {
    let derived = |what: &str| Sha256::digest(format!("{what} {salt} {}", encoded(&token.once)));
    let mut once = [0; 16];
    once.copy_from_slice(&derived("refresh")[..16]);
    let secret = Secret::new(derived("session").into());
    let issued = SessionToken { session: token.session, member }.with(&secret);
    (RefreshToken { once, ..token.clone() }, issued)
}

/// Ends the session of a refresh token.
///
/// # Errors
/// As [`refresh`].
pub async fn sign_out(
    context: &Context,
    store: &Store,
    caller: &Caller,
    refresh: &str,
    now: Timestamp,
) -> Result<(), ApiError> {
    let before = find(store, caller, refresh, now).await?.session;
    let ended = before.body.clone().ended(SessionEndReason::Requested, now);
    replace(context, store, caller, (&before, ended), now).await.map(drop)
}

/// A live session by one of its refresh tokens, whichever.
struct Found {
    session: Record<Session>,
    member: Option<Record<Member>>,
    token: RefreshToken,
    kept: Refresh,
}

async fn find(store: &Store, caller: &Caller, refresh: &str, now: Timestamp) -> Result<Found, ApiError> {
    let token = RefreshToken::parse(refresh).ok_or_else(refused)?;
    let session = store.find(&caller.tenant, token.session).await?.ok_or_else(refused)?;
    let kept = session.body.refresh.clone().ok_or_else(refused)?;
    let is_family = kept.family.matches(&digest(&token.family)) && session.body.api_client_id == caller.client;
    if !is_family || session.body.end.is_some() || kept.expires_at <= now {
        return Err(refused());
    }
    let member = match session.body.member_id {
        Some(member) => store.find(&caller.tenant, member).await?,
        None => None,
    };
    if !may_act(&session, member.as_ref()) {
        return Err(refused());
    }
    Ok(Found { session, member, token, kept })
}

fn digest(bytes: &[u8]) -> SecretDigest {
    Secret::received(&encoded(bytes)).digest()
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use records::RefreshToken;
    use uuid::Uuid;
    use values::Id;

    use super::following;

    #[test]
    fn the_next_refresh_token_follows_from_the_present_one_and_the_salt_alone() {
        let token = RefreshToken { session: Id::new(Uuid::from_u128(1)), family: [2; 32], once: [3; 16] };
        let (next, issued) = following(&token, "salt", None);
        let (again, issued_again) = following(&token, "salt", None);
        assert_eq!((next.text(), issued.digest()), (again.text(), issued_again.digest()));
        assert_eq!((next.session, next.family), (token.session, token.family));
        let (other, issued_otherwise) = following(&token, "pepper", None);
        assert_ne!(next.once, other.once);
        assert_ne!(issued.digest(), issued_otherwise.digest());
        assert_ne!(following(&next, "salt", None).0.once, next.once);
    }
}
