//! Visitors' data is purged when its time is over, and what is counted stays.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{accepted, having, made, sweep, total, with};

use super::Door;

/// Sweeps day by day.
async fn days(door: &Door, days: i64) {
    for _ in 0..days {
        door.app().clock.advance(Duration::days(1));
        for _ in 0..2 {
            let report = sweep(&door.app().context).await;
            assert_eq!(report.failed(), 0, "{report:?}");
        }
    }
}

/// Items of the table that still say something about a visitor.
async fn left(door: &Door) -> Vec<String> {
    let items = door.app().table_text().await;
    items.into_iter().filter(|item| item.to_lowercase().contains("canary")).collect()
}

async fn kept_for(door: &Door, days: u32) {
    accepted(&door.app().put("/merchant", json!({"retention": {"visitor_days": days}})).await, 200);
}

/// Somebody with something written in every record that a visitor can have, under idempotency keys.
async fn canaries(door: &Door) -> String {
    let person = json!({"name": "Canary", "surname": "Canary", "email": "canary@example.com", "phone": "canary 12345",
        "company_name": "Canary"});
    let metadata = json!({"metadata": {"canary": "canary"}});
    let mut keys = 0;
    let mut post = async |path: &str, body: Value| {
        keys += 1;
        let key = format!("key-{keys}");
        let answer = door.app().send("POST", path, Some(body), &[("idempotency-key", &key)]).await;
        assert!(answer.status < 300, "{path} {}", answer.text);
        answer.body["data"].clone()
    };
    let texts = json!({"visitor": person, "reason": "canary", "comment": "canary"});
    let fields = with(with(texts, &metadata), &json!({}));
    let contact = json!({"location_id": door.fixture.location, "notes": "canary"});
    let contact = post("/visitor-contacts", with(with(with(contact, &person), &metadata), &json!({}))).await;
    let of_contact = with(tests::without(door.body(&fields), "visitor"), &json!({"contact_id": contact["id"]}));
    for (body, actions) in [
        (door.body(&fields), vec![]),
        (door.body(&fields), vec!["cancel"]),
        (door.body(&fields), vec!["check-in", "check-out"]),
        (of_contact, vec!["check-in"]),
        (with(door.body(&fields), &json!({"recurring": {"frequency": "daily", "count": 3}})), vec![]),
    ] {
        let visit = post("/visitor-visits", body).await;
        for action in actions {
            post(&format!("/visitor-visits/{}/{action}", visit["id"].as_str().unwrap_or_default()), json!({})).await;
        }
    }
    for action in ["approve", "reject", ""] {
        let request = json!({"location_id": door.fixture.location, "host_id": door.fixture.member, "visitor": person,
            "message": "canary"});
        let request = post("/visitor-requests", with(request, &metadata)).await;
        if !action.is_empty() {
            post(&format!("/visitor-requests/{}/{action}", request["id"].as_str().unwrap_or_default()), json!({}))
                .await;
        }
    }
    contact["id"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn everything_about_a_visitor_is_purged_and_what_is_counted_stays() {
    let door = Door::alone().await;
    kept_for(&door, 10).await;
    let contact = canaries(&door).await;
    assert!(left(&door).await.len() > 10);
    let visits = total(door.app(), "/visitor-visits").await;
    assert_eq!(visits, 8);
    days(&door, 9).await;
    let told = door.app().get(&format!("/visitor-contacts/{contact}")).await;
    assert_eq!((&told.body["data"]["name"], &told.body["data"]["visit_count"]), (&json!("Canary"), &json!(1)));
    days(&door, 6).await;
    assert_eq!(left(&door).await, Vec::<String>::new());
    assert_eq!(total(door.app(), "/visitor-visits").await, visits, "what is counted stays");
    assert_eq!(total(door.app(), "/visitor-visits?status=checked_out").await, 2);
    assert_eq!(total(door.app(), "/visitor-visits?status=no_show").await, 5);
    assert_eq!(total(door.app(), "/visitor-requests").await, 3);
    assert_eq!(door.app().get(&format!("/visitor-contacts/{contact}")).await.status, 404);
    let purged = door.app().get("/visitor-visits").await.body["data"][0].clone();
    assert_eq!((&purged["visitor"]["name"], &purged["code"]), (&json!("Purged visitor"), &json!("")));
    assert!(purged["purged_at"].is_string() && purged["qr_payload"] == "", "{purged}");
}

#[tokio::test]
async fn a_retention_that_becomes_shorter_holds_within_a_week() {
    let door = Door::alone().await;
    canaries(&door).await;
    days(&door, 30).await;
    assert!(!left(&door).await.is_empty(), "ninety days unless the merchant says otherwise");
    kept_for(&door, 5).await;
    days(&door, 7).await;
    assert_eq!(left(&door).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_blocked_contact_is_kept_as_long_as_it_is_blocked() {
    let door = Door::alone().await;
    kept_for(&door, 1).await;
    let contact = door.contact(json!({"email": "vera@lang.example"})).await;
    let path = format!("/visitor-contacts/{contact}");
    accepted(&door.app().post(&format!("{path}/block"), json!({})).await, 200);
    days(&door, 3).await;
    let at = door.app().context.clock.now().to_string();
    assert_eq!(door.invite(json!({"expected_at": at})).await.refusal(), "403 forbidden");
    accepted(&door.app().post(&format!("{path}/unblock"), json!({})).await, 200);
    days(&door, 2).await;
    assert_eq!(door.app().get(&path).await.status, 404);
}

#[tokio::test]
async fn a_contact_who_comes_again_is_kept_longer() {
    let door = Door::alone().await;
    kept_for(&door, 5).await;
    let contact = door.contact(json!({})).await;
    days(&door, 4).await;
    let at = door.app().context.clock.now().to_string();
    let body =
        with(tests::without(door.body(&json!({})), "visitor"), &json!({"contact_id": contact, "expected_at": at}));
    let visit = made(door.app(), "/visitor-visits", body).await;
    accepted(&door.app().post(&format!("/visitor-visits/{visit}/check-in"), json!({})).await, 200);
    days(&door, 4).await;
    let path = format!("/visitor-contacts/{contact}");
    assert_eq!(door.app().get(&path).await.body["data"]["visit_count"], 1);
    days(&door, 2).await;
    assert_eq!(door.app().get(&path).await.status, 404);
    let answers = [door.app().get(&format!("/visitor-visits/{visit}")).await];
    assert_eq!(having(&answers, 200), 1);
}

#[tokio::test]
async fn a_contact_who_is_expected_is_kept_until_then() {
    let door = Door::alone().await;
    kept_for(&door, 5).await;
    let contact = door.contact(json!({})).await;
    let body = with(
        tests::without(door.body(&json!({})), "visitor"),
        &json!({"contact_id": contact, "expected_at": "2027-01-10T14:00:00+01:00"}),
    );
    let visit = made(door.app(), "/visitor-visits", body).await;
    let path = format!("/visitor-contacts/{contact}");
    days(&door, 8).await;
    assert_eq!(door.app().get(&path).await.status, 200);
    let later = json!({"expected_at": "2027-01-14T14:00:00+01:00"});
    accepted(&door.app().put(&format!("/visitor-visits/{visit}"), later).await, 200);
    days(&door, 9).await;
    assert_eq!(door.app().get(&path).await.status, 200);
    days(&door, 3).await;
    assert_eq!(door.app().get(&path).await.status, 404);
}
