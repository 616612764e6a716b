//! Members.

mod anonymise;
mod customers;
mod export;
mod growth;
mod import;
mod money;
mod registrations;
mod states;

use serde_json::{Value, json};
use testing::TestApp;
use tests::{NOBODY, app, at_once, location, member, member_as, only, successes, total};

async fn role_of(app: &TestApp, id: &str) -> Value {
    app.get(&format!("/members/{id}")).await.body["data"]["role"].clone()
}

#[tokio::test]
async fn a_created_member_is_there_at_once_with_every_field() {
    let app = app().await;
    let location = location(&app).await;
    let body = json!({"email": "Ann@Example.com", "name": "Ann", "surname": "Bakker", "phone": "1", "about": "Hi\nthere",
        "locale": "nl-NL", "role": "manager", "location_ids": [location],
        "terms_accepted_at": "2026-01-01T00:00:00Z", "metadata": {"crm": "7"}});
    let created = app.post("/members", body).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let data = &created.body["data"];
    for (field, value) in [
        ("email", json!("Ann@Example.com")),
        ("status", json!("active")),
        ("type", json!("non_member")),
        ("blocked", json!(false)),
        ("company_id", Value::Null),
        ("company_ids", json!([])),
    ] {
        assert_eq!(data[field], value, "{field}");
    }
    assert_eq!(created.header("location"), format!("/v1/members/{}", created.id()));
    assert_eq!(&app.get(&format!("/members/{}", created.id())).await.body["data"], data);
    assert_eq!(&only(&app, "/members").await, data);
}

#[tokio::test]
async fn a_member_is_refused_for_what_is_missing_or_wrong() {
    let app = app().await;
    let location = location(&app).await;
    member(&app, "ann@example.com").await;
    member(&app, "eva@bücher.example").await;
    let with = |name: &str, value: Value| {
        let mut body = json!({"email": "ben@example.com", "name": "Ben"});
        body[name] = value;
        body
    };
    for (body, refusal) in [
        (json!({"name": "Ben"}), "400 validation_error email required"),
        (json!({"email": "ben@example.com"}), "400 validation_error name required"),
        (with("email", json!("ben")), "400 validation_error email invalid_format"),
        (with("name", json!(" ")), "400 validation_error name invalid_format"),
        (with("role", json!("king")), "400 validation_error role invalid_value"),
        (with("status", json!("blocked")), "400 validation_error status unknown_field"),
        (with("location_ids", json!([location, location])), "400 validation_error location_ids[1] repeated"),
        (
            with("location_ids", json!([location, NOBODY])),
            "422 rule_violation location_ids[1] reference_not_found",
        ),
        (with("email", json!("ANN@EXAMPLE.COM")), "409 already_exists email already_exists"),
        (with("email", json!("eva@xn--bcher-kva.example")), "409 already_exists email already_exists"),
        (with("email", json!("\u{ff21}nn@example.com")), "409 already_exists email already_exists"),
    ] {
        assert_eq!(app.post("/members", body.clone()).await.refusal(), refusal, "{body}");
    }
}

#[tokio::test]
async fn of_sixteen_members_with_one_email_one_is_made() {
    let app = app().await;
    let requests = (0..16).map(|number| {
        let email = if number % 2 == 0 { "ann@example.com" } else { "Ann@Example.Com" };
        ("POST", "/members".to_owned(), json!({"email": email, "name": "Ann"}))
    });
    assert_eq!(successes(&at_once(&app, requests).await, 201), 1);
    assert_eq!(total(&app, "/members").await, 1);
}

#[tokio::test]
async fn an_update_changes_only_what_it_names_and_moves_the_email() {
    let app = app().await;
    let id = member(&app, "ann@example.com").await;
    let location = location(&app).await;
    member(&app, "ben@example.com").await;
    let path = format!("/members/{id}");
    let taken = app.put(&path, json!({"email": "Ben@example.com"})).await;
    assert_eq!(taken.refusal(), "409 already_exists email already_exists");
    let lost = app.put(&path, json!({"location_ids": [location, NOBODY]})).await;
    assert_eq!(lost.refusal(), "422 rule_violation location_ids[1] reference_not_found");
    for (patch, version) in [
        (json!({}), 1),
        (json!({"email": "ANN@example.com"}), 2),
        (json!({"email": "eve@example.com", "location_ids": [location]}), 3),
        (json!({"terms_accepted_at": "2026-01-01T00:00:00Z"}), 4),
        (json!({"terms_accepted_at": null}), 5),
        (json!({"metadata": {"a": "b"}}), 6),
    ] {
        let updated = app.put(&path, patch.clone()).await;
        assert_eq!(updated.body["data"]["version"], version, "{patch} {}", updated.text);
        assert_eq!(updated.body["data"]["name"], "Ann");
    }
    member(&app, "ann@example.com").await;
    let stale = app.send("PUT", &path, Some(json!({"name": "Eve"})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
}

#[tokio::test]
async fn the_list_is_narrowed_by_each_filter() {
    let app = app().await;
    let place = location(&app).await;
    let ann = member_as(&app, "ann@example.com", "admin").await;
    let ben = member(&app, "ben@example.com").await;
    app.put(&format!("/members/{ann}"), json!({"location_ids": [place]})).await;
    app.post(&format!("/members/{ben}/block"), json!({})).await;
    for (query, found) in [
        ("email=ANN%40example.com".to_owned(), Some(&ann)),
        ("email=ben%40example.com&blocked=true".to_owned(), Some(&ben)),
        ("email=ben%40example.com&blocked=false".to_owned(), None),
        ("email=eve%40example.com".to_owned(), None),
        ("status=active".to_owned(), Some(&ann)),
        ("status=blocked".to_owned(), Some(&ben)),
        ("status=deleted".to_owned(), None),
        ("blocked=true".to_owned(), Some(&ben)),
        ("blocked=false".to_owned(), Some(&ann)),
        ("role=admin".to_owned(), Some(&ann)),
        (format!("location_id={place}&limit=5"), Some(&ann)),
        (format!("company_id={NOBODY}"), None),
    ] {
        let list = app.get(&format!("/members?{query}")).await;
        assert_eq!(list.status, 200, "{}", list.text);
        let ids: Vec<&str> =
            list.body["data"].as_array().expect("a list").iter().filter_map(|row| row["id"].as_str()).collect();
        assert_eq!(ids, found.map(String::as_str).into_iter().collect::<Vec<_>>(), "{query}");
    }
}

#[tokio::test]
async fn another_merchants_member_is_not_found() {
    let app = app().await;
    let id = member(&app, "ann@example.com").await;
    let stranger = app.as_client(&app.stranger);
    for (method, path) in
        [("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/block"), ("POST", "/unblock"), ("POST", "/anonymise")]
    {
        let body = (method == "PUT" || method == "POST").then(|| json!({}));
        let answer = stranger.send(method, &format!("/members/{id}{path}"), body, &[]).await;
        assert_eq!(answer.refusal(), "404 not_found", "{method} {path}");
    }
    assert_eq!(stranger.get(&format!("/customers/{id}")).await.refusal(), "404 not_found");
    assert_eq!(total(&stranger, "/members?email=ann%40example.com").await, 0);
    member(&stranger, "ann@example.com").await;
}

#[tokio::test]
async fn the_last_active_owner_stays_one() {
    let app = app().await;
    let ann = member_as(&app, "ann@example.com", "owner").await;
    let path = format!("/members/{ann}");
    let last = "409 invalid_state role last_owner";
    assert_eq!(app.put(&path, json!({"role": "admin"})).await.refusal(), last);
    assert_eq!(app.delete(&path).await.refusal(), last);
    for action in ["block", "anonymise"] {
        assert_eq!(app.post(&format!("{path}/{action}"), json!({})).await.refusal(), last, "{action}");
    }
    let ben = member_as(&app, "ben@example.com", "owner").await;
    assert_eq!(app.post(&format!("/members/{ben}/block"), json!({})).await.status, 200);
    assert_eq!(app.put(&path, json!({"role": "admin"})).await.refusal(), last);
    assert_eq!(app.post(&format!("/members/{ben}/unblock"), json!({})).await.status, 200);
    assert_eq!(app.put(&path, json!({"role": "admin"})).await.status, 200);
    assert_eq!((role_of(&app, &ann).await, role_of(&app, &ben).await), (json!("admin"), json!("owner")));
}

#[tokio::test]
async fn of_sixteen_owners_leaving_at_once_one_stays() {
    let app = app().await;
    let mut ids = Vec::new();
    for number in 0..16 {
        ids.push(member_as(&app, &format!("p{number}@example.com"), "owner").await);
    }
    let leaving = ids.iter().enumerate().map(|(number, id)| match number % 4 {
        0 => ("PUT", format!("/members/{id}"), json!({"role": "member"})),
        1 => ("POST", format!("/members/{id}/block"), json!({})),
        2 => ("POST", format!("/members/{id}/anonymise"), json!({})),
        _ => ("DELETE", format!("/members/{id}"), Value::Null),
    });
    for _ in 0..3 {
        // Those that are owners no longer are answered 404 or 409; the last owner always stays.
        let answers = at_once(&app, leaving.clone()).await;
        assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 404 | 409)));
    }
    assert_eq!(total(&app, "/members?role=owner&status=active").await, 1);
}

#[tokio::test]
async fn a_duplicate_address_names_the_member_that_has_it() {
    let app = app().await;
    let ann = member(&app, "ann@example.com").await;
    let ben = member(&app, "ben@example.com").await;
    let twin = json!({"email": "ANN@example.com", "name": "Ann"});
    let refused = app.post("/members", twin).await;
    assert_eq!(refused.refusal(), "409 already_exists email already_exists");
    assert_eq!(refused.body["error"]["details"]["existing_id"], json!(ann));
    let refused = app.put(&format!("/members/{ben}"), json!({"email": "ann@example.com"})).await;
    assert_eq!(refused.body["error"]["details"]["existing_id"], json!(ann));
}
