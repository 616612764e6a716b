//! Sessions: people act themselves (`docs/areas/sessions.md`).
//!
//! They are part of the members area and a function of their own: what begins sessions has no business in the function
//! that keeps members. What browsers ask for without credentials stands outside `/v1` ([`outside`]).

mod code;
mod create;
mod identity_providers;
mod issue;
mod manage;
mod member;
mod openid;
mod outside;
mod policy_reports;
mod rate;
mod refresh;
mod replace;
pub mod second_factor;
mod sign_in;

use serde_json::json;
use shared::api::{People, Route, Routes};
use values::{
    Area,
    ErrorCode::{InvalidState, RateLimited, RuleViolation, VersionConflict},
    Scope,
};

pub use self::outside::outside;

/// The operations on sessions, each of which needs `members:sessions` but for what a publishable key may begin; and on
/// identity providers, which need `merchant:admin`.
#[must_use]
pub fn routes() -> Routes {
    let routes = sessions().into_iter().chain(beginning()).chain(second_factor::routes());
    let providers = identity_providers::routes().into_iter().map(|route| route.needing(Scope::MERCHANT_ADMIN));
    let groups = [routes.map(|route| route.needing(Scope::MEMBERS_SESSIONS)).collect(), providers.collect()];
    Routes::of(Area::Members, groups)
}

fn sessions() -> Vec<Route> {
    vec![
        Route::get("list_sessions", "/sessions", manage::list)
            .described("Newest first; those that are over are listed for seven days. A member sees their own.")
            .people(People::Own("member_id"), &[]),
        Route::post("create_session", "/sessions", create::create)
            .described(
                "Lets a member act: the answer's `token` goes where the client's secret goes, with the same `X-Client-ID`. It may do \
                 what the client, the member's role and `scopes` all allow, and of records what the member sees \
                 (`docs/areas/sessions.md`). It is over after `expires_in_minutes`, and within a minute after the session was ended, \
                 the member blocked, anonymised or given another role, or the client revoked.",
            )
            .refusing(&[RuleViolation])
            .example(|| json!({"member_id": "01990000-0000-7000-8000-00000000000a", "expires_in_minutes": 15})),
        Route::get("get_session", "/sessions/{id}", manage::get).people(People::Own(""), &[]),
        Route::post("end_session", "/sessions/{id}/end", manage::end)
            .described("Its token is refused within a minute. Ending one that is over changes nothing.")
            .people(People::Own(""), &[]),
        Route::post("end_member_sessions", "/sessions/end-all", manage::end_all)
            .labelled("End sessions of a member")
            .described("Every session that the member has is refused within a minute, through whatever client it is used.")
            .refusing(&[VersionConflict])
            .example(|| json!({"member_id": "01990000-0000-7000-8000-00000000000a"}))
            .people(People::Own("member_id"), &[]),
    ]
}

fn beginning() -> Vec<Route> {
    vec![
        Route::post("create_anonymous_session", "/sessions/anonymous", create::create_anonymous)
            .labelled("Create anonymous session")
            .described("For pages on which nobody has signed in yet: what is public, for an hour. A publishable key is enough.")
            .refusing(&[RateLimited])
            .beginning_sessions(),
        Route::post("create_sign_in", "/sign-ins", sign_in::begin)
            .labelled("Begin a sign-in by e-mail")
            .described(
                "Sends a code of six digits to the address, if it is that of an active member; the answer is the same if it is not. The \
                 code works once, for ten minutes. A letter with `return_to` has a link to that page as well, with \
                 `#sign_in=<id>&code=<code>`; opening it uses nothing up, the page sends what it was given. A publishable key is enough. \
                 Five codes for an address and thirty from a network address are sent in ten minutes.",
            )
            .refusing(&[InvalidState, RateLimited])
            .example(|| json!({"email": "ada@example.com"}))
            .beginning_sessions(),
        Route::get("list_sign_in_providers", "/sign-ins/providers", identity_providers::list_offered)
            .labelled("List issuers to sign in by")
            .described("The active identity providers, by name, for a sign-in page. A publishable key is enough.")
            .beginning_sessions(),
        Route::post("create_openid_sign_in", "/sign-ins/openid", openid::begin)
            .labelled("Begin a sign-in by OpenID Connect")
            .described(
                "The page keeps `page_secret` and sends its browser to `authorization_url`. Within ten minutes the browser comes back to \
                 `return_to`, with `#sign_in=<id>&code=<code>`, with which and with `page_secret` the page completes the sign-in; or with \
                 `#error=<reason>&message=<sentence>`, where the reason is `access_denied`, `domain_not_allowed`, `email_not_verified`, \
                 `expired`, `issuer_failed` or `unknown_member`. A publishable key is enough. Thirty from a network address in ten minutes.",
            )
            .refusing(&[InvalidState, RateLimited])
            .example(|| {
                json!({"identity_provider_id": "01990000-0000-7000-8000-00000000000a", "return_to": "https://members.example.com/"})
            })
            .beginning_sessions(),
        Route::post("complete_sign_in", "/sign-ins/{id}/complete", sign_in::complete)
            .labelled("Complete a sign-in")
            .described(
                "Begins a session of the member who has the address, for 15 minutes; `POST /auth/remember` prolongs it without a secret \
                 that a page could read. A wrong code is a 422, and the fifth ends the sign-in. Of a member with an authenticator \
                 `second_factor_code` is asked for as well (422 `second_factor_required`). A publishable key is enough.",
            )
            .refusing(&[InvalidState, RateLimited])
            .example(|| json!({"code": "123456"}))
            .beginning_sessions(),
    ]
}
