//! Invitations: accepted, withdrawn, sent once more.

use serde_json::json;
use tests::{app, at_once, days, location, only, total};

use super::{PATH, act, register, status};

#[tokio::test]
async fn an_invitation_is_accepted_but_not_rejected() {
    let app = app().await;
    let id = register(&app, &location(&app).await, "invite").await;
    assert_eq!(status(&app, &id).await, "invited");
    assert_eq!(act(&app, &id, "reject").await.refusal(), "409 invalid_state");
    let accepted = act(&app, &id, "approve").await;
    assert_eq!(accepted.body["data"]["status"], "accepted", "{}", accepted.text);
    assert_eq!(only(&app, "/members").await["id"], accepted.body["data"]["member_id"]);
}

#[tokio::test]
async fn an_invitation_is_withdrawn_and_then_not_accepted() {
    let app = app().await;
    let place = location(&app).await;
    let id = register(&app, &place, "invite").await;
    assert_eq!(act(&app, &id, "withdraw").await.body["data"]["status"], "withdrawn");
    for action in ["approve", "withdraw", "resend"] {
        assert_eq!(act(&app, &id, action).await.refusal(), "409 invalid_state", "{action}");
    }
    register(&app, &place, "signup").await;
    let late = register(&app, &location(&app).await, "invite").await;
    days(&app, 15);
    assert_eq!(act(&app, &late, "withdraw").await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn resending_renews_an_invitation_unless_another_took_its_place() {
    let app = app().await;
    let place = location(&app).await;
    let id = register(&app, &place, "invite").await;
    days(&app, 10);
    let renewed = act(&app, &id, "resend").await;
    assert_eq!(renewed.body["data"]["expires_at"], "2026-12-15T09:00:00.000Z", "{}", renewed.text);
    days(&app, 20);
    assert_eq!(status(&app, &id).await, "expired");
    assert_eq!(act(&app, &id, "resend").await.body["data"]["status"], "invited");
    days(&app, 20);
    let pending = register(&app, &place, "signup").await;
    assert_eq!(act(&app, &id, "resend").await.refusal(), "409 already_exists email already_exists");
    assert_eq!(act(&app, &pending, "resend").await.refusal(), "409 invalid_state");
    assert_eq!(act(&app, &pending, "approve").await.status, 200);
}

#[tokio::test]
async fn an_expired_invitation_is_renewed_or_replaced_but_not_both() {
    let app = app().await;
    let place = location(&app).await;
    let id = register(&app, &place, "invite").await;
    days(&app, 20);
    let body = json!({"location_id": place, "email": "ann@example.com", "name": "Ann"});
    let requests = (0..16).map(|number| match number % 2 {
        0 => ("POST", format!("{PATH}/{id}/resend"), json!({})),
        _ => ("POST", PATH.to_owned(), body.clone()),
    });
    at_once(&app, requests).await;
    let open =
        total(&app, &format!("{PATH}?status=pending")).await + total(&app, &format!("{PATH}?status=invited")).await;
    assert_eq!(open, 1);
}
