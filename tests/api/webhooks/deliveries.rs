//! Deliveries: which endpoint hears what, and what it gets.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use records::logged_event::JsonText;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tests::WebhookFixture;

use super::{HOOK, path};

/// HMAC-SHA256 (RFC 2104), written down once more: what signs must not check itself.
fn hmac(key: &[u8], content: &[u8]) -> Vec<u8> {
    let mut block = [0_u8; 64];
    block[..key.len()].copy_from_slice(key);
    let padded = |with: u8| block.map(|byte| byte ^ with);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(content).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().to_vec()
}

#[tokio::test]
async fn an_event_is_sent_once_to_each_endpoint_that_hears_it_and_to_no_other() {
    let fixture = WebhookFixture::new().await;
    let bookings = fixture.endpoint("https://one.example.com/", &["booking.*"]).await;
    let all = fixture.endpoint("https://two.example.com/", &["*"]).await;
    fixture.endpoint("https://three.example.com/", &["invoice.paid"]).await;
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    let mut addresses: Vec<String> = fixture.receivers.sent().into_iter().map(|sent| sent.url).collect();
    addresses.sort();
    assert_eq!(addresses, ["https://one.example.com/", "https://two.example.com/"]);
    for endpoint in [&bookings, &all] {
        let delivery = fixture.delivery(endpoint, &event).await;
        assert_eq!((delivery["status"].as_str(), delivery["attempt_count"].as_i64()), (Some("delivered"), Some(1)));
        assert_eq!(delivery["attempts"][0]["response_status"], 200);
        assert_eq!(delivery["attempts"][0]["response_body"], "status 200");
    }
}

#[tokio::test]
async fn an_endpoint_hears_its_own_merchant_alone() {
    let fixture = WebhookFixture::new().await;
    fixture.endpoint(HOOK, &["*"]).await;
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let event = fixture.publish_as(&stranger, "booking.created", json!({"title": "Secret meeting"})).await;
    fixture.deliver().await;
    assert!(fixture.receivers.sent().is_empty());
    let other = json!({"url": "https://other.example.com/", "event_types": ["*"]});
    let other = stranger.post("/webhook-endpoints", other).await.body["data"].clone();
    fixture.publish_as(&stranger, "booking.created", json!({"title": "Secret meeting"})).await;
    fixture.deliver().await;
    assert_eq!(fixture.receivers.sent().len(), 1);
    assert_eq!(fixture.receivers.sent()[0].url, "https://other.example.com/");
    assert!(fixture.delivery(&other, &event).await.is_null());
    assert_eq!(fixture.app.get("/webhook-deliveries").await.body["pagination"]["total"], 0);
    assert_eq!(stranger.get("/webhook-deliveries").await.body["pagination"]["total"], 1);
}

#[tokio::test]
async fn a_delivery_is_written_and_signed_by_standard_webhooks() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    let sent = fixture.receivers.sent().remove(0);
    let header = |name: &str| sent.headers.iter().find(|(header, _)| *header == name).expect("a header").1.clone();
    assert_eq!(header("webhook-id"), event.id.to_string());
    let content = format!("{}.{}.{}", event.id, header("webhook-timestamp"), sent.body);
    let secret = endpoint["secret"].as_str().and_then(|secret| secret.strip_prefix("whsec_")).expect("a secret");
    let key = STANDARD.decode(secret).expect("base64");
    assert_eq!(header("webhook-signature"), format!("v1,{}", STANDARD.encode(hmac(&key, content.as_bytes()))));
    let body: Value = serde_json::from_str(&sent.body).expect("JSON");
    assert_eq!(
        (body["type"].as_str(), body["data"]["id"].as_str()),
        (Some("booking.created"), Some(&*event.id.to_string()))
    );
    assert_eq!(body["timestamp"], body["data"]["occurred_at"]);
    assert_eq!(body["data"]["object"], json!({"id": "1", "title": "Standup"}));
    assert!(!sent.body.contains("whsec_") && !sent.body.contains(secret), "the secret is in the payload");
}

#[tokio::test]
async fn what_was_removed_from_an_event_before_it_is_sent_is_not_sent() {
    let fixture = WebhookFixture::new().await;
    fixture.endpoint(HOOK, &["*"]).await;
    let before = fixture.publish("member.updated").await;
    let mut after = before.clone();
    after.version += 1;
    after.body.object = JsonText::empty();
    let app = &fixture.app;
    let mut transaction = store::Transaction::new(app.tenant(), app.context.ids.token());
    transaction.replace(&before, &after);
    app.context.store.commit(transaction).await.expect("a commit");
    fixture.deliver().await;
    assert!(!fixture.receivers.sent()[0].body.contains("Standup"));
}

#[tokio::test]
async fn an_event_as_large_as_a_record_may_be_is_sent_whole() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let text = "x".repeat(42 * 1_024);
    let event = fixture.publish_as(&fixture.app, "booking.created", json!({"text": text})).await;
    fixture.deliver().await;
    assert!(fixture.receivers.sent()[0].body.contains(&text));
    assert_eq!(fixture.delivery(&endpoint, &event).await["status"], "delivered");
}

#[tokio::test]
async fn deliveries_are_listed_by_endpoint_event_status_and_time() {
    let fixture = WebhookFixture::new().await;
    let one = fixture.endpoint("https://one.example.com/", &["*"]).await;
    let two = fixture.endpoint("https://two.example.com/", &["booking.created"]).await;
    fixture.receivers.set("https://two.example.com/", tests::Receiver::Answers(410));
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    fixture.app.clock.advance(chrono::Duration::hours(1));
    fixture.publish("booking.updated").await;
    let id = |record: &Value| record["id"].as_str().expect("an id").to_owned();
    let (first, second) = (id(&one), id(&two));
    for (query, total) in [
        (String::new(), 3),
        (format!("?endpoint_id={first}"), 2),
        (format!("?endpoint_id={second}"), 1),
        (format!("?event_id={}", event.id), 2),
        (format!("?event_id={}&endpoint_id={first}", event.id), 1),
        ("?status=pending".to_owned(), 2),
        ("?status=delivered".to_owned(), 1),
        (format!("?endpoint_id={first}&status=failed"), 0),
        ("?from=2026-11-21T09:30:00Z".to_owned(), 1),
        ("?to=2026-11-21T09:30:00Z".to_owned(), 2),
        ("?from=2026-11-24T00:00:00Z&to=2026-11-20T00:00:00Z".to_owned(), 0),
        (format!("?endpoint_id={first}&from=2026-11-24T00:00:00Z&to=2026-11-20T00:00:00Z"), 0),
        ("?limit=2".to_owned(), 3),
    ] {
        let page = fixture.app.get(&format!("/webhook-deliveries{query}")).await;
        let pagination = &page.body["pagination"];
        let told = if pagination["total"].is_null() { &pagination["total_count"] } else { &pagination["total"] };
        assert_eq!(told, total, "{query}: {}", page.text);
    }
    let refused = fixture.app.get("/webhook-deliveries?status=lost").await;
    assert_eq!(refused.refusal(), "400 validation_error status invalid_value");
}

#[tokio::test]
async fn a_delivery_is_kept_for_thirty_days() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    let delivery = fixture.delivery(&endpoint, &event).await;
    let item = fixture.app.table_text().await.into_iter().find(|item| item.contains("webhook_delivery\""));
    // Whole UTC days are shown, so nothing of a day is deleted before the next but one is over.
    let expires = values::Timestamp::parse("2026-12-23T00:00:00Z").expect("an instant").seconds().to_string();
    assert!(item.expect("an item").contains(&expires), "{delivery}");
    let own = path("webhook-deliveries", &delivery);
    let lists = [String::new(), format!("?event_id={}", event.id), "?status=delivered".to_owned()];
    for (day, total, status) in [("2026-12-21T23:59:59Z", 1, 200), ("2026-12-22T00:00:00Z", 0, 404)] {
        fixture.app.clock.set(values::Timestamp::parse(day).expect("an instant"));
        for list in &lists {
            let page = fixture.app.get(&format!("/webhook-deliveries{list}")).await;
            assert_eq!(page.body["pagination"]["total"], total, "{day} {list}");
        }
        assert_eq!(fixture.app.get(&own).await.status, status, "{day}");
        assert_eq!(fixture.app.post(&(own.clone() + "/replay"), json!({})).await.status, status, "{day}");
        let all = path("webhook-endpoints", &endpoint) + "/replay-failed";
        assert_eq!(fixture.app.post(&all, json!({"since": "2026-11-01T00:00:00Z"})).await.status, 200);
    }
}

#[tokio::test]
async fn of_an_event_that_is_no_longer_shown_nothing_is_replayed_with_what_failed() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let replay = async || {
        let all = path("webhook-endpoints", &endpoint) + "/replay-failed";
        fixture.app.post(&all, json!({"since": "2026-11-01T00:00:00Z"})).await.body["data"]["replayed"].clone()
    };
    fixture.publish("booking.created").await;
    fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/disable"), json!({})).await;
    fixture.deliver().await;
    fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/enable"), json!({})).await;
    fixture.app.clock.advance(chrono::Duration::days(31));
    assert_eq!(replay().await, 0);
    fixture.app.clock.advance(chrono::Duration::days(-2));
    assert_eq!(replay().await, 1);
}

#[tokio::test]
async fn totals_of_deliveries_are_exact_on_any_page_and_cost_the_same() {
    let fixture = WebhookFixture::new().await;
    let one = fixture.endpoint("https://one.example.com/", &["*"]).await;
    fixture.endpoint("https://two.example.com/", &["booking.created"]).await;
    for number in 0..30 {
        fixture.app.clock.advance(chrono::Duration::minutes(number));
        fixture.publish(if number % 3 == 0 { "booking.created" } else { "booking.updated" }).await;
    }
    fixture.app.post(&(path("webhook-endpoints", &one) + "/test"), json!({})).await;
    let id = one["id"].as_str().expect("an id");
    for (filter, total) in [(String::new(), 41), (format!("endpoint_id={id}&"), 31)] {
        let mut seen = std::collections::BTreeSet::new();
        for page in 1..=5 {
            let answer = fixture.app.get(&format!("/webhook-deliveries?{filter}per_page=9&page={page}")).await;
            assert_eq!(answer.body["pagination"]["total"], total, "{filter} {page}: {}", answer.text);
            let ids = answer.body["data"].as_array().expect("a list").iter().map(|one| one["id"].to_string());
            seen.extend(ids);
        }
        assert_eq!(seen.len(), total, "{filter}");
        let from = fixture.app.get(&format!("/webhook-deliveries?{filter}from=2026-11-21T10:15:00Z")).await;
        let before = fixture.app.get(&format!("/webhook-deliveries?{filter}to=2026-11-21T10:15:00Z")).await;
        let sum = [&from, &before].map(|page| page.body["pagination"]["total"].as_u64().expect("a total"));
        assert_eq!(sum.iter().sum::<u64>(), total as u64, "{sum:?}");
    }
}
