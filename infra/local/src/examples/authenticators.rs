//! Authenticators of members: one whose key was shown, and one that is in use.

use ::sessions::second_factor::totp;
use serde_json::{Value, json};

use super::request::{Asked, id};
use crate::{fault::Fault, seed::Api};

/// What the recovery code of the authenticator in use is called among the demo data.
const RECOVERY_CODE: &str = "recovery code of deniz";
/// What the key of the authenticator is called that is not confirmed.
const KEY: &str = "key of carla's authenticator";

/// What is asked of an operation on authenticators.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    Some(match operation {
        "create_authenticator" => (none(), json!({"member_id": api.id("emma")})),
        "get_authenticator" => (id(api, "deniz"), none()),
        "confirm_authenticator" => (id(api, "carla"), json!({"code": code(api, &text(&api.id(KEY)))})),
        "renew_recovery_codes" => (id(api, "deniz"), json!({"code": api.id(RECOVERY_CODE)})),
        "remove_authenticator" => (id(api, "deniz"), none()),
        _ => return None,
    })
}

/// Makes what the examples name.
///
/// # Errors
/// When one of them is refused.
pub async fn begin(api: &Api) -> Result<(), Fault> {
    api.name(KEY, &set_up(api, "carla").await?);
    let key = set_up(api, "deniz").await?;
    let path = format!("/authenticators/{}/confirm", text(&api.id("deniz")));
    let confirmed = sent(api, &path, json!({"code": code(api, &key)})).await?;
    api.name(RECOVERY_CODE, &text(&confirmed["recovery_codes"][0]));
    Ok(())
}

/// Shows a member the key of an authenticator, and returns it.
async fn set_up(api: &Api, member: &str) -> Result<String, Fault> {
    let made = sent(api, "/authenticators", json!({"member_id": api.id(member)})).await?;
    Ok(text(&made["key"]))
}

/// The code that an app with this key shows now.
fn code(api: &Api, key: &str) -> String {
    let bytes = totp::bytes_of(key).unwrap_or_default();
    totp::code(&bytes, totp::step(api.context().clock.now()))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

async fn sent(api: &Api, path: &str, body: Value) -> Result<Value, Fault> {
    let (status, answer) = api.send("POST", path, &body).await;
    let answered: Value = serde_json::from_str(&answer).unwrap_or_default();
    if status < 300 { Ok(answered["data"].clone()) } else { Err(Fault(format!("{path} is answered {answer}"))) }
}
