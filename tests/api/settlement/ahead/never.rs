//! Periods that do not come, or grant less than was reserved.

use serde_json::json;
use tests::{accepted, made};

use super::{super::charged, Ahead, FEBRUARY};

#[tokio::test]
async fn what_a_period_that_does_not_come_was_to_pay_is_owed_in_money() {
    let ahead = Ahead::alone(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    ahead.fixture.acted(&ahead.subscription, "cancel", json!({})).await;
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((10, 3), (0, 3)), "it may be taken back");
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    assert_eq!(ahead.left().await, (0, 0));
    assert_eq!(ahead.charges().await, [format!("void 3 {FEBRUARY} -")]);
    ahead.sweep().await;
    assert_eq!(charged(&ahead.booking(&booking).await), (0, 0, 0.0, 60.0));
    accepted(&ahead.act(&booking, "cancel", json!({})).await, 200);
    assert_eq!(charged(&ahead.booking(&booking).await), (0, 0, 0.0, 0.0));
    ahead.end().await;
}

#[tokio::test]
async fn with_mixed_payment_that_goes_on_the_invoice() {
    let ahead = Ahead::alone(json!({})).await;
    let mixed = ahead.body("2027-02-03", 3, &json!({"allow_mixed": true}));
    let booking = made(&ahead.fixture.app, "/bookings", mixed).await;
    ahead.fixture.acted(&ahead.subscription, "cancel", json!({})).await;
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    ahead.sweep().await;
    assert_eq!(charged(&ahead.booking(&booking).await), (0, 0, 60.0, 0.0));
    ahead.end().await;
}

#[tokio::test]
async fn credits_that_are_there_pay_before_money() {
    let ahead = Ahead::alone(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    ahead.fixture.acted(&ahead.subscription, "cancel", json!({})).await;
    let grant = json!({"customer_id": ahead.fixture.member, "type": "admin_allocation", "amount": 2});
    made(&ahead.fixture.app, "/credit-transactions", grant).await;
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    ahead.sweep().await;
    assert_eq!((charged(&ahead.booking(&booking).await), ahead.left().await), ((2, 0, 0.0, 20.0), (0, 0)));
    ahead.end().await;
}

#[tokio::test]
async fn notice_that_is_taken_back_lets_the_period_pay() {
    let ahead = Ahead::alone(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    ahead.fixture.acted(&ahead.subscription, "cancel", json!({})).await;
    let after = ahead.book("2027-02-04", 1).await;
    assert_eq!(after.refusal(), super::super::LACKING, "as far as is known now, the period does not come");
    ahead.fixture.acted(&ahead.subscription, "uncancel", json!({})).await;
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    ahead.sweep().await;
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((7, 0), (3, 0)));
    ahead.end().await;
}

#[tokio::test]
async fn a_period_that_grants_less_pays_what_was_reserved_first() {
    let ahead = Ahead::alone(json!({})).await;
    let (first, second) = (ahead.booked("2027-02-04", 3).await, ahead.booked("2027-02-03", 3).await);
    let third = ahead.booked("2027-02-05", 1).await;
    let less = ahead.fixture.plan(json!({"name": "Less", "price": 100, "expiring_credits": 4})).await;
    ahead.fixture.acted(&ahead.subscription, "change-plan", json!({"membership_plan_id": less})).await;
    assert_eq!(ahead.book("2027-02-06", 1).await.refusal(), super::super::LACKING);
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    ahead.sweep().await;
    assert_eq!(charged(&ahead.booking(&first).await), (3, 0, 0.0, 0.0));
    assert_eq!(charged(&ahead.booking(&second).await), (0, 0, 0.0, 60.0));
    assert_eq!(charged(&ahead.booking(&third).await), (1, 0, 0.0, 0.0));
    assert_eq!(ahead.left().await, (0, 0));
    ahead.end().await;
}

#[tokio::test]
async fn a_period_that_is_paused_pays_nothing() {
    let ahead = Ahead::alone(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    let pause = json!({"from": "2027-02-01", "until": "2027-03-01"});
    ahead.fixture.acted(&ahead.subscription, "pause", pause).await;
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    ahead.sweep().await;
    assert_eq!((charged(&ahead.booking(&booking).await), ahead.left().await), ((0, 0, 0.0, 60.0), (0, 0)));
    ahead.end().await;
}

#[tokio::test]
async fn periods_that_begin_anew_do_not_pay_what_was_reserved_of_the_old_ones() {
    let ahead = Ahead::alone(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    let weekly = ahead.fixture.plan(json!({"name": "Weekly", "cycle": "weekly", "expiring_credits": 7})).await;
    ahead.fixture.acted(&ahead.subscription, "change-plan", json!({"membership_plan_id": weekly})).await;
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    assert_eq!(ahead.left().await, (7, 0));
    assert_eq!(ahead.charges().await, [format!("void 3 {FEBRUARY} -")]);
    ahead.sweep().await;
    assert_eq!(ahead.credits_of(&booking).await, (3, 0), "the week that has begun lasts until then");
    ahead.end().await;
}

#[tokio::test]
async fn under_notice_credits_pay_for_nothing_that_takes_place_after_the_end() {
    let ahead = Ahead::new(json!({"rollover_cycles": 1})).await;
    let (app, member) = (&ahead.fixture.app, &ahead.fixture.member);
    ahead.fixture.acted(&ahead.subscription, "cancel", json!({})).await;
    // Without the notice they would last until the end of February.
    assert_eq!(ahead.book("2027-02-03", 3).await.refusal(), super::super::LACKING);
    let booking = ahead.booked("2027-01-20", 3).await;
    let later = json!({"start_time": "2027-02-03T10:00:00Z"});
    assert_eq!(ahead.act(&booking, "reschedule", later.clone()).await.refusal(), super::super::LACKING);
    let other = tests::member(app, "other@example.com").await;
    let transfer = json!({"from_customer_id": member, "to_customer_id": other, "amount": 1});
    accepted(&app.post("/credit-transactions/transfer", transfer).await, 200);
    let balances = app.get(&format!("/customers/{other}/balances")).await;
    assert_eq!(balances.body["data"]["credits"]["expiring"][0]["expires_at"], FEBRUARY);
    ahead.fixture.acted(&ahead.subscription, "uncancel", json!({})).await;
    accepted(&ahead.act(&booking, "reschedule", later).await, 200);
    ahead.booked("2027-02-04", 3).await;
    assert_eq!(ahead.left().await, (3, 0));
    ahead.end().await;
}

#[tokio::test]
async fn what_was_paid_before_notice_pays_for_nothing_after_the_end() {
    let ahead = Ahead::new(json!({"rollover_cycles": 1, "notice_days": 30})).await;
    let now = ahead.booked("2027-01-20", 3).await;
    let to_come = ahead.booked("2027-02-20", 3).await;
    ahead.fixture.clock("2027-01-10T10:00:00Z");
    ahead.fixture.acted(&ahead.subscription, "cancel", json!({})).await;
    assert_eq!(ahead.fixture.get(&ahead.subscription).await["cancel_at"], "2027-02-28T23:00:00.000Z");
    // Without the notice these would last until the end of February and of March.
    let (in_february, in_march) =
        (json!({"start_time": "2027-02-10T10:00:00Z"}), json!({"start_time": "2027-03-10T10:00:00Z"}));
    assert_eq!(ahead.act(&to_come, "reschedule", in_march.clone()).await.refusal(), super::super::LACKING);
    accepted(&ahead.act(&now, "reschedule", in_february).await, 200);
    assert_eq!(ahead.act(&now, "reschedule", in_march).await.refusal(), super::super::LACKING);
    ahead.end().await;
}

#[tokio::test]
async fn credits_of_a_period_do_not_pay_after_the_end_that_was_given_notice_of_since() {
    let ahead = Ahead::new(json!({"rollover_cycles": 1})).await;
    let booking = ahead.booked("2027-01-20", 3).await;
    ahead.fixture.acted(&ahead.subscription, "cancel", json!({})).await;
    let later = json!({"start_time": "2027-02-03T10:00:00Z"});
    assert_eq!(ahead.act(&booking, "reschedule", later).await.refusal(), super::super::LACKING);
    accepted(&ahead.act(&booking, "cancel", json!({})).await, 200);
    assert_eq!(ahead.left().await, (10, 0));
    ahead.end().await;
}
