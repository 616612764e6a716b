//! A customer with subscriptions does not go.

use serde_json::json;
use testing::Fault;
use tests::{SubscriptionFixture, accepted, company, member};

const IN_USE: &str = "409 in_use id in_use";

/// Every way in which a customer goes: method and path, and whose.
async fn ways(fixture: &SubscriptionFixture) -> Vec<(&'static str, String, String)> {
    let app = &fixture.app;
    let companies = [company(app, &fixture.location).await, company(app, &fixture.location).await];
    let members = [member(app, "ben@example.com").await, member(app, "cas@example.com").await];
    let path = |area: &str, id: &str, action: &str| format!("/{area}/{id}{action}");
    vec![
        ("POST", path("companies", &companies[0], "/archive"), companies[0].clone()),
        ("DELETE", path("companies", &companies[1], ""), companies[1].clone()),
        ("POST", path("members", &members[0], "/anonymise"), members[0].clone()),
        ("DELETE", path("members", &members[1], ""), members[1].clone()),
    ]
}

#[tokio::test]
async fn a_customer_with_a_subscription_goes_only_once_it_has_ended() {
    let fixture = SubscriptionFixture::new(json!({"price": 0})).await;
    for (method, path, customer) in ways(&fixture).await {
        let id = fixture.subscribed(json!({"customer_id": customer})).await;
        for choice in ["", "?on_future_bookings=keep&on_assignments=end"] {
            let refused = fixture.app.send(method, &format!("{path}{choice}"), None, &[]).await;
            assert_eq!(refused.refusal(), IN_USE, "{path}{choice}");
            let named = &refused.body["error"]["details"]["in_use"];
            let expected = json!([{"kind": "subscription", "id": id, "start_time": "2026-12-31T23:00:00.000Z"}]);
            assert_eq!(*named, expected, "{path}{choice}");
        }
        fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
        fixture.app.clock.advance(chrono::Duration::days(1));
        accepted(&fixture.app.send(method, &path, None, &[]).await, 200);
        fixture.app.clock.advance(-chrono::Duration::days(1));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_subscription_and_the_customers_going_that_cross_one_side_is_accepted() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    for (round, (method, path, customer)) in (0..).zip(ways(&fixture).await) {
        let subscribes = fixture.body(&json!({"customer_id": customer}));
        fixture.app.faults.random("TransactWriteItems", round, vec![(500, Fault::Late(20)), (500, Fault::Late(90))]);
        let (subscribed, gone) =
            tokio::join!(fixture.app.post("/subscriptions", subscribes), fixture.app.send(method, &path, None, &[]));
        fixture.app.faults.clear();
        let statuses = (subscribed.status, gone.status);
        assert!(matches!(statuses, (201, 409) | (422, 200)), "{path}: {statuses:?} {}", subscribed.text);
        let list = fixture.app.get(&format!("/subscriptions?customer_id={customer}")).await;
        assert_eq!(list.body["data"].as_array().map_or(0, Vec::len), usize::from(subscribed.status == 201));
    }
}
