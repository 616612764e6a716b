//! Membership plans exactly as the interface has them: every field, its type and its default.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{app, location, made, with, without};

use super::flex;

const UUID: &str = "0199a000-0000-7000-8000-0000000000aa";

/// Every field of a membership plan in the interface, with its value when only the required ones are given.
fn defaults(location: &str) -> Value {
    json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 149.5, "currency": "EUR",
        "description": "", "custom_tax_rate": false, "tax_rate": 0, "minimum_commitment": false,
        "commitment_cycles": 0, "expiring_credits": 0, "expiring_day_passes": 0, "discount_rooms": 0,
        "discount_desks": 0, "discount_equipment": 0, "discount_events": 0, "discount_shop": 0,
        "discount_credit_packages": 0, "signup_enabled": false, "signup_type": "request", "is_active": true,
        "exclusive_resource_ids": []})
}

/// Our own fields beside them.
fn additive() -> Value {
    json!({"plan_id": null, "inherits": [], "tax_rate_id": null, "setup_fee": 0, "deposit_amount": 0, "notice_days": 0, "notice_months": 0,
        "notice_ends_with": "period", "trial_days": 0,
        "rollover_cycles": 0, "max_subscribers": null, "early_termination_fee_percent": 100, "grace_days": 7,
        "guest_passes_per_cycle": null,
        "pause_days_max": null, "pause_notice_days": 0, "exclusive_benefit_ids": [], "price_changes": [], "subscriber_count": 0, "metadata": {},
        "version": 1})
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn is_meta(answer: &TestResponse) -> bool {
    let meta = &answer.body["meta"];
    keys(meta) == ["request_id", "timestamp"]
        && meta["request_id"].as_str().is_some_and(|id| id.starts_with("req_") && id.len() > 4)
        && meta["timestamp"] == "2026-11-21T09:00:00.000Z"
}

#[tokio::test]
async fn a_create_with_what_is_required_answers_every_field_with_its_default() {
    let app = app().await;
    let place = location(&app).await;
    let created = app.post("/memberships", flex(&place)).await;
    let data = TestApp::made(&created);
    assert_eq!(keys(&created.body), ["data", "meta"]);
    assert!(is_meta(&created), "{}", created.text);
    let server_set =
        json!({"id": created.id(), "created_at": "2026-11-21T09:00:00.000Z", "updated_at": "2026-11-21T09:00:00.000Z"});
    assert_eq!(data, with(with(defaults(&place), &additive()), &server_set));
    assert_eq!(created.header("location"), format!("/v1/memberships/{}", created.id()));
    let got = app.get(&format!("/memberships/{}", created.id().to_uppercase())).await;
    assert_eq!((got.status, keys(&got.body), is_meta(&got)), (200, vec!["data", "meta"], true));
    assert_eq!(got.body["data"], data);
}

#[tokio::test]
async fn every_field_of_the_interface_has_its_declared_type_and_is_never_null() {
    let app = app().await;
    let place = location(&app).await;
    let id = made(&app, "/memberships", flex(&place)).await;
    let data = app.get(&format!("/memberships/{id}")).await.body["data"].clone();
    for (field, fits) in [
        (
            "id location_id name cycle currency description signup_type created_at updated_at",
            Value::is_string as fn(&Value) -> bool,
        ),
        ("price tax_rate discount_rooms discount_desks discount_equipment discount_events", Value::is_number),
        ("discount_shop discount_credit_packages", Value::is_number),
        ("custom_tax_rate minimum_commitment signup_enabled is_active", Value::is_boolean),
        ("commitment_cycles expiring_credits expiring_day_passes", Value::is_i64),
        ("exclusive_resource_ids", Value::is_array),
    ] {
        for field in field.split(' ') {
            assert!(fits(&data[field]), "{field}: {}", data[field]);
        }
    }
}

#[tokio::test]
async fn every_field_is_answered_as_it_was_written() {
    let app = app().await;
    let place = location(&app).await;
    for cycle in ["daily", "weekly", "monthly", "quarterly", "yearly"] {
        let body = json!({"location_id": place, "name": "Bureau fixe — ünïcode", "cycle": cycle, "price": 1_000_000.01,
            "currency": "EUR", "description": "Line one.\nLine two.", "custom_tax_rate": true, "tax_rate": 5.5,
            "minimum_commitment": true, "commitment_cycles": 12, "expiring_credits": 40, "expiring_day_passes": 8,
            "discount_rooms": 12.3456, "discount_desks": 100, "discount_equipment": 0.0001, "discount_events": 5,
            "discount_shop": 99.9999, "discount_credit_packages": 10, "signup_enabled": true,
            "signup_type": "by the front desk", "is_active": true, "setup_fee": 25.5,
            "deposit_amount": 300, "notice_days": 30, "trial_days": 14, "rollover_cycles": 2, "max_subscribers": 50,
            "metadata": {"ledger": "4000"}});
        let created = app.post("/memberships", body.clone()).await;
        let data = TestApp::made(&created);
        for field in keys(&body) {
            assert_eq!(data[field], body[field], "{field}");
        }
        assert!(created.text.contains("\"price\":1000000.01,"), "{}", created.text);
    }
}

#[tokio::test]
async fn each_missing_required_field_is_named() {
    let app = app().await;
    let place = location(&app).await;
    for field in ["location_id", "name", "cycle", "price", "currency"] {
        let refused = app.post("/memberships", without(flex(&place), field)).await;
        assert_eq!(refused.status, 400);
        assert_eq!(refused.body["error"]["code"], "validation_error");
        assert_eq!(refused.body["error"]["details"]["field"], field);
        assert_eq!(refused.body["error"]["details"]["reason"], "required");
        assert!(refused.body["error"]["message"].is_string());
        assert!(is_meta(&refused), "{}", refused.text);
    }
    let all = app.post("/memberships", json!({})).await.fields();
    assert_eq!(all.len(), 5, "{all:?}");
    assert_eq!(app.get("/memberships/deleted").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn what_the_schema_can_tell_is_refused_with_field_and_reason() {
    let app = app().await;
    let place = location(&app).await;
    let id = made(&app, "/memberships", flex(&place)).await;
    for (field, value, reason) in [
        ("name", json!(""), "invalid_value"),
        ("name", json!("x".repeat(201)), "too_long"),
        ("cycle", json!("hourly"), "invalid_value"),
        ("price", json!(-1), "out_of_range"),
        ("price", json!("10"), "invalid_type"),
        ("price", json!(null), "invalid_type"),
        ("currency", json!("eur"), "invalid_value"),
        ("description", json!("x".repeat(5_001)), "too_long"),
        ("custom_tax_rate", json!("true"), "invalid_type"),
        ("tax_rate", json!(100.0001), "out_of_range"),
        ("tax_rate", json!(-0.1), "out_of_range"),
        ("tax_rate", json!(1.00001), "invalid_value"),
        ("minimum_commitment", json!(1), "invalid_type"),
        ("commitment_cycles", json!(-1), "out_of_range"),
        ("commitment_cycles", json!(1.5), "invalid_type"),
        ("expiring_credits", json!(-1), "out_of_range"),
        ("expiring_day_passes", json!("1"), "invalid_type"),
        ("discount_rooms", json!(101), "out_of_range"),
        ("discount_desks", json!(-1), "out_of_range"),
        ("discount_equipment", json!(0.00001), "invalid_value"),
        ("discount_events", json!(100.0001), "out_of_range"),
        ("discount_shop", json!(true), "invalid_type"),
        ("discount_credit_packages", json!(1e40), "out_of_range"),
        ("signup_enabled", json!(0), "invalid_type"),
        ("signup_type", json!("a\nb"), "invalid_format"),
        ("is_active", json!(null), "invalid_type"),
        ("exclusive_resource_ids", json!("x"), "invalid_type"),
        ("exclusive_resource_ids", json!(vec![UUID; 101]), "too_many"),
        ("exclusive_benefit_ids", json!({}), "invalid_type"),
        ("inherits", json!("price"), "invalid_type"),
        ("max_subscribers", json!(0), "out_of_range"),
        ("notice_days", json!(-1), "out_of_range"),
        ("setup_fee", json!(-1), "out_of_range"),
        ("discount_room", json!(10), "unknown_field"),
        ("id", json!(UUID), "unknown_field"),
        ("created_at", json!("2026-01-01T00:00:00Z"), "unknown_field"),
    ] {
        let change = json!({field: value});
        let expected = format!("400 validation_error {field} {reason}");
        assert_eq!(app.post("/memberships", with(flex(&place), &change)).await.refusal(), expected, "{value}");
        assert_eq!(app.put(&format!("/memberships/{id}"), change).await.refusal(), expected, "{value}");
    }
    for (field, value, expected) in [
        ("location_id", json!("Dock"), "location_id invalid_format"),
        ("exclusive_resource_ids", json!([UUID, UUID.to_uppercase()]), "exclusive_resource_ids[1] repeated"),
        ("exclusive_resource_ids", json!(["1"]), "exclusive_resource_ids[0] invalid_format"),
        ("exclusive_benefit_ids", json!([UUID, UUID]), "exclusive_benefit_ids[1] repeated"),
        ("inherits", json!(["tax_rate"]), "inherits[0] invalid_value"),
        ("inherits", json!(["name", "name"]), "inherits[1] repeated"),
    ] {
        let refusal = app.post("/memberships", with(flex(&place), &json!({field: value}))).await.refusal();
        assert_eq!(refusal, format!("400 validation_error {expected}"));
    }
}

#[tokio::test]
async fn a_get_needs_an_id_of_this_merchant() {
    let app = app().await;
    let id = made(&app, "/memberships", flex(&location(&app).await)).await;
    assert_eq!(app.get("/memberships/1").await.refusal(), "400 validation_error id invalid_format");
    assert_eq!(app.get(&format!("/memberships/{UUID}")).await.refusal(), "404 not_found");
    let other = app.as_client(&app.stranger);
    assert_eq!(other.get(&format!("/memberships/{id}")).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn the_deleted_list_has_the_interfaces_envelope() {
    let app = app().await;
    let empty = app.get("/memberships/deleted").await;
    assert_eq!((empty.status, keys(&empty.body), is_meta(&empty)), (200, vec!["data", "meta", "pagination"], true));
    let pagination = json!({"page": 1, "per_page": 20, "total": 0, "total_pages": 0, "has_more": false});
    assert_eq!((&empty.body["data"], &empty.body["pagination"]), (&json!([]), &pagination));

    let id = made(&app, "/memberships", flex(&location(&app).await)).await;
    let path = format!("/memberships/{id}");
    assert_eq!(app.delete(&path).await.status, 200);
    let list = app.get("/memberships/deleted?page=1&per_page=1").await;
    let pagination = json!({"page": 1, "per_page": 1, "total": 1, "total_pages": 1, "has_more": false});
    assert_eq!(list.body["pagination"], pagination);
    assert_eq!(list.body["data"], json!([app.get(&path).await.body["data"]]));
    assert_eq!(list.body["data"][0]["is_active"], false);
    for (query, expected) in [
        ("page=0", "page out_of_range"),
        ("page=x", "page invalid_type"),
        ("per_page=0", "per_page out_of_range"),
        ("per_page=101", "per_page out_of_range"),
        ("limit=101", "limit out_of_range"),
        ("cursor=x", "cursor invalid_value"),
        ("page=1&page=2", "page repeated"),
        ("cycle=monthly", "cycle unknown_parameter"),
    ] {
        let refusal = app.get(&format!("/memberships/deleted?{query}")).await.refusal();
        assert_eq!(refusal, format!("400 validation_error {expected}"));
    }
}

#[tokio::test]
async fn credentials_that_are_wrong_are_refused_without_details() {
    let app = app().await;
    for path in ["/memberships/deleted", "/memberships", "/memberships/1"] {
        let refused = app.raw("GET", path, &[("x-client-id".to_owned(), app.client.client_id.clone())], b"").await;
        assert_eq!(refused.refusal(), "401 invalid_token");
        assert_eq!(refused.body["error"].get("details"), None);
    }
}
