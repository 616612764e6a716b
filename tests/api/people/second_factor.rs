//! A second factor: codes of an app besides those of letters, and what staff without one may do.

mod setting_up;
mod signing_in;
mod staff;

use ::sessions::second_factor::totp;
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::made;
use values::Clock as _;

use super::code;

/// A member of staff with this role.
async fn staff_member(app: &TestApp, email: &str, role: &str) -> String {
    made(app, "/members", json!({"email": email, "name": role, "role": role})).await
}

/// The code that an app with this key shows now.
fn shown(app: &TestApp, key: &str) -> String {
    let bytes = totp::bytes_of(key).expect("a key in base32");
    totp::code(&bytes, totp::step(app.clock.now()))
}

/// Sets up an authenticator by a session of its member: its key, and the recovery codes.
async fn set_up(app: &TestApp, person: &TestApp, member: &str) -> (String, Vec<String>) {
    let made = person.post("/authenticators", json!({"member_id": member})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let key = made.body["data"]["key"].as_str().unwrap_or_default().to_owned();
    let code = json!({"code": shown(app, &key)});
    let confirmed = person.post(&format!("/authenticators/{member}/confirm"), code).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text);
    let codes = confirmed.body["data"]["recovery_codes"].as_array().cloned().unwrap_or_default();
    (key, codes.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Asks for a code by e-mail: the sign-in and the code.
async fn ask(public: &TestApp, email: &str) -> (String, String) {
    let id = made(public, "/sign-ins", json!({"email": email})).await;
    (id, code(public).await)
}

async fn complete(public: &TestApp, (id, code): &(String, String), second: Option<&str>) -> TestResponse {
    let mut proof = json!({"code": code});
    if let Some(second) = second {
        proof["second_factor_code"] = second.into();
    }
    public.post(&format!("/sign-ins/{id}/complete"), proof).await
}

async fn require(app: &TestApp, roles: &[&str]) {
    let settings = json!({"sign_in_settings": {"second_factor_roles": roles}});
    let answer = app.put("/merchant", settings).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

fn second_factor(answer: &TestResponse) -> &str {
    answer.body["data"]["second_factor"].as_str().unwrap_or_default()
}
