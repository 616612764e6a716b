//! What the fields of a contract keep among themselves.

use serde_json::json;
use tests::{ContractFixture, accepted, resource, with, without};

#[tokio::test]
async fn fields_that_do_not_go_together_are_refused() {
    let fixture = ContractFixture::new().await;
    let (office, plan) = (fixture.office_item(), fixture.plan_item());
    let rule = |field: &str, reason: &str| format!("422 rule_violation {field} {reason}");
    for (fields, refusal) in [
        (json!({"end_date": "2026-12-31"}), rule("end_date", "end_before_start")),
        (
            json!({"end_date": null, "auto_renew": true, "renewal_term_months": 12}),
            rule("end_date", "required"),
        ),
        (json!({"auto_renew": true}), rule("renewal_term_months", "required")),
        (json!({"expires_at": "2028-01-01"}), rule("expires_at", "after_end")),
        (json!({"items": [{"kind": "plan"}]}), rule("items[0].membership_plan_id", "required")),
        (json!({"items": [{"kind": "resource"}]}), rule("items[0].resource_id", "required")),
        (
            json!({"items": [with(office.clone(), &json!({"membership_plan_id": fixture.plan}))]}),
            rule("items[0].membership_plan_id", "only_for_plan"),
        ),
        (
            json!({"items": [with(plan.clone(), &json!({"resource_id": fixture.office}))]}),
            rule("items[0].resource_id", "only_for_resource"),
        ),
        (json!({"items": [{"kind": "one_off", "price": 1}]}), rule("items[0].description", "required")),
        (json!({"items": [{"kind": "one_off", "description": "Keys"}]}), rule("items[0].price", "required")),
        (json!({"items": [office, office]}), rule("items[1].resource_id", "repeated")),
        (json!({"on_signed": "create_subscriptions"}), rule("items", "needs_plan")),
        (
            json!({"items": [plan, with(office.clone(), &json!({"price": 5}))], "on_signed": "create_subscriptions"}),
            rule("items[1].price", "priced_by_plan"),
        ),
        (json!({"deposit": 100}), rule("deposit", "needs_subscription")),
        (
            json!({"items": [with(plan.clone(), &json!({"price": 1.001}))]}),
            rule("items[0].price", "too_many_decimals"),
        ),
    ] {
        let answer = fixture.app.post("/contracts", fixture.body(&fields)).await;
        assert_eq!(answer.refusal(), refusal, "{fields}");
    }
    for field in ["customer_id", "location_id", "template_id", "start_date", "items", "signers"] {
        let answer = fixture.app.post("/contracts", without(fixture.body(&json!({})), field)).await;
        assert_eq!(answer.refusal(), format!("400 validation_error {field} required"));
    }
}

#[tokio::test]
async fn items_are_of_the_location_and_can_be_assigned() {
    let fixture = ContractFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Room", "meeting_room", json!({})).await;
    let elsewhere = tests::location(&fixture.app).await;
    let far = resource(&fixture.app, &elsewhere, "Office 2", "office", json!({})).await;
    for (id, reason) in
        [(room, "not_assignable"), (far, "other_location"), (tests::NOBODY.to_owned(), "reference_not_found")]
    {
        let fields = json!({"items": [{"kind": "resource", "resource_id": id}]});
        let answer = fixture.app.post("/contracts", fixture.body(&fields)).await;
        assert_eq!(answer.refusal(), format!("422 rule_violation items[0].resource_id {reason}"));
    }
}

#[tokio::test]
async fn a_contract_assigns_at_most_eight_resources() {
    let fixture = ContractFixture::new().await;
    let mut items = Vec::new();
    for number in 0..9 {
        let desk =
            resource(&fixture.app, &fixture.location, &format!("Desk {number}"), "dedicated_desk", json!({})).await;
        items.push(json!({"kind": "resource", "resource_id": desk}));
    }
    let answer = fixture.app.post("/contracts", fixture.body(&json!({"items": items}))).await;
    assert_eq!(answer.refusal(), "422 rule_violation items[8].resource_id too_many_resources");
    items.pop();
    let signed = fixture.signed(json!({"items": items})).await;
    assert_eq!(signed["resource_assignment_ids"].as_array().map(Vec::len), Some(8));
}

#[tokio::test]
async fn only_a_draft_changes_and_is_deleted() {
    let fixture = ContractFixture::new().await;
    let draft = fixture.draft(json!({})).await;
    let path = format!("/contracts/{draft}");
    let changed = fixture.app.put(&path, json!({"notice_days": 60, "title": "Office 1"})).await;
    accepted(&changed, 200);
    assert_eq!(
        (&changed.body["data"]["notice_days"], &changed.body["data"]["title"]),
        (&json!(60), &json!("Office 1"))
    );
    let refused = fixture.app.put(&path, json!({"auto_renew": true})).await;
    assert_eq!(refused.refusal(), "422 rule_violation renewal_term_months required");
    fixture.issue(&draft).await;
    assert_eq!(fixture.app.put(&path, json!({"notice_days": 1})).await.refusal(), "409 invalid_state id frozen");
    accepted(&fixture.app.put(&path, json!({"metadata": {"room": "1"}})).await, 200);
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 invalid_state");
    let other = fixture.draft(json!({})).await;
    accepted(&fixture.app.delete(&format!("/contracts/{other}")).await, 200);
    assert_eq!(fixture.app.get(&format!("/contracts/{other}")).await.status, 404);
}

#[tokio::test]
async fn numbers_have_no_gap_though_drafts_are_deleted_and_issues_refused() {
    let fixture = ContractFixture::new().await;
    let once = json!({"items": [{"kind": "one_off", "description": "Keys", "price": 10}]});
    let mut numbers = Vec::new();
    for _ in 0..3 {
        let draft = fixture.draft(once.clone()).await;
        accepted(&fixture.app.delete(&format!("/contracts/{draft}")).await, 200);
        let late = fixture.draft(with(once.clone(), &json!({"expires_at": "2026-12-01"}))).await;
        assert_eq!(
            fixture.act(&late, "issue", json!(null)).await.refusal(),
            "422 rule_violation expires_at in_the_past"
        );
        numbers.push(fixture.issued(once.clone()).await.body["number"].clone());
    }
    assert_eq!(numbers, [json!(1), json!(2), json!(3)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_contracts_that_are_issued_at_once_have_sixty_four_numbers_without_a_gap() {
    let fixture = ContractFixture::new().await;
    let once = json!({"items": [{"kind": "one_off", "description": "Keys", "price": 10}]});
    let mut requests = Vec::new();
    for _ in 0..64 {
        let draft = fixture.draft(once.clone()).await;
        requests.push(("POST", format!("/contracts/{draft}/issue"), json!(null)));
    }
    fixture.app.faults.overlaps_conflict(5);
    let answers = tests::at_once(&fixture.app, requests).await;
    fixture.app.faults.clear();
    assert_eq!(tests::having(&answers, 200), 64, "{answers:?}");
    let mut numbers: Vec<i64> = answers.iter().filter_map(|answer| answer.body["data"]["number"].as_i64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=64).collect::<Vec<i64>>());
}

#[tokio::test]
async fn a_contract_leaves_room_for_what_happens_to_it() {
    let fixture = ContractFixture::new().await;
    let long = "\u{1d49c}".repeat(200);
    let signer = |order: usize| json!({"type": "customer", "name": long, "email": "a@example.com", "order": order});
    let signers: Vec<_> = (1..=10).map(signer).collect();
    let item = json!({"kind": "one_off", "description": long, "price": 1});
    let items: Vec<_> = (0..20).map(|_| item.clone()).collect();
    let fits = fixture.issued(json!({"signers": signers, "items": items})).await;
    for position in 0..10 {
        let agent = "\u{1d49c}".repeat(200);
        let path = format!("/contracts/{}/signers/{}/sign", fits.id, fits.signers[position]);
        let address = "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255";
        let body = json!({"token": fits.tokens[position], "user_agent": agent, "ip_address": address});
        accepted(&fixture.app.post(&path, body).await, 200);
    }
    let metadata: serde_json::Map<String, serde_json::Value> =
        (0..50).map(|number| (format!("key{number}"), json!("x".repeat(500)))).collect();
    let large = fixture.body(&json!({"signers": signers, "items": items, "metadata": metadata}));
    assert_eq!(fixture.app.post("/contracts", large).await.refusal(), "422 rule_violation body record_too_large");
}

#[tokio::test]
async fn what_an_answer_shows_of_a_contract_that_went_on_can_be_sent_back() {
    let fixture = ContractFixture::new().await;
    let terms = json!({"auto_renew": true, "renewal_term_months": 1, "end_date": "2027-01-31", "notice_days": 10});
    let signed = fixture.signed(terms).await;
    let path = format!("/contracts/{}", signed["id"].as_str().unwrap_or_default());
    fixture.clock("2027-04-10T11:00:00Z");
    let shown = fixture.shown(&path).await;
    assert_eq!(shown["end_date"], json!("2027-04-30"));
    let back =
        json!({"title": shown["title"], "end_date": shown["end_date"], "auto_renew": true, "metadata": {"a": "b"}});
    let answer = fixture.app.put(&path, back).await;
    accepted(&answer, 200);
    assert_eq!(answer.body["data"]["metadata"], json!({"a": "b"}));
    let other = fixture.app.put(&path, json!({"end_date": "2027-05-31"})).await;
    assert_eq!(other.refusal(), "409 invalid_state id frozen");
    assert_eq!(fixture.shown(&path).await["end_date"], json!("2027-04-30"));
}
