//! What a series is refused for, and its lists.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{NOBODY, RoomFixture, instant};

use super::{made, make};

#[tokio::test]
async fn a_rule_must_be_valid_and_fit_itself() {
    let fixture = RoomFixture::new().await;
    let rule = |rule: Value| json!({ "rule": rule });
    for (fields, refusal) in [
        (rule(json!({"frequency": "daily"})), "422 rule_violation rule.count end_required"),
        (
            rule(json!({"frequency": "daily", "count": 2, "until": "2026-12-02"})),
            "422 rule_violation rule.until count_or_until",
        ),
        (
            rule(json!({"frequency": "daily", "count": 2, "weekdays": ["tuesday"]})),
            "422 rule_violation rule.weekdays weekdays_not_allowed",
        ),
        (
            rule(json!({"frequency": "yearly", "count": 2, "weekdays": ["tuesday"]})),
            "422 rule_violation rule.weekdays weekdays_not_allowed",
        ),
        (
            rule(json!({"frequency": "weekly", "count": 2, "weekdays": ["monday"]})),
            "422 rule_violation rule.weekdays first_start_not_in_rule",
        ),
        (
            rule(json!({"frequency": "daily", "count": 201})),
            "422 rule_violation rule.count too_many_occurrences",
        ),
        (
            rule(json!({"frequency": "daily", "until": "2027-06-19"})),
            "422 rule_violation rule.until too_many_occurrences",
        ),
        (
            rule(json!({"frequency": "daily", "until": "2026-11-30"})),
            "422 rule_violation rule.until until_before_first_start",
        ),
        (
            rule(json!({"frequency": "hourly", "count": 2})),
            "400 validation_error rule.frequency invalid_value",
        ),
        (rule(json!({"frequency": "daily", "count": 0})), "400 validation_error rule.count out_of_range"),
        (
            rule(json!({"frequency": "daily", "count": 2, "interval": 53})),
            "400 validation_error rule.interval out_of_range",
        ),
        (
            rule(json!({"frequency": "daily", "count": 2, "interval": 0})),
            "400 validation_error rule.interval out_of_range",
        ),
        (
            rule(json!({"frequency": "weekly", "count": 2, "weekdays": ["tuesday", "tuesday"]})),
            "400 validation_error rule.weekdays[1] repeated",
        ),
        (
            rule(json!({"frequency": "daily", "count": 2, "by": 1})),
            "400 validation_error rule.by unknown_field",
        ),
    ] {
        let answer = make(&fixture, 2, fields.clone()).await;
        assert_eq!(answer.refusal(), refusal, "{fields}");
    }
    assert_eq!(fixture.app.get("/booking-series").await.body["pagination"]["total"], 0);
    assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn what_a_series_names_must_exist_and_fit() {
    let fixture = RoomFixture::new().await;
    for (fields, refusal) in [
        (json!({"rule": null}), "400 validation_error rule invalid_type"),
        (json!({"duration_minutes": 0}), "400 validation_error duration_minutes out_of_range"),
        (
            json!({"rule": {"frequency": "yearly", "count": 100}, "duration_minutes": 43_200}),
            "422 rule_violation rule too_many_calendar_days",
        ),
        (json!({"on_conflict": "ask"}), "400 validation_error on_conflict invalid_value"),
        (json!({"duration_minutes": 45_000}), "422 rule_violation occurrences[0] booking_too_long"),
        (json!({"resource_id": NOBODY}), "422 rule_violation resource_id reference_not_found"),
        (json!({"customer_id": NOBODY}), "422 rule_violation customer_id reference_not_found"),
        (json!({"member_id": NOBODY}), "422 rule_violation member_id reference_not_found"),
        (
            json!({"additional_resource_ids": [NOBODY]}),
            "422 rule_violation additional_resource_ids[0] reference_not_found",
        ),
        (json!({"first_start_time": "2026-11-20T10:00:00Z"}), "422 rule_violation occurrences[0] in_the_past"),
        (
            json!({"first_start_time": "9999-12-31T10:00:00Z", "duration_minutes": 1_440}),
            "422 rule_violation duration_minutes out_of_range",
        ),
    ] {
        let answer = make(&fixture, 2, fields.clone()).await;
        assert_eq!(answer.refusal(), refusal, "{fields}");
    }
    assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn a_blocked_member_has_no_series() {
    let fixture = RoomFixture::new().await;
    assert_eq!(fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await.status, 200);
    assert_eq!(make(&fixture, 2, json!({})).await.refusal(), "422 rule_violation customer_id customer_blocked");
}

/// A client of the merchant that may read and write bookings and nothing else.
async fn clerk(app: &TestApp) -> TestApp {
    let client = json!({"name": "Clerk", "scopes": ["bookings:read", "bookings:write"]});
    let made = TestApp::made(&app.post("/api-clients", client).await);
    let text = |field: &str| made[field].as_str().unwrap().to_owned();
    app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
}

#[tokio::test]
async fn override_needs_its_scope_and_sets_policy_aside_but_never_what_is_taken() {
    let fixture = RoomFixture::with_room(json!({"schedule": {"closed_dates": ["2026-12-02"]}})).await;
    let body = super::daily(&fixture, 3, &json!({"override": true}));
    let clerk = clerk(&fixture.app).await;
    assert_eq!(clerk.post("/booking-series", body.clone()).await.refusal(), "403 forbidden override scope_missing");
    let series = made(&fixture, 3, json!({"override": true})).await;
    assert_eq!((&series["created_count"], &series["overridden"]), (&json!(3), &json!(true)));
    let again = fixture.app.post("/booking-series", body).await;
    assert_eq!(again.refusal(), "409 booking_conflict occurrences[0] booking_conflict");
}

#[tokio::test]
async fn another_merchants_series_does_not_exist() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 2, json!({})).await;
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let path = format!("/booking-series/{}", series["id"].as_str().unwrap());
    assert_eq!(stranger.get(&path).await.refusal(), "404 not_found");
    let refusal = stranger.post("/booking-series", super::daily(&fixture, 2, &json!({}))).await.refusal();
    assert_eq!(refusal, "422 rule_violation resource_id reference_not_found");
}

#[tokio::test]
async fn series_are_listed_by_resource_customer_and_location() {
    let fixture = RoomFixture::new().await;
    let other = fixture.resource("Other", json!({})).await;
    let first = made(&fixture, 2, json!({})).await["id"].clone();
    let second =
        made(&fixture, 2, json!({"resource_id": other, "first_start_time": instant("12:00")})).await["id"].clone();
    for (query, expected) in [
        (String::new(), vec![&second, &first]),
        (format!("?resource_id={}", fixture.room), vec![&first]),
        (format!("?resource_id={other}&customer_id={}", fixture.member), vec![&second]),
        (format!("?customer_id={}", fixture.member), vec![&second, &first]),
        (format!("?location_id={}&customer_id={}", fixture.location, fixture.member), vec![&second, &first]),
        (format!("?location_id={NOBODY}&resource_id={other}"), vec![]),
        (format!("?location_id={}", fixture.location), vec![&second, &first]),
        (format!("?customer_id={NOBODY}"), vec![]),
    ] {
        let list = fixture.app.get(&format!("/booking-series{query}")).await;
        let ids: Vec<&Value> = list.body["data"].as_array().unwrap().iter().map(|series| &series["id"]).collect();
        assert_eq!(ids, expected, "{query}");
    }
}

#[tokio::test]
async fn a_series_keeps_the_cooldown_and_the_limit_of_free_bookings() {
    let fixture = RoomFixture::with_room(json!({"cooldown_minutes": 600, "max_free_bookings": 3})).await;
    let series = |rule: Value, on_conflict: &str| {
        json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 60, "rule": rule,
            "first_start_time": "2026-12-01T09:00:00Z", "on_conflict": on_conflict})
    };
    let five = json!({"frequency": "daily", "count": 5});
    let refused = fixture.app.post("/booking-series", series(five.clone(), "fail")).await;
    assert_eq!(refused.refusal(), "422 rule_violation customer_id too_many_free_bookings");
    let made = fixture.app.post("/booking-series", series(five, "skip")).await;
    assert_eq!(made.body["data"]["created_count"], 3, "{}", made.text);
    let reasons: Vec<&Value> =
        made.body["data"]["skipped"].as_array().unwrap().iter().map(|skipped| &skipped["reason"]).collect();
    assert_eq!(reasons, ["too_many_free_bookings", "too_many_free_bookings"]);
    // Ten hours after the second occurrence's end the customer may come again; the limit holds for single ones too.
    let again = fixture
        .book_with(
            "10:00",
            "11:00",
            json!({"start_time": "2026-12-02T19:00:00Z",
        "end_time": "2026-12-02T20:00:00Z"}),
        )
        .await;
    assert_eq!(again.refusal(), "422 rule_violation start_time cooldown");
    // Moved together, the bookings are judged by each other's new times, and each counts once.
    let path = format!("/booking-series/{}", made.id());
    let moved = fixture.app.put(&path, json!({"scope": "all", "start_time_of_day": "14:00"})).await;
    assert_eq!(moved.status, 200, "{}", moved.text);
    // Cancelled bookings no longer count.
    assert_eq!(fixture.app.post(&format!("{path}/cancel"), json!({})).await.status, 200);
    let three = json!({"frequency": "daily", "count": 3});
    let made = fixture.app.post("/booking-series", series(three, "fail")).await;
    assert_eq!(made.status, 201, "{}", made.text);
}
