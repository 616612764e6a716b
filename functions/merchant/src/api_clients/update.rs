//! Update an API client.

use records::api_client::ApiClient;
use shared::api::{Body, Call, Changes, Patch, PathId};
use values::{ApiError, Timestamp};
use work::auth::Caller;

use super::{origins, rules};

/// Changes fields of an API client that is not revoked.
pub async fn update(
    call: Call,
    PathId(id): PathId<ApiClient>,
    Body(patch): Body<Patch<ApiClient>>,
) -> Changes<ApiClient> {
    let mut update = call.update(id).await?.patched(&patch)?;
    rules::check_not_revoked(&update.present)?;
    check(&call.caller, &update.present, &update.after, call.now)?;
    rules::check_kind_kept(&update.present, &update.after)?;
    rules::check_public(&update.after)?;
    if update.after.origins != update.present.origins {
        origins::note(&call, &update.after).await?;
    }
    update.after.scopes = update.after.scopes.sorted();
    rules::count_keys(&mut update.transaction, Some(&update.present), &update.after);
    update.commit().await
}

/// What is added to the scopes, and what a later end prolongs, the caller holds itself.
fn check(caller: &Caller, before: &ApiClient, after: &ApiClient, now: Timestamp) -> Result<(), ApiError> {
    rules::check_granted(caller, &before.scopes, &after.scopes)?;
    if after.expires_at != before.expires_at {
        rules::check_end(after.expires_at, now)?;
    }
    check_reach(caller, before, after)?;
    if is_later(after.expires_at, before.expires_at) {
        rules::check_held(caller, after.scopes.sorted().iter(), |_| "expires_at".to_owned())?;
    }
    Ok(())
}

/// Refuses an origin that is new to a public client unless the caller holds all that the client may: sign-ins of people
/// end at its origins, and what they may do is in the hands of whoever has these. For the same reason a scope is taken
/// from it only by whoever holds that: an origin could be added then, and the scope be given back by somebody else.
fn check_reach(caller: &Caller, before: &ApiClient, after: &ApiClient) -> Result<(), ApiError> {
    if !after.is_public() {
        return Ok(());
    }
    let taken = before.scopes.iter().filter(|scope| !after.scopes.allow(*scope));
    rules::check_held(caller, taken, |_| "scopes".to_owned())?;
    match after.origins.iter().position(|origin| !before.origins.contains(origin)) {
        None => Ok(()),
        Some(position) => rules::check_held(caller, after.scopes.sorted().iter(), |_| format!("origins[{position}]")),
    }
}

/// Whether one end is later than another; no end is the latest.
fn is_later(end: Option<Timestamp>, other: Option<Timestamp>) -> bool {
    match (end, other) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(end), Some(other)) => end > other,
    }
}
