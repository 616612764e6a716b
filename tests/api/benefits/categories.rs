//! Categories: the interface's PUT, and what deleting one does to its benefits.

use serde_json::{Value, json};

use super::{NOBODY, at_once, benefit, category, each, location, space, statuses};

#[tokio::test]
async fn a_category_has_exactly_these_fields() {
    let (app, location) = space().await;
    let created = app.post("/benefit-categories", json!({"location_id": location, "name": "Software"})).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let expected = json!({
        "id": created.id(), "name": "Software", "location_id": location, "is_active": true, "metadata": {}, "version": 1,
        "created_at": "2026-11-21T09:00:00.000Z", "updated_at": "2026-11-21T09:00:00.000Z",
    });
    assert_eq!(created.body["data"], expected);
    let path = format!("/benefit-categories/{}", created.id());
    assert_eq!(app.get(&path).await.body["data"], expected);
    let stranger = app.as_client(&app.stranger);
    for refused in [stranger.get(&path).await, stranger.put(&path, json!({})).await, stranger.delete(&path).await] {
        assert_eq!(refused.refusal(), "404 not_found");
    }
}

#[tokio::test]
async fn what_is_not_valid_is_named() {
    let (app, location) = space().await;
    for (body, refusal) in [
        (json!({"location_id": location}), "400 validation_error name required"),
        (json!({"name": "Software"}), "400 validation_error location_id required"),
        (json!({"location_id": location, "name": ""}), "400 validation_error name invalid_value"),
        (json!({"location_id": location, "name": "x".repeat(201)}), "400 validation_error name too_long"),
        (
            json!({"location_id": location, "name": "A", "is_active": 1}),
            "400 validation_error is_active invalid_type",
        ),
        (
            json!({"location_id": location, "name": "A", "icon": "x"}),
            "400 validation_error icon unknown_field",
        ),
        (json!({"location_id": NOBODY, "name": "A"}), "422 rule_violation location_id reference_not_found"),
    ] {
        assert_eq!(app.post("/benefit-categories", body).await.refusal(), refusal);
    }
}

#[tokio::test]
async fn the_interfaces_put_changes_name_and_activity_and_nothing_else() {
    let (app, location) = space().await;
    let path = format!("/benefit-categories/{}", category(&app, &location).await);
    for (body, name, is_active, version) in [
        (json!({}), "Software", true, 1),
        (json!({"name": "Tools"}), "Tools", true, 2),
        (json!({"is_active": false}), "Tools", false, 3),
        (json!({"name": "Tools", "is_active": false}), "Tools", false, 3),
        (json!({"name": "Software", "is_active": true}), "Software", true, 4),
    ] {
        let answer = app.put(&path, body).await;
        let data = &answer.body["data"];
        assert_eq!((answer.status, &data["name"], &data["is_active"]), (200, &json!(name), &json!(is_active)));
        assert_eq!(data["version"], version);
        assert_eq!(app.get(&path).await.body["data"], *data);
    }
    for (body, refusal) in [
        (json!({"location_id": location}), "400 validation_error location_id unknown_field"),
        (json!({"name": null}), "400 validation_error name invalid_type"),
        (json!({"name": " "}), "400 validation_error name invalid_format"),
        (json!({"is_active": "true"}), "400 validation_error is_active invalid_type"),
        (json!([]), "400 validation_error body invalid_type"),
    ] {
        assert_eq!(app.put(&path, body).await.refusal(), refusal);
    }
    let stale = app.send("PUT", &path, Some(json!({"name": "Other"})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
}

#[tokio::test]
async fn a_category_with_live_benefits_is_not_deleted() {
    let (app, location) = space().await;
    let (used, other) = (category(&app, &location).await, category(&app, &location).await);
    let path = format!("/benefit-categories/{used}");
    let [first, second] = [
        benefit(&app, &location, json!({"category_id": used})).await,
        benefit(&app, &location, json!({"category_id": used})).await,
    ];
    assert_eq!(app.delete(&path).await.refusal(), "409 in_use");
    app.put(&format!("/benefits/{first}"), json!({"category_id": other})).await;
    assert_eq!(app.delete(&path).await.refusal(), "409 in_use");
    app.delete(&format!("/benefits/{second}")).await;
    let deleted = app.delete(&path).await;
    assert_eq!((deleted.status, deleted.id()), (200, used.clone()));
    assert_eq!(app.get(&path).await.refusal(), "404 not_found");
    assert_eq!(app.delete(&path).await.refusal(), "404 not_found");
    // The other category has the benefit that was moved to it, until that has no category.
    let path = format!("/benefit-categories/{other}");
    assert_eq!(app.delete(&path).await.refusal(), "409 in_use");
    app.put(&format!("/benefits/{first}"), json!({"category_id": null})).await;
    assert_eq!(app.delete(&path).await.status, 200);
    let refused = app.put(&format!("/benefits/{first}"), json!({"category_id": other})).await;
    assert_eq!(refused.refusal(), "422 rule_violation category_id reference_archived");
}

#[tokio::test]
async fn a_category_gives_all_its_benefits_to_another() {
    let (app, location) = space().await;
    let (from, to) = (category(&app, &location).await, category(&app, &location).await);
    let mut moved = Vec::new();
    for _ in 0..3 {
        moved.push(json!(benefit(&app, &location, json!({"category_id": from})).await));
    }
    moved.reverse();
    let deleted = app.delete(&format!("/benefit-categories/{from}?move_to={to}")).await;
    assert_eq!(deleted.status, 200, "{}", deleted.text);
    let list = app.get(&format!("/benefits?category_id={to}")).await;
    assert_eq!((each(&list, "id"), each(&list, "version")), (moved.clone(), vec![json!(2); 3]));
    assert_eq!(app.get(&format!("/benefit-categories/{from}")).await.status, 404);
    let path = format!("/benefit-categories/{to}");
    for benefit in &moved {
        assert_eq!(app.delete(&path).await.refusal(), "409 in_use");
        app.delete(&format!("/benefits/{}", benefit.as_str().unwrap_or_default())).await;
    }
    assert_eq!(app.delete(&path).await.status, 200);
}

#[tokio::test]
async fn benefits_move_only_to_another_category_of_the_location() {
    let (app, here) = space().await;
    let there = location(&app).await;
    let (from, elsewhere) = (category(&app, &here).await, category(&app, &there).await);
    benefit(&app, &here, json!({"category_id": from})).await;
    for (target, refusal) in [
        (from.as_str(), "422 rule_violation move_to same_category"),
        (elsewhere.as_str(), "422 rule_violation move_to other_location"),
        (NOBODY, "422 rule_violation move_to reference_not_found"),
        ("x", "400 validation_error move_to invalid_format"),
    ] {
        assert_eq!(app.delete(&format!("/benefit-categories/{from}?move_to={target}")).await.refusal(), refusal);
    }
    let unknown = app.delete(&format!("/benefit-categories/{from}?to={elsewhere}")).await;
    assert_eq!(unknown.refusal(), "400 validation_error to unknown_parameter");
}

#[tokio::test]
async fn more_than_fifty_benefits_do_not_move_at_once() {
    let (app, location) = space().await;
    let (from, to) = (category(&app, &location).await, category(&app, &location).await);
    let mut last = String::new();
    for _ in 0..51 {
        last = benefit(&app, &location, json!({"category_id": from})).await;
    }
    let path = format!("/benefit-categories/{from}?move_to={to}");
    assert_eq!(app.delete(&path).await.refusal(), "409 in_use");
    app.delete(&format!("/benefits/{last}")).await;
    assert_eq!(app.delete(&path).await.status, 200);
    assert_eq!(app.get(&format!("/benefits?category_id={to}")).await.body["pagination"]["total"], 50);
}

#[tokio::test]
async fn no_benefit_comes_into_a_category_that_is_being_deleted() {
    let (app, location) = space().await;
    for to in [None, Some(category(&app, &location).await)] {
        let from = category(&app, &location).await;
        let query = to.as_ref().map(|to| format!("?move_to={to}")).unwrap_or_default();
        let create = json!({"location_id": location, "title": "Notion", "category_id": from});
        let mut requests = vec![("POST", "/benefits".to_owned(), create); 15];
        requests.insert(8, ("DELETE", format!("/benefit-categories/{from}{query}"), Value::Null));
        let answers = at_once(&app, requests).await;
        let deleted = answers.iter().any(|answer| answer.status == 200);
        let created = answers.iter().filter(|answer| answer.status == 201).count();
        let live = app.get(&format!("/benefits?category_id={from}")).await.body["pagination"]["total"].clone();
        assert_eq!(live, if deleted { Value::from(0) } else { Value::from(created) }, "{:?}", statuses(&answers));
    }
}
