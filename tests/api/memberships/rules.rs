//! What one membership plan's fields mean together, and what it refers to.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{app, benefit_of, location, made, with};

use super::flex;

const UUID: &str = "0199a000-0000-7000-8000-0000000000aa";

#[tokio::test]
async fn the_location_is_an_active_one_of_this_merchant() {
    let app = app().await;
    let theirs = location(&app.as_client(&app.stranger)).await;
    let closed = json!({"name": "Closed", "time_zone": "UTC", "currency": "EUR", "is_active": false});
    let closed = made(&app, "/locations", closed).await;
    let archived = location(&app).await;
    assert_eq!(app.delete(&format!("/locations/{archived}")).await.status, 200);
    for (place, reason) in [
        (UUID, "reference_not_found"),
        (&theirs, "reference_not_found"),
        (&archived, "reference_archived"),
        (&closed, "location_inactive"),
    ] {
        let refusal = app.post("/memberships", flex(place)).await.refusal();
        assert_eq!(refusal, format!("422 rule_violation location_id {reason}"));
    }
}

#[tokio::test]
async fn prices_are_in_the_locations_currency_and_its_decimals() {
    let app = app().await;
    let place = location(&app).await;
    let tokyo = made(&app, "/locations", json!({"name": "Tokyo", "time_zone": "Asia/Tokyo", "currency": "JPY"})).await;
    let yen = |fields: Value| with(with(flex(&tokyo), &json!({"currency": "JPY", "price": 1500})), &fields);
    made(&app, "/memberships", yen(json!({"setup_fee": 100}))).await;
    for (body, reason) in [
        (with(flex(&place), &json!({"currency": "USD"})), "currency not_the_locations_currency"),
        (flex(&tokyo), "currency not_the_locations_currency"),
        (with(flex(&place), &json!({"price": 1.005})), "price too_many_decimals"),
        (with(flex(&place), &json!({"setup_fee": 1.005})), "setup_fee too_many_decimals"),
        (with(flex(&place), &json!({"deposit_amount": 0.001})), "deposit_amount too_many_decimals"),
        (yen(json!({"price": 1500.5})), "price too_many_decimals"),
    ] {
        assert_eq!(app.post("/memberships", body).await.refusal(), format!("422 rule_violation {reason}"));
    }
    let path = format!("/memberships/{}", made(&app, "/memberships", flex(&place)).await);
    let dollars = app.put(&path, json!({"currency": "USD"})).await;
    assert_eq!(dollars.refusal(), "422 rule_violation currency not_the_locations_currency");
    assert_eq!(
        app.put(&path, json!({"price": 1.005})).await.refusal(),
        "422 rule_violation price too_many_decimals"
    );
    assert_eq!(app.put(&path, json!({"currency": "EUR", "price": 1.05})).await.body["data"]["price"], 1.05);
}

#[tokio::test]
async fn a_custom_tax_rate_needs_a_rate_and_a_commitment_its_cycles() {
    let app = app().await;
    let place = location(&app).await;
    let tax = "422 rule_violation tax_rate required_with_custom_tax_rate";
    let cycles = "422 rule_violation commitment_cycles required_with_minimum_commitment";
    for (fields, refusal) in [
        (json!({"custom_tax_rate": true}), tax),
        (json!({"minimum_commitment": true}), cycles),
        (json!({"minimum_commitment": true, "commitment_cycles": 0}), cycles),
    ] {
        assert_eq!(app.post("/memberships", with(flex(&place), &fields)).await.refusal(), refusal);
        let path = format!("/memberships/{}", made(&app, "/memberships", flex(&place)).await);
        assert_eq!(app.put(&path, fields).await.refusal(), refusal);
    }
    for fields in [
        json!({"custom_tax_rate": true, "tax_rate": 0}),
        json!({"tax_rate": 9}),
        json!({"commitment_cycles": 3}),
        json!({"minimum_commitment": true, "commitment_cycles": 1}),
    ] {
        made(&app, "/memberships", with(flex(&place), &fields)).await;
    }
}

#[tokio::test]
async fn rates_and_cycles_that_were_stored_count_when_a_switch_is_turned() {
    let app = app().await;
    let place = location(&app).await;
    let stored = json!({"tax_rate": 9, "commitment_cycles": 3});
    let path = format!("/memberships/{}", made(&app, "/memberships", with(flex(&place), &stored)).await);
    let on = app.put(&path, json!({"custom_tax_rate": true, "minimum_commitment": true})).await;
    assert_eq!((on.status, &on.body["data"]["tax_rate"]), (200, &json!(9)));
    let lowered = app.put(&path, json!({"commitment_cycles": 0})).await;
    assert_eq!(lowered.refusal(), "422 rule_violation commitment_cycles required_with_minimum_commitment");
    assert_eq!(app.put(&path, json!({"tax_rate": 0})).await.status, 200, "0 % is a rate");
    assert_eq!(app.put(&path, json!({"name": "Still"})).await.status, 200);
}

#[tokio::test]
async fn an_update_changes_what_it_names_and_nothing_else() {
    let app = app().await;
    let place = location(&app).await;
    let full = with(flex(&place), &json!({"max_subscribers": 5, "discount_shop": 10, "description": "Text"}));
    let created = TestApp::made(&app.post("/memberships", full).await);
    let path = format!("/memberships/{}", created["id"].as_str().expect("an id"));
    for nothing in [json!({}), json!({"name": "Flex", "price": 149.50, "discount_shop": 10.0})] {
        assert_eq!(app.put(&path, nothing).await.body["data"], created);
    }
    assert_eq!(app.send("PUT", &path, None, &[]).await.body["data"], created, "no body is as an empty one");
    let patch = json!({"price": 99, "cycle": "weekly", "max_subscribers": null,
        "exclusive_benefit_ids": [benefit_of(&app, &place).await]});
    let updated = app.put(&path, patch.clone()).await;
    assert_eq!(updated.body["data"], with(with(created, &patch), &json!({"version": 2})));
    assert_eq!(app.get(&path).await.body["data"], updated.body["data"]);
    let moved = app.put(&path, json!({"location_id": place})).await;
    assert_eq!(moved.refusal(), "400 validation_error location_id unknown_field");
}

#[tokio::test]
async fn a_change_of_another_version_is_refused() {
    let app = app().await;
    let path = format!("/memberships/{}", made(&app, "/memberships", flex(&location(&app).await)).await);
    let restore = format!("{path}/restore");
    for (method, path, body) in
        [("PUT", &path, Some(json!({"name": "x"}))), ("DELETE", &path, None), ("POST", &restore, None)]
    {
        let answer = app.send(method, path, body, &[("if-match", "\"7\"")]).await;
        assert_eq!(answer.refusal(), "412 version_mismatch", "{method}");
    }
    let deleted = app.send("DELETE", &path, None, &[("if-match", "\"1\"")]).await;
    assert_eq!((deleted.status, deleted.header("etag")), (200, "\"2\""));
}

#[tokio::test]
async fn a_duplicate_has_the_same_terms() {
    let app = app().await;
    let [dock, mill] = [location(&app).await, location(&app).await];
    let terms = json!({"discount_desks": 12.5, "setup_fee": 20, "exclusive_benefit_ids": [benefit_of(&app, &dock).await],
            "metadata": {"a": "b"}});
    let original = TestApp::made(&app.post("/memberships", with(flex(&dock), &terms)).await);
    let path = format!("/memberships/{}/duplicate", original["id"].as_str().expect("an id"));
    let same = |copy: &Value, fields: Value| with(with(original.clone(), &json!({"id": copy["id"]})), &fields);

    let copy = TestApp::made(&app.send("POST", &path, None, &[]).await);
    assert_ne!(copy["id"], original["id"]);
    assert_eq!(copy, same(&copy, json!({"name": "Flex (copy)"})));
    let copy = TestApp::made(&app.post(&path, json!({"name": "Mill Flex", "location_id": mill})).await);
    let elsewhere = json!({"name": "Mill Flex", "location_id": mill, "exclusive_benefit_ids": []});
    assert_eq!(copy, same(&copy, elsewhere));
    assert_eq!(app.delete(&format!("/locations/{mill}")).await.refusal(), "409 in_use");

    assert_eq!(app.delete(&format!("/memberships/{}", original["id"].as_str().expect("an id"))).await.status, 200);
    let revived = TestApp::made(&app.post(&path, json!({"name": "x".repeat(200)})).await);
    assert_eq!(revived["is_active"], true);
    let path = format!("/memberships/{}/duplicate", revived["id"].as_str().expect("an id"));
    let name = TestApp::made(&app.post(&path, json!({})).await)["name"].as_str().expect("a name").to_owned();
    assert_eq!((name.chars().count(), name.ends_with("x (copy)")), (200, true));
}

#[tokio::test]
async fn a_duplicate_stands_at_an_active_location_of_the_same_currency() {
    let app = app().await;
    let dock = location(&app).await;
    let tokyo = made(&app, "/locations", json!({"name": "Tokyo", "time_zone": "Asia/Tokyo", "currency": "JPY"})).await;
    let id = made(&app, "/memberships", flex(&dock)).await;
    let path = format!("/memberships/{id}/duplicate");
    for (body, refusal) in [
        (json!({"location_id": tokyo}), "422 rule_violation location_id other_currency"),
        (json!({"location_id": UUID}), "422 rule_violation location_id reference_not_found"),
        (json!({"name": ""}), "400 validation_error name invalid_value"),
        (json!({"price": 1}), "400 validation_error price unknown_field"),
    ] {
        assert_eq!(app.post(&path, body).await.refusal(), refusal);
    }
    assert_eq!(app.put(&format!("/locations/{dock}"), json!({"is_active": false})).await.status, 200);
    assert_eq!(app.post(&path, json!({})).await.refusal(), "422 rule_violation location_id location_inactive");
    let other = app.as_client(&app.stranger);
    for answer in [
        other.post(&path, json!({})).await,
        other.put(&format!("/memberships/{id}"), json!({})).await,
        other.delete(&format!("/memberships/{id}")).await,
        other.send("POST", &format!("/memberships/{id}/restore"), None, &[]).await,
    ] {
        assert_eq!(answer.refusal(), "404 not_found");
    }
}

#[tokio::test]
async fn a_create_repeated_with_its_idempotency_key_makes_one() {
    let app = app().await;
    let place = location(&app).await;
    let key = [("idempotency-key", "create-1")];
    let first = app.send("POST", "/memberships", Some(flex(&place)), &key).await;
    let again = app.send("POST", "/memberships", Some(flex(&place)), &key).await;
    assert_eq!((first.status, again.status, &first.text), (201, 201, &again.text));
    assert_eq!(app.get("/memberships").await.body["pagination"]["total"], 1);
}
