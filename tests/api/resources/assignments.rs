//! Assignments: what is assigned to whom, and what is refused.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{app, location, made, member, resource, resource_path};

/// A merchant with an office, and a customer for it.
struct Scene {
    app: TestApp,
    location: String,
    office: String,
    customer: String,
}

async fn scene() -> Scene {
    let app = app().await;
    let location = location(&app).await;
    let office = resource(&app, &location, "Suite", "office", json!({"units": 2})).await;
    let customer = member(&app, "ann@example.com").await;
    Scene { app, location, office, customer }
}

impl Scene {
    fn body(&self, more: Value) -> Value {
        let mut body = json!({"resource_id": self.office, "customer_id": self.customer, "start_date": "2027-01-01"});
        if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
            body.extend(more);
        }
        body
    }

    async fn assign(&self, more: Value) -> testing::TestResponse {
        self.app.post("/resource-assignments", self.body(more)).await
    }

    async fn refused(&self, more: Value) -> String {
        self.assign(more).await.refusal()
    }
}

fn assignment(id: &str) -> String {
    format!("/resource-assignments/{id}")
}

#[tokio::test]
async fn an_assignment_is_there_at_once_with_every_field() {
    let scene = scene().await;
    let created = scene.assign(json!({"end_date": "2027-12-31", "metadata": {"door": "7"}})).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let data = created.body["data"].clone();
    assert_eq!(scene.app.get(&assignment(&created.id())).await.body["data"], data);
    for (field, expected) in [
        ("resource_id", json!(scene.office)),
        ("location_id", json!(scene.location)),
        ("customer_id", json!(scene.customer)),
        ("subscription_id", Value::Null),
        ("units", json!(1)),
        ("entire", json!(false)),
        ("start_date", json!("2027-01-01")),
        ("end_date", json!("2027-12-31")),
        ("metadata", json!({"door": "7"})),
    ] {
        assert_eq!(data[field], expected, "{field}");
    }
    let entire = scene.assign(json!({"entire": true, "start_date": "2028-01-01"})).await;
    assert_eq!((&entire.body["data"]["units"], &entire.body["data"]["end_date"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn what_is_wrong_is_refused_with_the_field_named() {
    let scene = scene().await;
    let (app, other) = (&scene.app, &scene.app.as_client(&scene.app.stranger));
    let room = resource(app, &scene.location, "Room", "meeting_room", json!({})).await;
    let closed = resource(app, &scene.location, "Closed", "office", json!({"is_active": false})).await;
    let theirs = member(other, "bob@example.com").await;
    let blocked = member(app, "eve@example.com").await;
    assert_eq!(app.post(&format!("/members/{blocked}/block"), json!({})).await.status, 200);
    for (more, expected) in [
        (json!({"start_date": "2027-02-30"}), "400 validation_error start_date invalid_format"),
        (json!({"units": 0}), "400 validation_error units out_of_range"),
        (json!({"desk": 1}), "400 validation_error desk unknown_field"),
        (json!({"end_date": "2026-12-31"}), "422 rule_violation end_date end_before_start"),
        (json!({"units": 2, "entire": true}), "422 rule_violation units entire_has_no_units"),
        (json!({"units": 3}), "422 rule_violation units more_than_units"),
        (json!({"resource_id": theirs}), "422 rule_violation resource_id reference_not_found"),
        (json!({"resource_id": room}), "422 rule_violation resource_id not_assignable"),
        (json!({"resource_id": closed}), "422 rule_violation resource_id resource_inactive"),
        (json!({"customer_id": theirs}), "422 rule_violation customer_id reference_not_found"),
        (json!({"customer_id": blocked}), "422 rule_violation customer_id customer_blocked"),
        (json!({"subscription_id": room}), "422 rule_violation subscription_id reference_not_found"),
    ] {
        assert_eq!(scene.refused(more.clone()).await, expected, "{more}");
    }
    let empty = app.post("/resource-assignments", json!({})).await;
    assert_eq!(empty.fields(), ["resource_id required", "customer_id required", "start_date required"]);
}

#[tokio::test]
async fn offices_desks_parking_and_stations_are_assigned_and_nothing_else() {
    let scene = scene().await;
    for (kind, is_assignable) in [
        ("office", true),
        ("dedicated_desk", true),
        ("parking", true),
        ("station", true),
        ("meeting_room", false),
        ("conference_room", false),
        ("event_space", false),
        ("phone_booth", false),
        ("studio", false),
        ("hot_desk", false),
        ("equipment", false),
    ] {
        let id = resource(&scene.app, &scene.location, kind, kind, json!({})).await;
        let status = scene.assign(json!({"resource_id": id})).await.status;
        assert_eq!(status, if is_assignable { 201 } else { 422 }, "{kind}");
    }
}

#[tokio::test]
async fn assignments_are_listed_that_hold_on_a_day() {
    let scene = scene().await;
    let first = scene.assign(json!({"units": 1, "end_date": "2027-03-31"})).await.id();
    let open = scene.assign(json!({"units": 1, "start_date": "2027-03-31"})).await.id();
    for (day, expected) in [
        ("2026-12-31", vec![]),
        ("2027-01-01", vec![&first]),
        ("2027-03-31", vec![&first, &open]),
        ("2027-04-01", vec![&open]),
        ("2040-01-01", vec![&open]),
    ] {
        let list =
            scene.app.get(&format!("/resource-assignments?order=asc&location_id={}&on={day}", scene.location)).await;
        let records = list.body["data"].as_array().cloned().unwrap_or_default();
        let ids: Vec<&str> = records.iter().filter_map(|record| record["id"].as_str()).collect();
        assert_eq!(ids, expected, "{day} {}", list.text);
    }
    let wrong = scene.app.get("/resource-assignments?on=tomorrow").await;
    assert_eq!(wrong.refusal(), "400 validation_error on invalid_format");
}

#[tokio::test]
async fn an_update_moves_the_days_and_units_through_the_book() {
    let scene = scene().await;
    let app = &scene.app;
    let first = scene.assign(json!({"entire": true, "end_date": "2027-01-31"})).await.id();
    let second = scene.assign(json!({"start_date": "2027-02-01"})).await.id();
    let conflict = "409 booking_conflict start_date assigned";
    for (id, body, expected) in [
        (&first, json!({}), "200 "),
        (&first, json!({"end_date": "2027-02-01"}), conflict),
        (&first, json!({"end_date": null}), conflict),
        (&first, json!({"end_date": "2027-02-01", "entire": false}), "200 "),
        (&second, json!({"units": 2}), conflict),
        (&second, json!({"start_date": "2027-02-02", "units": 2}), "200 "),
        (&second, json!({"units": 3}), "422 rule_violation units more_than_units"),
        (&second, json!({"end_date": "2027-02-01"}), "422 rule_violation end_date end_before_start"),
        (&second, json!({"customer_id": second}), "400 validation_error customer_id unknown_field"),
        (&second, json!({"metadata": {"door": "8"}}), "200 "),
    ] {
        assert_eq!(app.put(&assignment(id), body.clone()).await.refusal(), expected, "{body}");
    }
    let stale = app.send("PUT", &assignment(&first), Some(json!({"units": 2})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
}

#[tokio::test]
async fn an_assignment_that_has_ended_does_not_go_on_for_a_blocked_customer() {
    let scene = scene().await;
    let app = &scene.app;
    let ended = scene.assign(json!({"start_date": "2026-01-01", "end_date": "2026-01-31"})).await;
    assert_eq!(ended.status, 201, "{}", ended.text);
    let path = assignment(&ended.id());
    let block = app.post(&format!("/members/{}/block", scene.customer), json!({})).await;
    assert_eq!(block.status, 200, "{}", block.text);
    for end in [json!(null), json!("2027-06-30")] {
        let refused = app.put(&path, json!({"end_date": end})).await.refusal();
        assert_eq!(refused, "422 rule_violation customer_id customer_blocked", "{end}");
    }
    assert_eq!(app.put(&path, json!({"end_date": "2026-02-28"})).await.status, 200, "it has ended all the same");
}

#[tokio::test]
async fn an_archived_assignment_frees_its_days_and_is_gone() {
    let scene = scene().await;
    let app = &scene.app;
    let made = scene.assign(json!({"entire": true})).await.id();
    assert_eq!(scene.refused(json!({})).await, "409 booking_conflict start_date assigned");
    let archived = app.delete(&assignment(&made)).await;
    assert_eq!((archived.status, archived.id()), (200, made.clone()), "{}", archived.text);
    assert_eq!(scene.assign(json!({})).await.status, 201);
    for gone in [app.get(&assignment(&made)).await, app.delete(&assignment(&made)).await] {
        assert_eq!(gone.refusal(), "404 not_found");
    }
}

#[tokio::test]
async fn another_merchants_assignment_is_no_assignment() {
    let scene = scene().await;
    let path = assignment(&scene.assign(json!({})).await.id());
    let stranger = scene.app.as_client(&scene.app.stranger);
    for answer in [stranger.get(&path).await, stranger.put(&path, json!({})).await, stranger.delete(&path).await] {
        assert_eq!(answer.refusal(), "404 not_found");
    }
}

#[tokio::test]
async fn an_assigned_resource_keeps_its_units_its_type_and_its_being() {
    let scene = scene().await;
    let app = &scene.app;
    let made = scene.assign(json!({"units": 2, "start_date": "2026-01-01", "end_date": "2026-11-21"})).await.id();
    for (body, expected) in [
        (json!({"units": 1}), "409 in_use units in_use"),
        (json!({"type": "meeting_room"}), "409 in_use type in_use"),
        (json!({"type": "station", "units": 2}), "200 "),
    ] {
        assert_eq!(app.put(&resource_path(&scene.office), body.clone()).await.refusal(), expected, "{body}");
    }
    assert_eq!(app.delete(&resource_path(&scene.office)).await.refusal(), "409 in_use id in_use");
    // It ended yesterday: nothing is taken any more, and the assignment stays readable.
    assert_eq!(app.put(&assignment(&made), json!({"end_date": "2026-11-20"})).await.status, 200);
    assert_eq!(
        app.put(&resource_path(&scene.office), json!({"type": "meeting_room", "units": 1})).await.status,
        200
    );
    assert_eq!(app.put(&resource_path(&scene.office), json!({"type": "office"})).await.status, 200);
    assert_eq!(app.delete(&resource_path(&scene.office)).await.status, 200);
    assert_eq!(app.get(&assignment(&made)).await.status, 200);
    assert_eq!(app.delete(&assignment(&made)).await.status, 200);
}

#[tokio::test]
async fn the_subscription_of_an_assignment_is_its_customers_at_its_location() {
    let scene = scene().await;
    let plan = |place: &str| json!({"location_id": place, "name": "Office", "cycle": "monthly", "price": 900, "currency": "EUR"});
    let subscribed = async |place: &str, customer: &str| {
        let plan = made(&scene.app, "/memberships", plan(place)).await;
        let body = json!({"customer_id": customer, "membership_plan_id": plan, "start_date": "2027-01-01"});
        made(&scene.app, "/subscriptions", body).await
    };
    let own = subscribed(&scene.location, &scene.customer).await;
    let created = scene.assign(json!({"subscription_id": own})).await;
    assert_eq!(created.body["data"]["subscription_id"], json!(own), "{}", created.text);
    let elsewhere = location(&scene.app).await;
    let other = subscribed(&elsewhere, &scene.customer).await;
    let refused = scene.refused(json!({"subscription_id": other})).await;
    assert_eq!(refused, "422 rule_violation subscription_id other_location");
    let somebody = member(&scene.app, "bo@example.com").await;
    let plain = made(&scene.app, "/memberships", {
        let mut plan = plan(&scene.location);
        plan["name"] = json!("Desk");
        plan
    })
    .await;
    let body = json!({"customer_id": somebody, "membership_plan_id": plain, "start_date": "2027-01-01"});
    let theirs = made(&scene.app, "/subscriptions", body).await;
    let path = assignment(&created.id());
    let refused = scene.app.put(&path, json!({"subscription_id": theirs})).await;
    assert_eq!(refused.refusal(), "422 rule_violation subscription_id other_customer");
    let none = scene.app.put(&path, json!({"subscription_id": null})).await;
    assert_eq!(none.body["data"]["subscription_id"], Value::Null);
}

#[tokio::test]
async fn assignments_are_listed_by_location() {
    let scene = scene().await;
    let elsewhere = tests::location_with(&scene.app, json!({"name": "Harbour"})).await;
    let other = resource(&scene.app, &elsewhere, "Cabin", "office", json!({})).await;
    let here = scene.assign(json!({})).await.id();
    scene.assign(json!({"resource_id": other})).await;
    let listed = scene.app.get(&format!("/resource-assignments?location_id={}", scene.location)).await;
    assert_eq!(listed.body["pagination"]["total"], 1, "{}", listed.text);
    assert_eq!(listed.body["data"][0]["id"], here.as_str());
}
