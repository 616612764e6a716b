//! A location where somebody subscribes is neither deactivated nor archived.

use serde_json::json;
use testing::Fault;
use tests::{SubscriptionFixture, accepted};

const DEACTIVATION: &str = "409 in_use is_active subscriptions_live";
const ARCHIVING: &str = "409 in_use id subscriptions_live";

#[tokio::test]
async fn a_location_with_a_subscription_stays_until_that_has_ended() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let (app, path) = (&fixture.app, format!("/locations/{}", fixture.location));
    // It has not begun, and nothing of it is invoiced.
    let id = fixture.subscribed(json!({"start_date": "2027-03-01"})).await;
    assert_eq!(fixture.invoices(&id).await, Vec::<String>::new());
    accepted(&app.delete(&format!("/memberships/{}", fixture.plan)).await, 200);
    let deactivate = async || app.put(&path, json!({"is_active": false})).await;
    let archive = async || app.delete(&path).await;
    assert_eq!(deactivate().await.refusal(), DEACTIVATION);
    assert_eq!(
        app.put(&format!("{path}?on_future_bookings=keep"), json!({"is_active": false})).await.refusal(),
        DEACTIVATION
    );
    assert_eq!(archive().await.refusal(), ARCHIVING);
    accepted(&app.put(&path, json!({"description": "By the water."})).await, 200);
    fixture.clock("2027-03-10T12:00:00Z");
    fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    assert_eq!(deactivate().await.refusal(), DEACTIVATION, "until its last day is over");
    // Nobody has written down that it ended.
    fixture.clock("2027-03-11T12:00:00Z");
    accepted(&deactivate().await, 200);
}

#[tokio::test]
async fn a_location_is_archived_once_a_subscription_that_never_began_is_called_off() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let (app, path) = (&fixture.app, format!("/locations/{}", fixture.location));
    let id = fixture.subscribed(json!({"start_date": "2027-03-01"})).await;
    accepted(&app.delete(&format!("/memberships/{}", fixture.plan)).await, 200);
    assert_eq!(app.delete(&path).await.refusal(), ARCHIVING);
    fixture.acted(&id, "cancel", json!({"timing": "at_period_end"})).await;
    accepted(&app.delete(&path).await, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_subscription_and_a_deactivation_that_cross_one_side_is_accepted() {
    for round in 0..6 {
        let fixture = SubscriptionFixture::new(json!({"signup_enabled": true, "signup_type": "immediate"})).await;
        let path = format!("/locations/{}", fixture.location);
        let sign_up = format!("/memberships/{}/sign-up", fixture.plan);
        fixture.app.faults.random("TransactWriteItems", round, vec![(500, Fault::Late(20)), (500, Fault::Late(90))]);
        let (subscribed, inactive) = tokio::join!(
            fixture.app.post(&sign_up, json!({"customer_id": fixture.member})),
            fixture.app.put(&path, json!({"is_active": false})),
        );
        fixture.app.faults.clear();
        let accepted = [subscribed.status == 201, inactive.status == 200];
        assert_eq!(accepted.iter().filter(|won| **won).count(), 1, "{} {}", subscribed.text, inactive.text);
    }
}
