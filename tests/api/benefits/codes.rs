//! Redemption codes: shared, and pools of which each code is given once.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};

use super::{NOBODY, act, apply, apply_at_once, at_once, benefit, each, people, space, statuses};

fn pool() -> Value {
    json!({"redemption_code_mode": "pool"})
}

/// Codes number `first` to `last`.
fn codes(first: usize, last: usize) -> Vec<String> {
    (first..=last).map(|number| format!("CODE-{number:04}")).collect()
}

async fn import(app: &TestApp, benefit: &str, codes: &[String]) -> TestResponse {
    app.post("/benefit-codes", json!({"benefit_id": benefit, "codes": codes})).await
}

fn code_of(application: &TestResponse) -> String {
    application.body["data"]["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_code_is_none_or_the_one_that_all_get() {
    let (app, location) = space().await;
    let people = people(&app, 3).await;
    let none = benefit(&app, &location, json!({})).await;
    assert_eq!(apply(&app, &none, &people[1]).await.body["data"]["code"], json!(null));
    let shared = benefit(&app, &location, json!({"redemption_code_mode": "shared", "shared_code": "ACME 20"})).await;
    for person in &people[1..=2] {
        assert_eq!(code_of(&apply(&app, &shared, person).await), "ACME 20");
    }
}

#[tokio::test]
async fn a_pool_gives_its_codes_in_order_across_imports_and_then_no_more() {
    let (app, location) = space().await;
    let people = people(&app, 4).await;
    let benefit = benefit(&app, &location, pool()).await;
    assert_eq!(apply(&app, &benefit, &people[3]).await.refusal(), "409 capacity_exceeded");
    assert_eq!(import(&app, &benefit, &codes(1, 2)).await.status, 201);
    assert_eq!(import(&app, &benefit, &codes(3, 3)).await.status, 201);
    assert_eq!(app.get(&format!("/benefits/{benefit}")).await.body["data"]["code_count"], 3);
    for (number, code) in codes(1, 3).into_iter().enumerate() {
        assert_eq!(code_of(&apply(&app, &benefit, &people[number]).await), code);
    }
    assert_eq!(apply(&app, &benefit, &people[3]).await.refusal(), "409 capacity_exceeded");
    assert_eq!(import(&app, &benefit, &codes(4, 4)).await.status, 201);
    assert_eq!(code_of(&apply(&app, &benefit, &people[3]).await), "CODE-0004");
}

#[tokio::test]
async fn a_code_that_nobody_has_is_masked() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let benefit = benefit(&app, &location, pool()).await;
    let imported = import(&app, &benefit, &codes(1, 2)).await;
    let masked = |code: &str| json!({"code": code, "status": "available"});
    let data = &imported.body["data"];
    assert_eq!(data["codes"], json!([masked("****01"), masked("****02")]));
    assert_eq!((&data["benefit_id"], &data["available_count"]), (&json!(benefit), &json!(2)));
    assert_eq!(data["assigned_count"], 0);
    apply(&app, &benefit, &people[1]).await;
    let path = format!("/benefit-codes/{}", imported.id());
    assert_eq!(imported.header("location"), format!("/v1{path}"));
    let got = app.get(&path).await;
    let given = json!({"code": "CODE-0001", "status": "assigned"});
    assert_eq!(got.body["data"]["codes"], json!([given, masked("****02")]));
    assert_eq!(got.body["data"]["available_count"], 1);
    import(&app, &benefit, &codes(3, 3)).await;
    let list = app.get(&format!("/benefit-codes?benefit_id={benefit}")).await;
    assert_eq!(each(&list, "assigned_count"), [json!(0), json!(1)]);
    assert!(!list.text.contains("CODE-0002") && !list.text.contains("CODE-0003"), "{}", list.text);
    assert_eq!(app.get("/benefit-codes").await.body["data"], list.body["data"]);
    let stranger = app.as_client(&app.stranger);
    assert_eq!(stranger.get(&path).await.refusal(), "404 not_found");
    assert_eq!(stranger.get(&format!("/benefit-codes?benefit_id={benefit}")).await.body["data"], json!([]));
    let refused = import(&stranger, &benefit, &codes(9, 9)).await;
    assert_eq!(refused.refusal(), "422 rule_violation benefit_id reference_not_found");
}

#[tokio::test]
async fn a_pool_has_a_code_once() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let (here, there) = (benefit(&app, &location, pool()).await, benefit(&app, &location, pool()).await);
    assert_eq!(import(&app, &here, &codes(1, 3)).await.status, 201);
    let refused = import(&app, &here, &codes(2, 5)).await;
    assert_eq!(refused.refusal(), "409 already_exists codes[0] already_exists");
    assert_eq!(refused.fields(), ["codes[0] already_exists", "codes[1] already_exists"]);
    // All or nothing: 4 and 5 are not there either.
    assert_eq!(import(&app, &here, &codes(4, 5)).await.status, 201);
    // A code that was given out still belongs to the pool; another benefit has a pool of its own.
    apply(&app, &here, &people[1]).await;
    assert_eq!(import(&app, &here, &codes(1, 1)).await.code(), "already_exists");
    assert_eq!(import(&app, &there, &codes(1, 3)).await.status, 201);
}

#[tokio::test]
async fn what_is_not_valid_is_named() {
    let (app, location) = space().await;
    let (pooled, plain) = (benefit(&app, &location, pool()).await, benefit(&app, &location, json!({})).await);
    for (benefit, codes, refusal) in [
        (pooled.as_str(), json!([]), "400 validation_error codes out_of_range"),
        (pooled.as_str(), json!(codes(1, 101)), "400 validation_error codes too_many"),
        (pooled.as_str(), json!(["A", "A"]), "400 validation_error codes[1] repeated"),
        (pooled.as_str(), json!(["A", ""]), "400 validation_error codes[1] invalid_value"),
        (pooled.as_str(), json!([" A"]), "400 validation_error codes[0] invalid_format"),
        (pooled.as_str(), json!(["Ä"]), "400 validation_error codes[0] invalid_format"),
        (pooled.as_str(), json!(["A".repeat(65)]), "400 validation_error codes[0] too_long"),
        (plain.as_str(), json!(["A"]), "422 rule_violation benefit_id not_a_pool"),
        (NOBODY, json!(["A"]), "422 rule_violation benefit_id reference_not_found"),
    ] {
        let answer = app.post("/benefit-codes", json!({"benefit_id": benefit, "codes": codes})).await;
        assert_eq!(answer.refusal(), refusal);
    }
    assert_eq!(import(&app, &pooled, &codes(1, 100)).await.body["data"]["available_count"], 100);
}

#[tokio::test]
async fn sixteen_applications_at_once_get_as_many_codes_as_there_are() {
    let (app, location) = space().await;
    let people = people(&app, 16).await;
    let benefit = benefit(&app, &location, pool()).await;
    import(&app, &benefit, &codes(1, 4)).await;
    import(&app, &benefit, &codes(5, 7)).await;
    let answers = apply_at_once(&app, people.iter().map(|person| (&benefit, person))).await;
    assert_eq!(statuses(&answers), [(201, 7), (409, 9)]);
    let given: BTreeSet<String> = answers.iter().filter(|a| a.status == 201).map(code_of).collect();
    assert_eq!(given, codes(1, 7).into_iter().collect());
    assert!(answers.iter().filter(|a| a.status == 409).all(|a| a.refusal() == "409 capacity_exceeded"));
}

#[tokio::test]
async fn sixteen_approvals_at_once_get_as_many_codes_as_there_are() {
    let (app, location) = space().await;
    let people = people(&app, 16).await;
    let benefit =
        benefit(&app, &location, json!({"redemption_code_mode": "pool", "application_mode": "approval"})).await;
    import(&app, &benefit, &codes(1, 9)).await;
    let mut submitted = Vec::new();
    for person in &people {
        submitted.push(apply(&app, &benefit, person).await);
    }
    let approval =
        |application: &TestResponse| ("POST", format!("/benefit-applications/{}/approve", application.id()), json!({}));
    let answers = at_once(&app, submitted.iter().map(approval)).await;
    assert_eq!(statuses(&answers), [(200, 9), (409, 7)]);
    let given: BTreeSet<String> = answers.iter().filter(|a| a.status == 200).map(code_of).collect();
    assert_eq!(given, codes(1, 9).into_iter().collect());
    // Those without a code wait, and are approved when there are more.
    let waiting = app.get(&format!("/benefit-applications?benefit_id={benefit}&status=submitted")).await;
    assert_eq!(waiting.body["pagination"]["total"], 7);
    import(&app, &benefit, &codes(10, 10)).await;
    let id = each(&waiting, "id")[0].as_str().unwrap_or_default().to_owned();
    let approved = app.post(&format!("/benefit-applications/{id}/approve"), json!({})).await;
    assert_eq!(code_of(&approved), "CODE-0010");
}

#[tokio::test]
async fn a_code_that_was_seen_does_not_come_back() {
    let (app, location) = space().await;
    let people = people(&app, 3).await;
    let benefit = benefit(&app, &location, pool()).await;
    import(&app, &benefit, &codes(1, 2)).await;
    let first = apply(&app, &benefit, &people[1]).await;
    assert_eq!(code_of(&first), "CODE-0001");
    assert_eq!(code_of(&act(&app, &first, "cancel").await), "CODE-0001");
    assert_eq!(code_of(&apply(&app, &benefit, &people[1]).await), "CODE-0002");
    assert_eq!(apply(&app, &benefit, &people[2]).await.refusal(), "409 capacity_exceeded");
}

#[tokio::test]
async fn a_refused_application_uses_no_code() {
    let (app, location) = space().await;
    let people = people(&app, 4).await;
    let benefit = benefit(&app, &location, json!({"redemption_code_mode": "pool", "total_quota": 2})).await;
    import(&app, &benefit, &codes(1, 3)).await;
    apply(&app, &benefit, &people[1]).await;
    assert_eq!(apply(&app, &benefit, &people[1]).await.code(), "already_exists");
    assert_eq!(code_of(&apply(&app, &benefit, &people[2]).await), "CODE-0002");
    assert_eq!(apply(&app, &benefit, &people[3]).await.code(), "capacity_exceeded");
    app.put(&format!("/benefits/{benefit}"), json!({"total_quota": 3})).await;
    assert_eq!(code_of(&apply(&app, &benefit, &people[3]).await), "CODE-0003");
}

#[tokio::test]
async fn sixteen_imports_at_once_add_a_code_once() {
    let (app, location) = space().await;
    let benefit = benefit(&app, &location, pool()).await;
    // Eight pairs of the same codes.
    let request = |number: usize| {
        let first = 10 * (number / 2);
        (
            "POST",
            "/benefit-codes".to_owned(),
            json!({"benefit_id": benefit, "codes": codes(first, first + 4)}),
        )
    };
    let answers = at_once(&app, (0..16).map(request)).await;
    assert_eq!(statuses(&answers), [(201, 8), (409, 8)]);
    assert!(answers.iter().filter(|a| a.status == 409).all(|a| a.code() == "already_exists"));
    assert_eq!(app.get(&format!("/benefits/{benefit}")).await.body["data"]["code_count"], 40);
}
