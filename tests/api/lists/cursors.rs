//! A cursor continues its own list, and every other list refuses it.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::config::SecretPlace;
use sha2::{Digest, Sha256};
use testing::{Fault, TestApp};
use tests::app;
use values::SecretVersions;

use super::plans;

const REFUSED: &str = "400 validation_error cursor invalid_value";

async fn cursor(app: &TestApp, query: &str) -> String {
    let answer = app.get(&format!("/plans?limit=2{query}")).await;
    let cursor = answer.body["pagination"]["next_cursor"].as_str().expect("a cursor").to_owned();
    assert!(!cursor.is_empty() && cursor.len() <= 512, "{cursor}");
    cursor
}

fn encoded(cursor: &str) -> String {
    cursor.bytes().fold(String::new(), |text, byte| format!("{text}%{byte:02X}"))
}

#[tokio::test]
async fn a_cursor_with_any_bit_changed_is_the_same_refusal() {
    let app = app().await;
    plans(&app, 5).await;
    let cursor = cursor(&app, "").await;
    let mut refusals = 0;
    for position in 0..cursor.len() {
        for bit in 0..7 {
            let mut bytes = cursor.clone().into_bytes();
            bytes[position] ^= 1 << bit;
            let changed = String::from_utf8(bytes).expect("seven bits");
            let answer = app.get(&format!("/plans?cursor={}", encoded(&changed))).await;
            assert_eq!(answer.refusal(), REFUSED, "bit {bit} of character {position}");
            refusals += 1;
        }
    }
    assert!(refusals > 400, "{refusals}");
    assert_eq!(app.get(&format!("/plans?cursor={cursor}")).await.status, 200);
}

#[tokio::test]
async fn a_cursor_of_another_list_is_refused() {
    let app = app().await;
    plans(&app, 5).await;
    let stranger = app.as_client(&app.stranger);
    plans(&stranger, 5).await;
    let own = cursor(&app, "").await;
    assert_eq!(stranger.get(&format!("/plans?cursor={own}")).await.refusal(), REFUSED);
    for (of, sent_to) in [
        ("", "&is_active=true"),
        ("", "&order=asc"),
        ("&order=asc", ""),
        ("&is_active=true", "&is_active=false"),
        ("&is_active=true", "&is_active=true&currency=EUR"),
        ("&is_active=true", ""),
    ] {
        let cursor = cursor(&app, of).await;
        let answer = app.get(&format!("/plans?cursor={cursor}{sent_to}")).await;
        if of == "&is_active=true" && sent_to == "&is_active=false" {
            assert!(answer.body["data"].is_null());
        }
        assert_eq!(answer.refusal(), REFUSED, "{of} sent to {sent_to}");
        assert_eq!(app.get(&format!("/plans?cursor={cursor}{of}")).await.status, 200);
    }
    let page_size = app.get(&format!("/plans?limit=1&cursor={own}")).await;
    assert_eq!(page_size.status, 200, "another limit is the same list");
}

#[tokio::test]
async fn what_is_no_cursor_is_refused() {
    let app = app().await;
    plans(&app, 5).await;
    let cursor = cursor(&app, "").await;
    for text in [
        "",
        "AAAA",
        "%00",
        "null",
        &cursor[1..],
        &cursor[..cursor.len() - 1],
        &format!("{cursor}%3D"),
        &format!("{cursor}A"),
    ] {
        assert_eq!(app.get(&format!("/plans?cursor={text}")).await.refusal(), REFUSED, "{text}");
    }
    let long = "A".repeat(513);
    assert_eq!(app.get(&format!("/plans?cursor={long}")).await.refusal(), "400 validation_error cursor too_long");
    let twice = format!("cursor={cursor}&cursor={cursor}");
    assert_eq!(app.get(&format!("/plans?{twice}")).await.refusal(), "400 validation_error cursor repeated");
}

#[tokio::test]
async fn a_cursor_goes_on_after_its_record_was_put_away_and_skips_nothing() {
    let app = app().await;
    let expected = plans(&app, 6).await;
    let cursor = cursor(&app, "").await;
    // What is newer than the cursor does not move it.
    plans(&app, 3).await;
    let answer = app.get(&format!("/plans?cursor={cursor}")).await;
    let read: Vec<&str> =
        answer.body["data"].as_array().into_iter().flatten().filter_map(|plan| plan["id"].as_str()).collect();
    assert_eq!(read, expected[2..]);
    assert_eq!(answer.body["pagination"]["total_count"], 9);
}

#[tokio::test]
async fn a_cursor_that_a_client_made_is_refused() {
    let app = app().await;
    plans(&app, 5).await;
    let bytes = URL_SAFE_NO_PAD.decode(cursor(&app, "").await).expect("base64");
    let sort = bytes[1..].split_at(bytes.len() - 17).0.to_vec();
    for version in 0..=3_u8 {
        for sort in [&b""[..], &[0xff], &[b'a'; 1_025], &sort] {
            // As a version without a secret would have signed it, and without any signature.
            for content in [[&[version], sort].concat(), [&[version], &[0; 8][..], sort].concat()] {
                let digest = Sha256::digest(&content);
                for signature in [&digest[..8], &digest[..16], &[]] {
                    let forged = URL_SAFE_NO_PAD.encode([&content, signature].concat());
                    let answer = app.get(&format!("/plans?cursor={forged}")).await;
                    let too_long = "400 validation_error cursor too_long";
                    assert_eq!(answer.refusal(), if forged.len() > 512 { too_long } else { REFUSED });
                }
            }
        }
    }
}

#[tokio::test]
async fn what_the_store_refuses_of_a_cursor_is_a_refusal_of_the_cursor() {
    let app = app().await;
    plans(&app, 5).await;
    let whole = cursor(&app, "").await;
    let filtered = cursor(&app, "&is_active=true").await;
    for query in [format!("cursor={whole}"), format!("cursor={filtered}&is_active=true")] {
        app.faults.next("Query", 1, Fault::Fail(400, "ValidationException"));
        app.faults.next("Query", 5, Fault::Late(1));
        assert_eq!(app.get(&format!("/plans?{query}")).await.refusal(), REFUSED, "{query}");
        app.faults.clear();
    }
    app.faults.next("Query", 1, Fault::Fail(400, "ValidationException"));
    assert_eq!(app.get("/plans?limit=2").await.refusal(), "500 internal_error", "a list that begins has no cursor");
}

#[tokio::test]
async fn cursors_outlive_the_change_of_their_secret_when_both_are_given() {
    async fn with_secrets(app: &TestApp, text: &str) -> TestApp {
        let secrets = SecretVersions::parse(text).expect("a secret");
        app.reconfigured(|config| config.secrets = SecretPlace::Given(secrets)).await
    }
    let app = app().await;
    plans(&app, 5).await;
    let old = with_secrets(&app, "old").await;
    let given = cursor(&old, "").await;
    let path = format!("/plans?cursor={given}");
    assert_eq!(app.get(&path).await.refusal(), REFUSED);
    assert_eq!(with_secrets(&app, "new").await.get(&path).await.refusal(), REFUSED);
    assert_eq!(with_secrets(&app, "new, old").await.get(&path).await.status, 200);
}

#[tokio::test]
async fn every_list_goes_on_by_cursor() {
    let mut listed = 0;
    for route in tests::routes().iter().filter(|route| route.shape.is_list && !route.path.contains('{')) {
        // Each in a process of its own, which has read no secret yet.
        let answer = app().await.get(&format!("{}?limit=1", route.path)).await;
        // A list that takes a filter is refused without it.
        if answer.refusal().ends_with(" required") {
            continue;
        }
        assert_eq!(answer.status, 200, "{}: {}", route.id, answer.text);
        assert!(answer.body["pagination"]["next_cursor"].is_string(), "{}: {}", route.id, answer.text);
        listed += 1;
    }
    assert!(listed > 30, "{listed} lists");
}
