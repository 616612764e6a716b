//! The browser comes back from an issuer.

use std::collections::HashMap;

use http::Response;
use records::{IdentityProvider, Member, OpenIdSignIn, SignIn};
use shared::api::OutsideRequest;
use store::{Record, Store};
use tokio::time::timeout;
use values::{ApiError, EmailAddress, Secret, Timestamp, email::is_same_mailbox};
use work::{
    auth::{Caller, read_public_client},
    context::Context,
    sealed,
};

use super::{claims::Expected, issuer::Asking, page, refusal::Refusal, request::Exchanged, state::State};
use crate::{code, member, replace::replace};

/// Where the browser comes back, below the deployment's public address.
pub const PATH: &str = "/auth/callback";

/// A sign-in that the browser comes back for.
struct Found {
    caller: Caller,
    sign_in: Record<SignIn>,
    openid: OpenIdSignIn,
}

/// Sends the browser to the page that began the sign-in, with what completes it or with the reason why nobody is signed
/// in. Each `state` is taken once.
pub async fn call_back(context: &Context, request: &OutsideRequest) -> Response<String> {
    let query = request.parts.uri.query().unwrap_or_default();
    let query: HashMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let (store, now) = (&request.store, request.meta.timestamp);
    let found = match find(store, query.get("state").map_or("", String::as_str), now).await {
        Ok(Some(found)) => found,
        Ok(None) => return page::unknown(),
        Err(_) => return page::unavailable(),
    };
    let return_to = found.openid.return_to.clone();
    if !found.sign_in.body.is_open(now) {
        return page::refused(&return_to, Refusal::Expired);
    }
    let taken = OpenIdSignIn { called_back_at: Some(now), ..found.openid.clone() };
    let taken = SignIn { openid: Some(taken), ..found.sign_in.body.clone() };
    // Whoever comes with the same state at the same moment finds it used.
    let Ok(sign_in) = replace(context, store, &found.caller, (&found.sign_in, taken), now).await else {
        return page::unknown();
    };
    let found = Found { sign_in, ..found };
    let answering = answer(context, store, &found, &query, now);
    match timeout(context.deadline, answering).await.unwrap_or(Ok(Err(Refusal::IssuerFailed))) {
        Ok(Ok(code)) => page::accepted(&return_to, found.sign_in.id, &code),
        Ok(Err(refusal)) => page::refused(&return_to, refusal),
        Err(_) => page::unavailable(),
    }
}

/// The sign-in of a `state` that was not used; none where it is not ours, or another client's.
async fn find(store: &Store, state: &str, now: Timestamp) -> Result<Option<Found>, ApiError> {
    let Some(state) = State::parse(state) else { return Ok(None) };
    let Some(client) = read_public_client(store, state.client, now).await? else { return Ok(None) };
    let caller = Caller::of_public_client(state.client, &client);
    let Some(sign_in) = store.find(&caller.tenant, state.sign_in).await? else { return Ok(None) };
    let Some(openid) = sign_in.body.openid.clone() else { return Ok(None) };
    let is_right = openid.state.matches(&state.secret.digest()) && sign_in.body.api_client_id == caller.client;
    let is_unused = openid.called_back_at.is_none() && sign_in.body.completed_at.is_none();
    Ok((is_right && is_unused).then_some(Found { caller, sign_in, openid }))
}

/// The code that completes the sign-in, or why nobody is signed in.
async fn answer(
    context: &Context,
    store: &Store,
    found: &Found,
    query: &HashMap<String, String>,
    now: Timestamp,
) -> Result<Result<Secret, Refusal>, ApiError> {
    if let Some(error) = query.get("error") {
        return Ok(Err(Refusal::of_issuer(error)));
    }
    let provider = store.find(&found.caller.tenant, found.openid.identity_provider_id).await?;
    let (Some(given), Some(provider)) = (query.get("code"), provider.filter(|provider| provider.body.is_active)) else {
        return Ok(Err(Refusal::IssuerFailed));
    };
    // Another issuer may have sent the browser, to be told its code (RFC 9207).
    if query.get("iss").is_some_and(|issuer| issuer != provider.body.issuer.as_str()) {
        return Ok(Err(Refusal::IssuerFailed));
    }
    let email = match ask(context, found, &provider, given, now).await? {
        Ok(email) => email,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if !provider.body.takes_domain_of(email.as_str()) {
        return Ok(Err(Refusal::DomainNotAllowed));
    }
    let member = member::find_active(store, &found.caller.tenant, &email, context.ids.next()).await?;
    // The address of a member is found by a form in which more are one than those of one mailbox.
    let is_theirs = |member: &Record<Member>| is_same_mailbox(member.body.fields.email.as_str(), email.as_str());
    match member.filter(|member| is_theirs(member) && may_use(&provider.body, member)) {
        Some(member) => accept(context, store, found, &member, now).await.map(Ok),
        None => Ok(Err(Refusal::UnknownMember)),
    }
}

/// The address that the issuer confirms for a code.
async fn ask(
    context: &Context,
    found: &Found,
    provider: &Record<IdentityProvider>,
    given: &str,
    now: Timestamp,
) -> Result<Result<EmailAddress, Refusal>, ApiError> {
    let place = found.sign_in.id.to_string();
    let verifier = sealed::open(&context.secrets, &place, &found.openid.verifier).await?;
    let secret = match &provider.body.sealed_secret {
        Some(secret) => Some(sealed::open(&context.secrets, &provider.id.to_string(), secret).await?),
        None => None,
    };
    let exchanged = Exchanged {
        code: given,
        redirect_uri: &found.openid.redirect_uri,
        verifier: &verifier,
        client_secret: secret.as_deref(),
    };
    let local = context.allow_local_webhooks.into();
    let asking = Asking { servers: &context.servers, within: context.deadline, local, now };
    let expected = Expected {
        issuer: provider.body.issuer.as_str(),
        client_id: &provider.body.client_id,
        nonce: &found.openid.nonce,
    };
    let claimed = async {
        let endpoints = asking.discover(&provider.body).await?;
        let given = asking.exchange(&provider.body, &endpoints, &exchanged).await?;
        given.claims.require(&expected, now)?;
        asking.read_account(&endpoints, &given).await?.verified_email().map(EmailAddress::new)
    };
    Ok(claimed.await)
}

/// Whether a member signs in by this provider: one for a company is for its members.
fn may_use(provider: &IdentityProvider, member: &Record<Member>) -> bool {
    provider.company_id.is_none_or(|company| member.body.companies.place(company).is_some())
}

/// Notes whose sign-in it is, and makes the code that completes it.
async fn accept(
    context: &Context,
    store: &Store,
    found: &Found,
    member: &Record<Member>,
    now: Timestamp,
) -> Result<Secret, ApiError> {
    let once = context.ids.secret()?;
    let digest = code::digest(found.sign_in.id, once.reveal());
    let (before, member_id) = (&found.sign_in, Some(member.id));
    let after = SignIn { member_id, code: digest.clone(), link: digest, ..before.body.clone() };
    replace(context, store, &found.caller, (before, after), now).await?;
    Ok(once)
}
