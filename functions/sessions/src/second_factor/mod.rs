//! A second factor: codes of an app, asked for besides the code of a letter (`docs/areas/sessions.md`, rules 22 to 26).

mod answers;
mod asked;
mod change;
mod judge;
mod recovery;
mod set_up;
pub mod totp;

use records::Authenticator;
use serde_json::json;
use shared::api::{People, Route, get};
use values::ErrorCode::{InvalidState, RateLimited, RuleViolation};

pub use self::asked::{FIELD, Given, second_factor_of, take, wrong};

/// The operations on authenticators.
pub fn routes() -> Vec<Route> {
    vec![
        Route::post("create_authenticator", "/authenticators", set_up::create)
            .labelled("Set up an authenticator")
            .described(
                "Shows the key of a new authenticator app once, as text, as the address that apps open, and as a QR code (SVG). It is \
                 asked for codes once `POST /authenticators/{id}/confirm` was sent one of them, within thirty minutes; doing this anew \
                 before that makes another key. A repeat under the same idempotency key shows no key. Only the member does this, by a session, or an API client with a secret for them.",
            )
            .refusing(&[InvalidState, RuleViolation])
            .example(|| json!({"member_id": "01990000-0000-7000-8000-00000000000a"}))
            .people(People::Own("member_id"), &[]),
        Route::get("get_authenticator", "/authenticators/{id}", get::<Authenticator>)
            .described("Its id is the member's. The key is never shown again.")
            .people(People::Own(""), &[]),
        Route::post("confirm_authenticator", "/authenticators/{id}/confirm", set_up::confirm)
            .described(
                "A code of the app shows that it has the key: from now on whoever signs in as the member by a letter is asked for one. \
                 The answer has ten recovery codes, each of which works once instead of a code of the app; they are shown only now. A \
                 session whose role misses a second factor has it from its next token on.",
            )
            .refusing(&[InvalidState, RateLimited, RuleViolation])
            .example(|| json!({"code": "123456"}))
            .people(People::Own(""), &["code"]),
        Route::post("renew_recovery_codes", "/authenticators/{id}/recovery-codes", change::renew_recovery_codes)
            .described("Makes ten new recovery codes for a code of the app or an old recovery code; the old ones work no longer.")
            .refusing(&[InvalidState, RateLimited, RuleViolation])
            .example(|| json!({"code": "123456"}))
            .people(People::Own(""), &["code"]),
        Route::post("remove_authenticator", "/authenticators/{id}/remove", change::remove)
            .labelled("Remove an authenticator")
            .described(
                "The member removes it with a code of the app or a recovery code. Without a code an admin removes that of a member who is \
                 no owner, an owner anybody's, and so does an API client: for somebody who has lost the app. The member and the owners \
                 are told by a letter, and all sessions of the member end.",
            )
            .refusing(&[RateLimited, RuleViolation])
            .example(|| json!({}))
            .people(People::Own(""), &["code"]),
    ]
}
