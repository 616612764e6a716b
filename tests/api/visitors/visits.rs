//! A visit from the invitation to its end.

use serde_json::{Value, json};
use tests::{NOBODY, accepted, at_once, having, location_with, made, with, without};

use super::Door;

#[tokio::test]
async fn a_visitor_is_expected_comes_and_leaves() {
    let door = Door::new().await;
    let visit = door.invited(json!({"reason": "Plans"})).await;
    assert_eq!(visit["status"], "expected");
    assert_eq!(visit["visitor"]["company_name"], "");
    assert_eq!(
        (&visit["valid_from"], &visit["valid_until"]),
        (&json!("2026-12-31T23:00:00.000Z"), &json!("2027-01-01T23:00:00.000Z"))
    );
    let there = door.acted(&visit, "check-in", json!({})).await;
    assert_eq!(
        (&there["status"], &there["checked_in_at"]),
        (&json!("checked_in"), &json!("2027-01-01T11:00:00.000Z"))
    );
    assert!(there["badge_number"].as_u64().is_some_and(|number| (1..=9_999).contains(&number)), "{there}");
    assert_eq!(door.on_site().await, ["Vera Lang"]);
    let gone = door.acted(&visit, "check-out", json!({})).await;
    assert_eq!((&gone["status"], &gone["left_at_closing"]), (&json!("checked_out"), &json!(false)));
    assert_eq!(door.on_site().await, Vec::<String>::new());
    for action in ["check-in", "check-out", "cancel"] {
        assert_eq!(door.act(&visit, action, json!({})).await.refusal(), "409 invalid_state", "{action}");
    }
}

#[tokio::test]
async fn a_visitor_checks_in_once() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    let path = format!("/visitor-visits/{}/check-in", visit["id"].as_str().unwrap_or_default());
    let answers = at_once(door.app(), (0..16).map(|_| ("POST", path.clone(), json!({})))).await;
    assert_eq!((having(&answers, 200), having(&answers, 409)), (1, 15));
    assert_eq!(door.on_site().await, ["Vera Lang"]);
}

#[tokio::test]
async fn nobody_came_when_the_day_is_over_and_nothing_has_to_run_for_that() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    door.clock("2027-01-01T22:59:59Z");
    assert_eq!(door.get(&visit).await["status"], "expected");
    door.clock("2027-01-01T23:00:00Z");
    assert_eq!(door.get(&visit).await["status"], "no_show");
    assert_eq!(door.act(&visit, "check-in", json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(door.act(&visit, "cancel", json!({})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_visitor_comes_on_the_day_and_not_before() {
    let door = Door::new().await;
    let visit = door.invited(json!({"expected_at": "2027-01-02T09:00:00+01:00"})).await;
    let early = door.act(&visit, "check-in", json!({})).await;
    assert_eq!(early.refusal(), "422 rule_violation id not_yet");
    door.clock("2027-01-01T23:00:00Z");
    door.acted(&visit, "check-in", json!({})).await;
}

#[tokio::test]
async fn what_is_asked_of_a_visit_is_refused_by_field() {
    let door = Door::new().await;
    let elsewhere = location_with(door.app(), json!({"name": "Elsewhere"})).await;
    let stranger = made(door.app(), "/visitor-contacts", json!({"location_id": elsewhere, "name": "Bo"})).await;
    let company = tests::company(door.app(), &door.fixture.location).await;
    let contact = door.contact(json!({})).await;
    let refusals = [
        (json!({"expected_at": "2026-12-31T22:00:00Z"}), "422 rule_violation expected_at in_the_past"),
        (json!({"expected_at": "2030-01-01T10:00:00Z"}), "422 rule_violation expected_at too_far_ahead"),
        (
            json!({"expected_until": "2027-01-01T13:00:00Z"}),
            "422 rule_violation expected_until end_before_start",
        ),
        (
            json!({"expected_until": "2027-02-02T14:00:00Z"}),
            "422 rule_violation expected_until visit_too_long",
        ),
        (json!({"contact_id": contact}), "422 rule_violation visitor contact_or_visitor"),
        (json!({"host_id": NOBODY}), "422 rule_violation host_id reference_not_found"),
        (json!({"host_id": company}), "422 rule_violation host_id reference_not_found"),
        (json!({"location_id": NOBODY}), "422 rule_violation location_id reference_not_found"),
        (json!({"booking_id": NOBODY}), "422 rule_violation booking_id reference_not_found"),
    ];
    for (fields, refusal) in refusals {
        assert_eq!(door.invite(fields.clone()).await.refusal(), refusal, "{fields}");
    }
    let of_contact = |id: &str| with(without(door.body(&json!({})), "visitor"), &json!({"contact_id": id}));
    let other = door.app().post("/visitor-visits", of_contact(&stranger)).await;
    assert_eq!(other.refusal(), "422 rule_violation contact_id other_location");
    let nobody = door.app().post("/visitor-visits", without(door.body(&json!({})), "visitor")).await;
    assert_eq!(nobody.refusal(), "422 rule_violation visitor contact_or_visitor");
    assert_eq!(tests::total(door.app(), "/visitor-visits").await, 0);
}

#[tokio::test]
async fn the_host_is_an_active_member_and_the_location_is_active() {
    let door = Door::new().await;
    accepted(&door.app().post(&format!("/members/{}/block", door.fixture.member), json!({})).await, 200);
    assert_eq!(door.invite(json!({})).await.refusal(), "422 rule_violation host_id customer_blocked");
    accepted(&door.app().post(&format!("/members/{}/unblock", door.fixture.member), json!({})).await, 200);
    door.set(json!({"is_active": false})).await;
    assert_eq!(door.invite(json!({})).await.refusal(), "422 rule_violation location_id location_inactive");
}

#[tokio::test]
async fn a_visit_changes_as_long_as_the_visitor_has_not_come() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    let path = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    let patch = json!({"expected_at": "2027-01-04T10:00:00+01:00", "visitor": {"phone": "020 1234567"}});
    let changed = door.app().put(&path, patch).await;
    accepted(&changed, 200);
    let changed = &changed.body["data"];
    assert_eq!(changed["valid_from"], "2027-01-03T23:00:00.000Z");
    assert_eq!((&changed["visitor"]["phone"], &changed["visitor"]["name"]), (&json!("020 1234567"), &json!("Vera")));
    assert_eq!((&changed["code"], &changed["qr_payload"]), (&visit["code"], &visit["qr_payload"]));
    let past = door.app().put(&path, json!({"expected_at": "2026-12-24T10:00:00+01:00"})).await;
    assert_eq!(past.refusal(), "422 rule_violation expected_at in_the_past");
    door.clock("2027-01-04T08:00:00Z");
    door.acted(&visit, "check-in", json!({})).await;
    assert_eq!(door.app().put(&path, json!({"comment": "late"})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn deleting_a_visit_takes_everything_about_the_visitor_with_it() {
    let door = Door::alone().await;
    let visit = door
        .invited(json!({"comment": "canary", "visitor": {"name": "Canary", "email": "canary@example.com"},
        "metadata": {"canary": "canary"}}))
        .await;
    let path = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    let there = door.acted(&visit, "check-in", json!({})).await;
    assert_eq!(door.app().delete(&path).await.refusal(), "409 invalid_state", "{there}");
    door.acted(&visit, "check-out", json!({})).await;
    let deleted = door.app().delete(&path).await;
    accepted(&deleted, 200);
    assert_eq!(deleted.body["data"]["code"], "");
    assert_eq!(door.app().get(&path).await.status, 404);
    let left = door.app().table_text().await.into_iter().filter(|item| item.to_lowercase().contains("canary"));
    assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
    let expected = door.invited(json!({})).await;
    let path = format!("/visitor-visits/{}", expected["id"].as_str().unwrap_or_default());
    accepted(&door.app().delete(&path).await, 200);
    assert_eq!(door.by_code(expected["code"].as_str().unwrap_or_default()).await.status, 422);
}

#[tokio::test]
async fn a_location_with_visitors_is_not_archived() {
    let door = Door::alone().await;
    let place = location_with(door.app(), json!({"name": "Small"})).await;
    let path = format!("/locations/{place}");
    let visit = door.invited(json!({"location_id": place})).await;
    let kept = door.app().delete(&path).await;
    assert_eq!(kept.refusal(), "409 in_use id visits_live");
    door.acted(&visit, "check-in", json!({})).await;
    assert_eq!(door.app().delete(&path).await.refusal(), "409 in_use id visits_live");
    door.acted(&visit, "check-out", json!({})).await;
    let request = json!({"location_id": place, "host_id": door.fixture.member, "visitor": {"name": "Bo"}});
    made(door.app(), "/visitor-requests", request).await;
    assert_eq!(door.app().delete(&path).await.refusal(), "409 in_use id visits_live");
    door.clock("2027-01-02T00:00:00Z");
    tests::sweep(&door.app().context).await;
    accepted(&door.app().delete(&path).await, 200);
}

#[tokio::test]
async fn another_merchant_sees_no_visit() {
    let door = Door::new().await;
    let visit: Value = door.invited(json!({})).await;
    let stranger = door.app().as_client(&door.app().stranger);
    let path = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    for suffix in ["", "/badge.svg"] {
        assert_eq!(stranger.get(&format!("{path}{suffix}")).await.refusal(), "404 not_found");
    }
    assert_eq!(stranger.post(&format!("{path}/check-in"), json!({})).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_visitor_comes_to_an_event_of_the_location() {
    let fixture = tests::EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let visit = json!({"location_id": fixture.location, "host_id": fixture.member, "visitor": {"name": "Vera"},
        "expected_at": "2026-12-10T17:30:00Z", "event_id": event});
    let made = fixture.app.post("/visitor-visits", visit.clone()).await;
    accepted(&made, 201);
    assert_eq!(made.body["data"]["event_id"], json!(event));
    let elsewhere = tests::location(&fixture.app).await;
    for wrong in [json!({"event_id": NOBODY}), json!({"location_id": elsewhere})] {
        let refused = fixture.app.post("/visitor-visits", with(visit.clone(), &wrong)).await;
        assert_eq!(refused.refusal(), "422 rule_violation event_id reference_not_found");
    }
}
