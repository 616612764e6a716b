//! Applications: their states, expiry, numbers and what refuses them.

use chrono::Duration;
use records::ClientId;
use serde_json::{Value, json};

use super::{NOBODY, act, apply, apply_at_once, at_once, benefit, category, each, location, people, space, statuses};

#[tokio::test]
async fn an_application_has_exactly_these_fields() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let benefit = benefit(&app, &location, json!({"application_mode": "approval"})).await;
    let body = json!({"benefit_id": benefit, "customer_id": people[1], "comment": "Please.", "metadata": {"a": "b"}});
    let created = app.post("/benefit-applications", body).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let expected = json!({
        "id": created.id(), "benefit_id": benefit, "customer_id": people[1], "status": "submitted",
        "comment": "Please.", "number": 1, "decided_at": null, "decided_by": null, "code": null, "expires_at": null,
        "metadata": {"a": "b"}, "version": 1,
        "created_at": "2026-11-21T09:00:00.000Z", "updated_at": "2026-11-21T09:00:00.000Z",
    });
    assert_eq!(created.body["data"], expected);
    let path = format!("/benefit-applications/{}", created.id());
    assert_eq!(created.header("location"), format!("/v1{path}"));
    assert_eq!(app.get(&path).await.body["data"], expected);
    assert_eq!(app.get("/benefit-applications").await.body["data"], json!([expected]));
    let stranger = app.as_client(&app.stranger);
    assert_eq!(stranger.get(&path).await.refusal(), "404 not_found");
    for action in ["approve", "reject", "cancel", "redeem"] {
        assert_eq!(act(&stranger, &created, action).await.refusal(), "404 not_found");
    }
    let theirs = json!({"benefit_id": benefit, "customer_id": people[1]});
    let refused = stranger.post("/benefit-applications", theirs).await;
    assert_eq!(refused.refusal(), "422 rule_violation benefit_id reference_not_found");
}

#[tokio::test]
async fn what_is_not_valid_is_named() {
    let (app, _) = space().await;
    for (body, fields) in [
        (json!({}), &["benefit_id required", "customer_id required"][..]),
        (
            json!({"benefit_id": "x", "customer_id": 1}),
            &["benefit_id invalid_format", "customer_id invalid_type"],
        ),
        (
            json!({"benefit_id": NOBODY, "customer_id": NOBODY, "comment": "x".repeat(5_001), "number": 1}),
            &["comment too_long", "number unknown_field"],
        ),
    ] {
        let refused = app.post("/benefit-applications", body).await;
        assert_eq!((refused.status, refused.fields()), (400, fields.iter().map(ToString::to_string).collect()));
    }
}

#[tokio::test]
async fn a_member_or_a_company_applies_but_nobody_who_is_blocked_or_unknown() {
    let (app, location) = space().await;
    let people = people(&app, 1).await;
    let benefit = benefit(&app, &location, json!({"allowance": {"kind": "unlimited"}})).await;
    let company = tests::company(&app, &location).await;
    for customer in [&people[0], &company] {
        assert_eq!(apply(&app, &benefit, customer).await.status, 201);
    }
    let blocked = app.post(&format!("/members/{}/block", people[0]), json!({})).await;
    assert_eq!(blocked.status, 200, "{}", blocked.text);
    for (customer, reason) in [(people[0].as_str(), "customer_blocked"), (NOBODY, "reference_not_found")] {
        let refusal = format!("422 rule_violation customer_id {reason}");
        assert_eq!(apply(&app, &benefit, customer).await.refusal(), refusal);
    }
}

#[tokio::test]
async fn auto_and_link_are_approved_at_once_and_approval_waits() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    for (fields, status) in [
        (json!({}), "approved"),
        (json!({"application_mode": "link", "link_url": "https://partner.example/join"}), "approved"),
        (json!({"application_mode": "approval"}), "submitted"),
    ] {
        let benefit = benefit(&app, &location, fields).await;
        let created = apply(&app, &benefit, &people[1]).await;
        assert_eq!(created.body["data"]["status"], status);
        assert_eq!(created.body["data"]["decided_at"].is_string(), status == "approved");
        assert_eq!(created.body["data"]["decided_by"], json!(null));
    }
}

#[tokio::test]
async fn a_decision_tells_when_and_who() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let benefit = benefit(&app, &location, json!({"application_mode": "approval"})).await;
    let client = ClientId::parse(&app.client.client_id).expect("a client").client().to_string();
    for (number, (action, status)) in [("approve", "approved"), ("reject", "rejected")].into_iter().enumerate() {
        let application = apply(&app, &benefit, &people[number]).await;
        app.clock.advance(Duration::hours(1));
        let decided = act(&app, &application, action).await;
        let data = &decided.body["data"];
        assert_eq!((decided.status, &data["status"]), (200, &json!(status)));
        assert_eq!(data["decided_at"], data["updated_at"]);
        assert_eq!(data["decided_by"], client);
        assert_eq!(decided.header("etag"), "\"2\"");
    }
}

#[tokio::test]
async fn each_state_allows_only_its_own_actions() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let fields = json!({"application_mode": "approval", "allowance": {"kind": "unlimited"}});
    let benefit = benefit(&app, &location, fields).await;
    for (before, allowed) in [
        (&[][..], &["approve", "reject", "cancel"][..]),
        (&["approve"], &["cancel", "redeem"]),
        (&["reject"], &[]),
        (&["cancel"], &[]),
        (&["approve", "cancel"], &[]),
        (&["approve", "redeem"], &[]),
    ] {
        for action in ["approve", "reject", "cancel", "redeem"] {
            let application = apply(&app, &benefit, &people[1]).await;
            for earlier in before {
                assert_eq!(act(&app, &application, earlier).await.status, 200);
            }
            let answer = act(&app, &application, action).await;
            if allowed.contains(&action) {
                assert_eq!(answer.status, 200, "{before:?} {action}: {}", answer.text);
            } else {
                assert_eq!(answer.refusal(), "409 invalid_state", "{before:?} {action}");
            }
        }
    }
}

#[tokio::test]
async fn an_approval_expires_when_the_window_ends_and_the_filter_knows() {
    let (app, location) = space().await;
    let people = people(&app, 3).await;
    let benefit = benefit(&app, &location, json!({"valid_until": "2026-11-21T12:00:00Z"})).await;
    let [first, second] = [apply(&app, &benefit, &people[1]).await, apply(&app, &benefit, &people[2]).await];
    assert_eq!(first.body["data"]["expires_at"], "2026-11-21T12:00:00.000Z");
    assert_eq!(act(&app, &second, "redeem").await.status, 200);
    let in_status = async |status: &str| {
        let list = app.get(&format!("/benefit-applications?benefit_id={benefit}&status={status}")).await;
        assert_eq!(list.body["pagination"]["total"], each(&list, "id").len());
        (each(&list, "id"), each(&list, "status"))
    };
    assert_eq!(in_status("approved").await, (vec![json!(first.id())], vec![json!("approved")]));
    assert_eq!(in_status("expired").await.0, Vec::<Value>::new());
    app.clock.advance(Duration::hours(3));
    assert_eq!(in_status("approved").await.0, Vec::<Value>::new());
    assert_eq!(in_status("expired").await, (vec![json!(first.id())], vec![json!("expired")]));
    // A redeemed application does not expire.
    assert_eq!(in_status("redeemed").await.0, [json!(second.id())]);
    assert_eq!(app.get(&format!("/benefit-applications/{}", first.id())).await.body["data"]["status"], "expired");
    for action in ["redeem", "cancel", "approve"] {
        assert_eq!(act(&app, &first, action).await.refusal(), "409 invalid_state");
    }
}

#[tokio::test]
async fn an_approval_keeps_the_end_it_was_given() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let benefit = benefit(&app, &location, json!({})).await;
    let application = apply(&app, &benefit, &people[1]).await;
    assert_eq!(application.body["data"]["expires_at"], json!(null));
    app.put(&format!("/benefits/{benefit}"), json!({"valid_until": "2026-11-21T12:00:00Z"})).await;
    app.clock.advance(Duration::days(365));
    let approved = app.get("/benefit-applications?status=approved").await;
    assert_eq!(each(&approved, "id"), [json!(application.id())]);
    assert_eq!(act(&app, &application, "redeem").await.status, 200);
}

#[tokio::test]
async fn a_benefit_is_applied_for_only_while_it_is_open() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let category = category(&app, &location).await;
    for (fields, expected) in [
        (json!({"is_active": false}), "409 invalid_state"),
        (json!({"valid_from": "2026-11-21T09:00:01Z"}), "409 invalid_state"),
        (json!({"valid_until": "2026-11-21T09:00:00Z"}), "409 invalid_state"),
        (json!({"category_id": category}), "409 invalid_state"),
        (json!({"valid_from": "2026-11-21T09:00:00Z", "valid_until": "2026-11-21T09:00:01Z"}), "201 "),
    ] {
        let benefit = benefit(&app, &location, fields.clone()).await;
        let path = format!("/benefit-categories/{category}");
        assert_eq!(app.put(&path, json!({"is_active": false})).await.status, 200);
        assert_eq!(apply(&app, &benefit, &people[1]).await.refusal(), expected, "{fields}");
        assert_eq!(app.put(&path, json!({"is_active": true})).await.status, 200);
    }
    let archived = benefit(&app, &location, json!({})).await;
    app.delete(&format!("/benefits/{archived}")).await;
    let refused = apply(&app, &archived, &people[1]).await;
    assert_eq!(refused.refusal(), "422 rule_violation benefit_id reference_archived");
}

#[tokio::test]
async fn what_was_submitted_can_be_decided_after_the_benefit_closed_but_not_approved_after_its_end() {
    let (app, location) = space().await;
    let people = people(&app, 4).await;
    let category = category(&app, &location).await;
    let fields =
        json!({"application_mode": "approval", "category_id": category, "valid_until": "2026-11-21T12:00:00Z"});
    let benefit = benefit(&app, &location, fields).await;
    let [first, second, third] = [
        apply(&app, &benefit, &people[1]).await,
        apply(&app, &benefit, &people[2]).await,
        apply(&app, &benefit, &people[3]).await,
    ];
    app.put(&format!("/benefits/{benefit}"), json!({"is_active": false})).await;
    app.put(&format!("/benefit-categories/{category}"), json!({"is_active": false})).await;
    assert_eq!(act(&app, &first, "approve").await.status, 200);
    app.clock.advance(Duration::hours(3));
    assert_eq!(act(&app, &second, "approve").await.refusal(), "409 invalid_state");
    assert_eq!(act(&app, &second, "reject").await.status, 200);
    app.delete(&format!("/benefits/{benefit}")).await;
    assert_eq!(act(&app, &third, "approve").await.refusal(), "409 invalid_state");
    assert_eq!(act(&app, &third, "cancel").await.status, 200);
}

#[tokio::test]
async fn numbers_are_sequential_per_location_under_sixteen_at_once() {
    let (app, here) = space().await;
    let people = people(&app, 17).await;
    let (there, fields) = (location(&app).await, json!({"application_mode": "approval"}));
    let benefits = [benefit(&app, &here, fields.clone()).await, benefit(&app, &here, fields.clone()).await];
    let elsewhere = benefit(&app, &there, fields).await;
    let answers = apply_at_once(&app, benefits.iter().cycle().zip(&people[..16])).await;
    assert_eq!(statuses(&answers), [(201, 16)]);
    let mut numbers: Vec<_> = answers.iter().filter_map(|answer| answer.body["data"]["number"].as_i64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=16).collect::<Vec<i64>>());
    assert_eq!(apply(&app, &elsewhere, &people[1]).await.body["data"]["number"], 1);
    assert_eq!(apply(&app, &benefits[0], &people[16]).await.body["data"]["number"], 17);
}

#[tokio::test]
async fn sixteen_decisions_at_once_are_one() {
    let (app, location) = space().await;
    let people = people(&app, 4).await;
    let benefit = benefit(&app, &location, json!({"application_mode": "approval", "total_quota": 1})).await;
    let application = apply(&app, &benefit, &people[1]).await;
    let path = format!("/benefit-applications/{}", application.id());
    let request = |action| ("POST", format!("{path}/{action}"), json!({}));
    let answers = at_once(&app, ["approve", "reject"].into_iter().cycle().take(16).map(request)).await;
    assert_eq!(statuses(&answers), [(200, 1), (409, 15)]);
    // Whichever decision was first, the quota is right.
    let free = app.get(&path).await.body["data"]["status"] == "rejected";
    assert_eq!(apply(&app, &benefit, &people[2]).await.status, if free { 201 } else { 409 });
    assert_eq!(apply(&app, &benefit, &people[3]).await.refusal(), "409 capacity_exceeded");
}

#[tokio::test]
async fn a_repeated_request_with_one_key_applies_once_and_takes_one() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let benefit = benefit(&app, &location, json!({"total_quota": 2, "allowance": {"kind": "unlimited"}})).await;
    let body = json!({"benefit_id": benefit, "customer_id": people[1]});
    let headers = [("idempotency-key", "once")];
    let first = app.send("POST", "/benefit-applications", Some(body.clone()), &headers).await;
    let again = app.send("POST", "/benefit-applications", Some(body), &headers).await;
    assert_eq!((first.status, again.header("idempotent-replayed")), (201, "true"));
    assert_eq!(first.text, again.text);
    assert_eq!(apply(&app, &benefit, &people[1]).await.status, 201);
    assert_eq!(apply(&app, &benefit, &people[1]).await.refusal(), "409 capacity_exceeded");
}

#[tokio::test]
async fn another_version_than_if_match_names_is_not_decided() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let benefit = benefit(&app, &location, json!({"application_mode": "approval"})).await;
    let application = apply(&app, &benefit, &people[1]).await;
    for (action, tag, status) in [("approve", "\"2\"", 412), ("approve", "\"1\"", 200), ("redeem", "\"1\"", 412)] {
        let path = format!("/benefit-applications/{}/{action}", application.id());
        let answer = app.send("POST", &path, None, &[("if-match", tag)]).await;
        assert_eq!(answer.status, status, "{action} {tag}");
    }
}

#[tokio::test]
async fn a_refused_application_burns_no_number() {
    let (app, location) = space().await;
    let people = people(&app, 4).await;
    let benefit = benefit(&app, &location, json!({"total_quota": 2})).await;
    assert_eq!(apply(&app, &benefit, &people[1]).await.body["data"]["number"], 1);
    for _ in 0..3 {
        assert_eq!(apply(&app, &benefit, &people[1]).await.code(), "already_exists");
    }
    assert_eq!(apply(&app, &benefit, &people[2]).await.body["data"]["number"], 2);
    assert_eq!(apply(&app, &benefit, &people[3]).await.code(), "capacity_exceeded");
    assert_eq!(app.put(&format!("/benefits/{benefit}"), json!({"total_quota": 3})).await.status, 200);
    assert_eq!(apply(&app, &benefit, &people[3]).await.body["data"]["number"], 3);
}
