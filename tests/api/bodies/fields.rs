//! The fields of a body: their types, their values, and what a refusal says of them.

use serde_json::{Value, json};
use testing::TestApp;
use tests::app;

use super::{plan, send, text, with};

#[tokio::test]
async fn every_field_refuses_every_other_type() {
    let app = app().await;
    let strings = ["name", "description", "currency", "billing_cycle", "tagline"];
    let numbers = ["price", "credits", "day_passes", "display_order"];
    for field in strings.iter().chain(&numbers).chain(&["is_active", "features", "metadata"]) {
        for value in ["null", "true", "1", "\"x\"", "[]", "{}", "[1,2]", "{\"i\":1}"] {
            let fits = match value {
                "\"x\"" => strings.contains(field),
                "1" => numbers.contains(field),
                "true" => *field == "is_active",
                "[]" | "[1,2]" => *field == "features",
                "{}" | "{\"i\":1}" => *field == "metadata",
                _ => false,
            };
            let answer = text(&app, &with(field, value)).await;
            if !fits {
                assert_eq!(answer, format!("400 validation_error {field} invalid_type"), "{field}: {value}");
            }
        }
    }
    for (value, refusal) in [
        ("{\"features\":[1]}", "features[0] invalid_type"),
        ("{\"features\":[null]}", "features[0] invalid_type"),
        ("{\"features\":[[\"a\"]]}", "features[0] invalid_type"),
        ("{\"metadata\":{\"a\":1}}", "metadata.a invalid_type"),
        ("{\"metadata\":{\"a\":null}}", "metadata.a invalid_type"),
        ("{\"metadata\":{\"a\":{\"b\":\"c\"}}}", "metadata.a invalid_type"),
    ] {
        assert_eq!(text(&app, value).await, format!("400 validation_error {refusal}"), "{value}");
    }
}

#[tokio::test]
async fn values_are_judged_to_the_letter() {
    let app = app().await;
    let (long, longer) = (format!("\"{}\"", "é".repeat(200)), format!("\"{}\"", "é".repeat(201)));
    let features = format!("[{}\"x\"]", "\"x\",".repeat(100));
    for (field, value, outcome) in [
        ("name", "\"\"", "invalid_value"),
        ("name", "\"   \"", "invalid_format"),
        ("name", "\"a\\u0000b\"", "invalid_format"),
        ("name", "\"a\\nb\"", "invalid_format"),
        ("name", "\"\\u007f\"", "invalid_format"),
        ("name", &longer, "too_long"),
        ("name", &long, ""),
        ("tagline", "\"a\\tb\"", "invalid_format"),
        ("description", "\"a\\tb\\nc\"", ""),
        ("description", "\"a\\u0000b\"", "invalid_format"),
        ("features", &features, "too_many"),
        ("currency", "\"eur\"", "invalid_value"),
        ("currency", "\"EURO\"", "invalid_value"),
        ("currency", "\"XXX\"", "invalid_value"),
        ("currency", "\"€\"", "invalid_value"),
        ("billing_cycle", "\"Monthly\"", "invalid_value"),
        ("billing_cycle", "\"weekly\"", "invalid_value"),
        ("price", "-0.01", "out_of_range"),
        ("price", "\"10.00\"", "invalid_type"),
        ("price", "1e308", "out_of_range"),
        ("price", "1e400", "out_of_range"),
        ("price", "1e-10", "invalid_value"),
        ("price", "-0", ""),
        ("price", "0", ""),
        ("price", "1e1", ""),
        ("price", "10.10", ""),
        ("credits", "1.0", ""),
        ("credits", "1e2", ""),
        ("credits", "-0", ""),
        ("credits", "1.5", "invalid_type"),
        ("credits", "-1", "out_of_range"),
        ("credits", "1000001", "out_of_range"),
        ("credits", "2147483648", "out_of_range"),
        ("credits", "9007199254740993", "out_of_range"),
        ("credits", "9223372036854775808", "out_of_range"),
        ("credits", "1e400", "out_of_range"),
        ("credits", "\"1\"", "invalid_type"),
        ("is_active", "\"true\"", "invalid_type"),
        ("is_active", "1", "invalid_type"),
        ("metadata", "{\"\":\"x\"}", "invalid_format"),
        ("metadata", "{\"a\":\"\\u0000\"}", "invalid_format"),
    ] {
        let answer = text(&app, &with(field, value)).await;
        if outcome.is_empty() {
            assert!(
                answer.starts_with("201") || answer.starts_with("409 already_exists"),
                "{field}: {value}: {answer}"
            );
        } else {
            assert!(
                answer.starts_with(&format!("400 validation_error {field}")) && answer.ends_with(outcome),
                "{field}: {value}: {answer}"
            );
        }
    }
    for (currency, price, outcome) in [
        ("EUR", "10.001", "422 rule_violation price too_many_decimals"),
        ("JPY", "10.5", "422 rule_violation price too_many_decimals"),
        ("KWD", "10.0001", "422 rule_violation price too_many_decimals"),
        ("JPY", "10.0", "201 "),
    ] {
        let body = format!(
            "{{\"name\":\"{currency}\",\"price\":{price},\"currency\":\"{currency}\",\"billing_cycle\":\"yearly\"}}"
        );
        assert_eq!(text(&app, &body).await, outcome, "{currency} {price}");
    }
}

#[tokio::test]
async fn every_offending_field_is_named_at_once() {
    let app = app().await;
    let body = json!({"name": "", "price": -1, "credits": "many", "colour": "red", "features": ["a", 2]});
    let mut fields = app.post("/plans", body).await.fields();
    fields.sort();
    assert_eq!(
        fields,
        [
            "billing_cycle required",
            "colour unknown_field",
            "credits invalid_type",
            "currency required",
            "features[1] invalid_type",
            "name invalid_value",
            "price out_of_range",
        ]
    );
    let answer = app.post("/plans", json!({})).await;
    assert_eq!(answer.refusal(), "400 validation_error name required");
    let many: serde_json::Map<String, Value> = (0..500).map(|number| (format!("f{number}"), json!(1))).collect();
    assert_eq!(app.post("/plans", many.into()).await.fields().len(), 50);
}

#[tokio::test]
async fn what_the_service_sets_cannot_be_sent() {
    let app = app().await;
    let id = app.post("/plans", plan()).await.id();
    for field in [
        "id",
        "created_at",
        "updated_at",
        "version",
        "record_set",
        "offers",
        "published_location_ids",
        "price_changes",
        "changed_by",
        "tenant",
        "merchant_id",
        "pk",
        "gsi1pk",
        "Name",
        "__proto__",
        "constructor",
    ] {
        let mut body = plan();
        body[field] = json!("x");
        let refusal = format!("400 validation_error {field} unknown_field");
        assert_eq!(app.post("/plans", body).await.refusal(), refusal);
        assert_eq!(app.put(&format!("/plans/{id}"), json!({field: "x"})).await.refusal(), refusal);
    }
    assert_eq!(app.get("/plans").await.body["pagination"]["total"], 1);
}

/// Bounds of 64 bits, which a schema without bounds of its own has.
#[tokio::test]
async fn a_number_that_is_too_large_is_told_the_largest() {
    let app = app().await;
    let digits = "9".repeat(40);
    for (page, message) in [
        ("18446744073709551615", "page must be between 1 and 9223372036854775807"),
        ("9223372036854775808", "page must be between 1 and 9223372036854775807"),
        ("-9223372036854775809", "page must be between 1 and 9223372036854775807"),
        (digits.as_str(), "page must be between 1 and 9223372036854775807"),
        ("-1", "page must be at least 1"),
    ] {
        let refused = app.get(&format!("/plans?page={page}")).await;
        assert_eq!(refused.refusal(), "400 validation_error page out_of_range");
        assert_eq!(refused.body["error"]["details"]["errors"][0]["message"], message, "{page}");
    }
    let last = app.get("/plans?page=9223372036854775807").await;
    assert_eq!((last.status, &last.body["data"]), (200, &json!([])));
    let price = send(&app, &["application/json"], with("price", &digits).as_bytes()).await;
    assert_eq!(
        price.body["error"]["details"]["errors"][0]["message"],
        "price must be a number of at most 30 digits"
    );
}

#[tokio::test]
async fn a_refusal_names_the_bound_and_the_allowed_values() {
    let app = app().await;
    let digits = format!("1{}", "0".repeat(40));
    for (body, message) in [
        (with("billing_cycle", "\"hourly\""), "billing_cycle must be one of monthly, yearly"),
        (with("credits", "-1"), "credits must be between 0 and 1000000"),
        (with("credits", &digits), "credits must be between 0 and 1000000"),
        (with("name", &format!("\"{}\"", "a".repeat(201))), "name must have at most 200 characters"),
        (with("name", "\"\""), "name must not be empty"),
        (
            with("name", "\" \""),
            "name must be one line without control characters and others that are not shown, and not blank",
        ),
        (with("name", "1"), "name must be a string"),
        (with("is_active", "0"), "is_active must be true or false"),
        (with("metadata", "[]"), "metadata must be an object"),
        (
            with("metadata", "{\"\":\"a\"}"),
            "metadata. must be a key of at least one character, without control characters and others that are not shown",
        ),
        (with("colour", "1"), "colour is not a field of this request"),
        ("{".to_owned(), "body is not well-formed JSON"),
    ] {
        let refused = send(&app, &["application/json"], body.as_bytes()).await;
        assert_eq!(refused.status, 400, "{body}");
        assert_eq!(refused.body["error"]["message"], format!("the request is not valid: {message}"), "{body}");
        assert_eq!(refused.body["error"]["details"]["errors"][0]["message"], message, "{body}");
    }
    for (query, message) in [
        ("per_page=101", "per_page must be between 1 and 100"),
        ("per_page=18446744073709551615", "per_page must be between 1 and 100"),
        ("page=0", "page must be at least 1"),
        ("order=up", "order must be one of asc, desc"),
        ("page=1&limit=2", "page cannot be given together with cursor or limit"),
        ("cursor=abc", "cursor is not a cursor of this list"),
        ("colour=1", "colour is not a parameter of this operation"),
    ] {
        let refused = app.get(&format!("/plans?{query}")).await;
        assert_eq!(refused.body["error"]["details"]["errors"][0]["message"], message, "{query}");
    }
    for (rate, message) in [(1.234_56, "must have at most 4 decimals"), (101.0, "must be between 0 and 100")] {
        let refused = app.put(&format!("/memberships/{}", tests::NOBODY), json!({"tax_rate": rate})).await;
        assert_eq!(refused.body["error"]["details"]["errors"][0]["message"], format!("tax_rate {message}"));
    }
    let unknown = app.get("/plans/abc").await;
    let message = "id must be a UUID, such as 0199a000-0000-7000-8000-000000000000";
    assert_eq!(unknown.body["error"]["details"]["errors"][0]["message"], message);
    let refused = app.send("PUT", &format!("/plans/{}", tests::NOBODY), Some(json!({})), &[("if-match", "3")]).await;
    let message = "If-Match must be * or ETags, such as \"3\"";
    assert_eq!(refused.body["error"]["details"]["errors"][0]["message"], message);
    let name = json!({"name": "Flex"});
    let _ = TestApp::made(
        &app.post("/plans", json!({"name": "Flex", "price": 10, "currency": "EUR", "billing_cycle": "monthly"})).await,
    );
    let twice = app.post("/plans", serde_json::from_str(&with("name", &name["name"].to_string())).expect("JSON")).await;
    assert_eq!(twice.body["error"]["details"]["errors"][0]["message"], twice.body["error"]["message"]);
}
