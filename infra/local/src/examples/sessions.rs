//! Sessions of people: those that the examples show, end, and complete.

use std::sync::Arc;

use serde_json::{Value, json};
use work::{
    Context,
    queue::{WhenIdle, WorkQueue},
};

use super::request::{Asked, id};
use crate::{credentials::Credentials, fault::Fault, seed::Api};

/// What the code of the example's letter is called among the demo data.
const CODE: &str = "code of a sign-in";
/// What the public client and its key are called.
const CLIENT: &str = "public client";
const KEY: &str = "publishable key";
/// What the identity provider is called.
const PROVIDER: &str = "identity provider";
/// The origin of the public client's pages.
const PAGES: &str = "https://members.example.com";
/// The issuer of the identity provider.
const ISSUER: &str = "https://login.blueharbour.example";

/// What is asked of an operation on sessions.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    Some(match operation {
        "create_session" => (none(), json!({"member_id": api.id("ann"), "expires_in_minutes": 15})),
        "get_session" => (id(api, "session of ann"), none()),
        "end_session" => (id(api, "session of bram"), none()),
        "end_member_sessions" => (none(), json!({"member_id": api.id("bram")})),
        "create_openid_sign_in" => (none(), json!({"identity_provider_id": api.id(PROVIDER)})),
        "get_identity_provider" | "update_identity_provider" | "delete_identity_provider" => {
            (id(api, PROVIDER), none())
        }
        "complete_sign_in" => (id(api, "sign-in of ann"), json!({"code": api.id(CODE)})),
        _ => return None,
    })
}

/// Makes what the examples name: sessions, a public client, a sign-in whose letter is read, and a provider whose issuer
/// this process knows without asking it.
///
/// # Errors
/// When one of them is refused.
pub async fn begin(api: &Api) -> Result<(), Fault> {
    for member in ["ann", "bram"] {
        let session = made(api, api.client(), "/sessions", json!({"member_id": api.id(member)})).await?;
        api.name(&format!("session of {member}"), &text(&session["id"]));
    }
    let pages = json!({"name": "Member app", "scopes": ["plans:read", "bookings:write"], "origins": [PAGES]});
    let pages = made(api, api.client(), "/api-clients", pages).await?;
    api.name(CLIENT, &text(&pages["client_id"]));
    api.name(KEY, &text(&pages["publishable_key"]));
    let ann = format!("/members/{}", text(&api.id("ann")));
    let ann: Value = serde_json::from_str(&api.send("GET", &ann, &Value::Null).await.1).unwrap_or_default();
    let sign_in = made(api, &public_client(api), "/sign-ins", json!({"email": ann["data"]["email"]})).await?;
    api.name("sign-in of ann", &text(&sign_in["id"]));
    write_letters(api.context()).await?;
    let letters = api.context().mailbox.letters();
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|letter| letter.is_ascii_digit());
    let code = letters.iter().find_map(|letter| letter.subject.split(' ').find(is_code)).map(str::to_owned);
    api.name(CODE, &code.ok_or_else(|| Fault("no letter has a code".to_owned()))?);
    let provider = json!({"name": "Blue Harbour", "issuer": ISSUER, "client_id": "colonnade"});
    let provider = made(api, api.client(), "/identity-providers", provider).await?;
    api.name(PROVIDER, &text(&provider["id"]));
    let endpoint = |name: &str| format!("{ISSUER}/{name}");
    let discovery = json!({"issuer": ISSUER, "authorization_endpoint": endpoint("authorize"),
        "token_endpoint": endpoint("token"), "jwks_uri": endpoint("keys")});
    let context = api.context();
    context.servers.keep(&endpoint(".well-known/openid-configuration"), Arc::new(discovery), context.clock.now());
    Ok(())
}

/// Writes and keeps the letters that wait, as the running service does: as a task of its own, because what letters read
/// stands deep in the stack of a thread already.
#[expect(clippy::disallowed_methods, reason = "it is awaited at once")]
async fn write_letters(context: &Context) -> Result<(), Fault> {
    let WorkQueue::InProcess(queue) = context.mailbox.queue.clone() else { return Ok(()) };
    let notifier = notify::notifier(context.clone());
    let working = async move { notify::serve_letters(&notifier, &queue, WhenIdle::Return).await };
    tokio::spawn(working).await.map_err(|error| Fault(format!("letters are not written: {error}")))
}

/// The public client of the examples.
pub fn public_client(api: &Api) -> Credentials {
    Credentials { client_id: text(&api.id(CLIENT)), secret: text(&api.id(KEY)) }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

async fn made(api: &Api, client: &Credentials, path: &str, body: Value) -> Result<Value, Fault> {
    let (status, answer) = api.send_as(client, "POST", path, &body).await;
    let made: Value = serde_json::from_str(&answer).unwrap_or_default();
    if status == 201 { Ok(made["data"].clone()) } else { Err(Fault(format!("{path} is answered {answer}"))) }
}
