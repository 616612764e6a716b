//! What stands outside `/v1`: it is asked for with a cookie, which pages cannot read, instead of a secret; or by a
//! browser that an issuer sends.

use http::{HeaderMap, HeaderValue, StatusCode, header};
use records::ClientId;
use serde_json::{Value, json};
use shared::api::{OutsideAnswer, OutsideRequest, OutsideRoute, error_response};
use values::{ApiError, Secret};
use work::{
    auth::{Attempt, Caller, Claim, CredentialHeaders, Remembered, read_public_client, refused, verify},
    context::Context,
};

use crate::{
    openid, policy_reports,
    refresh::{self, Signed},
};

/// What names of cookies begin with; the rest is the client's id, because several clients may be of one site. `__Host-`
/// keeps a cookie to this host and to HTTPS.
const COOKIE: &str = "__Host-colonnade-sign-in-";
/// What holds for a cookie whatever is in it.
const ATTRIBUTES: &str = "Path=/; Secure; HttpOnly; SameSite=None; Partitioned";
/// Longest cookie header that is looked at, in bytes.
const COOKIE_BYTES_MAX: usize = 8_192;
/// Most clients of a site among whose cookies the one is looked for.
const COOKIES_MAX: usize = 5;

/// All of it.
#[must_use]
pub fn outside() -> Vec<OutsideRoute> {
    vec![
        OutsideRoute::get(openid::PATH, |context, request| async move {
            let response = openid::call_back(&context, &request).await;
            Ok(OutsideAnswer { response, caller: None })
        }),
        OutsideRoute::post("/auth/remember", |context, request| async move { remember(&context, &request).await }),
        OutsideRoute::post("/auth/refresh", |context, request| async move { refresh(&context, &request).await }),
        OutsideRoute::post("/auth/sign-out", |context, request| async move { sign_out(&context, &request).await }),
        OutsideRoute::post(policy_reports::PATH, |context, request| async move {
            Ok(policy_reports::note(&context, &request))
        }),
    ]
}

/// Prolongs the session whose token is sent: it gets a refresh token, in a cookie.
async fn remember(context: &Context, request: &OutsideRequest) -> Result<OutsideAnswer, ApiError> {
    let headers = &request.parts.headers;
    let claim = Claim {
        headers: CredentialHeaders {
            authorization: text(headers, "authorization"),
            client_id: text(headers, "x-client-id"),
        },
        address: &request.invocation.address,
    };
    let (store, now) = (&request.store, request.meta.timestamp);
    let remembered = Remembered { failed: Some(&context.failed_credentials), ..Remembered::default() };
    let (caller, _) = verify(claim, store, remembered, now).await?;
    if !is_of(&caller, headers) {
        return Err(refused());
    }
    let signed = refresh::remember(context, store, &caller, now).await?;
    Ok(answer_signed(request, &signed, caller))
}

/// Gives the session of the cookie another token, and the cookie another value.
async fn refresh(context: &Context, request: &OutsideRequest) -> Result<OutsideAnswer, ApiError> {
    let Cookie { caller, refresh } = from_cookie(context, request).await?;
    let refreshing = refresh::refresh(context, &request.store, &caller, &refresh, request.meta.timestamp).await;
    let signed = refreshing.inspect_err(|error| note_failure(context, request, &caller, &refresh, error))?;
    Ok(answer_signed(request, &signed, caller))
}

/// Ends the session of the cookie.
async fn sign_out(context: &Context, request: &OutsideRequest) -> Result<OutsideAnswer, ApiError> {
    let Cookie { caller, refresh } = from_cookie(context, request).await?;
    let ending = refresh::sign_out(context, &request.store, &caller, &refresh, request.meta.timestamp).await;
    ending.inspect_err(|error| note_failure(context, request, &caller, &refresh, error))?;
    Ok(answer(request, &json!({"signed_out": true}), None, caller))
}

fn answer_signed(request: &OutsideRequest, signed: &Signed, caller: Caller) -> OutsideAnswer {
    let data = json!({
        "token": signed.token.as_ref().map(Secret::reveal),
        "session_id": signed.session,
        "member_id": signed.member,
        "token_expires_at": signed.token_expires_at,
        "expires_at": signed.expires_at,
        "second_factor": signed.second_factor,
    });
    answer(request, &data, Some(&signed.refresh), caller)
}

/// Data, and what the cookie has from now on.
fn answer(request: &OutsideRequest, data: &Value, refresh: Option<&str>, caller: Caller) -> OutsideAnswer {
    let body = json!({"data": data, "meta": request.meta}).to_string();
    let mut response = error_response::plain(StatusCode::OK, body, &request.meta);
    let name = format!("{COOKIE}{}", caller.client);
    let kept = match refresh {
        Some(refresh) => {
            format!("{name}={}~{refresh}; Max-Age={}; {ATTRIBUTES}", caller.client_id(), refresh::SIGN_IN_SECONDS)
        }
        None => format!("{name}=; Max-Age=0; {ATTRIBUTES}"),
    };
    if let Ok(kept) = HeaderValue::from_str(&kept) {
        response.headers_mut().insert(header::SET_COOKIE, kept);
    }
    OutsideAnswer { response, caller: Some(caller) }
}

/// What a cookie says.
struct Cookie {
    caller: Caller,
    refresh: String,
}

/// The public client and the refresh token of the cookie that a page of one of the client's origins sent: of the client
/// that `X-Client-ID` names, where pages of several clients have the same origin.
async fn from_cookie(context: &Context, request: &OutsideRequest) -> Result<Cookie, ApiError> {
    let (headers, now) = (&request.parts.headers, request.meta.timestamp);
    let cookies = text(headers, "cookie").filter(|cookies| cookies.len() <= COOKIE_BYTES_MAX).ok_or_else(refused)?;
    let named = text(headers, "x-client-id");
    let ours = cookies.split(';').filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.split_once('='));
    for (client, refresh) in ours.filter_map(|(_, value)| value.split_once('~')).take(COOKIES_MAX) {
        let Some(id) = ClientId::parse(client).filter(|_| named.is_none_or(|named| named == client)) else { continue };
        let Some(client) = read_public_client(&request.store, id, now).await? else { continue };
        let caller = Caller::of_public_client(id, &client);
        if is_of(&caller, headers) {
            let digest = Secret::received(refresh).digest();
            let attempt = Attempt { id, digest: &digest, address: &request.invocation.address };
            context.failed_credentials.check(attempt, now)?;
            return Ok(Cookie { caller, refresh: refresh.to_owned() });
        }
    }
    Err(refused())
}

/// Counts a refresh token that was refused among the credentials that failed.
fn note_failure(context: &Context, request: &OutsideRequest, caller: &Caller, refresh: &str, error: &ApiError) {
    if error.code == values::ErrorCode::InvalidToken {
        let digest = Secret::received(refresh).digest();
        let attempt = Attempt { id: caller.client_id(), digest: &digest, address: &request.invocation.address };
        context.failed_credentials.note(attempt, false, request.meta.timestamp);
    }
}

/// Whether a page of one of the client's origins asks: browsers send the cookie with requests of any.
fn is_of(caller: &Caller, headers: &HeaderMap) -> bool {
    text(headers, "origin").is_some_and(|origin| caller.origins.iter().any(|own| own.as_str() == origin))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
