//! Lists of benefits, categories and applications: filters alone and together, and both pagination schemes.

use serde_json::{Value, json};
use testing::TestApp;
use values::Timestamp;

use super::{act, apply, benefit, category, each, location, people, space};

/// Asserts what a list answers, in both pagination schemes.
async fn check(app: &TestApp, path: &str, expected: &[&String]) {
    let expected: Vec<Value> = expected.iter().map(|id| json!(id)).collect();
    let list = app.get(path).await;
    assert_eq!((list.status, each(&list, "id")), (200, expected.clone()), "{path}");
    assert_eq!(list.body["pagination"]["total"], expected.len(), "{path}");
    let joint = if path.contains('?') { '&' } else { '?' };
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = app.get(&format!("{path}{joint}limit=1{cursor}")).await;
        assert_eq!(page.body["pagination"]["total_count"], expected.len(), "{path}: {}", page.text);
        found.extend(each(&page, "id"));
        if page.body["pagination"]["has_more"] != true {
            break;
        }
        cursor = format!("&cursor={}", page.body["pagination"]["next_cursor"].as_str().unwrap_or_default());
        // A cursor is also valid at a later instant.
        app.clock.advance(chrono::Duration::seconds(1));
    }
    assert_eq!(found, expected, "{path}");
}

#[tokio::test]
async fn benefits_are_filtered() {
    let (app, here) = space().await;
    let there = location(&app).await;
    let category = category(&app, &here).await;
    let a = benefit(&app, &here, json!({"category_id": category, "visibility": "members", "featured": true})).await;
    let b = benefit(&app, &here, json!({"category_id": category, "visibility": "public", "is_active": false})).await;
    let c = benefit(&app, &here, json!({"visibility": "public", "featured": true})).await;
    let d = benefit(&app, &there, json!({"visibility": "members"})).await;
    check(&app, "/benefits", &[&d, &c, &b, &a]).await;
    check(&app, "/benefits?order=asc", &[&a, &b, &c, &d]).await;
    check(&app, &format!("/benefits?location_id={here}"), &[&c, &b, &a]).await;
    check(&app, &format!("/benefits?category_id={category}"), &[&b, &a]).await;
    check(&app, &format!("/benefits?category_id={category}&location_id={there}"), &[]).await;
    check(&app, &format!("/benefits?category_id={category}&location_id={here}&featured=false"), &[&b]).await;
    check(&app, "/benefits?visibility=public", &[&c, &b]).await;
    check(&app, &format!("/benefits?location_id={here}&featured=true"), &[&c, &a]).await;
    check(&app, "/benefits?is_active=false", &[&b]).await;
    check(&app.as_client(&app.stranger), &format!("/benefits?location_id={here}"), &[]).await;
    for (query, refusal) in [
        ("location_id=1", "400 validation_error location_id invalid_format"),
        ("visibility=all", "400 validation_error visibility invalid_value"),
        ("featured=yes", "400 validation_error featured invalid_type"),
        ("name=a", "400 validation_error name unknown_parameter"),
        ("page=0", "400 validation_error page out_of_range"),
    ] {
        assert_eq!(app.get(&format!("/benefits?{query}")).await.refusal(), refusal);
    }
}

#[tokio::test]
async fn categories_are_filtered() {
    let (app, here) = space().await;
    let there = location(&app).await;
    let (a, b, c) = (category(&app, &here).await, category(&app, &here).await, category(&app, &there).await);
    app.put(&format!("/benefit-categories/{a}"), json!({"is_active": false})).await;
    check(&app, "/benefit-categories", &[&c, &b, &a]).await;
    check(&app, &format!("/benefit-categories?location_id={here}"), &[&b, &a]).await;
    check(&app, &format!("/benefit-categories?location_id={here}&is_active=true"), &[&b]).await;
    check(&app, "/benefit-categories?is_active=false", &[&a]).await;
    check(&app.as_client(&app.stranger), "/benefit-categories", &[]).await;
}

#[tokio::test]
async fn applications_are_filtered() {
    let (app, location) = space().await;
    let people = people(&app, 3).await;
    let category = category(&app, &location).await;
    let [first, second] = [
        benefit(&app, &location, json!({"category_id": category, "application_mode": "approval"})).await,
        benefit(&app, &location, json!({"valid_until": "2027-01-01T00:00:00Z"})).await,
    ];
    let waiting = apply(&app, &first, &people[1]).await;
    let rejected = apply(&app, &first, &people[2]).await;
    act(&app, &rejected, "reject").await;
    let approved = apply(&app, &second, &people[1]).await;
    let redeemed = apply(&app, &second, &people[2]).await;
    act(&app, &redeemed, "redeem").await;
    let [a, b, c, d] = [waiting.id(), rejected.id(), approved.id(), redeemed.id()];
    let (one, two) = (&people[1], &people[2]);
    let list = |query: String| format!("/benefit-applications{query}");
    check(&app, &list(String::new()), &[&d, &c, &b, &a]).await;
    check(&app, &list(format!("?benefit_id={first}")), &[&b, &a]).await;
    check(&app, &list(format!("?customer_id={one}")), &[&c, &a]).await;
    check(&app, &list(format!("?category_id={category}")), &[&b, &a]).await;
    check(&app, &list(format!("?benefit_id={second}&customer_id={two}")), &[&d]).await;
    check(&app, &list(format!("?customer_id={two}&category_id={category}")), &[&b]).await;
    check(&app, &list(format!("?benefit_id={second}&customer_id={one}&category_id={category}")), &[]).await;
    check(&app, &list(format!("?customer_id={one}&status=submitted")), &[&a]).await;
    for (status, expected) in [("submitted", &a), ("rejected", &b), ("approved", &c), ("redeemed", &d)] {
        check(&app, &list(format!("?status={status}")), &[expected]).await;
    }
    check(&app, &list("?status=cancelled".to_owned()), &[]).await;
    check(&app.as_client(&app.stranger), &list(format!("?benefit_id={first}")), &[]).await;
    let refused = app.get("/benefit-applications?status=pending").await;
    assert_eq!(refused.refusal(), "400 validation_error status invalid_value");
}

#[tokio::test]
async fn the_filter_by_category_is_by_the_category_at_that_time() {
    let (app, location) = space().await;
    let people = people(&app, 3).await;
    let (before, after) = (category(&app, &location).await, category(&app, &location).await);
    let benefit = benefit(&app, &location, json!({"category_id": before})).await;
    let first = apply(&app, &benefit, &people[1]).await.id();
    app.put(&format!("/benefits/{benefit}"), json!({"category_id": after})).await;
    let second = apply(&app, &benefit, &people[2]).await.id();
    check(&app, &format!("/benefit-applications?category_id={before}"), &[&first]).await;
    check(&app, &format!("/benefit-applications?category_id={after}"), &[&second]).await;
}

#[tokio::test]
async fn pages_of_expired_approvals_are_whole() {
    let (app, location) = space().await;
    let people = people(&app, 5).await;
    let benefit = benefit(&app, &location, json!({"valid_until": "2026-11-21T12:00:00Z"})).await;
    let mut ids = Vec::new();
    for person in &people {
        ids.insert(0, apply(&app, &benefit, person).await.id());
    }
    check(&app, "/benefit-applications?status=approved", &ids.iter().collect::<Vec<_>>()).await;
    app.clock.advance(chrono::Duration::hours(3));
    check(&app, "/benefit-applications?status=expired", &ids.iter().collect::<Vec<_>>()).await;
    check(&app, "/benefit-applications?status=approved", &[]).await;
}

#[tokio::test]
async fn applications_are_found_by_location_and_by_the_days_on_which_they_were_made() {
    let (app, here) = space().await;
    let people = people(&app, 2).await;
    let there = location(&app).await;
    let manual = json!({"application_mode": "approval", "allowance": {"kind": "unlimited"}});
    let near = benefit(&app, &here, manual.clone()).await;
    let far = benefit(&app, &there, manual).await;
    let mut ids = Vec::new();
    for (benefit, time) in [
        (&near, "2026-11-30T10:00:00Z"),
        // In Amsterdam this is 1 December.
        (&near, "2026-11-30T23:30:00Z"),
        (&far, "2026-12-01T10:00:00Z"),
        (&near, "2026-12-02T22:59:59.999Z"),
    ] {
        app.clock.set(Timestamp::parse(time).expect("an instant"));
        ids.push(apply(&app, benefit, &people[1]).await.id());
    }
    let [a, b, c, d] = [&ids[0], &ids[1], &ids[2], &ids[3]];
    let path = "/benefit-applications?";
    check(&app, &format!("{path}location_id={here}"), &[d, b, a]).await;
    check(&app, &format!("{path}location_id={there}&customer_id={}", people[1]), &[c]).await;
    check(&app, &format!("{path}location_id={there}&benefit_id={near}"), &[]).await;
    check(&app, &format!("{path}start_date=2026-12-01"), &[d, c]).await;
    check(&app, &format!("{path}end_date=2026-11-30"), &[b, a]).await;
    check(&app, &format!("{path}location_id={here}&start_date=2026-12-01&end_date=2026-12-02"), &[d, b]).await;
    check(&app, &format!("{path}location_id={here}&end_date=2026-11-30"), &[a]).await;
    check(&app, &format!("{path}benefit_id={near}&start_date=2026-12-02&status=submitted"), &[d]).await;
    let turned = app.get(&format!("{path}start_date=2026-12-02&end_date=2026-12-01")).await;
    assert_eq!(turned.refusal(), "422 rule_violation end_date end_before_start");
}
