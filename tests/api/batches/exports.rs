//! Exports: lists as files, which imports read.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, app, location, made};

use super::{
    callers::session,
    imports::{imported, rows, summary},
};

/// Lines of a file, which may have several pages.
async fn lines(app: &TestApp, path: &str) -> Vec<String> {
    let (mut lines, mut path) = (Vec::new(), path.to_owned());
    loop {
        let answer = app.get(&path).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        lines.extend(answer.text.lines().map(str::to_owned));
        match answer.header("link").strip_prefix('<').and_then(|link| link.split_once('>')) {
            Some((link, _)) => path = format!("{}{link}", path.split('?').next().unwrap_or_default()),
            None => return lines,
        }
    }
}

async fn people(app: &TestApp, count: usize) -> String {
    let place = location(app).await;
    for number in 0..count {
        let body = json!({"name": format!("=Person {number}"), "email": format!("p{number}@example.com"),
            "phone": "+49 30 1", "location_ids": [place], "metadata": {"crm": number.to_string()},
            "billing_address": {"city": "Bonn, \"B\""}});
        made(app, "/members", body).await;
    }
    place
}

#[tokio::test]
async fn a_list_is_a_file_of_pages_with_a_column_for_every_field() {
    let app = app().await;
    let place = people(&app, 5).await;
    for path in [
        "/exports?collection=members",
        "/exports?collection=members&limit=2",
        &format!("/exports?collection=members&limit=3&location_id={place}"),
    ] {
        let lines = lines(&app, path).await;
        assert_eq!(lines.len(), 6, "{path}: {lines:?}");
        assert!(lines[0].starts_with("id,name,surname,"), "{}", lines[0]);
        assert!(lines[1].contains("'=Person 0") && lines[5].contains("'=Person 4"), "{lines:?}");
        assert!(lines[1].contains("\"Bonn, \"\"B\"\"\"") && lines[1].contains(&place), "{}", lines[1]);
    }
    assert_eq!(
        lines(&app, "/exports?collection=members&location_id=01990000-0000-7000-8000-0000000000aa").await.len(),
        1
    );
}

#[tokio::test]
async fn every_field_that_a_list_answers_has_a_column() {
    let app = app().await;
    let document: Value = serde_json::from_str(include_str!("../../../docs/openapi.json")).expect("the document");
    let schemas = &document["components"]["schemas"];
    for (collection, schema) in [
        ("members", "Member"),
        ("companies", "Company"),
        ("resources", "Resource"),
        ("shop_products", "ShopProduct"),
        ("visitor_visits", "VisitorVisit"),
        ("event_registrations", "EventRegistration"),
    ] {
        let header = lines(&app, &format!("/exports?collection={collection}")).await.remove(0);
        let columns: Vec<&str> = header.split(',').collect();
        let fields = schemas[schema]["properties"].as_object().expect("properties");
        // What is being carried out is no field to be kept, and what is expanded is a record of its own.
        for field in fields.keys().filter(|field| !["operation", "expanded"].contains(&field.as_str())) {
            let has = columns.iter().any(|column| column.split('.').next() == Some(field));
            assert!(has, "{collection} has no column {field}");
        }
        for column in columns {
            assert!(fields.contains_key(column.split('.').next().unwrap_or_default()), "{collection}: {column}");
        }
    }
}

#[tokio::test]
async fn what_was_exported_is_imported_as_it_was() {
    let app = app().await;
    people(&app, 3).await;
    let first = app.get("/members?order=asc&per_page=1").await.body["data"][0]["id"].clone();
    let about = json!({"about": "- chess\n- go; =x\n\n'- none"});
    accepted(&app.put(&format!("/members/{}", first.as_str().unwrap_or_default()), about).await, 200);
    let before = app.get("/members?order=asc").await.body["data"].clone();
    let content = lines(&app, "/exports?collection=members").await.join("\n");
    let import =
        json!({"operation": "update_member", "format": "csv", "content": content, "ignore_unknown_columns": true});
    let (path, after) = imported(&app, import).await;
    assert_eq!(summary(&after), ("succeeded", 3, 3, 0), "{:?}", rows(&app, &path).await);
    let mut after = app.get("/members?order=asc").await.body["data"].clone();
    for (member, before) in after.as_array_mut().into_iter().flatten().zip(before.as_array().into_iter().flatten()) {
        for field in ["version", "updated_at"] {
            member[field] = before[field].clone();
        }
    }
    assert_eq!(after, before);
}

#[tokio::test]
async fn an_export_needs_the_scope_of_its_list_and_shows_what_the_list_would() {
    let app = app().await;
    people(&app, 1).await;
    let client = TestApp::made(&app.post("/api-clients", json!({"name": "Small", "scopes": ["companies:read"]})).await);
    let text = |name: &str| client[name].as_str().unwrap_or_default().to_owned();
    let small = app.as_client(&testing::TestClient { client_id: text("client_id"), secret: text("secret") });
    assert_eq!(small.get("/exports?collection=members").await.refusal(), "403 forbidden");
    assert_eq!(lines(&small, "/exports?collection=companies").await.len(), 1);
    assert_eq!(lines(&app.as_client(&app.stranger), "/exports?collection=members").await.len(), 1);
    let member = tests::member(&app, "ann@example.com").await;
    assert_eq!(session(&app, &member).await.get("/exports?collection=members").await.status, 403);
    accepted(&app.get("/exports?collection=members").await, 200);
}

#[tokio::test]
async fn exports_of_others_and_with_other_filters_are_refused() {
    let app = app().await;
    let event = "01990000-0000-7000-8000-0000000000aa";
    for (path, refusal) in [
        ("/exports?collection=invoices".to_owned(), "400 validation_error collection invalid_value"),
        ("/exports?collection=members&limit=0".to_owned(), "400 validation_error limit out_of_range"),
        ("/exports?collection=members&limit=1001".to_owned(), "400 validation_error limit out_of_range"),
        ("/exports?collection=members&cursor=none".to_owned(), "400 validation_error cursor invalid_value"),
        ("/exports?collection=members&q=ann".to_owned(), "400 validation_error q unknown_parameter"),
        (
            format!("/exports?collection=members&event_id={event}"),
            "422 rule_violation event_id not_in_collection",
        ),
    ] {
        assert_eq!(app.get(&path).await.refusal(), refusal, "{path}");
    }
}

#[tokio::test]
async fn values_of_lists_come_back_as_they_were() {
    let app = app().await;
    let place = location(&app).await;
    let amenities = json!(["Screen", "a;b", "-x", "+y"]);
    let room = tests::resource(&app, &place, "Room", "meeting_room", json!({"amenities": amenities})).await;
    let content = lines(&app, "/exports?collection=resources").await.join("\n");
    accepted(&app.put(&format!("/resources/{room}"), json!({"amenities": []})).await, 200);
    let import = json!({"operation": "update_resource", "format": "csv", "content": content,
        "ignore_unknown_columns": true, "columns": [{"column": "parent_resource_id"}]});
    let (path, after) = imported(&app, import).await;
    assert_eq!(summary(&after), ("succeeded", 1, 1, 0), "{:?}", rows(&app, &path).await);
    assert_eq!(app.get(&format!("/resources/{room}")).await.body["data"]["amenities"], amenities);
}

#[tokio::test]
async fn a_page_of_large_records_ends_before_it_is_more_than_an_answer_may_be() {
    let app = app().await;
    let place = location(&app).await;
    let value = "x".repeat(400);
    let keys: serde_json::Map<String, Value> = (0..40).map(|key| (format!("k{key}"), json!(value))).collect();
    for number in 0..150 {
        let body =
            json!({"name": "A", "email": format!("p{number}@example.com"), "location_ids": [place], "metadata": keys});
        made(&app, "/members", body).await;
    }
    let first = app.get("/exports?collection=members").await;
    assert!(first.text.len() < 2_500_000 && !first.header("link").is_empty(), "{}", first.text.len());
    assert_eq!(lines(&app, "/exports?collection=members").await.len(), 151);
}
