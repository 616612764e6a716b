//! No more units are assigned than there are: on any day, of parents and children together, by parallel writers.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{app, location, member, resource, resource_path};

async fn assign(app: &TestApp, resource: &str, customer: &str, first: &str, last: Option<&str>) -> TestResponse {
    let body = json!({"resource_id": resource, "customer_id": customer, "start_date": first, "end_date": last});
    app.post("/resource-assignments", body).await
}

#[tokio::test]
async fn assignments_of_one_unit_do_not_share_a_day() {
    let app = app().await;
    let location = location(&app).await;
    let customer = member(&app, "ann@example.com").await;
    let office = resource(&app, &location, "Office", "office", json!({})).await;
    for (first, last, expected) in [
        ("2027-02-01", Some("2027-02-28"), "201 "),
        ("2027-01-01", Some("2027-01-31"), "201 "),
        ("2027-01-15", Some("2027-01-15"), "409 booking_conflict start_date assigned"),
        ("2027-02-28", None, "409 booking_conflict start_date assigned"),
        ("2026-12-01", None, "409 booking_conflict start_date assigned"),
        ("2027-03-01", None, "201 "),
        ("2099-01-01", Some("2099-01-01"), "409 booking_conflict start_date assigned"),
    ] {
        let answer = assign(&app, &office, &customer, first, last).await;
        assert_eq!(answer.refusal(), expected, "{first} to {last:?}");
    }
}

#[tokio::test]
async fn a_conflict_tells_the_days_and_nothing_of_the_other_customer() {
    let app = app().await;
    let location = location(&app).await;
    let (ann, bob) = (member(&app, "ann@example.com").await, member(&app, "bob@example.com").await);
    let office = resource(&app, &location, "Office", "office", json!({})).await;
    let first = assign(&app, &office, &ann, "2027-01-10", Some("2027-01-20")).await;
    let refused = assign(&app, &office, &bob, "2027-01-15", None).await;
    assert_eq!(refused.body["error"]["message"], "already assigned from 2027-01-15 to 2027-01-20");
    for secret in [ann, first.id()] {
        assert!(!refused.text.contains(&secret), "{}", refused.text);
    }
}

#[tokio::test]
async fn of_sixteen_parallel_assignments_of_one_office_one_is_made() {
    let app = app().await;
    let location = location(&app).await;
    let customer = member(&app, "ann@example.com").await;
    let office = resource(&app, &location, "Office", "office", json!({})).await;
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let (app, office, customer) = (app.clone(), office.clone(), customer.clone());
        writers.spawn(async move { assign(&app, &office, &customer, "2027-01-01", None).await.refusal() });
    }
    let mut answers = writers.join_all().await;
    answers.sort();
    let mut expected = vec!["409 booking_conflict start_date assigned"; 15];
    expected.insert(0, "201 ");
    assert_eq!(answers, expected);
}

#[tokio::test]
async fn of_sixteen_parallel_assignments_of_five_parking_spaces_five_are_made() {
    let app = app().await;
    let location = location(&app).await;
    let customer = member(&app, "ann@example.com").await;
    let parking = resource(&app, &location, "Garage", "parking", json!({"units": 5})).await;
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..16 {
        let (app, parking, customer) = (app.clone(), parking.clone(), customer.clone());
        let first = format!("2027-01-{:02}", number + 1);
        writers.spawn(async move { assign(&app, &parking, &customer, &first, None).await.status });
    }
    let statuses = writers.join_all().await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 5, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 11, "{statuses:?}");
}

#[tokio::test]
async fn lowering_units_and_assigning_them_at_once_never_leaves_too_many() {
    let app = app().await;
    let location = location(&app).await;
    let customer = member(&app, "ann@example.com").await;
    let parking = resource(&app, &location, "Garage", "parking", json!({"units": 8})).await;
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..16 {
        let (app, parking, customer) = (app.clone(), parking.clone(), customer.clone());
        writers.spawn(async move {
            if number % 2 == 0 {
                return assign(&app, &parking, &customer, "2027-01-01", None).await.status;
            }
            app.put(&resource_path(&parking), json!({"units": 8 - number / 2})).await.status
        });
    }
    writers.join_all().await;
    let units = app.get(&resource_path(&parking)).await.body["data"]["units"].as_u64();
    let made = app.get("/resource-assignments?limit=100").await.body["pagination"]["total_count"].as_u64();
    assert!(made <= units, "{made:?} of {units:?}");
}

#[tokio::test]
async fn a_whole_and_its_parts_do_not_share_a_day() {
    let app = app().await;
    let location = location(&app).await;
    let customer = member(&app, "ann@example.com").await;
    let office = resource(&app, &location, "Office", "office", json!({})).await;
    let parent = json!({"parent_resource_id": office, "units": 2});
    let left = resource(&app, &location, "Left", "dedicated_desk", parent.clone()).await;
    let right = resource(&app, &location, "Right", "dedicated_desk", parent).await;
    resource(&app, &location, "Corner", "meeting_room", json!({"parent_resource_id": office})).await;
    let conflict = "409 booking_conflict start_date assigned";
    for (resource, first, last, expected) in [
        (&left, "2027-01-01", "2027-01-31", "201 "),
        (&right, "2027-01-01", "2027-01-31", "201 "),
        (&office, "2027-01-31", "2027-02-28", conflict),
        (&office, "2027-02-01", "2027-02-28", "201 "),
        (&left, "2027-02-28", "2027-03-31", conflict),
        (&left, "2027-03-01", "2027-03-31", "201 "),
    ] {
        let answer = assign(&app, resource, &customer, first, Some(last)).await;
        assert_eq!(answer.refusal(), expected, "{first} to {last}");
    }
}

#[tokio::test]
async fn parallel_assignments_of_a_whole_and_its_parts_leave_one_of_them() {
    let app = app().await;
    let location = location(&app).await;
    let customer = member(&app, "ann@example.com").await;
    let office = resource(&app, &location, "Office", "office", json!({})).await;
    let mut desks = Vec::new();
    for number in 0..4 {
        let more = json!({"parent_resource_id": office});
        desks.push(resource(&app, &location, &format!("Desk {number}"), "dedicated_desk", more).await);
    }
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..16 {
        let (app, customer) = (app.clone(), customer.clone());
        let wanted = if number % 2 == 0 { office.clone() } else { desks[number / 2 % 4].clone() };
        writers
            .spawn(async move { (wanted.clone(), assign(&app, &wanted, &customer, "2027-01-01", None).await.status) });
    }
    let answers = writers.join_all().await;
    assert!(answers.iter().all(|(_, status)| [201, 409].contains(status)), "{answers:?}");
    let made: Vec<&String> = answers.iter().filter(|(_, status)| *status == 201).map(|(id, _)| id).collect();
    let whole = made.iter().filter(|id| ***id == office).count();
    assert!((whole == 1 && made.len() == 1) || (whole == 0 && made.len() == 4), "{made:?}");
}

#[tokio::test]
async fn a_repeated_request_with_the_same_key_assigns_once() {
    let app = app().await;
    let location = location(&app).await;
    let customer = member(&app, "ann@example.com").await;
    let office = resource(&app, &location, "Office", "office", json!({})).await;
    let body = json!({"resource_id": office, "customer_id": customer, "start_date": "2027-01-01"});
    let key = [("idempotency-key", "once")];
    let first = app.send("POST", "/resource-assignments", Some(body.clone()), &key).await;
    let again = app.send("POST", "/resource-assignments", Some(body), &key).await;
    assert_eq!((first.status, &first.text), (201, &again.text));
    assert_eq!(app.get("/resource-assignments").await.body["pagination"]["total"], json!(1));
    assert_eq!(first.body["data"]["end_date"], Value::Null);
}
