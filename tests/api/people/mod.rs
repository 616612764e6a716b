//! People who act: sessions, sign-in, and what a person sees and may do.

mod acts;
mod by_ids;
mod console;
mod cross_origin;
mod declared;
mod every_operation;
mod expanded;
mod hostile;
mod long_sign_in;
mod managed_leads;
mod managed_people;
mod managed_places;
mod managed_registrations;
mod managed_shop;
mod managers;
mod managers_as_customers;
mod members;
mod public_clients;
mod second_factor;
mod sessions;
mod settings;
mod sign_in;
mod takeovers;

use serde_json::{Value, json};
use testing::{TestApp, TestClient, TestResponse};
use tests::{keep_letters, made};

/// The origin of the pages that the tests' public clients are used from.
const PAGES: &str = "https://members.example.com";

/// The service with what stands outside `/v1`.
async fn app() -> TestApp {
    tests::app().await.beside(&::sessions::outside())
}

/// Moves the clock on.
fn wait(app: &TestApp, seconds: i64) {
    app.clock.advance(chrono::Duration::seconds(seconds));
}

/// All scopes that a merchant's client has.
async fn all_scopes(app: &TestApp) -> Value {
    let clients = app.get("/api-clients?per_page=100").await;
    let all = clients.body["data"].as_array().cloned().unwrap_or_default();
    let scopes = all.into_iter().map(|client| client["scopes"].clone());
    scopes.max_by_key(|scopes| scopes.as_array().map(Vec::len)).unwrap_or_default()
}

/// A public client with these fields besides its name, calling with its publishable key.
async fn public_client_with(app: &TestApp, fields: Value) -> (TestApp, String) {
    let mut scopes = all_scopes(app).await;
    if let Some(scopes) = scopes.as_array_mut() {
        scopes.retain(|scope| scope != "merchant:admin");
    }
    let mut body = json!({"name": "Member app", "scopes": scopes, "origins": [PAGES]});
    for (name, value) in fields.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    let client = TestApp::made(&app.post("/api-clients", body).await);
    let text = |name: &str| client[name].as_str().unwrap_or_default().to_owned();
    let key = TestClient { client_id: text("client_id"), secret: text("publishable_key") };
    (app.as_client(&key), text("id"))
}

/// A public client of pages at one origin, with all scopes.
async fn public_client(app: &TestApp) -> TestApp {
    public_client_with(app, json!({})).await.0
}

/// The caller with a session's token in place of its secret.
fn with_token(app: &TestApp, issued: &TestResponse) -> TestApp {
    let token = TestApp::made(issued)["token"].as_str().unwrap_or_default().to_owned();
    app.as_client(&TestClient { secret: token, ..app.client.clone() })
}

/// The member acting by a session that the merchant's own client began.
pub async fn acting(app: &TestApp, member: &str) -> TestApp {
    with_token(app, &app.post("/sessions", json!({"member_id": member})).await)
}

/// The code of the last letter.
async fn code(app: &TestApp) -> String {
    keep_letters(app).await;
    let letters = app.context.mailbox.letters();
    letters.first().and_then(|letter| letter.subject.split(' ').next()).unwrap_or_default().to_owned()
}

/// Signs in through a public client by the code of a letter: the answer with the token.
async fn sign_in(public: &TestApp, email: &str) -> TestResponse {
    let id = made(public, "/sign-ins", json!({"email": email})).await;
    public.post(&format!("/sign-ins/{id}/complete"), json!({"code": code(public).await})).await
}
