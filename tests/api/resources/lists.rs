//! Filters of both lists.

use serde_json::json;
use testing::TestApp;
use tests::{app, floor, location, member, resource};

/// Ids that a list answers, in its order.
async fn ids(app: &TestApp, path: &str) -> Vec<String> {
    let list = app.get(path).await;
    assert_eq!(list.status, 200, "{path}: {}", list.text);
    let records = list.body["data"].as_array().into_iter().flatten();
    records.map(|record| record["id"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn resources_are_filtered_by_each_field_and_by_several() {
    let app = app().await;
    let (here, there) = (location(&app).await, location(&app).await);
    let floor = floor(&app, &here).await;
    let hall = resource(
        &app,
        &here,
        "Hall",
        "event_space",
        json!({"capacity": 80, "floor_id": floor, "amenities": ["projector", "stage"]}),
    )
    .await;
    let part = resource(&app, &here, "Part", "meeting_room", json!({"capacity": 40, "parent_resource_id": hall})).await;
    let desk = resource(&app, &here, "Desk", "hot_desk", json!({"is_active": false, "floor_id": floor})).await;
    let far = resource(&app, &there, "Far", "meeting_room", json!({"capacity": 8})).await;
    for (query, expected) in [
        (String::new(), vec![&far, &desk, &part, &hall]),
        (format!("?location_id={here}"), vec![&desk, &part, &hall]),
        ("?type=meeting_room".to_owned(), vec![&far, &part]),
        ("?is_active=false".to_owned(), vec![&desk]),
        (format!("?parent_resource_id={hall}"), vec![&part]),
        (format!("?floor_id={floor}"), vec![&desk, &hall]),
        ("?min_capacity=40".to_owned(), vec![&part, &hall]),
        ("?min_capacity=41".to_owned(), vec![&hall]),
        ("?amenity=stage".to_owned(), vec![&hall]),
        ("?amenity=projector&min_capacity=81".to_owned(), vec![]),
        ("?amenity=proj".to_owned(), vec![]),
        (format!("?location_id={here}&floor_id={floor}&is_active=true&min_capacity=1"), vec![&hall]),
        (format!("?location_id={there}&floor_id={floor}"), vec![]),
        (format!("?location_id={here}&type=meeting_room&order=asc"), vec![&part]),
    ] {
        assert_eq!(ids(&app, &format!("/resources{query}")).await.iter().collect::<Vec<_>>(), expected, "{query}");
    }
    for (query, expected) in [
        ("type=ship", "400 validation_error type invalid_value"),
        ("min_capacity=0", "400 validation_error min_capacity out_of_range"),
        ("name=Hall", "400 validation_error name unknown_parameter"),
    ] {
        assert_eq!(app.get(&format!("/resources?{query}")).await.refusal(), expected);
    }
}

#[tokio::test]
async fn a_filtered_list_has_both_pagination_schemes() {
    let app = app().await;
    let location = location(&app).await;
    for number in 0..5 {
        resource(&app, &location, &format!("Room {number}"), "meeting_room", json!({})).await;
    }
    let path = format!("/resources?location_id={location}");
    let page = app.get(&format!("{path}&page=2&per_page=2")).await;
    assert_eq!(
        page.body["pagination"],
        json!({"page": 2, "per_page": 2, "total": 5, "total_pages": 3, "has_more": true})
    );
    let all = ids(&app, &path).await;
    let mut walked = ids(&app, &format!("{path}&limit=2")).await;
    let mut cursor = app.get(&format!("{path}&limit=2")).await.body["pagination"]["next_cursor"].clone();
    while let Some(text) = cursor.as_str().filter(|text| !text.is_empty()) {
        let path = format!("{path}&limit=2&cursor={text}");
        walked.extend(ids(&app, &path).await);
        cursor = app.get(&path).await.body["pagination"]["next_cursor"].clone();
    }
    assert_eq!(walked, all);
}

#[tokio::test]
async fn assignments_are_filtered_by_resource_and_customer() {
    let app = app().await;
    let location = location(&app).await;
    let (ann, bob) = (member(&app, "ann@example.com").await, member(&app, "bob@example.com").await);
    let one = resource(&app, &location, "One", "office", json!({"units": 2})).await;
    let two = resource(&app, &location, "Two", "office", json!({})).await;
    let mut made = Vec::new();
    for (resource, customer) in [(&one, &ann), (&one, &bob), (&two, &ann)] {
        let body = json!({"resource_id": resource, "customer_id": customer, "start_date": "2027-01-01"});
        made.push(app.post("/resource-assignments", body).await.id());
    }
    for (query, expected) in [
        (String::new(), vec![&made[2], &made[1], &made[0]]),
        (format!("?resource_id={one}"), vec![&made[1], &made[0]]),
        (format!("?customer_id={ann}"), vec![&made[2], &made[0]]),
        (format!("?resource_id={two}&customer_id={bob}"), vec![]),
        (format!("?resource_id={two}&customer_id={ann}"), vec![&made[2]]),
    ] {
        let found = ids(&app, &format!("/resource-assignments{query}")).await;
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{query}");
    }
}
