//! Registrations, one at a time.

mod invitations;

use records::MembershipPlan;
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{
    NOBODY, app, at_once, company, days, location, member, member_as, membership_plan, only, successes, total,
};
use values::ShortText;

const PATH: &str = "/member-registrations";

async fn register(app: &TestApp, location: &str, source: &str) -> String {
    let body = json!({"location_id": location, "email": "ann@example.com", "name": "Ann", "source": source});
    let made = app.post(PATH, body).await;
    assert_eq!(made.status, 201, "{}", made.text);
    made.id()
}

async fn act(app: &TestApp, id: &str, action: &str) -> TestResponse {
    app.post(&format!("{PATH}/{id}/{action}"), json!({})).await
}

async fn status(app: &TestApp, id: &str) -> Value {
    app.get(&format!("{PATH}/{id}")).await.body["data"]["status"].clone()
}

fn immediate(plan: &mut MembershipPlan) {
    plan.signup_enabled = true;
    plan.signup_type = ShortText::new("immediate");
}

#[tokio::test]
async fn a_sign_up_waits_for_approval_for_fourteen_days() {
    let app = app().await;
    let place = location(&app).await;
    let made = app.post(PATH, json!({"location_id": place, "email": "ann@example.com", "name": "Ann"})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let data = &made.body["data"];
    for (field, value) in [
        ("status", json!("pending")),
        ("source", json!("signup")),
        ("expires_at", json!("2026-12-05T09:00:00.000Z")),
        ("invited_at", Value::Null),
        ("decided_at", Value::Null),
        ("member_id", Value::Null),
        ("message", json!("")),
    ] {
        assert_eq!(data[field], value, "{field}");
    }
    assert_eq!(made.header("location"), format!("/v1{PATH}/{}", made.id()));
    assert_eq!(&only(&app, PATH).await, data);
    assert_eq!(&app.get(&format!("{PATH}/{}", made.id())).await.body["data"], data);
}

#[tokio::test]
async fn a_registration_is_refused_for_what_is_missing_or_wrong() {
    let app = app().await;
    let (here, elsewhere) = (location(&app).await, location(&app).await);
    let plan_elsewhere = membership_plan(&app, &elsewhere, |_| {}).await;
    let inactive = membership_plan(&app, &here, |plan| plan.is_active = false).await;
    let (away, archived) = (company(&app, &elsewhere).await, company(&app, &here).await);
    app.post(&format!("/companies/{archived}/archive"), json!({})).await;
    let with = |name: &str, value: &str| {
        let mut body = json!({"location_id": here, "email": "ann@example.com", "name": "Ann"});
        body[name] = json!(value);
        body
    };
    for (body, refusal) in [
        (json!({"location_id": here, "name": "Ann"}), "400 validation_error email required"),
        (json!({"location_id": here, "email": "ann@example.com"}), "400 validation_error name required"),
        (json!({"email": "ann@example.com", "name": "Ann"}), "400 validation_error location_id required"),
        (with("source", "import"), "400 validation_error source invalid_value"),
        (with("email", "ann"), "400 validation_error email invalid_format"),
        (with("location_id", NOBODY), "422 rule_violation location_id reference_not_found"),
        (with("membership_plan_id", NOBODY), "422 rule_violation membership_plan_id reference_not_found"),
        (
            with("membership_plan_id", &inactive),
            "422 rule_violation membership_plan_id membership_plan_inactive",
        ),
        (with("membership_plan_id", &plan_elsewhere), "422 rule_violation membership_plan_id other_location"),
        (with("company_id", NOBODY), "422 rule_violation company_id reference_not_found"),
        (with("company_id", &away), "422 rule_violation company_id other_location"),
        (with("company_id", &archived), "422 rule_violation company_id company_archived"),
    ] {
        assert_eq!(app.post(PATH, body.clone()).await.refusal(), refusal, "{body}");
    }
    assert_eq!(total(&app, PATH).await, 0);
}

#[tokio::test]
async fn approving_makes_the_member_at_the_location_and_in_the_company() {
    let app = app().await;
    let place = location(&app).await;
    let (company, plan) = (company(&app, &place).await, membership_plan(&app, &place, |_| {}).await);
    let body = json!({"location_id": place, "email": "ann@example.com", "name": "Ann", "company_id": company,
        "membership_plan_id": plan});
    let id = app.post(PATH, body).await.id();
    let approved = act(&app, &id, "approve").await;
    assert_eq!(approved.body["data"]["status"], "approved", "{}", approved.text);
    assert_eq!(approved.body["data"]["decided_at"], "2026-11-21T09:00:00.000Z");
    assert!(approved.body["data"]["decided_by"].is_string());
    let made = only(&app, "/members").await;
    assert_eq!(made["id"], approved.body["data"]["member_id"]);
    assert_eq!((&made["location_ids"], &made["company_ids"]), (&json!([place]), &json!([company])));
    let held = only(&app, &format!("/companies/{company}/members")).await;
    assert_eq!((&held["member_id"], &held["role"]), (&made["id"], &json!("manager")));
    for action in ["approve", "reject", "withdraw", "resend"] {
        assert_eq!(act(&app, &id, action).await.refusal(), "409 invalid_state", "{action}");
    }
}

#[tokio::test]
async fn approving_links_the_member_with_the_same_email() {
    let app = app().await;
    let (first, second) = (location(&app).await, location(&app).await);
    let ann = member_as(&app, "ANN@example.com", "admin").await;
    for place in [&first, &second, &second] {
        let id = register(&app, place, "signup").await;
        assert_eq!(act(&app, &id, "approve").await.body["data"]["member_id"], ann);
    }
    let linked = only(&app, "/members").await;
    assert_eq!((&linked["location_ids"], &linked["role"]), (&json!([first, second]), &json!("admin")));
    assert_eq!(linked["version"], 3);
    app.post(&format!("/members/{ann}/block"), json!({})).await;
    let id = register(&app, &first, "signup").await;
    assert_eq!(act(&app, &id, "approve").await.refusal(), "409 invalid_state email member_blocked");
    assert_eq!(status(&app, &id).await, "pending");
}

#[tokio::test]
async fn a_member_of_another_company_there_cannot_be_approved_into_a_second() {
    let app = app().await;
    let place = location(&app).await;
    let ann = member(&app, "ann@example.com").await;
    let (first, second) = (company(&app, &place).await, company(&app, &place).await);
    app.post(&format!("/companies/{first}/members"), json!({"member_id": ann, "role": "manager"})).await;
    for (company, refusal) in [(&second, "409 already_exists member_id already_exists"), (&first, "200 ")] {
        let body = json!({"location_id": place, "email": "ann@example.com", "name": "Ann", "company_id": company});
        let id = app.post(PATH, body).await.id();
        assert_eq!(act(&app, &id, "approve").await.refusal(), refusal);
        act(&app, &id, "withdraw").await;
    }
}

#[tokio::test]
async fn of_sixteen_approvals_one_happens_and_makes_one_member() {
    let app = app().await;
    let place = location(&app).await;
    let company = company(&app, &place).await;
    let body = json!({"location_id": place, "email": "ann@example.com", "name": "Ann", "company_id": company});
    let id = app.post(PATH, body).await.id();
    let answers = at_once(&app, (0..16).map(|_| ("POST", format!("{PATH}/{id}/approve"), json!({})))).await;
    assert_eq!(successes(&answers, 200), 1);
    assert_eq!(total(&app, "/members").await, 1);
    assert_eq!(total(&app, &format!("/companies/{company}/members")).await, 1);
}

#[tokio::test]
async fn sixteen_registrations_of_one_email_make_one_member() {
    let app = app().await;
    let mut approvals = Vec::new();
    for _ in 0..16 {
        let id = register(&app, &location(&app).await, "signup").await;
        approvals.push(("POST", format!("{PATH}/{id}/approve"), json!({})));
    }
    let mut approved = successes(&at_once(&app, approvals.clone()).await, 200);
    while approved < 16 {
        let again = successes(&at_once(&app, approvals.clone()).await, 200);
        assert!(again > 0, "each round approves at least one");
        approved += again;
    }
    let made = only(&app, "/members").await;
    assert_eq!(made["location_ids"].as_array().map(Vec::len), Some(16));
}

#[tokio::test]
async fn one_registration_is_open_for_an_email_at_a_location() {
    let app = app().await;
    let place = location(&app).await;
    let requests = (0..16).map(|number| {
        let email = if number % 2 == 0 { "ann@example.com" } else { "ANN@example.com" };
        ("POST", PATH.to_owned(), json!({"location_id": place, "email": email, "name": "Ann"}))
    });
    let answers = at_once(&app, requests).await;
    assert_eq!(successes(&answers, 201), 1);
    let refused = answers.iter().find(|answer| answer.status == 409).expect("a refusal");
    assert_eq!(refused.refusal(), "409 already_exists email already_exists");
    register(&app, &location(&app).await, "signup").await;
    let open = only(&app, &format!("{PATH}?location_id={place}")).await["id"].clone();
    for action in ["withdraw", "reject", "approve"] {
        let id = only(&app, &format!("{PATH}?location_id={place}&status=pending")).await["id"].clone();
        assert_eq!(act(&app, id.as_str().unwrap_or_default(), action).await.status, 200, "{action}");
        register(&app, &place, "signup").await;
    }
    assert_eq!(status(&app, open.as_str().unwrap_or_default()).await, "withdrawn");
}

#[tokio::test]
async fn an_immediate_plan_makes_the_member_at_once() {
    let app = app().await;
    let place = location(&app).await;
    let plan = membership_plan(&app, &place, immediate).await;
    let disabled = membership_plan(&app, &place, |plan| {
        immediate(plan);
        plan.signup_enabled = false;
    })
    .await;
    let body = |plan: &str, source: &str| json!({"location_id": place, "email": "ann@example.com", "name": "Ann", "membership_plan_id": plan, "source": source});
    let made = app.post(PATH, body(&plan, "signup")).await;
    assert_eq!(made.body["data"]["status"], "approved", "{}", made.text);
    assert_eq!(made.body["data"]["expires_at"], Value::Null);
    assert_eq!(only(&app, "/members").await["id"], made.body["data"]["member_id"]);
    for (plan, source, status) in [(&disabled, "signup", "pending"), (&plan, "invite", "invited")] {
        let made = app.post(PATH, body(plan, source)).await;
        assert_eq!(made.body["data"]["status"], status, "{}", made.text);
        days(&app, 15);
    }
    let key = [("idempotency-key", "k")];
    let first = app.send("POST", PATH, Some(body(&plan, "signup")), &key).await;
    assert_eq!(app.send("POST", PATH, Some(body(&plan, "signup")), &key).await.text, first.text);
}

#[tokio::test]
async fn sixteen_immediate_sign_ups_make_one_member() {
    let app = app().await;
    let place = location(&app).await;
    let plan = membership_plan(&app, &place, immediate).await;
    let body = json!({"location_id": place, "email": "ann@example.com", "name": "Ann", "membership_plan_id": plan});
    let answers = at_once(&app, (0..16).map(|_| ("POST", PATH.to_owned(), body.clone()))).await;
    assert!(successes(&answers, 201) >= 1);
    assert_eq!(total(&app, "/members").await, 1);
}

#[tokio::test]
async fn an_immediate_sign_up_closes_the_open_registration_beside_it() {
    let app = app().await;
    let place = location(&app).await;
    let plan = membership_plan(&app, &place, immediate).await;
    let body = |email: &str| json!({"location_id": place, "email": email, "name": "Ann", "membership_plan_id": plan});
    for source in ["signup", "invite"] {
        let email = format!("{source}@example.com");
        let waiting = json!({"location_id": place, "email": email, "name": "Ann", "source": source});
        let waiting = app.post(PATH, waiting).await.id();
        let approved = app.post(PATH, body(&email)).await;
        assert_eq!(approved.body["data"]["status"], "approved", "{}", approved.text);
        assert_eq!(status(&app, &waiting).await, "withdrawn", "{source}");
        assert_eq!(act(&app, &waiting, "approve").await.refusal(), "409 invalid_state");
    }
    let waiting = json!({"location_id": place, "email": "both@example.com", "name": "Ann"});
    for _ in 0..4 {
        let (_, approved) = tokio::join!(app.post(PATH, waiting.clone()), app.post(PATH, body("both@example.com")));
        assert_eq!(approved.status, 201, "{}", approved.text);
    }
    let open = app.get(&format!("{PATH}?status=pending")).await.body["data"].as_array().map_or(0, Vec::len);
    assert!(open <= 1, "one that came after the last sign-up");
}

#[tokio::test]
async fn an_expired_registration_is_shown_listed_and_treated_as_such() {
    let app = app().await;
    let place = location(&app).await;
    let id = register(&app, &place, "signup").await;
    days(&app, 13);
    assert_eq!(only(&app, &format!("{PATH}?status=pending")).await["id"], id);
    assert_eq!(total(&app, &format!("{PATH}?status=expired")).await, 0);
    days(&app, 1);
    assert_eq!(status(&app, &id).await, "expired");
    assert_eq!(only(&app, &format!("{PATH}?status=expired")).await["id"], id);
    assert_eq!(total(&app, &format!("{PATH}?status=pending")).await, 0);
    for action in ["approve", "reject", "withdraw", "resend"] {
        assert_eq!(act(&app, &id, action).await.refusal(), "409 invalid_state", "{action}");
    }
    let body = json!({"location_id": place, "email": "ann@example.com", "name": "Ann"});
    let answers = at_once(&app, (0..16).map(|_| ("POST", PATH.to_owned(), body.clone()))).await;
    assert_eq!(successes(&answers, 201), 1);
}

#[tokio::test]
async fn the_list_is_narrowed_by_each_filter_and_a_cursor_outlives_the_instant() {
    let app = app().await;
    let (here, there) = (location(&app).await, location(&app).await);
    for number in 0..3 {
        let body = json!({"location_id": here, "email": format!("p{number}@example.com"), "name": "P"});
        assert_eq!(app.post(PATH, body).await.status, 201);
    }
    let invited = register(&app, &there, "invite").await;
    for (query, found) in [
        (format!("location_id={here}"), 3),
        (format!("location_id={here}&status=invited"), 0),
        ("email=P1%40example.com".to_owned(), 1),
        (format!("email=P1%40example.com&location_id={there}"), 0),
        ("source=invite".to_owned(), 1),
        ("status=pending".to_owned(), 3),
        ("status=approved".to_owned(), 0),
    ] {
        assert_eq!(total(&app, &format!("{PATH}?{query}")).await, found, "{query}");
    }
    assert_eq!(only(&app, &format!("{PATH}?status=invited")).await["id"], invited);
    let first = app.get(&format!("{PATH}?status=pending&limit=2")).await;
    let cursor = first.body["pagination"]["next_cursor"].as_str().expect("a cursor");
    days(&app, 1);
    let rest = app.get(&format!("{PATH}?status=pending&limit=2&cursor={cursor}")).await;
    assert_eq!(rest.body["data"].as_array().map(Vec::len), Some(1), "{}", rest.text);
    assert_eq!(app.get(&format!("{PATH}?status=expired&limit=2&cursor={cursor}")).await.status, 400);
}

#[tokio::test]
async fn another_merchants_registration_is_not_found() {
    let app = app().await;
    let id = register(&app, &location(&app).await, "signup").await;
    let stranger = app.as_client(&app.stranger);
    assert_eq!(stranger.get(&format!("{PATH}/{id}")).await.refusal(), "404 not_found");
    for action in ["approve", "reject", "withdraw", "resend"] {
        assert_eq!(act(&stranger, &id, action).await.refusal(), "404 not_found", "{action}");
        let path = format!("{PATH}/{id}/{action}");
        let stale = app.send("POST", &path, Some(json!({})), &[("if-match", "\"9\"")]).await;
        assert_eq!(stale.refusal(), "412 version_mismatch", "{action}");
    }
    assert_eq!(total(&stranger, PATH).await, 0);
}
