//! The list: states are those of the moment.

use serde_json::json;
use store::Key;
use tests::{SubscriptionFixture, total};
use work::UnitOfWork;

#[tokio::test]
async fn a_list_is_narrowed_to_the_state_of_the_moment() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.due_in(14).await;
    let paused = fixture.subscribed(json!({})).await;
    fixture.acted(&paused, "pause", json!({"until": "2027-03-01"})).await;
    let ends = fixture.subscribed(json!({"end_date": "2027-01-20"})).await;
    fixture.subscribed(json!({"start_date": "2027-02-10"})).await;
    fixture.subscribed(json!({"collection": "charge"})).await;
    let states = async |expected: [u64; 7]| {
        let names = ["scheduled", "incomplete", "incomplete_expired", "active", "past_due", "paused", "cancelled"];
        for (name, expected) in names.into_iter().zip(expected) {
            let found = total(&fixture.app, &format!("/subscriptions?status={name}")).await;
            assert_eq!(found, expected, "{name}");
        }
    };
    states([1, 1, 0, 2, 0, 0, 0]).await;
    fixture.clock("2027-01-02T12:00:00Z");
    states([1, 0, 1, 2, 0, 0, 0]).await;
    // The first invoices were due on 15 January.
    fixture.clock("2027-01-17T12:00:00Z");
    states([1, 0, 1, 0, 2, 0, 0]).await;
    fixture.clock("2027-02-10T12:00:00Z");
    states([0, 0, 1, 1, 0, 1, 1]).await;
    assert_eq!(fixture.status(&ends).await, "cancelled");
    for (filter, expected) in [
        (format!("customer_id={}", fixture.member), 4),
        (format!("membership_plan_id={}", fixture.plan), 4),
        (format!("location_id={}&status=paused", fixture.location), 1),
        (format!("customer_id={}&membership_plan_id={}", fixture.member, tests::NOBODY), 0),
    ] {
        assert_eq!(total(&fixture.app, &format!("/subscriptions?{filter}")).await, expected, "{filter}");
    }
}

#[tokio::test]
async fn until_the_lists_by_fields_are_complete_a_location_is_read_by_its_index() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.subscribed(json!({})).await;
    let work = UnitOfWork::scheduled(&fixture.app.context, fixture.app.tenant(), "test");
    let mut transaction = work.transaction();
    transaction.remove_value(&Key::single(work.tenant(), "filter-lists", "complete"));
    work.store.commit(transaction).await.expect("nothing is noted");
    let listed = |location: &str| format!("/subscriptions?location_id={location}");
    assert_eq!(total(&fixture.app, &listed(&fixture.location)).await, 1);
    assert_eq!(total(&fixture.app, &(listed(&fixture.location) + "&status=active")).await, 1);
    assert_eq!(total(&fixture.app, &listed(tests::NOBODY)).await, 0);
}
