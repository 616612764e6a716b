//! Blocking, anonymising and deleting.

use serde_json::{Value, json};
use tests::{app, at_once, company, location, member, only, successes, total};

#[tokio::test]
async fn a_member_is_blocked_and_unblocked_once() {
    let app = app().await;
    let path = format!("/members/{}", member(&app, "ann@example.com").await);
    let post = async |action: &str| app.post(&format!("{path}/{action}"), json!({})).await;
    assert_eq!(post("unblock").await.refusal(), "409 invalid_state");
    let blocked = post("block").await;
    assert_eq!(
        (&blocked.body["data"]["status"], &blocked.body["data"]["blocked"]),
        (&json!("blocked"), &json!(true))
    );
    assert_eq!(post("block").await.refusal(), "409 invalid_state");
    assert_eq!(post("unblock").await.body["data"]["status"], "active");
    let stale = app.send("POST", &format!("{path}/block"), Some(json!({})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
}

#[tokio::test]
async fn anonymising_forgets_the_person_and_keeps_the_record() {
    let app = app().await;
    let place = location(&app).await;
    let body = json!({"email": "ann@example.com", "name": "Ann", "surname": "Bakker", "phone": "+31 555", "about": "Ann is",
        "locale": "nl", "location_ids": [place], "metadata": {"crm": "ann-7"}});
    let id = app.post("/members", body).await.id();
    let wish = json!({"location_id": place, "email": "Ann@example.com", "name": "Ann", "message": "I am Ann"});
    let registration = app.post("/member-registrations", wish.clone()).await.id();
    let path = format!("/members/{id}");
    let done = app.post(&format!("{path}/anonymise"), json!({})).await;
    assert_eq!(done.status, 200, "{}", done.text);
    assert_eq!(done.body["data"]["status"], "deleted");
    assert_eq!(done.body["data"]["email"], format!("anonymised-{id}@anonymised.invalid"));
    let kept = app.get(&format!("/member-registrations/{registration}")).await;
    assert_eq!(kept.body["data"]["status"], "withdrawn");
    for text in [&app.get(&path).await.text, &kept.text, &app.get(&format!("/customers/{id}")).await.text] {
        assert!(!text.contains("ann@") && !text.contains("Ann\"") && !text.contains("Ann is"), "{text}");
        assert!(!text.contains("I am Ann") && !text.contains("Bakker") && !text.contains("crm"), "{text}");
    }
    for (method, path, body) in [
        ("POST", format!("{path}/block"), json!({})),
        ("POST", format!("{path}/unblock"), json!({})),
        ("PUT", path.clone(), json!({"name": "Ann"})),
    ] {
        assert_eq!(app.send(method, &path, Some(body), &[]).await.refusal(), "409 invalid_state", "{path}");
    }
    assert_eq!(app.post(&format!("{path}/anonymise"), json!({})).await.body["data"], done.body["data"]);
    assert_eq!(app.post("/member-registrations", wish).await.status, 201);
    member(&app, "ann@example.com").await;
    assert_eq!(total(&app, "/members").await, 2);
    assert_eq!(only(&app, "/members?status=deleted").await["id"], id);
}

#[tokio::test]
async fn anonymising_ends_the_places_in_companies_unless_others_need_the_manager() {
    let app = app().await;
    let (ann, ben) = (member(&app, "ann@example.com").await, member(&app, "ben@example.com").await);
    let mut companies = Vec::new();
    for _ in 0..5 {
        let company = company(&app, &location(&app).await).await;
        let body = json!({"member_id": ann, "role": "manager"});
        assert_eq!(app.post(&format!("/companies/{company}/members"), body).await.status, 201);
        companies.push(company);
    }
    let places = format!("/companies/{}/members", companies[0]);
    assert_eq!(app.post(&places, json!({"member_id": ben, "role": "member"})).await.status, 201);
    let path = format!("/members/{ann}");
    assert_eq!(
        app.post(&format!("{path}/anonymise"), json!({})).await.refusal(),
        "409 invalid_state role last_manager"
    );
    assert_eq!(app.put(&format!("{places}/{ben}"), json!({"role": "manager"})).await.status, 200);
    let key = [("idempotency-key", "k")];
    let done = app.send("POST", &format!("{path}/anonymise"), Some(json!({})), &key).await;
    assert_eq!(done.body["data"]["company_ids"], json!([]), "{}", done.text);
    assert_eq!(only(&app, &places).await["member_id"], ben);
    for company in &companies[1..] {
        assert_eq!(app.delete(&format!("/companies/{company}")).await.status, 200);
    }
    let joined = app.post(&places, json!({"member_id": ann, "role": "member"})).await;
    assert_eq!(joined.refusal(), "422 rule_violation member_id reference_archived");
}

#[tokio::test]
async fn a_deleted_member_is_gone_but_documents_still_find_it() {
    let app = app().await;
    let id = member(&app, "ann@example.com").await;
    let anonymous = member(&app, "ben@example.com").await;
    app.post(&format!("/members/{anonymous}/anonymise"), json!({})).await;
    for id in [id, anonymous] {
        let path = format!("/members/{id}");
        let deleted = app.delete(&path).await;
        assert_eq!(deleted.body["data"]["status"], "deleted", "{}", deleted.text);
        assert_eq!(app.get(&path).await.refusal(), "404 not_found");
        assert_eq!(app.delete(&path).await.refusal(), "404 not_found");
        let customer = app.get(&format!("/customers/{id}")).await;
        assert_eq!(customer.body["data"]["status"], "deleted");
        assert_eq!(customer.body["data"]["name"], "Anonymised member");
    }
    assert_eq!(total(&app, "/members").await, 0);
    member(&app, "ann@example.com").await;
}

#[tokio::test]
async fn sixteen_anonymisations_at_once_are_one() {
    let app = app().await;
    let id = member(&app, "ann@example.com").await;
    let answers = at_once(&app, (0..16).map(|_| ("POST", format!("/members/{id}/anonymise"), json!({})))).await;
    assert_eq!(successes(&answers, 200), 16);
    assert!(answers.iter().all(|answer| answer.body["data"]["version"] == 2));
    assert_eq!(app.get(&format!("/members/{id}")).await.body["data"]["company_id"], Value::Null);
}
