//! Badges.

use serde_json::json;
use tests::accepted;

use super::Door;

#[tokio::test]
async fn a_badge_says_who_visits_whom_and_has_the_qr_code() {
    let door = Door::new().await;
    let visitor = json!({"name": "<Vera> & \"Co\"", "surname": "of the very long family name that fits nowhere", "company_name": "Lang"});
    let visit = door.invited(json!({"visitor": visitor})).await;
    let visit = door.acted(&visit, "check-in", json!({})).await;
    let path = format!("/visitor-visits/{}/badge.svg", visit["id"].as_str().unwrap_or_default());
    let badge = door.app().get(&path).await;
    accepted(&badge, 200);
    assert_eq!(badge.header("content-type"), "image/svg+xml; charset=utf-8");
    let number = visit["badge_number"].as_u64().unwrap_or_default();
    for part in [
        "&lt;Vera&gt; &amp; &quot;Co&quot;",
        ">Lang<",
        "Host: Ann",
        "Canal House",
        "2027-01-01",
        &format!("{number:04}"),
        "textLength",
    ] {
        assert!(badge.text.contains(part), "{part} in {}", badge.text);
    }
    let squares = badge.text.matches("h1v1h-1z").count();
    assert!(squares > 200, "{squares} dark squares");
    assert!(badge.text.starts_with("<svg ") && badge.text.ends_with("</svg>"));
}

#[tokio::test]
async fn a_visit_that_was_cancelled_has_no_badge() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    door.acted(&visit, "cancel", json!({})).await;
    let path = format!("/visitor-visits/{}/badge.svg", visit["id"].as_str().unwrap_or_default());
    assert_eq!(door.app().get(&path).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn visitors_who_are_there_together_have_different_badges() {
    let door = Door::new().await;
    let mut paths = Vec::new();
    for _ in 0..16 {
        let visit = door.invited(json!({})).await;
        paths.push(format!("/visitor-visits/{}/check-in", visit["id"].as_str().unwrap_or_default()));
    }
    let answers = tests::at_once(door.app(), paths.into_iter().map(|path| ("POST", path, json!({})))).await;
    let numbers: std::collections::BTreeSet<_> =
        answers.iter().map(|answer| answer.body["data"]["badge_number"].as_u64()).collect();
    assert_eq!((tests::having(&answers, 200), numbers.len()), (16, 16));
}
