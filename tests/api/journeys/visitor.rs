//! Vera's visit: invited by e-mail, admitted with the QR code of the invitation, on the list while she is there, and
//! forgotten when the retention of visitors is over.

use serde_json::{Value, json};
use tests::total;

use super::{Story, id};

/// Names of those who are in the building, as the evacuation list prints them.
async fn present(story: &Story) -> Vec<Value> {
    let list = story.get(&format!("/locations/{}/evacuation-list", story.location)).await;
    list["present"].as_array().into_iter().flatten().map(|one| one["name"].clone()).collect()
}

#[tokio::test]
async fn a_visitor_is_invited_checks_in_with_the_qr_code_leaves_at_closing_and_is_purged() {
    let story = Story::from("2027-03-01T09:00:00Z").await;
    let settings = json!({"visitor_settings": {"agreement": "No photographs.", "host_approval": true}});
    story.app.put(&format!("/locations/{}", story.location), settings).await;
    story.app.put("/merchant", json!({"retention": {"visitor_days": 30}})).await;
    let ann = story.make("/members", json!({"email": "ann@example.com", "name": "Ann"})).await;

    // The invitation has a code of six digits, a QR code and a badge.
    let visit = json!({"location_id": story.location, "host_id": ann, "expected_at": "2027-03-02T10:00:00Z",
        "visitor": {"name": "Vera", "surname": "Lang", "email": "vera@lang.example"}, "reason": "Tour"});
    let visit = story.act("/visitor-visits", visit).await;
    assert_eq!(visit["code"].as_str().map(str::len), Some(6));
    let badge = story.app.get(&format!("/visitor-visits/{}/badge.svg", id(&visit))).await;
    assert!(badge.status == 200 && badge.text.contains("Vera"), "{}", badge.text);

    // On the day she shows it at the door, accepts what the location asks of her, and Ann says that she may come in.
    story.until("2027-03-02T09:55:00Z").await;
    let shown = json!({"location_id": story.location, "qr_payload": visit["qr_payload"], "agreement_accepted": true});
    let there = story.act("/visitor-visits/check-in", shown).await;
    assert_eq!((&there["status"], &there["host_state"]), (&json!("checked_in"), &json!("requested")));
    let answer = json!({"host_state": "accepted_grant"});
    story.act(&format!("/visitor-visits/{}/answer", id(&visit)), answer).await;
    assert_eq!(present(&story).await, ["Vera Lang"]);
    let again = json!({"location_id": story.location, "qr_payload": visit["qr_payload"], "agreement_accepted": true});
    assert_eq!(story.app.post("/visitor-visits/check-in", again).await.refusal(), "409 invalid_state");

    // Nobody checks her out: the end of the day does.
    story.until("2027-03-03T09:00:00Z").await;
    assert_eq!(present(&story).await, Vec::<Value>::new());
    let over = story.get(&format!("/visitor-visits/{}", id(&visit))).await;
    assert_eq!(over["status"], "checked_out");

    // A month later nothing says who she was, and the visit is still counted.
    story.until("2027-04-15T09:00:00Z").await;
    let items = story.app.table_text().await;
    assert!(!items.iter().any(|item| item.contains("Vera") || item.contains("lang.example")));
    assert_eq!(total(&story.app, "/visitor-visits?status=checked_out").await, 1);
    let purged = story.get(&format!("/visitor-visits/{}", id(&visit))).await;
    assert_eq!((&purged["visitor"]["name"], &purged["reason"]), (&json!("Purged visitor"), &json!("")));
}
