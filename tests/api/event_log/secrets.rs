//! No event has a secret: of none of the records that are made with one.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::{OutboxFixture, TicketFixture, instant, location, made, member, member_as};

/// Every text in an answer at a field with one of these names.
fn secrets(answer: &Value, found: &mut BTreeSet<String>) {
    match answer {
        Value::Object(fields) => {
            for (name, value) in fields {
                let is_secret =
                    ["secret", "code", "qr_payload", "ticket_code", "url", "shared_code"].contains(&name.as_str());
                if let (true, Some(text)) = (is_secret, value.as_str().filter(|text| text.len() > 3)) {
                    found.insert(text.to_owned());
                }
                secrets(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| secrets(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn no_secret_of_an_answer_stands_in_an_event() {
    let mut fixture = OutboxFixture::new().await;
    let app = fixture.app.clone();
    let place = location(&app).await;
    let host = member(&app, "ann@example.com").await;
    let mut found = BTreeSet::new();
    let client = app.post("/api-clients", json!({"name": "Door", "scopes": ["members:read"]})).await;
    let rotated = app.post(&format!("/api-clients/{}/rotate", client.id()), json!({})).await;
    let upload =
        json!({"file_name": "plan.pdf", "content_type": "application/pdf", "size_bytes": 10, "sha256": "0".repeat(64)});
    let visit = json!({"location_id": place, "host_id": host, "expected_at": instant("10:00"),
        "visitor": {"name": "Vera", "surname": "Canary", "email": "vera.canary@example.com"}});
    let benefit = json!({"location_id": place, "title": "Coffee", "partner_name": "Bar", "redemption_code_mode": "shared",
        "shared_code": "SHARED-CANARY"});
    for (path, body) in [("/uploads", upload), ("/visitor-visits", visit), ("/benefits", benefit)] {
        let answer = app.post(path, body).await;
        assert_eq!(answer.status, 201, "{path}: {}", answer.text);
        secrets(&answer.body["data"], &mut found);
    }
    assert_eq!((client.status, rotated.status), (201, 200));
    secrets(&client.body["data"], &mut found);
    secrets(&rotated.body["data"], &mut found);
    found.extend(["vera.canary@example.com".to_owned(), "Canary".to_owned(), "SHARED-CANARY".to_owned()]);
    assert!(found.len() >= 7, "{found:?}");
    let listed = json!(fixture.events("").await).to_string();
    let told: Vec<&String> = found.iter().filter(|secret| listed.contains(secret.as_str())).collect();
    assert!(told.is_empty(), "{told:?}");
    for object in ["api_client", "upload", "visitor_visit", "benefit"] {
        assert!(!fixture.events(&format!("object_type={object}")).await.is_empty(), "{object}");
    }
    let stored: Vec<String> = app.table_text().await.into_iter().filter(|item| item.contains("logged_event")).collect();
    assert!(!stored.is_empty());
    let kept: Vec<&String> =
        found.iter().filter(|secret| stored.iter().any(|item| item.contains(secret.as_str()))).collect();
    assert!(kept.is_empty(), "{kept:?}");
}

#[tokio::test]
async fn nothing_is_told_of_a_sensitive_ticket_and_of_what_is_said_only_about_which_ticket() {
    let mut fixture = OutboxFixture::new().await;
    let app = fixture.app.clone();
    let place = location(&app).await;
    let (ann, bob) = (member(&app, "ann@example.com").await, member_as(&app, "bob@example.com", "admin").await);
    let wish = |kind: &str| json!({"location_id": place, "requester_id": ann, "type": kind, "subject": "canary", "description": "canary"});
    let ordinary = made(&app, "/tickets", wish("cleaning")).await;
    let sensitive = made(&app, "/tickets", wish("harassment")).await;
    for id in [&ordinary, &sensitive] {
        let said = json!({"author_id": bob, "text": "canary", "internal": true});
        let answer = app.post(&format!("/tickets/{id}/comments"), said).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    let events = fixture.events("").await;
    let listed = json!(events).to_string();
    assert!(!listed.contains("canary"), "{listed}");
    let of_sensitive: Vec<&Value> = events.iter().filter(|event| event["object_id"] == sensitive.as_str()).collect();
    assert!(!of_sensitive.is_empty());
    assert!(of_sensitive.iter().all(|event| event["object"].is_null() && event["previous_attributes"].is_null()));
    let comments = fixture.events("type=ticket_comment.created").await;
    let mut about: Vec<&str> = comments.iter().filter_map(|event| event["object"]["ticket_id"].as_str()).collect();
    about.sort_unstable();
    let mut tickets = [ordinary.as_str(), sensitive.as_str()];
    tickets.sort_unstable();
    assert_eq!(about, tickets);
    assert!(comments.iter().all(|event| event["object"]["internal"] == true && event["object"]["author_id"].is_null()));
}

#[tokio::test]
async fn what_is_told_of_comments_on_tickets_takes_the_scopes_of_all_of_them_and_is_in_no_export() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = TicketFixture::of(outbox.app.clone()).await;
    let id = fixture.ticket(json!({"type": "harassment"})).await;
    fixture.said(&id, &fixture.member, json!({})).await;
    let events = outbox.events("type=ticket_comment.created").await;
    assert_eq!((events.len(), &events[0]["object"]["ticket_id"]), (1, &json!(id)));
    let seen = async |scopes: &[&str]| {
        let app = fixture.called_with(scopes).await;
        let listed = app.get("/event-log?type=ticket_comment.created").await;
        let exported = app.get(&format!("/members/{}/export?section=logged_events", fixture.member)).await;
        assert_eq!((listed.status, exported.status), (200, 200), "{} {}", listed.text, exported.text);
        assert!(!exported.text.contains("ticket_comment"), "{}", exported.text);
        !listed.body["data"][0]["object"].is_null()
    };
    assert!(!seen(&["merchant:read", "members:read", "tickets:read", "tickets:internal"]).await);
    assert!(!seen(&["merchant:read", "members:read", "tickets:read", "tickets:sensitive"]).await);
    assert!(seen(&["merchant:read", "members:read", "tickets:read", "tickets:internal", "tickets:sensitive"]).await);
}

#[tokio::test]
async fn what_events_in_an_export_say_takes_the_scopes_of_their_areas() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = TicketFixture::of(outbox.app.clone()).await;
    fixture.ticket(json!({})).await;
    outbox.consume().await;
    let told = async |scopes: &[&str]| {
        let app = fixture.called_with(scopes).await;
        let exported = app.get(&format!("/members/{}/export?section=logged_events", fixture.member)).await;
        let events = exported.body["data"].as_array().expect("a list");
        let of_ticket: Vec<&Value> = events.iter().filter(|event| event["fields"]["object_type"] == "ticket").collect();
        assert!(!of_ticket.is_empty(), "{}", exported.text);
        of_ticket.iter().all(|event| event["fields"]["object"].is_string())
    };
    assert!(told(&["merchant:read", "members:read", "tickets:read"]).await);
    assert!(!told(&["merchant:read", "members:read"]).await);
}
