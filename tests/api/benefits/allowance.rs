//! Allowance and quota: how often one customer, and all of them, may have a benefit.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::json;
use testing::TestResponse;

use super::{act, apply, apply_at_once, benefit, people, space, statuses};

#[tokio::test]
async fn once_is_once_whatever_became_of_the_application() {
    let (app, location) = space().await;
    let people = people(&app, 3).await;
    let benefit = benefit(&app, &location, json!({})).await;
    let first = apply(&app, &benefit, &people[1]).await;
    assert_eq!(first.status, 201, "{}", first.text);
    assert_eq!(apply(&app, &benefit, &people[1]).await.refusal(), "409 already_exists customer_id already_applied");
    assert_eq!(apply(&app, &benefit, &people[2]).await.status, 201);
    assert_eq!(act(&app, &first, "redeem").await.status, 200);
    assert_eq!(apply(&app, &benefit, &people[1]).await.refusal(), "409 already_exists customer_id already_applied");
}

#[tokio::test]
async fn a_cancelled_or_rejected_application_gives_the_allowance_back() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let benefit = benefit(&app, &location, json!({"application_mode": "approval"})).await;
    for action in ["cancel", "reject"] {
        let application = apply(&app, &benefit, &people[1]).await;
        assert_eq!(application.status, 201, "{}", application.text);
        assert_eq!(apply(&app, &benefit, &people[1]).await.code(), "already_exists");
        assert_eq!(act(&app, &application, action).await.status, 200);
        // It is given back only once: the same action again is refused.
        assert_eq!(act(&app, &application, action).await.refusal(), "409 invalid_state");
    }
    assert_eq!(apply(&app, &benefit, &people[1]).await.status, 201);
    assert_eq!(apply(&app, &benefit, &people[1]).await.code(), "already_exists");
}

#[tokio::test]
async fn unlimited_has_no_end_and_a_benefit_that_becomes_once_knows_who_had_it() {
    let (app, location) = space().await;
    let people = people(&app, 3).await;
    let benefit = benefit(&app, &location, json!({"allowance": {"kind": "unlimited"}})).await;
    for _ in 0..3 {
        assert_eq!(apply(&app, &benefit, &people[1]).await.status, 201);
    }
    let path = format!("/benefits/{benefit}");
    assert_eq!(app.put(&path, json!({"allowance": {"kind": "once"}})).await.status, 200);
    assert_eq!(apply(&app, &benefit, &people[1]).await.code(), "already_exists");
    assert_eq!(apply(&app, &benefit, &people[2]).await.status, 201);
}

#[tokio::test]
async fn a_period_is_of_the_locations_calendar() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let allowance = json!({"allowance": {"kind": "per_period", "count": 2, "period": "day"}});
    let benefit = benefit(&app, &location, allowance).await;
    // The test begins at 10:00 in Amsterdam; its midnight is 23:00 UTC.
    let first = apply(&app, &benefit, &people[1]).await;
    app.clock.advance(Duration::minutes(13 * 60 + 59));
    assert_eq!(apply(&app, &benefit, &people[1]).await.status, 201);
    assert_eq!(apply(&app, &benefit, &people[1]).await.refusal(), "409 already_exists customer_id already_applied");
    app.clock.advance(Duration::minutes(1));
    for status in [201, 201, 409] {
        assert_eq!(apply(&app, &benefit, &people[1]).await.status, status);
    }
    // What is given back counts for the day on which it was taken.
    assert_eq!(act(&app, &first, "cancel").await.status, 200);
    assert_eq!(apply(&app, &benefit, &people[1]).await.status, 409);
}

#[tokio::test]
async fn sixteen_applications_of_one_customer_at_once_make_as_many_as_are_allowed() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    for (allowance, allowed) in
        [(json!({"kind": "once"}), 1), (json!({"kind": "per_period", "count": 3, "period": "year"}), 3)]
    {
        let benefit = benefit(&app, &location, json!({"allowance": allowance})).await;
        let answers = apply_at_once(&app, [(&benefit, &people[1]); 16]).await;
        assert_eq!(statuses(&answers), [(201, allowed), (409, 16 - allowed)]);
    }
}

#[tokio::test]
async fn the_quota_is_never_exceeded_by_sixteen_at_once() {
    let (app, location) = space().await;
    let people = people(&app, 16).await;
    let benefit = benefit(&app, &location, json!({"total_quota": 5})).await;
    let answers = apply_at_once(&app, people.iter().map(|person| (&benefit, person))).await;
    assert_eq!(statuses(&answers), [(201, 5), (409, 11)]);
    let refusals: BTreeSet<String> = answers.iter().filter(|a| a.status == 409).map(TestResponse::refusal).collect();
    assert_eq!(refusals, BTreeSet::from(["409 capacity_exceeded".to_owned()]));
}

#[tokio::test]
async fn the_quota_comes_back_counts_what_was_there_before_it_and_can_grow() {
    let (app, location) = space().await;
    let people = people(&app, 5).await;
    let benefit = benefit(&app, &location, json!({"application_mode": "approval"})).await;
    let first = apply(&app, &benefit, &people[1]).await;
    assert_eq!(apply(&app, &benefit, &people[2]).await.status, 201);
    let path = format!("/benefits/{benefit}");
    assert_eq!(app.put(&path, json!({"total_quota": 2})).await.status, 200);
    assert_eq!(apply(&app, &benefit, &people[3]).await.refusal(), "409 capacity_exceeded");
    assert_eq!(act(&app, &first, "reject").await.status, 200);
    assert_eq!(apply(&app, &benefit, &people[3]).await.status, 201);
    assert_eq!(apply(&app, &benefit, &people[4]).await.refusal(), "409 capacity_exceeded");
    assert_eq!(app.put(&path, json!({"total_quota": null})).await.body["data"]["total_quota"], json!(null));
    assert_eq!(apply(&app, &benefit, &people[4]).await.status, 201);
}
