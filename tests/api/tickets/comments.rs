//! What people say, among themselves and to the requester, and what it does to the ticket.

use serde_json::{Value, json};
use tests::{TicketFixture, accepted, member, total};

use super::field;

#[tokio::test]
async fn what_the_requester_says_lets_a_pending_ticket_go_on_and_reopens_a_solved_one() {
    let fixture = TicketFixture::new().await;
    let id = fixture.started(json!({})).await;
    let status = async || fixture.shown(&id).await["status"].clone();
    fixture.done(&id, "wait").await;
    fixture.said(&id, &fixture.admin, json!({})).await;
    assert_eq!(status().await, "pending", "who helps waits on");
    fixture.said(&id, &fixture.member, json!({})).await;
    assert_eq!(status().await, "in_progress");
    fixture.done(&id, "solve").await;
    fixture.said(&id, &fixture.admin, json!({})).await;
    assert_eq!(status().await, "solved");
    fixture.said(&id, &fixture.member, json!({})).await;
    let reopened = fixture.shown(&id).await;
    assert_eq!((&reopened["status"], &reopened["reopened_count"]), (&json!("in_progress"), &json!(1)));
    assert_eq!((&reopened["solved_at"], &reopened["closes_at"]), (&json!(null), &json!(null)));
    let told = fixture.activity(&id).await;
    assert_eq!(told.last().map(String::as_str), Some("comment"), "{told:?}");
    assert!(told.contains(&"status_changed solved>in_progress".to_owned()), "{told:?}");
}

#[tokio::test]
async fn nobody_says_anything_on_a_closed_ticket_and_the_refusal_tells_how_to_go_on() {
    let fixture = TicketFixture::new().await;
    let id = fixture.solved(json!({})).await;
    fixture.done(&id, "close").await;
    for author in [&fixture.member, &fixture.admin] {
        let refused = fixture.say(&id, author, json!({})).await;
        assert_eq!(refused.refusal(), "409 invalid_state follow_up_of closed");
    }
    let again = fixture.ask(json!({"follow_up_of": id})).await;
    accepted(&again, 201);
    assert_eq!(again.body["data"]["follow_up_of"], json!(id));
}

#[tokio::test]
async fn a_follow_up_goes_on_from_a_closed_ticket_of_the_same_person_at_the_same_place() {
    let fixture = TicketFixture::new().await;
    let open = fixture.ticket(json!({})).await;
    let refused = async |fields: Value| fixture.ask(fields).await.refusal();
    let told = |reason: &str| format!("422 rule_violation follow_up_of {reason}");
    assert_eq!(refused(json!({"follow_up_of": open})).await, told("not_closed"));
    assert_eq!(refused(json!({"follow_up_of": tests::NOBODY})).await, told("reference_not_found"));
    let closed = fixture.solved(json!({})).await;
    fixture.done(&closed, "close").await;
    let bob = member(&fixture.app, "bob@example.com").await;
    assert_eq!(refused(json!({"follow_up_of": closed, "requester_id": bob})).await, told("other_requester"));
    let elsewhere = tests::location(&fixture.app).await;
    assert_eq!(refused(json!({"follow_up_of": closed, "location_id": elsewhere})).await, told("other_location"));
}

#[tokio::test]
async fn the_first_response_is_the_first_public_word_of_somebody_else() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    let answered = async || fixture.shown(&id).await["first_response_at"].clone();
    fixture.said(&id, &fixture.member, json!({})).await;
    fixture.said(&id, &fixture.admin, json!({"internal": true})).await;
    assert_eq!(answered().await, json!(null));
    fixture.minutes(30);
    fixture.said(&id, &fixture.admin, json!({})).await;
    fixture.minutes(30);
    fixture.said(&id, &fixture.admin, json!({})).await;
    assert_eq!(answered().await, "2026-11-23T08:30:00.000Z");
    let figures = fixture.metrics("").await["total"]["first_response"].clone();
    assert_eq!(figures, json!({"tickets": 1, "total_minutes": 30, "average_minutes": 30}));
}

#[tokio::test]
async fn internal_comments_are_for_those_who_run_the_place() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    let public = fixture.said(&id, &fixture.admin, json!({"text": "Somebody comes."})).await;
    let internal = fixture.said(&id, &fixture.admin, json!({"text": "Again.", "internal": true})).await;
    let paths = [format!("/tickets/{id}/comments"), format!("/tickets/{id}/activity?kind=comment")];
    let desk = fixture.called_with(&["tickets:write", "members:read"]).await;
    let seen = async |app: &testing::TestApp, path: &str| {
        let list = app.get(path).await;
        accepted(&list, 200);
        assert_eq!(list.body["pagination"]["total"], field(&list.body, "id").len(), "{path}");
        field(&list.body, if path.contains("activity") { "comment_id" } else { "id" })
    };
    for path in &paths {
        assert_eq!(seen(&fixture.app, path).await, [json!(public), json!(internal)]);
        assert_eq!(seen(&desk, path).await, [json!(public)], "without the scope");
        let sign = if path.contains('?') { '&' } else { '?' };
        let as_member = format!("{path}{sign}visible_to={}", fixture.member);
        assert_eq!(seen(&fixture.app, &as_member).await, [json!(public)], "as the requester sees it");
        let as_admin = format!("{path}{sign}visible_to={}", fixture.admin);
        assert_eq!(seen(&fixture.app, &as_admin).await, [json!(public), json!(internal)]);
    }
    let body = json!({"author_id": fixture.admin, "text": "Psst", "internal": true});
    let refused = desk.post(&paths[0], body).await;
    assert_eq!(refused.refusal(), "403 forbidden internal scope_missing");
    let own = fixture.say(&id, &fixture.member, json!({"internal": true})).await;
    assert_eq!(own.refusal(), "422 rule_violation internal of_requester");
    let bob = member(&fixture.app, "bob@example.com").await;
    let others = fixture.app.get(&format!("{}?visible_to={bob}", paths[0])).await;
    assert_eq!(others.refusal(), "404 not_found", "somebody else's ticket");
}

#[tokio::test]
async fn an_internal_comment_is_not_repeated_to_a_client_that_lost_the_scope() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    let scopes = json!({"name": "Desk", "scopes": ["tickets:write", "tickets:internal"]});
    let made = testing::TestApp::made(&fixture.app.post("/api-clients", scopes).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    let client = testing::TestClient { client_id: text("client_id"), secret: text("secret") };
    let desk = fixture.app.as_client(&client);
    let body = json!({"author_id": fixture.admin, "text": "Psst", "internal": true});
    let send = async || {
        desk.send("POST", &format!("/tickets/{id}/comments"), Some(body.clone()), &[("idempotency-key", "k")]).await
    };
    accepted(&send().await, 201);
    assert_eq!(send().await.header("idempotent-replayed"), "true");
    let path = format!("/api-clients/{}", made["id"].as_str().unwrap_or_default());
    accepted(&fixture.app.put(&path, json!({"scopes": ["tickets:write"]})).await, 200);
    fixture.minutes(2);
    assert_eq!(send().await.refusal(), "403 forbidden");
}

#[tokio::test]
async fn a_comment_has_files_and_a_text_that_is_given_back_as_it_came() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    for text in [
        "\u{200f}\u{5d8}\u{5e7}\u{5e1}\u{5d8} mixed\u{200e}".to_owned(),
        format!("e{}", "\u{301}".repeat(4_999)),
        "<script>alert(1)</script><img src=x onerror=alert(1)>".to_owned(),
        "=HYPERLINK(\"https://example.com\")".to_owned(),
    ] {
        let said = fixture.say(&id, &fixture.member, json!({"text": text})).await;
        accepted(&said, 201);
        assert_eq!(said.body["data"]["text"], json!(text));
        let list = fixture.app.get(&format!("/tickets/{id}/comments?order=desc")).await;
        assert_eq!(list.body["data"][0]["text"], json!(text));
    }
    let refused = fixture.say(&id, &fixture.member, json!({"text": ""})).await;
    assert_eq!(refused.refusal(), "422 rule_violation text blank");
    let eleven: Vec<String> =
        (10..21).map(|number| format!("uploads/0199a000-0000-7000-8000-0000000000{number}")).collect();
    let refused = fixture.say(&id, &fixture.member, json!({"attachments": eleven})).await;
    assert_eq!(refused.refusal(), "400 validation_error attachments too_many");
}

#[tokio::test]
async fn attachments_are_files_that_the_merchant_has_uploaded() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    let upload = crate::uploads::completed(&fixture.app, b"a photograph of a door").await;
    let said = fixture.say(&id, &fixture.member, json!({"attachments": [upload["file_key"]]})).await;
    assert_eq!(
        (said.status, &said.body["data"]["attachments"]),
        (201, &json!([upload["file_key"]])),
        "{}",
        said.text
    );
    let unknown = json!({"attachments": [upload["file_key"], format!("uploads/{}", tests::NOBODY)]});
    let refused = fixture.say(&id, &fixture.member, unknown).await;
    assert_eq!(refused.refusal(), "422 rule_violation attachments[1] file_not_found");
}

#[tokio::test]
async fn a_hundred_of_the_longest_comments_are_one_page() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    let longest = "\u{1f6aa}".repeat(5_000);
    for _ in 0..100 {
        fixture.said(&id, &fixture.member, json!({"text": longest})).await;
    }
    let page = fixture.app.get(&format!("/tickets/{id}/comments?per_page=100")).await;
    accepted(&page, 200);
    assert!(tests::event_bytes(&page) < 5_000_000);
    assert_eq!(total(&fixture.app, &format!("/tickets/{id}/comments")).await, 100);
}
