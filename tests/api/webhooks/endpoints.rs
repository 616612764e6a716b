//! Endpoints: where events are sent, and with which secret they are signed.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{WebhookFixture, sixteen, successes};
use values::SecretVersions;
use values::{Id, SALT_BYTES};
use webhooks::records::endpoint::WebhookEndpoint;

use super::{HOOK, path};

#[tokio::test]
async fn a_secret_is_shown_once_and_stored_nowhere_in_the_clear() {
    let fixture = WebhookFixture::new().await;
    let app = &fixture.app;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let secret = endpoint["secret"].as_str().expect("a secret");
    assert!(secret.starts_with("whsec_") && secret.ends_with(endpoint["secret_last4"].as_str().expect("letters")));
    let shown = app.get(&path("webhook-endpoints", &endpoint)).await;
    assert_eq!(
        (shown.body["data"]["secret"].is_null(), shown.body["data"]["status"].as_str()),
        (true, Some("enabled"))
    );
    let rest = &secret["whsec_".len()..];
    assert!(app.table_text().await.iter().all(|item| !item.contains(rest)), "the secret stands in the table");
    assert!(app.logged().iter().all(|line| !line.contains(rest)), "the secret stands in the log");
}

#[tokio::test]
async fn a_repeated_create_shows_the_same_secret_to_the_same_caller() {
    let fixture = WebhookFixture::new().await;
    let create = async || {
        let body = json!({"url": HOOK, "event_types": ["*"]});
        fixture.app.send("POST", "/webhook-endpoints", Some(body), &[("idempotency-key", "one")]).await
    };
    let (first, again) = (create().await, create().await);
    assert_eq!((first.status, &first.text), (201, &again.text));
    assert!(first.body["data"]["secret"].as_str().expect("a secret").len() > 40);
    let rest = &first.body["data"]["secret"].as_str().expect("a secret")["whsec_".len()..];
    assert!(fixture.app.table_text().await.iter().all(|item| !item.contains(rest)));
}

#[tokio::test]
async fn a_merchant_has_twenty_endpoints_at_most() {
    let fixture = WebhookFixture::new().await;
    let mut last = json!({});
    for _ in 0..19 {
        last = fixture.endpoint(HOOK, &["*"]).await;
    }
    let body = json!({"url": HOOK, "event_types": ["*"]});
    let answers = sixteen(&fixture.app, "POST", "/webhook-endpoints", Some(body.clone())).await;
    assert_eq!(successes(&answers, 201), 1);
    let full = fixture.app.post("/webhook-endpoints", body.clone()).await;
    assert_eq!(full.refusal(), "409 capacity_exceeded");
    assert_eq!(fixture.app.delete(&path("webhook-endpoints", &last)).await.status, 200);
    assert_eq!(fixture.app.post("/webhook-endpoints", body).await.status, 201);
}

#[tokio::test]
async fn an_address_that_leads_elsewhere_than_to_the_internet_is_refused() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    for (url, refusal) in [
        ("ftp://example.com/", "400 validation_error url invalid_format"),
        ("https://exa mple.com/", "400 validation_error url invalid_format"),
        ("https://exämple.com/", "400 validation_error url invalid_format"),
        ("https:\\\\example.com", "400 validation_error url invalid_format"),
        ("http://example.com/", "422 rule_violation url url_not_https"),
        ("https://127.0.0.1/", "422 rule_violation url url_without_name"),
        ("https://0x7f.1/", "422 rule_violation url url_without_name"),
        ("https://[::1]/", "422 rule_violation url url_without_name"),
        ("https://localhost/", "422 rule_violation url url_inner_name"),
        ("https://a:b@example.com/", "422 rule_violation url url_with_credentials"),
        ("https://example.com:25/", "422 rule_violation url url_port"),
        ("https://example.com:99999/", "422 rule_violation url url_malformed"),
    ] {
        let made = fixture.app.post("/webhook-endpoints", json!({"url": url, "event_types": ["*"]})).await;
        assert_eq!(made.refusal(), refusal, "{url}");
        let changed = fixture.app.put(&path("webhook-endpoints", &endpoint), json!({"url": url})).await;
        assert_eq!(changed.refusal(), refusal, "{url}");
    }
}

#[tokio::test]
async fn an_endpoint_asks_for_types_that_there_are() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let unknown = fixture.app.put(&path("webhook-endpoints", &endpoint), json!({"event_types": ["a.b"]})).await;
    assert_eq!(unknown.refusal(), "422 rule_violation event_types[0] unknown_event_type");
    for (types, refusal) in [
        (json!([]), "400 validation_error event_types out_of_range"),
        (json!(["booking"]), "400 validation_error event_types[0] invalid_format"),
        (json!(["*", "*"]), "400 validation_error event_types[1] repeated"),
        (
            json!(["booking.created", "booking.vanished"]),
            "422 rule_violation event_types[1] unknown_event_type",
        ),
        (json!(["spaceship.*"]), "422 rule_violation event_types[0] unknown_event_type"),
        (json!(["booking.*", "invoice.paid"]), "201 "),
    ] {
        let body = json!({"url": HOOK, "event_types": types});
        let answer = fixture.app.post("/webhook-endpoints", body.clone()).await;
        assert_eq!(answer.refusal(), refusal, "{body}");
    }
}

/// Replaces the stored secrets of an endpoint from this position on by some that no configured key opens.
async fn lose_keys(fixture: &WebhookFixture, endpoint: &Value, from: usize) {
    let (app, id) =
        (&fixture.app, Id::<WebhookEndpoint>::parse(endpoint["id"].as_str().expect("an id")).expect("an id"));
    let before = app.context.store.find(&app.tenant(), id).await.expect("a read").expect("an endpoint");
    let mut after = before.clone();
    after.version += 1;
    for secret in &mut after.body.secrets[from..] {
        let former = SecretVersions::parse("a key that is kept no more").expect("a key");
        secret.sealed = former.sealed(&id.to_string(), [7; SALT_BYTES], "whsec_lost").expect("a sealed text");
    }
    let mut transaction = store::Transaction::new(app.tenant(), app.context.ids.token());
    transaction.replace(&before, &after);
    app.context.store.commit(transaction).await.expect("a commit");
}

#[tokio::test]
async fn a_secret_that_cannot_be_decrypted_is_left_out_and_without_any_nothing_is_sent() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/rotate"), json!({"overlap_hours": 2})).await;
    lose_keys(&fixture, &endpoint, 1).await;
    fixture.publish("booking.created").await;
    fixture.deliver().await;
    let sent = fixture.receivers.newly_sent();
    assert_eq!((sent.len(), sent[0].headers[2].1.split(' ').count()), (1, 1), "{sent:?}");
    lose_keys(&fixture, &endpoint, 0).await;
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    assert!(fixture.receivers.newly_sent().is_empty());
    assert_eq!(fixture.delivery(&endpoint, &event).await["status"], "pending");
}

#[tokio::test]
async fn two_secrets_sign_while_one_takes_the_place_of_the_other() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let rotate = path("webhook-endpoints", &endpoint) + "/rotate";
    let signatures = async || {
        fixture.publish("booking.created").await;
        fixture.deliver().await;
        let sent = fixture.receivers.newly_sent();
        let header = sent[0].headers.iter().find(|(name, _)| *name == "webhook-signature").expect("a signature");
        header.1.split(' ').count()
    };
    assert_eq!(signatures().await, 1);
    let rotated = fixture.app.post(&rotate, json!({"overlap_hours": 2})).await;
    assert_eq!(rotated.status, 200, "{}", rotated.text);
    assert_ne!(rotated.body["data"]["secret"], endpoint["secret"]);
    assert_eq!(signatures().await, 2);
    fixture.app.clock.advance(Duration::hours(2));
    assert_eq!(signatures().await, 1);
    fixture.app.post(&rotate, json!({"overlap_hours": 48})).await;
    fixture.app.post(&rotate, json!({})).await;
    assert_eq!(signatures().await, 1);
    let refused = fixture.app.post(&rotate, json!({"overlap_hours": 49})).await;
    assert_eq!(refused.refusal(), "400 validation_error overlap_hours out_of_range");
}

#[tokio::test]
async fn a_disabled_endpoint_hears_nothing_until_it_is_enabled() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let (disable, enable) =
        (path("webhook-endpoints", &endpoint) + "/disable", path("webhook-endpoints", &endpoint) + "/enable");
    assert_eq!(fixture.app.post(&enable, json!({})).await.refusal(), "409 invalid_state");
    let waiting = fixture.publish("booking.created").await;
    let disabled = fixture.app.post(&disable, json!({})).await;
    assert_eq!(disabled.body["data"]["disabled_reason"], "requested");
    assert_eq!(fixture.app.post(&disable, json!({})).await.refusal(), "409 invalid_state");
    let test = fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/test"), json!({})).await;
    assert_eq!(test.refusal(), "409 invalid_state");
    let unheard = fixture.publish("booking.created").await;
    fixture.deliver().await;
    assert!(fixture.receivers.sent().is_empty());
    assert_eq!(fixture.delivery(&endpoint, &waiting).await["cancelled_reason"], "endpoint_disabled");
    assert!(fixture.delivery(&endpoint, &unheard).await.is_null());
    let enabled = fixture.app.post(&enable, json!({})).await;
    assert_eq!((enabled.status, enabled.body["data"]["disabled_at"].is_null()), (200, true));
    fixture.publish("booking.created").await;
    fixture.deliver().await;
    assert_eq!(fixture.receivers.sent().len(), 1);
}

#[tokio::test]
async fn to_a_deleted_endpoint_nothing_is_sent_not_what_waits_either() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let waiting = fixture.publish("booking.created").await;
    assert_eq!(fixture.app.delete(&path("webhook-endpoints", &endpoint)).await.status, 200);
    fixture.deliver().await;
    assert!(fixture.receivers.sent().is_empty());
    assert_eq!(fixture.delivery(&endpoint, &waiting).await["cancelled_reason"], "endpoint_deleted");
    assert_eq!(fixture.app.get(&path("webhook-endpoints", &endpoint)).await.status, 404);
}

#[tokio::test]
async fn a_test_event_is_sent_whatever_the_endpoint_asks_for_and_attempted_once() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["invoice.paid"]).await;
    let sent = fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/test"), json!({})).await;
    assert_eq!((sent.status, sent.body["data"]["event_type"].as_str()), (201, Some("webhook_endpoint.tested")));
    fixture.receivers.set(HOOK, tests::Receiver::Answers(500));
    fixture.deliver().await;
    let delivery = fixture.app.get(&path("webhook-deliveries", &sent.body["data"])).await;
    assert_eq!((delivery.body["data"]["status"].as_str(), fixture.receivers.sent().len()), (Some("failed"), 1));
    let body = &fixture.receivers.sent()[0].body;
    assert!(body.contains(r#""type":"webhook_endpoint.tested""#) && !body.contains("whsec_"), "{body}");
}

#[tokio::test]
async fn a_test_event_has_no_address_also_when_it_is_replayed_to_another_one() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint("https://hooks.example.com/?key=canary", &["*"]).await;
    let own = path("webhook-endpoints", &endpoint);
    let sent = fixture.app.post(&(own.clone() + "/test"), json!({})).await;
    fixture.deliver().await;
    assert_eq!(fixture.app.put(&own, json!({"url": HOOK})).await.status, 200);
    let again = path("webhook-deliveries", &sent.body["data"]) + "/replay";
    assert_eq!(fixture.app.post(&again, json!({})).await.status, 200);
    fixture.deliver().await;
    let sent = fixture.receivers.sent();
    assert_eq!((sent.len(), sent[1].url.as_str()), (2, HOOK));
    for sent in sent {
        let body: Value = serde_json::from_str(&sent.body).expect("JSON");
        let object = &body["data"]["object"];
        assert_eq!((&object["status"], object["url"].is_null()), (&json!("enabled"), true), "{body}");
        assert!(body["data"]["actor"]["client_id"].as_str().is_some_and(|id| id.starts_with("colc_")), "{body}");
        assert!(!sent.body.contains("canary") && !sent.body.contains("secret_last4"), "{body}");
    }
}

#[tokio::test]
async fn when_an_endpoint_was_rotated_last_is_shown_and_told() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    assert!(endpoint["rotated_at"].is_null());
    fixture.app.clock.advance(Duration::hours(1));
    let rotated = fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/rotate"), json!({})).await;
    assert_eq!(rotated.body["data"]["rotated_at"], "2026-11-21T10:00:00.000Z");
}
