//! Who does not check out has left at closing.

use serde_json::json;
use tests::sweep;

use super::Door;

#[tokio::test]
async fn a_visitor_is_checked_out_when_the_location_closes() {
    let door = Door::alone().await;
    door.set(json!({"opening_hours": [{"weekday": "friday", "opens": "09:00", "closes": "18:00"}]})).await;
    let visit = door.invited(json!({})).await;
    let there = door.acted(&visit, "check-in", json!({})).await;
    assert_eq!(there["closes_at"], "2027-01-01T17:00:00.000Z");
    door.clock("2027-01-01T16:59:59Z");
    assert_eq!(door.on_site().await, ["Vera Lang"]);
    door.clock("2027-01-01T17:00:00Z");
    let derived = door.get(&visit).await;
    assert_eq!(
        (&derived["status"], &derived["checked_out_at"]),
        (&json!("checked_out"), &json!("2027-01-01T17:00:00.000Z"))
    );
    assert_eq!(derived["left_at_closing"], true);
    assert_eq!(door.on_site().await, Vec::<String>::new(), "nothing has to run for that");
    assert_eq!(door.act(&visit, "check-out", json!({})).await.refusal(), "409 invalid_state");
    door.clock("2027-01-01T18:00:00Z");
    sweep(&door.app().context).await;
    let written = door.get(&visit).await;
    assert_eq!(written["checked_out_at"], "2027-01-01T17:00:00.000Z", "as it would have been on time");
    assert_eq!(tests::total(door.app(), "/visitor-visits?status=checked_out").await, 1);
}

#[tokio::test]
async fn outside_of_opening_hours_a_visitor_is_there_until_the_end_of_the_day() {
    let door = Door::new().await;
    door.set(json!({"opening_hours": [{"weekday": "monday", "opens": "09:00", "closes": "18:00"}]})).await;
    let visit = door.invited(json!({})).await;
    assert_eq!(door.acted(&visit, "check-in", json!({})).await["closes_at"], "2027-01-01T23:00:00.000Z");
}

#[tokio::test]
async fn nobody_has_left_before_they_are_expected_to() {
    let door = Door::new().await;
    let evening = json!({"expected_at": "2027-01-01T22:00:00+01:00", "expected_until": "2027-01-02T03:00:00+01:00"});
    let visit = door.invited(evening).await;
    assert_eq!(door.acted(&visit, "check-in", json!({})).await["closes_at"], "2027-01-02T02:00:00.000Z");
    door.clock("2027-01-02T01:00:00Z");
    assert_eq!(door.on_site().await, ["Vera Lang"], "after midnight");
    // Who is expected for days does not sleep there.
    let days = json!({"expected_at": "2027-01-02T09:00:00+01:00", "expected_until": "2027-01-05T17:00:00+01:00"});
    let visit = door.invited(days).await;
    assert_eq!(door.acted(&visit, "check-in", json!({})).await["closes_at"], "2027-01-02T23:00:00.000Z");
}
