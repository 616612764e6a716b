//! What becomes of a booking that has reserved something.

use serde_json::json;
use tests::{accepted, made, with};

use super::{super::LACKING, Ahead, FEBRUARY, reserved};

#[tokio::test]
async fn a_cancellation_before_the_period_begins_gives_up_what_is_reserved() {
    let ahead = Ahead::new(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    accepted(&ahead.act(&booking, "cancel", json!({})).await, 200);
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((10, 0), (0, 0)));
    assert_eq!(ahead.charges().await, [format!("void 3 {FEBRUARY} -")]);
    ahead.booked("2027-02-03", 10).await;
    ahead.end().await;
}

#[tokio::test]
async fn the_fee_of_a_cancellation_stays_reserved_and_is_posted_with_the_period() {
    let ladder = json!({"cancellation_policy": {"public_ladder": [{"minutes_before": 100_000, "fee_percent": 50}],
        "member_ladder": [{"minutes_before": 100_000, "fee_percent": 50}]}});
    let ahead = Ahead::alone(ladder).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    accepted(&ahead.act(&booking, "cancel", json!({})).await, 200);
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((10, 2), (0, 2)));
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    ahead.sweep().await;
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((8, 0), (2, 0)));
    ahead.end().await;
}

#[tokio::test]
async fn a_cancellation_after_the_period_began_gives_back_what_was_taken() {
    let ahead = Ahead::new(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    accepted(&ahead.act(&booking, "cancel", json!({})).await, 200);
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((10, 0), (0, 0)));
    ahead.end().await;
}

#[tokio::test]
async fn a_move_to_another_period_is_paid_from_that() {
    let ahead = Ahead::new(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    let to = async |day: &str| {
        let body = json!({"start_time": format!("{day}T10:00:00Z")});
        accepted(&ahead.act(&booking, "reschedule", body).await, 200);
        let scheduled_for = ahead.booking(&booking).await["charged"]["credits_reserved"][0]["scheduled_for"].clone();
        (ahead.left().await, ahead.credits_of(&booking).await, scheduled_for)
    };
    assert_eq!(to("2027-03-03").await, ((10, 3), (0, 3), json!("2027-02-28T23:00:00.000Z")));
    assert_eq!(to("2027-01-20").await, ((7, 0), (3, 0), json!(null)));
    assert_eq!(to("2027-02-20").await, ((10, 3), (0, 3), json!(FEBRUARY)));
    ahead.booked("2027-03-03", 8).await;
    let full = ahead.act(&booking, "reschedule", json!({"start_time": "2027-03-04T10:00:00Z"})).await;
    assert_eq!((full.refusal().as_str(), ahead.left().await), (LACKING, (10, 11)));
    ahead.end().await;
}

#[tokio::test]
async fn a_move_within_the_period_keeps_what_is_reserved_and_a_change_of_length_settles_the_difference() {
    let ahead = Ahead::new(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    accepted(&ahead.act(&booking, "reschedule", json!({"start_time": "2027-02-20T10:00:00Z"})).await, 200);
    assert_eq!(ahead.charges().await, [format!("scheduled 3 {FEBRUARY} -")]);
    accepted(&ahead.act(&booking, "reschedule", json!({"end_time": "2027-02-20T15:00:00Z"})).await, 200);
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((10, 5), (0, 5)));
    accepted(&ahead.act(&booking, "reschedule", json!({"end_time": "2027-02-20T14:00:00Z"})).await, 200);
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((10, 4), (0, 4)));
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    assert_eq!(ahead.left().await, (6, 0));
    accepted(&ahead.act(&booking, "reschedule", json!({"end_time": "2027-02-20T11:00:00Z"})).await, 200);
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((9, 0), (1, 0)));
    ahead.end().await;
}

#[tokio::test]
async fn a_series_reserves_of_each_period_what_takes_place_in_it() {
    let ahead = Ahead::alone(json!({})).await;
    let app = &ahead.fixture.app;
    let plan = ahead.fixture.plan(json!({"name": "Weekly", "cycle": "weekly", "expiring_credits": 7})).await;
    let bob = tests::member(app, "bob@example.com").await;
    let body = ahead.fixture.body(&json!({"customer_id": bob, "membership_plan_id": plan}));
    made(app, "/subscriptions", body).await;
    let series = json!({"resource_id": ahead.room, "customer_id": bob, "duration_minutes": 60, "payment_source": "credits",
        "first_start_time": "2027-01-02T10:00:00Z", "rule": {"frequency": "daily", "count": 70}});
    let refused = app.post("/booking-series", series.clone()).await;
    assert_eq!(refused.refusal(), LACKING, "sixty charges wait at most");
    let made = app.post("/booking-series", with(series, &json!({"on_conflict": "skip"}))).await;
    accepted(&made, 201);
    let data = &made.body["data"];
    assert_eq!(
        (&data["created_count"], &data["skipped"][0]["reason"]),
        (&json!(66), &json!("insufficient_balance"))
    );
    let left = async || {
        let balances = app.get(&format!("/customers/{bob}/balances")).await;
        let credits = &balances.body["data"]["credits"];
        (credits["total"].clone(), credits["scheduled"].clone())
    };
    assert_eq!(left().await, (json!(1), json!(60)));
    ahead.fixture.clock("2027-01-20T12:00:00Z");
    ahead.sweep().await;
    assert_eq!(left().await, (json!(0), json!(46)));
    let id = data["id"].as_str().unwrap_or_default();
    accepted(&app.post(&format!("/booking-series/{id}/cancel"), json!({})).await, 200);
    assert_eq!(left().await, (json!(1), json!(0)), "21 January is the last day of the week");
    ahead.end().await;
}

#[tokio::test]
async fn an_offer_in_a_later_period_is_paid_from_that() {
    let ahead = Ahead::new(json!({})).await;
    let app = &ahead.fixture.app;
    let taken = ahead.booked("2027-02-03", 2).await;
    let bob = tests::member(app, "bob@example.com").await;
    made(app, "/subscriptions", ahead.fixture.body(&json!({"customer_id": bob}))).await;
    let body = json!({"location_id": ahead.fixture.location, "customer_id": bob, "resource_id": ahead.room,
        "earliest_start": "2027-02-03T10:00:00Z", "latest_end": "2027-02-03T12:00:00Z", "duration_minutes": 120});
    let entry = made(app, "/waitlist-entries", body).await;
    accepted(&ahead.act(&taken, "cancel", json!({})).await, 200);
    let accept = app.post(&format!("/waitlist-entries/{entry}/accept"), json!({"payment_source": "credits"})).await;
    accepted(&accept, 200);
    let booking = ahead.booking(accept.body["data"]["booking_id"].as_str().unwrap_or_default()).await;
    assert_eq!(reserved(&booking["charged"]), 2);
    ahead.end().await;
}

#[tokio::test]
async fn what_is_reserved_by_a_booking_is_given_up_with_it_and_not_by_hand() {
    let ahead = Ahead::new(json!({})).await;
    ahead.booked("2027-02-03", 2).await;
    let list = ahead.fixture.app.get("/credit-transactions?status=scheduled").await;
    let id = list.body["data"][0]["id"].as_str().unwrap_or_default();
    let reversed = ahead.fixture.app.post(&format!("/credit-transactions/{id}/reverse"), json!({})).await;
    assert_eq!((reversed.status, ahead.left().await), (409, (10, 2)));
    ahead.end().await;
}
