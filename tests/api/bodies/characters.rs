//! The characters that a text may have: one rule for every field.

use serde_json::{Value, json};
use store::Transaction;
use testing::TestApp;
use tests::{app, location, made, member};
use values::{ApiError, UniqueKey};

use super::plan;

/// Characters that are not shown and that no script needs, separators of lines, and noncharacters.
const REFUSED: [&str; 21] = [
    "\u{0}",
    "\u{85}",
    "\u{ad}",
    "\u{180e}",
    "\u{200b}",
    "\u{2028}",
    "\u{202e}",
    "\u{2060}",
    "\u{2066}",
    "\u{2069}",
    "\u{2800}",
    "\u{3164}",
    "\u{fdd0}",
    "\u{feff}",
    "\u{fff9}",
    "\u{ffff}",
    "\u{13430}",
    "\u{1bca0}",
    "\u{1d159}",
    "\u{e0001}",
    "\u{10ffff}",
];
/// Characters that are not shown and that scripts or emoji need.
const JOINING: [&str; 6] = ["\u{200c}", "\u{200d}", "\u{200f}", "\u{fe0f}", "\u{e0067}", "\u{e0100}"];

async fn refused(app: &TestApp, path: &str, mut body: Value, field: &str, value: &str) {
    body[field] = json!(value);
    let answer = app.post(path, body).await;
    assert_eq!(answer.refusal(), format!("400 validation_error {field} invalid_format"), "{value:?}");
}

#[tokio::test]
async fn no_text_has_characters_that_are_not_shown_and_that_no_script_needs() {
    let app = app().await;
    for character in REFUSED {
        let text = format!("Hot{character}desk");
        for field in ["name", "tagline", "description"] {
            refused(&app, "/plans", plan(), field, &text).await;
        }
        let mut body = plan();
        body["metadata"] = json!({"a": text});
        assert_eq!(app.post("/plans", body.clone()).await.refusal(), "400 validation_error metadata.a invalid_format");
        body["metadata"] = json!({text.as_str(): "a"});
        let answer = app.post("/plans", body.clone()).await;
        assert!(answer.refusal().ends_with(" invalid_format"), "{character:?}: {}", answer.text);
        assert_eq!(answer.status, 400);
        let path =
            format!("/members?q={}", text.bytes().fold(String::new(), |encoded, byte| format!("{encoded}%{byte:02x}")));
        assert_eq!(app.get(&path).await.refusal(), "400 validation_error q invalid_format", "{character:?}");
    }
    let running = json!("one\ttwo\r\nthree");
    assert_eq!(
        app.post(
            "/plans",
            json!({"description": running, "name": "Lines", "price": 1, "currency": "EUR",
        "billing_cycle": "monthly"})
        )
        .await
        .body["data"]["description"],
        running
    );
}

#[tokio::test]
async fn a_name_that_differs_only_by_what_is_not_shown_is_taken() {
    let app = app().await;
    made(&app, "/plans", plan()).await;
    let place = location(&app).await;
    for character in JOINING {
        let mut twin = plan();
        twin["name"] = json!(format!("{character}fl{character}ex"));
        assert_eq!(app.post("/plans", twin).await.refusal(), "409 already_exists name already_exists", "{character:?}");
        refused(&app, "/plans", plan(), "name", &character.repeat(3)).await;
        let floor = |name: String| json!({"location_id": place, "name": name});
        let name = format!("{:04x}", u32::from(character.chars().next().expect("one")));
        made(&app, "/floors", floor(format!("{name}{character}"))).await;
        assert_eq!(app.post("/floors", floor(name)).await.refusal(), "409 already_exists name already_exists");
    }
}

#[tokio::test]
async fn an_email_address_has_no_character_that_is_not_shown() {
    let app = app().await;
    member(&app, "ann@example.com").await;
    for character in REFUSED.iter().chain(&JOINING) {
        for email in [format!("ann{character}@example.com"), format!("ann@exam{character}ple.com")] {
            refused(&app, "/members", json!({"name": "Ann"}), "email", &email).await;
        }
    }
}

#[tokio::test]
async fn an_address_of_the_web_has_no_quotes_and_no_brackets_of_tags() {
    let app = app().await;
    let place = location(&app).await;
    let benefit = json!({"location_id": place, "title": "10 %"});
    for character in ["\"", "<", ">", "\\", "^", "`", "{", "|", "}", " ", "\u{a0}", "\u{200b}", "\u{200d}", "\u{85}"] {
        let url = format!("https://cdn.example/a{character}.png");
        let mut body = benefit.clone();
        body["media"] = json!([url]);
        let answer = app.post("/benefits", body).await;
        assert_eq!(answer.refusal(), "400 validation_error media[0] invalid_format", "{character:?}");
        let endpoint = json!({"url": url, "event_types": ["plan.created"]});
        let answer = app.post("/webhook-endpoints", endpoint).await;
        assert_eq!(answer.refusal(), "400 validation_error url invalid_format", "{character:?}");
    }
}

/// A plan as it was stored before names were compared without what is not shown: it holds the former name alone.
async fn stored_before(app: &TestApp, name: &str) -> String {
    let mut body = plan();
    body["name"] = json!(name);
    let id = made(app, "/plans", body).await;
    let key = UniqueKey::of_name("plan_name", name, |name| name);
    let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
    transaction.release(&key);
    transaction.claim(&key.former().expect("a former name"), &id, ApiError::not_found());
    app.context.store.commit(transaction).await.expect("a former name");
    id
}

#[tokio::test]
async fn a_plan_that_was_stored_under_its_former_name_keeps_it_and_gives_it_back() {
    let app = app().await;
    let named = |name: &str| {
        let mut body = plan();
        body["name"] = json!(name);
        body
    };
    for (former, later) in [("A\u{200d}B", "AB"), ("C\u{fe0f}D", "C\u{200c}D"), ("E\u{fe0f}F", "Other")] {
        let id = stored_before(&app, former).await;
        let again = app.post("/plans", named(former)).await;
        assert_eq!(again.refusal(), "409 already_exists name already_exists", "{former:?}");
        let path = format!("/plans/{id}");
        assert_eq!(app.put(&path, json!({"tagline": "kept"})).await.status, 200);
        let renamed = app.put(&path, json!({"name": later})).await;
        assert_eq!(renamed.status, 200, "{}", renamed.text);
        let taken = app.post("/plans", named(later)).await;
        assert_eq!(taken.refusal(), "409 already_exists name already_exists", "{later:?}");
        assert_eq!(app.put(&path, json!({"name": format!("Last {later}")})).await.status, 200);
        made(&app, "/plans", named(former)).await;
    }
}
