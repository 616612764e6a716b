//! What refuses a series while it is carried out takes everything back.

use serde_json::json;
use tests::{RoomFixture, carried_out, hastened, hastened_step};

use super::{MANY, asked, nothing_is_left};
use crate::bookings::series::{count, get, skipped};

#[tokio::test]
async fn a_conflict_of_the_last_occurrence_takes_everything_back_and_says_what_the_request_would_have() {
    let fixture = RoomFixture::new().await;
    let (answer, series) = asked(&fixture, json!({})).await;
    // The last occurrence is on 2027-04-01.
    let booking = fixture.booked("2027-04-01T09:30:00Z", "2027-04-01T10:30:00Z").await;
    let after = carried_out(&fixture.app, &answer).await;
    let operation = &after["operation"];
    assert_eq!((&after["status"], &operation["status"]), (&json!("failed"), &json!("failed")));
    let failure = &operation["failure"];
    assert_eq!(failure["code"], "booking_conflict");
    assert_eq!(failure["errors"][0]["field"], format!("occurrences[{}]", MANY - 1));
    assert_eq!(failure["errors"][0]["reason"], "booking_conflict");
    assert_eq!(failure["conflicts"][0]["start_time"], "2027-04-01T09:30:00.000Z");
    assert_eq!((&operation["done"], &after["booking_ids"]), (&json!(0), &json!([])));
    assert_eq!(fixture.act(&booking, "cancel").await.status, 200);
    assert_eq!((count(&fixture.app, "pending").await, count(&fixture.app, "confirmed").await), (json!(0), json!(0)));
    let (again, _) = asked(&fixture, json!({})).await;
    assert_eq!(carried_out(&fixture.app, &again).await["operation"]["status"], "succeeded", "every time is free");
    assert_eq!(get(&fixture.app, &series).await, after);
}

#[tokio::test]
async fn of_two_series_for_the_same_time_one_comes_about_and_the_other_leaves_nothing() {
    let fixture = RoomFixture::new().await;
    let ((_, one), (_, other)) = tokio::join!(asked(&fixture, json!({})), asked(&fixture, json!({})));
    hastened(&fixture.app.context).await;
    let mut outcomes = Vec::new();
    for series in [&one, &other] {
        let after = get(&fixture.app, series).await;
        outcomes.push(after["operation"]["status"].as_str().unwrap().to_owned());
    }
    outcomes.sort();
    assert_eq!(outcomes, ["failed", "succeeded"]);
    assert_eq!(
        (count(&fixture.app, "confirmed").await, count(&fixture.app, "pending").await),
        (json!(MANY), json!(0))
    );
}

#[tokio::test]
async fn a_customer_who_is_blocked_meanwhile_gets_nothing() {
    let fixture = RoomFixture::new().await;
    let (answer, _) = asked(&fixture, json!({})).await;
    assert!(hastened_step(&fixture.app.context).await);
    let blocked = fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await;
    assert_eq!(blocked.status, 200, "{}", blocked.text);
    let after = carried_out(&fixture.app, &answer).await;
    assert_eq!(after["operation"]["failure"]["errors"][0]["reason"], "customer_blocked", "{after}");
    assert_eq!(after["operation"]["status"], "failed");
    let unblocked = fixture.app.post(&format!("/members/{}/unblock", fixture.member), json!({})).await;
    assert_eq!(unblocked.status, 200, "{}", unblocked.text);
    nothing_is_left(&fixture).await;
}

#[tokio::test]
async fn a_series_of_which_nothing_can_be_booked_any_more_is_refused() {
    let fixture = RoomFixture::new().await;
    let (answer, _) = asked(&fixture, json!({"on_conflict": "skip"})).await;
    let (first, _) = asked(&fixture, json!({"on_conflict": "fail"})).await;
    // The second request's messages come first.
    let message = fixture.app.due_queue.take(usize::MAX).expect("a message");
    fixture.app.due_queue.done(&message);
    carried_out(&fixture.app, &first).await;
    fixture.app.due_queue.put(&[message], 0);
    let after = carried_out(&fixture.app, &answer).await;
    assert_eq!((&after["status"], skipped(&after).len()), (&json!("failed"), MANY as usize));
    let failure = &after["operation"]["failure"];
    assert_eq!(
        (&failure["code"], &failure["errors"][0]["field"]),
        (&json!("booking_conflict"), &json!("occurrences[0]"))
    );
    assert_eq!(count(&fixture.app, "confirmed").await, MANY);
}
