//! Many at once.

use serde_json::json;
use tests::{TicketFixture, at_once, having, total};

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_who_ask_at_once_get_a_number_each() {
    let fixture = TicketFixture::new().await;
    let requests = (0..64).map(|_| ("POST", "/tickets".to_owned(), fixture.body(&json!({}))));
    // As DynamoDB does it: overlapping transactions conflict on every item that they name.
    fixture.app.faults.overlaps_conflict(5);
    let answers = at_once(&fixture.app, requests).await;
    assert_eq!(having(&answers, 201), 64, "{answers:?}");
    let mut numbers: Vec<i64> = answers.iter().filter_map(|answer| answer.body["data"]["number"].as_i64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=64).collect::<Vec<_>>());
    assert_eq!(fixture.metrics("").await["total"]["created"], 64);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_said_at_once_is_kept_and_answered_once() {
    let fixture = TicketFixture::new().await;
    let id = fixture.started(json!({})).await;
    fixture.done(&id, "solve").await;
    let path = format!("/tickets/{id}/comments");
    let said = |author: &str| ("POST", path.clone(), json!({"author_id": author, "text": "Hello."}));
    let requests = (0..32).map(|number| said(if number % 2 == 0 { &fixture.member } else { &fixture.admin }));
    let answers = at_once(&fixture.app, requests).await;
    assert_eq!(having(&answers, 201), 32, "{answers:?}");
    let shown = fixture.shown(&id).await;
    assert_eq!((&shown["status"], &shown["reopened_count"]), (&json!("in_progress"), &json!(1)), "reopened once");
    assert_eq!(fixture.metrics("").await["total"]["first_response"]["tickets"], 1);
    assert_eq!(total(&fixture.app, &path).await, 32);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_says_anything_after_a_ticket_was_closed_at_the_same_moment() {
    for _ in 0..5 {
        let fixture = TicketFixture::new().await;
        let id = fixture.solved(json!({})).await;
        let comment = json!({"author_id": fixture.admin, "text": "Hello."});
        let requests = (0..8).map(|number| {
            if number % 2 == 0 {
                ("POST", format!("/tickets/{id}/close"), json!({}))
            } else {
                ("POST", format!("/tickets/{id}/comments"), comment.clone())
            }
        });
        let answers = at_once(&fixture.app, requests).await;
        assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 201 | 409)), "{answers:?}");
        let told = fixture.activity(&id).await;
        let closed = told.iter().filter(|entry| entry.ends_with(">closed")).count();
        // Entries stand in the order in which their requests were decided: a comment may stand after a closing that was
        // written after it.
        let said = told.iter().filter(|entry| *entry == "comment").count();
        let comments = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!((closed, said), (1, comments), "{told:?}");
        assert_eq!(fixture.app.post(&format!("/tickets/{id}/comments"), comment).await.status, 409);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_type_that_changes_at_once_in_both_directions_leaves_one_ticket() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    let requests = (0..16).map(|number| {
        let kind = if number % 2 == 0 { "harassment" } else { "other" };
        ("PUT", format!("/tickets/{id}"), json!({"type": kind}))
    });
    let answers = at_once(&fixture.app, requests).await;
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 404)), "{answers:?}");
    let (plain, sensitive) =
        (total(&fixture.app, "/tickets").await, total(&fixture.app, "/tickets?sensitive=true").await);
    assert_eq!(plain + sensitive, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_who_goes_and_asks_at_the_same_moment_does_one_of_both() {
    for _ in 0..5 {
        let fixture = TicketFixture::new().await;
        let requests = [
            ("DELETE", format!("/members/{}", fixture.member), json!(null)),
            ("POST", "/tickets".to_owned(), fixture.body(&json!({}))),
        ];
        let answers = at_once(&fixture.app, requests).await;
        let done = answers.iter().filter(|answer| answer.status < 300).count();
        assert_eq!(done, 1, "{answers:?}");
    }
}
