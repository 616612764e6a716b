//! Companies.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{NOBODY, app, at_once, company, location, member, only, successes, total};

async fn put_in(app: &TestApp, company: &str, member: &str, role: &str) -> testing::TestResponse {
    app.post(&format!("/companies/{company}/members"), json!({"member_id": member, "role": role})).await
}

/// A company with managers and members, and their ids, managers first.
async fn peopled(app: &TestApp, managers: usize, members: usize) -> (String, Vec<String>) {
    let company = company(app, &location(app).await).await;
    let mut ids = Vec::new();
    for number in 0..managers + members {
        let id = member(app, &format!("p{number}@example.com")).await;
        let role = if number < managers { "manager" } else { "member" };
        assert_eq!(put_in(app, &company, &id, role).await.status, 201);
        ids.push(id);
    }
    (company, ids)
}

#[tokio::test]
async fn a_created_company_is_there_at_once_with_every_field() {
    let app = app().await;
    let location = location(&app).await;
    let body = json!({"location_id": location, "name": "Blue Harbour", "tax_id": "NL004495445B01",
        "billing_email": "bills@example.com", "billing_address": {"country_code": "NL"},
        "pay_with_invoice": {"rooms": true}, "default_payment_terms_days": 30, "metadata": {"crm": "7"}});
    let created = app.post("/companies", body).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let data = &created.body["data"];
    assert_eq!((&data["status"], &data["tax_id_status"]), (&json!("active"), &json!("form_checked")));
    assert_eq!(data["pay_with_invoice"]["desks"], false);
    let path = format!("/companies/{}", created.id());
    assert_eq!(created.header("location"), format!("/v1{path}"));
    assert_eq!(&app.get(&path).await.body["data"], data);
    assert_eq!(&only(&app, "/companies").await, data);
    assert_eq!(&only(&app, &format!("/companies?location_id={location}&status=active")).await, data);
}

#[tokio::test]
async fn a_company_is_refused_for_what_is_missing_or_wrong() {
    let app = app().await;
    let location = location(&app).await;
    let with = |name: &str, value: Value| {
        let mut body = json!({"location_id": location, "name": "Blue"});
        body[name] = value;
        body
    };
    for (body, refusal) in [
        (json!({"location_id": location}), "400 validation_error name required"),
        (json!({"name": "Blue"}), "400 validation_error location_id required"),
        (with("location_id", json!(NOBODY)), "422 rule_violation location_id reference_not_found"),
        (with("billing_email", json!("nobody")), "400 validation_error billing_email invalid_format"),
        (
            with("default_payment_terms_days", json!(366)),
            "400 validation_error default_payment_terms_days out_of_range",
        ),
        (
            with("pay_with_invoice", json!({"beer": true})),
            "400 validation_error pay_with_invoice.beer unknown_field",
        ),
        (with("status", json!("archived")), "400 validation_error status unknown_field"),
    ] {
        assert_eq!(app.post("/companies", body.clone()).await.refusal(), refusal, "{body}");
    }
}

#[tokio::test]
async fn an_update_changes_only_what_it_names_and_judges_the_tax_id_anew() {
    let app = app().await;
    let id = company(&app, &location(&app).await).await;
    let path = format!("/companies/{id}");
    for (patch, status, version) in [
        (json!({}), "missing", 1),
        (json!({"tax_id": "136695976"}), "unverified", 2),
        (json!({"billing_address": {"country_code": "DE"}}), "form_checked", 3),
        (json!({"tax_id": "136695977"}), "unverified", 4),
        (json!({"tax_id": ""}), "missing", 5),
        (json!({"billing_email": null, "notes": ""}), "missing", 5),
    ] {
        let updated = app.put(&path, patch.clone()).await;
        assert_eq!(updated.body["data"]["tax_id_status"], status, "{patch}");
        assert_eq!(updated.body["data"]["version"], version, "{patch}");
        assert_eq!(updated.body["data"]["name"], "Blue Harbour");
    }
    let stale = app.send("PUT", &path, Some(json!({"name": "Red"})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
    let moved = app.put(&path, json!({"location_id": NOBODY})).await;
    assert_eq!(moved.refusal(), "400 validation_error location_id unknown_field");
}

#[tokio::test]
async fn another_merchants_company_is_not_found() {
    let app = app().await;
    let (company, people) = peopled(&app, 1, 0).await;
    let stranger = app.as_client(&app.stranger);
    let place = format!("/companies/{company}/members/{}", people[0]);
    for (method, path, body) in [
        ("GET", format!("/companies/{company}"), None),
        ("PUT", format!("/companies/{company}"), Some(json!({}))),
        ("DELETE", format!("/companies/{company}"), None),
        ("POST", format!("/companies/{company}/archive"), Some(json!({}))),
        ("POST", format!("/companies/{company}/restore"), Some(json!({}))),
        ("GET", format!("/companies/{company}/members"), None),
        (
            "POST",
            format!("/companies/{company}/members"),
            Some(json!({"member_id": NOBODY, "role": "manager"})),
        ),
        ("GET", place.clone(), None),
        ("PUT", place.clone(), Some(json!({}))),
        ("DELETE", place, None),
        ("GET", format!("/customers/{company}"), None),
    ] {
        let answer = stranger.send(method, &path, body, &[]).await;
        assert_eq!(answer.refusal(), "404 not_found", "{method} {path}");
    }
    assert_eq!(total(&stranger, "/companies").await, 0);
}

#[tokio::test]
async fn an_archived_company_can_be_read_and_restored_and_does_nothing_new() {
    let app = app().await;
    let (company, people) = peopled(&app, 1, 0).await;
    let newcomer = member(&app, "new@example.com").await;
    let path = format!("/companies/{company}");
    assert_eq!(app.post(&format!("{path}/restore"), json!({})).await.refusal(), "409 invalid_state");
    let archived = app.post(&format!("{path}/archive"), json!({})).await;
    assert_eq!(archived.body["data"]["status"], "archived", "{}", archived.text);
    assert_eq!(app.post(&format!("{path}/archive"), json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(app.get(&path).await.body["data"]["status"], "archived");
    assert_eq!(only(&app, "/companies?status=archived").await["id"], company);
    assert_eq!(total(&app, "/companies?status=active").await, 0);
    let joined = put_in(&app, &company, &newcomer, "member").await;
    assert_eq!(joined.refusal(), "409 invalid_state company_id company_archived");
    assert_eq!(app.get(&format!("/customers/{company}")).await.body["data"]["status"], "archived");
    assert_eq!(app.get(&format!("/members/{}", people[0])).await.body["data"]["company_id"], company);
    let place = format!("/locations/{}", only(&app, "/locations").await["id"].as_str().unwrap());
    assert_eq!(app.put(&place, json!({"is_active": false})).await.status, 200);
    let refused = app.post(&format!("{path}/restore"), json!({})).await.refusal();
    assert_eq!(refused, "409 invalid_state location_id location_inactive");
    assert_eq!(app.put(&place, json!({"is_active": true})).await.status, 200);
    assert_eq!(app.post(&format!("{path}/restore"), json!({})).await.body["data"]["status"], "active");
    assert_eq!(put_in(&app, &company, &newcomer, "member").await.status, 201);
}

#[tokio::test]
async fn a_deleted_company_is_gone_but_documents_still_find_it() {
    let app = app().await;
    let (company, people) = peopled(&app, 1, 0).await;
    let path = format!("/companies/{company}");
    assert_eq!(app.delete(&path).await.refusal(), "409 in_use");
    assert_eq!(app.delete(&format!("{path}/members/{}", people[0])).await.status, 200);
    assert_eq!(app.delete(&path).await.status, 200);
    assert_eq!(app.get(&path).await.refusal(), "404 not_found");
    assert_eq!(app.post(&format!("{path}/restore"), json!({})).await.refusal(), "404 not_found");
    assert_eq!(total(&app, "/companies").await, 0);
    let customer = app.get(&format!("/customers/{company}")).await;
    assert_eq!(
        (&customer.body["data"]["type"], &customer.body["data"]["status"]),
        (&json!("company"), &json!("deleted"))
    );
}

#[tokio::test]
async fn the_first_member_of_a_company_is_its_manager() {
    let app = app().await;
    let (company, ann) = (company(&app, &location(&app).await).await, member(&app, "ann@example.com").await);
    let refused = put_in(&app, &company, &ann, "member").await;
    assert_eq!(refused.refusal(), "409 invalid_state role manager_required");
    let made = put_in(&app, &company, &ann, "manager").await;
    assert_eq!(made.status, 201, "{}", made.text);
    let path = format!("/companies/{company}/members/{ann}");
    assert_eq!(made.header("location"), format!("/v1{path}"));
    assert_eq!(app.get(&path).await.body["data"], made.body["data"]);
    let listed = only(&app, &format!("/companies/{company}/members?role=manager")).await;
    assert_eq!(listed, made.body["data"]);
    let person = app.get(&format!("/members/{ann}")).await;
    assert_eq!(person.body["data"]["company_ids"], json!([company]));
    assert_eq!(only(&app, &format!("/members?company_id={company}")).await["id"], ann);
}

#[tokio::test]
async fn a_place_is_refused_for_what_is_missing_or_wrong() {
    let app = app().await;
    let (company, people) = peopled(&app, 1, 0).await;
    let path = format!("/companies/{company}/members");
    for (body, refusal) in [
        (json!({"role": "manager"}), "400 validation_error member_id required"),
        (json!({"member_id": NOBODY}), "400 validation_error role required"),
        (json!({"member_id": NOBODY, "role": "owner"}), "400 validation_error role invalid_value"),
        (json!({"member_id": NOBODY, "role": "member"}), "422 rule_violation member_id reference_not_found"),
        (
            json!({"member_id": NOBODY, "role": "member", "monthly_credit_limit": -1}),
            "400 validation_error monthly_credit_limit out_of_range",
        ),
        (json!({"member_id": people[0], "role": "manager"}), "409 already_exists member_id already_exists"),
    ] {
        assert_eq!(app.post(&path, body.clone()).await.refusal(), refusal, "{body}");
    }
    assert_eq!(app.delete(&format!("{path}/{NOBODY}")).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn limits_and_roles_of_a_place_change() {
    let app = app().await;
    let (company, people) = peopled(&app, 2, 0).await;
    let path = format!("/companies/{company}/members/{}", people[1]);
    let changed = app.put(&path, json!({"may_use_company_credits": true, "monthly_credit_limit": 40})).await;
    assert_eq!(changed.body["data"]["monthly_credit_limit"], 40, "{}", changed.text);
    let cleared = app.put(&path, json!({"monthly_credit_limit": null, "role": "member"})).await;
    assert_eq!(cleared.body["data"]["monthly_credit_limit"], Value::Null);
    assert_eq!(cleared.body["data"]["may_use_company_credits"], true);
    assert_eq!(app.put(&path, json!({})).await.body["data"]["version"], 3);
    let stale = app.send("PUT", &path, Some(json!({"role": "manager"})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
    let last = app.put(&format!("/companies/{company}/members/{}", people[0]), json!({"role": "member"})).await;
    assert_eq!(last.refusal(), "409 invalid_state role last_manager");
}

#[tokio::test]
async fn the_last_manager_leaves_only_after_everybody_else() {
    let app = app().await;
    let (company, people) = peopled(&app, 1, 2).await;
    let path = |person: &str| format!("/companies/{company}/members/{person}");
    assert_eq!(app.delete(&path(&people[0])).await.refusal(), "409 invalid_state role last_manager");
    for person in [&people[2], &people[1], &people[0]] {
        assert_eq!(app.delete(&path(person)).await.status, 200);
        assert_eq!(app.get(&path(person)).await.refusal(), "404 not_found");
        assert_eq!(app.get(&format!("/members/{person}")).await.body["data"]["company_id"], Value::Null);
    }
    assert_eq!(total(&app, &format!("/companies/{company}/members")).await, 0);
    assert_eq!(
        put_in(&app, &company, &people[1], "member").await.refusal(),
        "409 invalid_state role manager_required"
    );
}

#[tokio::test]
async fn of_sixteen_managers_removed_at_once_one_stays_while_a_member_does() {
    let app = app().await;
    let (company, people) = peopled(&app, 16, 1).await;
    let removals = people[..16].iter().map(|id| ("DELETE", format!("/companies/{company}/members/{id}"), Value::Null));
    let mut removed = 0;
    // A removal that came at the same moment as another may be sent again; the last manager always stays.
    for _ in 0..4 {
        let answers = at_once(&app, removals.clone()).await;
        removed += answers.iter().filter(|answer| answer.status == 200).count();
        assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 404 | 409)));
    }
    assert_eq!(removed, 15);
    assert_eq!(total(&app, &format!("/companies/{company}/members?role=manager")).await, 1);
    assert_eq!(total(&app, &format!("/companies/{company}/members")).await, 2);
}

#[tokio::test]
async fn of_two_managers_demoted_or_removed_at_once_one_stays() {
    let app = app().await;
    let (company, people) = peopled(&app, 2, 0).await;
    let demotion = |id: &String| ("PUT", format!("/companies/{company}/members/{id}"), json!({"role": "member"}));
    let answers = at_once(&app, (0..8).flat_map(|_| people.iter().map(demotion)).collect::<Vec<_>>()).await;
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 409)));
    assert_eq!(total(&app, &format!("/companies/{company}/members?role=manager")).await, 1);
}

#[tokio::test]
async fn of_sixteen_companies_at_one_location_a_member_joins_one() {
    let app = app().await;
    let (place, ann) = (location(&app).await, member(&app, "ann@example.com").await);
    let mut requests = Vec::new();
    for _ in 0..16 {
        let path = format!("/companies/{}/members", company(&app, &place).await);
        requests.push(("POST", path, json!({"member_id": ann, "role": "manager"})));
    }
    assert_eq!(successes(&at_once(&app, requests).await, 201), 1);
    let person = app.get(&format!("/members/{ann}")).await;
    assert_eq!(person.body["data"]["company_ids"].as_array().map(Vec::len), Some(1));
    let elsewhere = company(&app, &location(&app).await).await;
    assert_eq!(put_in(&app, &elsewhere, &ann, "manager").await.status, 201);
    for _ in 0..3 {
        let another = company(&app, &location(&app).await).await;
        assert_eq!(put_in(&app, &another, &ann, "manager").await.status, 201);
    }
    let sixth = company(&app, &location(&app).await).await;
    assert_eq!(put_in(&app, &sixth, &ann, "manager").await.refusal(), "409 capacity_exceeded");
}

#[tokio::test]
async fn sixteen_members_join_at_once_or_not_at_all_while_the_company_is_deleted() {
    let app = app().await;
    let company = company(&app, &location(&app).await).await;
    let mut requests = vec![("DELETE", format!("/companies/{company}"), Value::Null)];
    for number in 0..16 {
        let id = member(&app, &format!("p{number}@example.com")).await;
        requests.push(("POST", format!("/companies/{company}/members"), json!({"member_id": id, "role": "manager"})));
    }
    requests.rotate_left(8);
    let answers = at_once(&app, requests).await;
    let deleted = app.get(&format!("/companies/{company}")).await.status == 404;
    let joined = answers.iter().filter(|answer| answer.status == 201).count();
    assert!(deleted == (joined == 0), "deleted {deleted}, joined {joined}");
}

#[tokio::test]
async fn a_member_of_an_archived_company_joins_another_at_its_location() {
    let app = app().await;
    let (first, people) = peopled(&app, 1, 1).await;
    let place = app.get(&format!("/companies/{first}")).await.body["data"]["location_id"].clone();
    let second = company(&app, place.as_str().unwrap_or_default()).await;
    let joined = put_in(&app, &second, &people[0], "manager").await;
    assert_eq!(joined.refusal(), "409 already_exists member_id already_exists");
    assert_eq!(app.post(&format!("/companies/{first}/archive"), json!({})).await.status, 200);
    // The last manager of an archived company may go: it does nothing until it is restored.
    for (person, role) in people.iter().zip(["manager", "member"]) {
        assert_eq!(put_in(&app, &second, person, role).await.status, 201);
        let shown = app.get(&format!("/members/{person}")).await;
        assert_eq!(shown.body["data"]["company_ids"], json!([second]), "{}", shown.text);
    }
    assert_eq!(app.post(&format!("/companies/{first}/restore"), json!({})).await.status, 200);
    assert_eq!(total(&app, &format!("/companies/{first}/members")).await, 0);
    let back = put_in(&app, &first, &people[0], "manager").await;
    assert_eq!(back.refusal(), "409 already_exists member_id already_exists");
}
