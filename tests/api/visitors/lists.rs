//! The list of visits.

use serde_json::json;
use tests::{NOBODY, member, total};

use super::Door;

#[tokio::test]
async fn visits_are_found_by_state_time_host_and_name() {
    let door = Door::new().await;
    let ben = member(door.app(), "ben@example.com").await;
    let there = door.invited(json!({"visitor": {"name": "Vera", "surname": "Lang"}})).await;
    door.acted(&there, "check-in", json!({})).await;
    let gone = door.invited(json!({"visitor": {"name": "Bo", "company_name": "Lang Architects"}})).await;
    door.acted(&gone, "check-in", json!({})).await;
    door.acted(&gone, "check-out", json!({})).await;
    let cancelled = door.invited(json!({"visitor": {"name": "Cy"}})).await;
    door.acted(&cancelled, "cancel", json!({})).await;
    door.invited(json!({"visitor": {"name": "Dee"}, "host_id": ben})).await;
    door.invited(json!({"visitor": {"name": "Eve"}, "expected_at": "2027-01-02T09:00:00+01:00"})).await;
    let count = async |filter: &str| total(door.app(), &format!("/visitor-visits?{filter}")).await;
    for (filter, expected) in [
        ("", 5),
        ("status=expected", 2),
        ("status=checked_in", 1),
        ("status=checked_out", 1),
        ("status=cancelled", 1),
        ("status=no_show", 0),
        ("q=lang", 2),
        ("q=lang&status=checked_in", 1),
        ("from=2027-01-01T23:00:00Z", 1),
        ("to=2027-01-01T23:00:00Z", 4),
        ("from=2027-01-01T13:00:00Z&to=2027-01-01T13:00:01Z", 4),
        (&format!("host_id={ben}"), 1),
        (&format!("host_id={NOBODY}"), 0),
        (&format!("location_id={}", door.fixture.location), 5),
        (&format!("location_id={}&host_id={ben}", door.fixture.location), 1),
    ] {
        assert_eq!(count(filter).await, expected, "{filter}");
    }
    let order = door.app().get("/visitor-visits").await.body["data"].clone();
    assert_eq!(order[4]["visitor"]["name"], "Eve", "earliest first");
    door.clock("2027-01-01T23:00:00Z");
    for (filter, expected) in
        [("status=no_show", 1), ("status=expected", 1), ("status=checked_in", 0), ("status=checked_out", 2)]
    {
        assert_eq!(count(filter).await, expected, "{filter}");
    }
    let wrong = door.app().get("/visitor-visits?from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z").await;
    assert_eq!(wrong.refusal(), "422 rule_violation to end_before_start");
}

#[tokio::test]
async fn who_is_on_site_is_asked_for_one_location() {
    let door = Door::new().await;
    let unknown = door.app().get(&format!("/visitor-visits/on-site?location_id={NOBODY}")).await;
    assert_eq!(unknown.refusal(), "422 rule_violation location_id reference_not_found");
    assert_eq!(door.app().get("/visitor-visits/on-site").await.status, 400);
    let elsewhere = tests::location_with(door.app(), json!({"name": "Elsewhere"})).await;
    let other = door.invited(json!({"location_id": elsewhere})).await;
    door.acted(&other, "check-in", json!({})).await;
    assert_eq!(door.on_site().await, Vec::<String>::new());
}
