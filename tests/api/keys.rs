//! What clients write never becomes part of a key: the longest texts that the schema takes are stored, found, and
//! unique.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, app, company, location, location_with, made, only, with};

/// Its compatibility form has eighteen characters of two bytes.
const LONG: &str = "\u{fdfa}";

/// The longest name: 6,600 bytes in the form in which names are compared.
fn name() -> String {
    LONG.repeat(200)
}

/// The longest e-mail address.
fn email() -> String {
    format!("{}@{}", LONG.repeat(64), LONG.repeat(135))
}

/// The first of its name is stored, the second is refused, another is renamed to the same and refused, and the name is
/// free again when the first has another.
async fn is_unique(app: &TestApp, path: &str, body: Value, (field, longest, other): (&str, String, &str)) {
    let first = made(app, path, with(body.clone(), &json!({field: longest}))).await;
    let again = app.post(path, with(body.clone(), &json!({field: longest}))).await;
    assert_eq!(again.refusal(), format!("409 already_exists {field} already_exists"), "{path}");
    let second = made(app, path, with(body, &json!({field: other}))).await;
    let renamed = app.put(&format!("{path}/{second}"), json!({field: longest})).await;
    assert_eq!(renamed.refusal(), format!("409 already_exists {field} already_exists"), "{path}");
    accepted(&app.put(&format!("{path}/{first}"), json!({field: format!("x{other}")})).await, 200);
    accepted(&app.put(&format!("{path}/{second}"), json!({field: longest})).await, 200);
}

#[tokio::test]
async fn the_longest_valid_text_is_kept_in_every_field_that_is_unique() {
    let app = app().await;
    let place = location(&app).await;
    let plan = json!({"price": 10, "currency": "EUR", "billing_cycle": "monthly"});
    let at = json!({"time_zone": "Europe/Amsterdam", "currency": "EUR"});
    let names = |other| ("name", name(), other);
    is_unique(&app, "/plans", plan, names("Flex")).await;
    is_unique(&app, "/locations", at, names("Dock")).await;
    is_unique(&app, "/floors", json!({"location_id": place, "level": 1}), names("First")).await;
    is_unique(&app, "/resources", json!({"location_id": place, "type": "meeting_room"}), names("Oak")).await;
    is_unique(&app, "/members", json!({"name": "Ann"}), ("email", email(), "ann@example.com")).await;
}

#[tokio::test]
async fn the_longest_valid_address_registers_once_and_is_found() {
    let app = app().await;
    let place = location(&app).await;
    let body = json!({"location_id": place, "email": email(), "name": "Ann"});
    let first = made(&app, "/member-registrations", body.clone()).await;
    let again = app.post("/member-registrations", body).await;
    assert_eq!(again.status, 409, "{}", again.text);
    let encoded = percent(&email());
    assert_eq!(only(&app, &format!("/member-registrations?email={encoded}")).await["id"], first);
}

#[tokio::test]
async fn the_longest_network_group_and_number_prefix_are_kept() {
    let app = app().await;
    let group = "\u{10fffd}".repeat(200);
    let one = location_with(&app, json!({"network_group": group})).await;
    assert_eq!(app.get(&format!("/locations/{one}")).await.body["data"]["network_group"], group);
    let put = app.put("/merchant", json!({"invoice_settings": {"number_prefix": group}})).await;
    assert_eq!(put.status, 200, "{}", put.text);
    assert_eq!(app.get("/merchant").await.body["data"]["invoice_settings"]["next_number"], 1);
    accepted(&app.get(&format!("/companies/{}", company(&app, &one).await)).await, 200);
}

fn percent(text: &str) -> String {
    text.bytes().fold(String::new(), |text, byte| format!("{text}%{byte:02X}"))
}
