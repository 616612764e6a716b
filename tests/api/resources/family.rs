//! Parents and children.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{app, location, member, resource, resource_body, resource_path};
use values::Timestamp;

async fn family_of(app: &TestApp, id: &str) -> (Value, Value) {
    let data = &app.get(&resource_path(id)).await.body["data"];
    (data["parent_resource_id"].clone(), data["child_resource_ids"].clone())
}

async fn adopt(app: &TestApp, child: &str, parent: Value) -> String {
    app.put(&resource_path(child), json!({"parent_resource_id": parent})).await.refusal()
}

#[tokio::test]
async fn a_parent_knows_its_parts_whatever_happens_to_them() {
    let app = app().await;
    let location = location(&app).await;
    let hall = resource(&app, &location, "Hall", "event_space", json!({})).await;
    let other = resource(&app, &location, "Other hall", "event_space", json!({})).await;
    let left = resource(&app, &location, "Left", "event_space", json!({"parent_resource_id": hall})).await;
    let right = resource(&app, &location, "Right", "event_space", json!({})).await;
    assert_eq!(adopt(&app, &right, json!(hall)).await, "200 ");
    assert_eq!(family_of(&app, &hall).await, (Value::Null, json!([left, right])));
    assert_eq!(adopt(&app, &left, json!(other)).await, "200 ");
    assert_eq!(family_of(&app, &hall).await.1, json!([right]));
    assert_eq!(family_of(&app, &other).await.1, json!([left]));
    assert_eq!(adopt(&app, &left, Value::Null).await, "200 ");
    assert_eq!(family_of(&app, &other).await.1, json!([]));
    assert_eq!(app.delete(&resource_path(&hall)).await.refusal(), "409 in_use child_resource_ids in_use");
    assert_eq!(app.delete(&resource_path(&right)).await.status, 200);
    assert_eq!(family_of(&app, &hall).await.1, json!([]));
    assert_eq!(app.delete(&resource_path(&hall)).await.status, 200);
}

#[tokio::test]
async fn a_family_is_one_level_deep_at_one_location_and_without_circles() {
    let app = app().await;
    let (here, there) = (location(&app).await, location(&app).await);
    let hall = resource(&app, &here, "Hall", "event_space", json!({})).await;
    let part = resource(&app, &here, "Part", "event_space", json!({"parent_resource_id": hall})).await;
    let lone = resource(&app, &here, "Lone", "event_space", json!({})).await;
    let far = resource(&app, &there, "Far", "event_space", json!({})).await;
    for (child, parent, reason) in [
        (&lone, &part, "parent_is_a_part"),
        (&hall, &lone, "has_parts"),
        (&hall, &hall, "own_parent"),
        (&hall, &part, "parent_is_a_part"),
        (&lone, &far, "other_location"),
        (&lone, &here, "reference_not_found"),
    ] {
        let expected = format!("422 rule_violation parent_resource_id {reason}");
        assert_eq!(adopt(&app, child, json!(parent)).await, expected);
    }
    let created =
        app.post("/resources", resource_body(&there, "New", "studio", json!({"parent_resource_id": hall}))).await;
    assert_eq!(created.refusal(), "422 rule_violation parent_resource_id other_location");
}

#[tokio::test]
async fn a_parent_has_at_most_twenty_parts() {
    let app = app().await;
    let location = location(&app).await;
    let hall = resource(&app, &location, "Hall", "event_space", json!({})).await;
    for number in 0..20 {
        resource(&app, &location, &format!("Part {number}"), "studio", json!({"parent_resource_id": hall})).await;
    }
    let body = resource_body(&location, "Part 21", "studio", json!({"parent_resource_id": hall}));
    assert_eq!(app.post("/resources", body).await.refusal(), "409 capacity_exceeded");
}

#[tokio::test]
async fn sixteen_parallel_moves_leave_both_sides_in_agreement() {
    let app = app().await;
    let location = location(&app).await;
    let one = resource(&app, &location, "One", "event_space", json!({})).await;
    let two = resource(&app, &location, "Two", "event_space", json!({})).await;
    let mut parts = Vec::new();
    for number in 0..8 {
        parts.push(resource(&app, &location, &format!("Part {number}"), "studio", json!({})).await);
    }
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..16 {
        let (app, part) = (app.clone(), parts[number % 8].clone());
        let parent = if (number / 8 + number) % 2 == 0 { one.clone() } else { two.clone() };
        writers
            .spawn(async move { app.put(&resource_path(&part), json!({"parent_resource_id": parent})).await.status });
    }
    let statuses = writers.join_all().await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    for part in &parts {
        let (parent, _) = family_of(&app, part).await;
        for candidate in [&one, &two] {
            let (_, children) = family_of(&app, candidate).await;
            let times = children.as_array().into_iter().flatten().filter(|child| *child == part).count();
            assert_eq!(times, usize::from(parent == **candidate), "{candidate} {children}");
        }
    }
}

#[tokio::test]
async fn resources_that_are_assigned_on_the_same_days_cannot_become_a_family() {
    let app = app().await;
    let location = location(&app).await;
    let customer = member(&app, "ann@example.com").await;
    let office = resource(&app, &location, "Office", "office", json!({})).await;
    let desk = resource(&app, &location, "Desk", "dedicated_desk", json!({})).await;
    for (id, start, end) in [(&office, "2027-01-01", "2027-01-31"), (&desk, "2027-01-31", "2027-02-28")] {
        let body = json!({"resource_id": id, "customer_id": customer, "start_date": start, "end_date": end});
        assert_eq!(app.post("/resource-assignments", body).await.status, 201);
    }
    assert_eq!(adopt(&app, &desk, json!(office)).await, "409 booking_conflict parent_resource_id assigned");
    app.clock.set(Timestamp::parse("2027-02-01T00:00:00+01:00").expect("an instant"));
    assert_eq!(adopt(&app, &desk, json!(office)).await, "200 ");
}
