//! Signing up to a membership plan, and who subscribes to it.

use serde_json::{Value, json};
use testing::Fault;
use tests::{SubscriptionFixture, accepted, at_once, company, having, made, total, with};

const IMMEDIATE: (&str, &str) = ("signup_type", "immediate");

async fn fixture(fields: Value) -> SubscriptionFixture {
    SubscriptionFixture::new(with(json!({"signup_enabled": true}), &fields)).await
}

async fn immediate(fields: Value) -> SubscriptionFixture {
    fixture(with(json!({IMMEDIATE.0: IMMEDIATE.1}), &fields)).await
}

fn path(fixture: &SubscriptionFixture) -> String {
    format!("/memberships/{}/sign-up", fixture.plan)
}

fn eve() -> Value {
    json!({"email": "eve@example.com", "name": "Eve"})
}

async fn refused(fixture: &SubscriptionFixture, body: Value) -> String {
    fixture.app.post(&path(fixture), body).await.refusal()
}

/// How many subscribe, as the plan, the list of plans and the list of subscribers say.
async fn subscribers(fixture: &SubscriptionFixture) -> u64 {
    let app = &fixture.app;
    let shown = app.get(&format!("/memberships/{}", fixture.plan)).await;
    let listed = app.get("/memberships").await;
    let count = shown.body["data"]["subscriber_count"].clone();
    let of_list = listed.body["data"].as_array().into_iter().flatten().find(|plan| plan["id"] == json!(fixture.plan));
    assert_eq!(of_list.map(|plan| plan["subscriber_count"].clone()), Some(count.clone()));
    assert_eq!(json!(total(app, &format!("/memberships/{}/subscribers", fixture.plan)).await), count);
    count.as_u64().expect("a count")
}

#[tokio::test]
async fn an_immediate_sign_up_makes_member_and_subscription_at_once() {
    let fixture = immediate(json!({})).await;
    let signed_up = fixture.app.post(&path(&fixture), eve()).await;
    accepted(&signed_up, 201);
    let registration = &signed_up.body["data"];
    assert_eq!(registration["status"], "approved");
    let subscription = registration["subscription_id"].as_str().expect("a subscription").to_owned();
    assert_eq!(fixture.get(&subscription).await["customer_id"], registration["member_id"]);
    assert_eq!(fixture.invoices(&subscription).await, ["2027-01-01 300"]);
    assert_eq!(subscribers(&fixture).await, 1);
    let listed = fixture.app.get(&format!("/memberships/{}/subscribers", fixture.plan)).await;
    assert_eq!(listed.body["data"][0]["id"], json!(subscription));
    fixture.acted(&subscription, "cancel", json!({"timing": "now"})).await;
    fixture.clock("2027-01-02T12:00:00Z");
    fixture.get(&subscription).await;
    assert_eq!(subscribers(&fixture).await, 0, "it has ended");
}

#[tokio::test]
async fn a_member_signs_up_by_id() {
    let fixture = immediate(json!({})).await;
    let signed_up = fixture.app.post(&path(&fixture), json!({"customer_id": fixture.member})).await;
    accepted(&signed_up, 201);
    let subscription = fixture.get(signed_up.body["data"]["subscription_id"].as_str().expect("an id")).await;
    assert_eq!(subscription["customer_id"], json!(fixture.member));
    assert_eq!(total(&fixture.app, "/members").await, 1);
}

#[tokio::test]
async fn a_sign_up_by_request_waits_for_approval_and_then_subscribes() {
    let fixture = fixture(json!({})).await;
    let asked = fixture.app.post(&path(&fixture), json!({"customer_id": fixture.member})).await;
    accepted(&asked, 201);
    let registration = &asked.body["data"];
    assert_eq!((&registration["status"], &registration["subscription_id"]), (&json!("pending"), &Value::Null));
    let again = refused(&fixture, json!({"customer_id": fixture.member})).await;
    assert_eq!(again, "409 already_exists customer_id already_exists");
    assert_eq!(subscribers(&fixture).await, 0);
    let approve = format!("/member-registrations/{}/approve", asked.id());
    let approved = fixture.app.send("POST", &approve, None, &[]).await;
    accepted(&approved, 200);
    assert_eq!(approved.body["data"]["member_id"], json!(fixture.member));
    assert_eq!(subscribers(&fixture).await, 1);
}

#[tokio::test]
async fn nobody_signs_up_where_nobody_can() {
    let fixture = immediate(json!({})).await;
    let (app, plan) = (&fixture.app, format!("/memberships/{}", fixture.plan));
    accepted(&app.put(&plan, json!({"signup_enabled": false})).await, 200);
    assert_eq!(refused(&fixture, eve()).await, "409 invalid_state");
    accepted(&app.put(&plan, json!({"signup_enabled": true, "is_active": false})).await, 200);
    assert_eq!(refused(&fixture, eve()).await, "409 invalid_state");
    accepted(&app.put(&plan, json!({"is_active": true})).await, 200);
    accepted(&app.put(&format!("/locations/{}", fixture.location), json!({"is_active": false})).await, 200);
    assert_eq!(refused(&fixture, eve()).await, "409 invalid_state");
    let nowhere = app.post(&format!("/memberships/{}/sign-up", tests::NOBODY), eve()).await;
    assert_eq!(nowhere.status, 404);
    assert_eq!(total(app, "/members").await, 1);
}

#[tokio::test]
async fn who_signs_up_is_one_person_who_may() {
    let fixture = immediate(json!({})).await;
    let app = &fixture.app;
    let either = "422 rule_violation customer_id one_of_customer_id_and_email";
    for body in [json!({}), json!({"email": "eve@example.com"}), with(eve(), &json!({"customer_id": fixture.member}))] {
        assert_eq!(refused(&fixture, body).await, either);
    }
    let company = company(app, &fixture.location).await;
    assert_eq!(
        refused(&fixture, json!({"customer_id": company})).await,
        "422 rule_violation customer_id not_a_member"
    );
    let unknown = refused(&fixture, json!({"customer_id": tests::NOBODY})).await;
    assert_eq!(unknown, "422 rule_violation customer_id reference_not_found");
    let elsewhere = tests::company(app, &tests::location(app).await).await;
    let other = refused(&fixture, with(eve(), &json!({"company_id": elsewhere}))).await;
    assert_eq!(other, "422 rule_violation company_id other_location");
    accepted(&app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    let blocked = refused(&fixture, json!({"customer_id": fixture.member})).await;
    assert_eq!(blocked, "422 rule_violation customer_id customer_blocked");
    let by_email = refused(&fixture, json!({"email": "ann@example.com", "name": "Ann"})).await;
    assert_eq!(by_email, "409 invalid_state email member_blocked");
    let with_company = app.post(&path(&fixture), with(eve(), &json!({"company_id": company}))).await;
    accepted(&with_company, 201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixteen_who_sign_up_at_once_as_many_subscribe_as_there_are_seats_and_the_others_wait() {
    let fixture = immediate(json!({"max_subscribers": 4})).await;
    let person = |number: u32| json!({"email": format!("p{number}@example.com"), "name": "P"});
    let answers = at_once(&fixture.app, (0..16).map(|number| ("POST", path(&fixture), person(number)))).await;
    assert_eq!(having(&answers, 201), 16);
    let of = |status: &str| answers.iter().filter(|answer| answer.body["data"]["status"] == json!(status)).count();
    assert_eq!((of("approved"), of("pending")), (4, 12));
    assert_eq!(subscribers(&fixture).await, 4);
}

#[tokio::test]
async fn a_plan_counts_those_who_subscribe_to_its_membership_plans() {
    let fixture = fixture(json!({})).await;
    let app = &fixture.app;
    let plan = json!({"name": "Catalogue", "price": 100, "currency": "EUR", "billing_cycle": "monthly"});
    let plan = made(app, "/plans", plan).await;
    let other = tests::location(app).await;
    let published = json!({"location_ids": [fixture.location, other]});
    accepted(&app.post(&format!("/plans/{plan}/publish"), published).await, 200);
    let adoption = async || app.get(&format!("/plans/{plan}/adoption")).await.body["data"].clone();
    for offer in adoption().await["offers"].as_array().expect("offers") {
        fixture.subscribed(json!({"membership_plan_id": offer["membership_plan_id"]})).await;
    }
    assert_eq!(app.get(&format!("/plans/{plan}")).await.body["data"]["subscriber_count"], json!(2));
    let adopted = adoption().await;
    assert_eq!((&adopted["subscriber_count"], &adopted["offers"][1]["subscriber_count"]), (&json!(2), &json!(1)));
}

#[tokio::test]
async fn nobody_asks_for_a_plan_that_is_not_active() {
    for kind in ["request", "immediate"] {
        let fixture = fixture(json!({"signup_type": kind})).await;
        let plan = json!({"name": "Desk", "price": 100, "currency": "EUR", "billing_cycle": "monthly"});
        let plan = made(&fixture.app, "/plans", plan).await;
        let linked = json!({"plan_id": plan, "signup_enabled": true, "signup_type": kind});
        let linked = fixture.plan(linked).await;
        accepted(&fixture.app.delete(&format!("/plans/{plan}")).await, 200);
        let refused = fixture.app.post(&format!("/memberships/{linked}/sign-up"), eve()).await.refusal();
        assert_eq!(refused, "409 invalid_state", "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_member_who_goes_while_signing_up_is_replaced_by_nobody() {
    for kind in ["request", "immediate"] {
        let fixture = fixture(json!({"signup_type": kind})).await;
        for round in 0..4 {
            let id = tests::member(&fixture.app, "goes@example.com").await;
            for operation in ["TransactWriteItems", "GetItem", "BatchGetItem"] {
                fixture.app.faults.random(operation, round, vec![(300, Fault::Late(20)), (300, Fault::Late(50))]);
            }
            let path = path(&fixture);
            let sign_up = fixture.app.post(&path, json!({"customer_id": id}));
            let member = format!("/members/{id}");
            let (signed_up, gone) = tokio::join!(sign_up, fixture.app.delete(&member));
            fixture.app.faults.clear();
            let found = fixture.app.get("/members?email=goes@example.com").await;
            let found = found.body["data"].as_array().cloned().unwrap_or_default();
            assert!(found.iter().all(|member| member["id"] == json!(id)), "{} {}", signed_up.text, gone.text);
            if signed_up.status == 201 && kind == "immediate" {
                assert_eq!(signed_up.body["data"]["member_id"], json!(id));
                assert_eq!(gone.status, 409, "{}", gone.text);
                break;
            }
            if signed_up.status == 201 {
                break;
            }
        }
    }
}
