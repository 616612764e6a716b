//! Floors.

use serde_json::json;
use testing::{TestApp, TestResponse};
use tests::{app, made};

use super::{floor, place};

#[tokio::test]
async fn a_floor_and_the_end_of_its_location_never_both_happen() {
    let app = app().await;
    for round in 0..8 {
        let id = made(&app, "/locations", place(&format!("Dock {round}"))).await;
        let path = format!("/locations/{id}");
        let (ended, made) = tokio::join!(app.delete(&path), app.post("/floors", floor(&id, "First")));
        assert_eq!(ended.status == 200, made.status == 422, "{} and {}", ended.text, made.text);
    }
}

#[tokio::test]
async fn a_floor_has_a_name_of_its_own_at_its_location() {
    let app = app().await;
    let [dock, mill] = [made(&app, "/locations", place("Dock")).await, made(&app, "/locations", place("Mill")).await];
    let created = app.post("/floors", json!({"location_id": dock, "name": "Ground"})).await;
    let data = TestApp::made(&created);
    assert_eq!((&data["location_id"], &data["name"], &data["level"]), (&json!(dock), &json!("Ground"), &json!(0)));
    made(&app, "/floors", floor(&mill, "Ground")).await;
    let first = made(&app, "/floors", floor(&dock, "First")).await;
    let taken = "409 already_exists name already_exists";
    assert_eq!(app.post("/floors", floor(&dock, "ground")).await.refusal(), taken);
    let path = format!("/floors/{first}");
    assert_eq!(app.put(&path, json!({"name": "GROUND"})).await.refusal(), taken);
    assert_eq!(app.put(&path, json!({})).await.body["data"]["version"], 1);
    let updated = app.put(&path, json!({"name": "FIRST", "level": -2, "metadata": {"a": "b"}})).await;
    assert_eq!(updated.body["data"]["level"], -2);
    assert_eq!(app.get(&path).await.body["data"], updated.body["data"]);
    assert_eq!(app.delete(&path).await.status, 200);
    assert_eq!(app.get(&path).await.refusal(), "404 not_found");
    made(&app, "/floors", floor(&dock, "First")).await;
    let names = |list: &TestResponse| list.body["data"].as_array().map(Vec::len);
    assert_eq!(names(&app.get(&format!("/floors?location_id={dock}")).await), Some(2));
    assert_eq!(names(&app.get("/floors").await), Some(3));
}

#[tokio::test]
async fn a_floor_is_refused_with_field_and_reason() {
    let app = app().await;
    let dock = made(&app, "/locations", place("Dock")).await;
    let id = made(&app, "/floors", floor(&dock, "First")).await;
    for (body, reason) in [
        (json!({"name": "x"}), "location_id required"),
        (json!({"location_id": dock}), "name required"),
        (json!({"location_id": "1", "name": "x"}), "location_id invalid_format"),
        (json!({"location_id": dock, "name": "x", "level": 1.5}), "level invalid_type"),
        (json!({"location_id": dock, "name": "x", "level": 301}), "level out_of_range"),
    ] {
        assert_eq!(app.post("/floors", body).await.refusal(), format!("400 validation_error {reason}"));
    }
    let moved = app.put(&format!("/floors/{id}"), json!({"location_id": dock})).await;
    assert_eq!(moved.refusal(), "400 validation_error location_id unknown_field");
    let stale = app.send("DELETE", &format!("/floors/{id}"), None, &[("if-match", "\"9\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
}
