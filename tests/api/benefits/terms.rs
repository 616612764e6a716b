//! Benefits themselves: their fields, and the rules between these fields.

use serde_json::{Value, json};

use tests::with;

use super::{NOBODY, act, apply, benefit, category, location, people, space};

#[tokio::test]
async fn a_benefit_has_every_field_with_its_default() {
    let (app, location) = space().await;
    let created = app.post("/benefits", json!({"location_id": location, "title": "Notion"})).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let expected = json!({
        "id": created.id(), "location_id": location, "category_id": null, "title": "Notion", "subtitle": "",
        "description": "", "partner_name": "", "media": [], "media_keys": [], "visibility": "members", "featured": false,
        "allowance": {"kind": "once", "count": null, "period": null}, "application_mode": "auto", "link_url": null,
        "valid_from": null, "valid_until": null, "total_quota": null, "redemption_code_mode": "none",
        "shared_code": null, "is_active": true, "code_count": 0, "metadata": {}, "version": 1,
        "created_at": "2026-11-21T09:00:00.000Z", "updated_at": "2026-11-21T09:00:00.000Z",
    });
    assert_eq!(created.body["data"], expected);
    let path = format!("/benefits/{}", created.id());
    assert_eq!(app.get(&path).await.body["data"], expected);
    assert_eq!(app.put(&path, json!({})).await.body["data"], expected);
    let stranger = app.as_client(&app.stranger);
    for refused in [stranger.get(&path).await, stranger.put(&path, json!({})).await, stranger.delete(&path).await] {
        assert_eq!(refused.refusal(), "404 not_found");
    }
}

#[tokio::test]
async fn every_field_is_set_changed_and_cleared() {
    let (app, location) = space().await;
    let category = category(&app, &location).await;
    let fields = json!({
        "category_id": category, "title": "Notion", "subtitle": "Two months", "description": "Free.",
        "partner_name": "Notion Labs", "media": ["https://cdn.example/a.png"], "media_keys": [], "visibility": "exclusive_members",
        "featured": true, "allowance": {"kind": "per_period", "count": 2, "period": "month"},
        "application_mode": "link", "link_url": "https://partner.example/join", "valid_from": "2026-11-01T00:00:00Z",
        "valid_until": "2026-12-01T00:00:00Z", "total_quota": 50, "redemption_code_mode": "shared",
        "shared_code": "ACME20", "is_active": false, "metadata": {"crm": "7"},
    });
    let id = benefit(&app, &location, fields.clone()).await;
    let path = format!("/benefits/{id}");
    let shown = with(
        fields,
        &json!({"valid_from": "2026-11-01T00:00:00.000Z", "valid_until": "2026-12-01T00:00:00.000Z"}),
    );
    assert_holds(&app.get(&path).await.body["data"], &shown);
    let cleared = json!({
        "category_id": null, "subtitle": "", "description": "", "partner_name": "", "media": [], "media_keys": [], "visibility": "public",
        "featured": false, "allowance": {"kind": "once", "count": null, "period": null}, "application_mode": "approval",
        "link_url": null, "valid_from": null, "valid_until": null, "total_quota": null, "redemption_code_mode": "none",
        "shared_code": null, "is_active": true, "metadata": {},
    });
    let changed = app.put(&path, with(cleared.clone(), &json!({"metadata": {"crm": null}}))).await;
    assert_eq!((changed.status, changed.header("etag")), (200, "\"2\""), "{}", changed.text);
    assert_holds(&changed.body["data"], &cleared);
    assert_eq!(app.get(&path).await.body["data"], changed.body["data"]);
}

/// Asserts that a record has these fields with these values.
#[track_caller]
fn assert_holds(record: &Value, fields: &Value) {
    for (name, value) in fields.as_object().into_iter().flatten() {
        assert_eq!(record[name], *value, "{name}");
    }
}

#[tokio::test]
async fn what_is_not_valid_is_named() {
    let (app, here) = space().await;
    let elsewhere = category(&app, &location(&app).await).await;
    for (fields, refusal) in [
        (json!({"title": ""}), "400 validation_error title invalid_value"),
        (json!({"location_id": null}), "400 validation_error location_id invalid_type"),
        (json!({"visibility": "nobody"}), "400 validation_error visibility invalid_value"),
        (json!({"media": vec!["https://a.example"; 11]}), "400 validation_error media too_many"),
        (json!({"media": ["ftp://a.example"]}), "400 validation_error media[0] invalid_format"),
        (json!({"total_quota": 0}), "400 validation_error total_quota out_of_range"),
        (json!({"allowance": {}}), "400 validation_error allowance.kind required"),
        (
            json!({"allowance": {"kind": "per_period", "count": 0}}),
            "400 validation_error allowance.count out_of_range",
        ),
        (json!({"code_count": 1}), "400 validation_error code_count unknown_field"),
        (json!({"location_id": NOBODY}), "422 rule_violation location_id reference_not_found"),
        (json!({"category_id": NOBODY}), "422 rule_violation category_id reference_not_found"),
        (json!({"category_id": elsewhere}), "422 rule_violation category_id other_location"),
    ] {
        let body = with(json!({"location_id": here, "title": "Notion"}), &fields);
        assert_eq!(app.post("/benefits", body.clone()).await.refusal(), refusal, "{body}");
    }
    let missing = app.post("/benefits", json!({})).await;
    assert_eq!(missing.fields(), ["location_id required", "title required"]);
}

#[tokio::test]
async fn fields_go_together_on_create_and_on_update() {
    let (app, location) = space().await;
    let path = format!("/benefits/{}", benefit(&app, &location, json!({})).await);
    let period = "2026-11-21T00:00:00Z";
    for (fields, refusal) in [
        (json!({"application_mode": "link"}), "link_url required_for_link"),
        (json!({"redemption_code_mode": "shared"}), "shared_code required_for_shared"),
        (json!({"link_url": "https://a.example"}), "link_url only_for_link"),
        (json!({"link_url": "https://a.example", "application_mode": "approval"}), "link_url only_for_link"),
        (json!({"shared_code": "ACME20"}), "shared_code only_for_shared"),
        (json!({"shared_code": "ACME20", "redemption_code_mode": "pool"}), "shared_code only_for_shared"),
        (json!({"valid_from": period, "valid_until": period}), "valid_until not_after_valid_from"),
        (
            json!({"allowance": {"kind": "per_period", "period": "day"}}),
            "allowance.count required_for_per_period",
        ),
        (json!({"allowance": {"kind": "per_period", "count": 1}}), "allowance.period required_for_per_period"),
        (json!({"allowance": {"kind": "once", "count": 1}}), "allowance.count only_for_per_period"),
        (json!({"allowance": {"kind": "unlimited", "period": "day"}}), "allowance.period only_for_per_period"),
    ] {
        let body = with(json!({"location_id": location, "title": "Notion"}), &fields);
        let refusal = format!("422 rule_violation {refusal}");
        assert_eq!(app.post("/benefits", body).await.refusal(), refusal);
        assert_eq!(app.put(&path, fields).await.refusal(), refusal);
    }
    // A patch is judged with what is there already.
    assert_eq!(
        app.put(&path, json!({"link_url": "https://a.example", "application_mode": "link"})).await.status,
        200
    );
    assert_eq!(
        app.put(&path, json!({"link_url": null})).await.refusal(),
        "422 rule_violation link_url required_for_link"
    );
    assert_eq!(
        app.put(&path, json!({"application_mode": "auto"})).await.refusal(),
        "422 rule_violation link_url only_for_link"
    );
    let cleared = app.put(&path, json!({"application_mode": "auto", "link_url": null})).await;
    assert_eq!((cleared.status, &cleared.body["data"]["link_url"]), (200, &Value::Null));
}

#[tokio::test]
async fn part_of_an_allowance_is_judged_with_the_rest_of_it() {
    let (app, location) = space().await;
    let allowance = json!({"allowance": {"kind": "per_period", "count": 2, "period": "month"}});
    let path = format!("/benefits/{}", benefit(&app, &location, allowance).await);
    let changed = app.put(&path, json!({"allowance": {"count": 3}})).await;
    let merged = json!({"kind": "per_period", "count": 3, "period": "month"});
    assert_eq!((changed.status, &changed.body["data"]["allowance"]), (200, &merged));
    for (fields, refusal) in [
        (json!({"kind": "once"}), "422 rule_violation allowance.count only_for_per_period"),
        (json!({"kind": "once", "count": null}), "422 rule_violation allowance.period only_for_per_period"),
        (json!({"period": null}), "422 rule_violation allowance.period required_for_per_period"),
        (json!({"count": 0}), "400 validation_error allowance.count out_of_range"),
        (json!({"times": 1}), "400 validation_error allowance.times unknown_field"),
    ] {
        assert_eq!(app.put(&path, json!({"allowance": fields})).await.refusal(), refusal);
    }
    let once = json!({"kind": "once", "count": null, "period": null});
    assert_eq!(app.put(&path, json!({"allowance": once})).await.body["data"]["allowance"], once);
}

#[tokio::test]
async fn an_archived_benefit_is_gone_but_its_applications_are_not() {
    let (app, location) = space().await;
    let people = people(&app, 2).await;
    let benefit = benefit(&app, &location, json!({})).await;
    let application = apply(&app, &benefit, &people[1]).await;
    let path = format!("/benefits/{benefit}");
    let stale = app.send("DELETE", &path, None, &[("if-match", "\"7\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
    let archived = app.delete(&path).await;
    assert_eq!((archived.status, archived.id()), (200, benefit.clone()));
    for gone in [app.get(&path).await, app.put(&path, json!({})).await, app.delete(&path).await] {
        assert_eq!(gone.refusal(), "404 not_found");
    }
    assert_eq!(app.get("/benefits").await.body["pagination"]["total"], 0);
    assert_eq!(app.get(&format!("/benefits?location_id={location}")).await.body["data"], json!([]));
    assert_eq!(act(&app, &application, "redeem").await.status, 200);
}
