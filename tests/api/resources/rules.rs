//! Policy is judged as a whole, with the exact field named; what a resource prevents at its location.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{app, floor, location, location_with, resource, resource_body, resource_path};

fn hours(weekday: &str, opens: &str, closes: &str) -> Value {
    json!({"weekday": weekday, "opens": opens, "closes": closes})
}

fn ladder(minutes: &[u32]) -> Value {
    minutes.iter().map(|minutes| json!({"minutes_before": minutes, "fee_percent": 50})).collect()
}

fn contradictions() -> Vec<(Value, &'static str)> {
    vec![
        (
            json!({"schedule": {"default": [hours("friday", "22:00", "02:00"), hours("saturday", "01:00", "03:00")]}}),
            "schedule.default[1] schedule_overlap",
        ),
        (
            json!({"schedule": {"public": [hours("monday", "09:00", "12:00"), hours("tuesday", "09:00", "12:00"),
                hours("monday", "11:59", "13:00")]}}),
            "schedule.public[2] schedule_overlap",
        ),
        (json!({"rates": [{"from_minutes": 30}]}), "rates[0].from_minutes must_start_at_0"),
        (json!({"rates": [{"valid": {"weekdays": ["monday"]}}]}), "rates[0].from_minutes must_start_at_0"),
        (
            json!({"rates": [{}, {"from_minutes": 60}, {"from_minutes": 30}]}),
            "rates[2].from_minutes not_sorted",
        ),
        (json!({"rates": [{}, {"from_minutes": 60}, {"from_minutes": 60}]}), "rates[2].from_minutes repeated"),
        (json!({"rates": [{}, {"unit_amount": 1.005}]}), "rates[1].unit_amount too_many_decimals"),
        (json!({"rates": [{"flat_amount": 0.001}]}), "rates[0].flat_amount too_many_decimals"),
        (
            json!({"rates": [{}, {"valid": {"from": "17:00", "to": "09:00"}}]}),
            "rates[1].valid.to end_before_start",
        ),
        (json!({"credit_rates": [{"from_minutes": 1}]}), "credit_rates[0].from_minutes must_start_at_0"),
        (json!({"price_cap_per_day": 10.001}), "price_cap_per_day too_many_decimals"),
        (json!({"min_minutes": 60, "max_minutes": 30}), "max_minutes less_than_min_minutes"),
        (json!({"step_minutes": 60, "min_minutes": 70, "max_minutes": 110}), "step_minutes no_length_fits"),
        (json!({"lead_time_minutes": 1440, "book_ahead_days": 0}), "lead_time_minutes beyond_book_ahead_days"),
        (
            json!({"min_minutes": 60, "public_limits": {"max_minutes": 30}}),
            "public_limits.max_minutes no_length_fits",
        ),
        (
            json!({"max_minutes": 60, "public_limits": {"min_minutes": 90}}),
            "public_limits.min_minutes no_length_fits",
        ),
        (
            json!({"lead_time_minutes": 2880, "public_limits": {"book_ahead_days": 1}}),
            "public_limits.book_ahead_days beyond_book_ahead_days",
        ),
        (
            json!({"cancellation_policy": {"member_ladder": ladder(&[60, 1440])}}),
            "cancellation_policy.member_ladder[1].minutes_before not_descending",
        ),
        (
            json!({"cancellation_policy": {"public_ladder": ladder(&[1440, 60, 60])}}),
            "cancellation_policy.public_ladder[2].minutes_before repeated",
        ),
        (
            json!({"check_in": {"enabled": false, "auto_release_minutes": 10}}),
            "check_in.auto_release_minutes check_in_disabled",
        ),
    ]
}

#[tokio::test]
async fn a_contradiction_is_refused_with_the_exact_field() {
    let app = app().await;
    let location = location(&app).await;
    let made = resource(&app, &location, "Boardroom", "meeting_room", json!({})).await;
    for (more, expected) in contradictions() {
        let expected = format!("422 rule_violation {expected}");
        let created = app.post("/resources", resource_body(&location, "Other", "meeting_room", more.clone())).await;
        assert_eq!(created.refusal(), expected, "{more}");
        assert_eq!(app.put(&resource_path(&made), more.clone()).await.refusal(), expected, "{more}");
    }
}

#[tokio::test]
async fn an_update_is_judged_together_with_what_is_there() {
    let app = app().await;
    let location = location(&app).await;
    let made = resource(&app, &location, "Boardroom", "meeting_room", json!({"min_minutes": 60})).await;
    let refused = app.put(&resource_path(&made), json!({"max_minutes": 30})).await;
    assert_eq!(refused.refusal(), "422 rule_violation max_minutes less_than_min_minutes");
    assert_eq!(app.put(&resource_path(&made), json!({"max_minutes": 30, "min_minutes": null})).await.status, 200);
}

#[tokio::test]
async fn amounts_have_the_decimals_of_the_locations_currency() {
    let app = app().await;
    for (currency, amount, expected) in
        [("JPY", 12.5, "rates[0].unit_amount too_many_decimals"), ("JPY", 12.0, ""), ("KWD", 1.234, "")]
    {
        let location = location_with(&app, json!({"currency": currency})).await;
        let body = resource_body(&location, "Boardroom", "meeting_room", json!({"rates": [{"unit_amount": amount}]}));
        let answer = app.post("/resources", body).await;
        if expected.is_empty() {
            assert_eq!(answer.body["data"]["rates"][0]["unit_amount"].as_f64(), Some(amount), "{}", answer.text);
            assert_eq!(answer.body["data"]["currency"], currency);
        } else {
            assert_eq!(answer.refusal(), format!("422 rule_violation {expected}"));
        }
    }
}

#[tokio::test]
async fn policy_that_is_left_out_is_the_merchants() {
    let app = app().await;
    let location = location(&app).await;
    let defaults = json!({"booking_defaults": {"step_minutes": 30, "buffer_after_minutes": 15}});
    let set = app.put("/merchant", defaults).await;
    assert_eq!(set.status, 200, "{}", set.text);
    let made = resource(&app, &location, "Boardroom", "meeting_room", json!({"buffer_after_minutes": 5})).await;
    let data = &app.get(&resource_path(&made)).await.body["data"];
    assert_eq!((&data["step_minutes"], &data["buffer_after_minutes"]), (&json!(30), &json!(5)));
    let free = resource(&app, &location, "Studio", "studio", json!({"step_minutes": null})).await;
    assert_eq!(app.get(&resource_path(&free)).await.body["data"]["step_minutes"], Value::Null);
}

#[tokio::test]
async fn a_resource_keeps_its_location_and_floor_and_its_prices_keep_the_currency() {
    let app = app().await;
    let location = location(&app).await;
    let floor = floor(&app, &location).await;
    let (place, level) = (format!("/locations/{location}"), format!("/floors/{floor}"));
    let room = resource_path(&resource(&app, &location, "Boardroom", "meeting_room", json!({"floor_id": floor})).await);
    let paid = resource_path(&resource(&app, &location, "Studio", "studio", json!({"price_cap_per_day": 10})).await);
    let (fixed, in_use) = ("409 in_use currency in_use", "409 in_use");
    for (method, path, body, expected) in [
        ("PUT", &place, json!({"currency": "USD"}), fixed),
        ("DELETE", &paid, Value::Null, "200 "),
        ("PUT", &place, json!({"currency": "USD"}), "200 "),
        ("PUT", &room, json!({"rates": [{"unit_amount": 10}]}), "200 "),
        ("PUT", &room, json!({"rates": [{"unit_amount": 12}]}), "200 "),
        ("PUT", &place, json!({"currency": "EUR"}), fixed),
        ("PUT", &room, json!({"rates": []}), "200 "),
        ("PUT", &place, json!({"currency": "EUR"}), "200 "),
        ("DELETE", &level, Value::Null, in_use),
        ("PUT", &room, json!({"floor_id": null}), "200 "),
        ("DELETE", &level, Value::Null, "200 "),
        ("DELETE", &place, Value::Null, in_use),
        ("DELETE", &room, Value::Null, "200 "),
        ("DELETE", &place, Value::Null, "200 "),
    ] {
        let sent = (!body.is_null()).then(|| body.clone());
        let refusal = app.send(method, path, sent, &[]).await.refusal();
        assert!(
            refusal == expected || refusal.starts_with(&format!("{expected} ")),
            "{method} {path} {body}: {refusal}"
        );
    }
}

#[tokio::test]
async fn a_membership_plan_names_exclusive_resources_of_its_own_location() {
    let app = app().await;
    let (here, there) = (location(&app).await, location(&app).await);
    let room = resource(&app, &here, "Boardroom", "meeting_room", json!({})).await;
    let far = resource(&app, &there, "Boardroom", "meeting_room", json!({})).await;
    let plan = |ids: Value| {
        json!({"location_id": here, "name": "Flex", "cycle": "monthly", "price": 10, "currency": "EUR",
            "exclusive_resource_ids": ids})
    };
    for (ids, expected) in [
        (json!([room, far]), "422 rule_violation exclusive_resource_ids[1] other_location"),
        (json!([room, here]), "422 rule_violation exclusive_resource_ids[1] reference_not_found"),
        (json!([room, room]), "400 validation_error exclusive_resource_ids[1] repeated"),
    ] {
        assert_eq!(app.post("/memberships", plan(ids)).await.refusal(), expected);
    }
    let made = TestApp::made(&app.post("/memberships", plan(json!([room]))).await);
    let offer = format!("/memberships/{}", made["id"].as_str().unwrap_or_default());
    let refused = app.put(&offer, json!({"exclusive_resource_ids": [far]})).await;
    assert_eq!(refused.refusal(), "422 rule_violation exclusive_resource_ids[0] other_location");
    assert_eq!(app.delete(&resource_path(&room)).await.status, 200);
    assert_eq!(app.put(&offer, json!({"name": "Flexible", "exclusive_resource_ids": [room]})).await.status, 200);
    let den = resource(&app, &here, "Den", "meeting_room", json!({})).await;
    assert_eq!(app.put(&offer, json!({"exclusive_resource_ids": [room, den]})).await.status, 200, "it stays named");
    assert_eq!(app.put(&offer, json!({"exclusive_resource_ids": []})).await.status, 200);
}
