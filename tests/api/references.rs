//! A reference to a record that was put away is told from one to a record that there never was, in every area.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{NOBODY, accepted, app, company, location, made, member, resource, with};

/// The reason for which a reference was refused.
async fn reason(app: &TestApp, path: &str, body: &Value) -> String {
    let method = if path.ends_with("/put") { "PUT" } else { "POST" };
    let answer = app.send(method, path.trim_end_matches("/put"), Some(body.clone()), &[]).await;
    answer.refusal()
}

/// `field` of `body` names a record: one that nobody has, then one that was put away.
async fn is_told(app: &TestApp, path: &str, body: Value, (field, archived): (&str, &str)) {
    for (id, told) in [(NOBODY, "reference_not_found"), (archived, "reference_archived")] {
        let (named, value) = match field.strip_suffix("[0]") {
            Some(list) => (list, json!([id])),
            None => (field, json!(id)),
        };
        let refused = reason(app, path, &with(body.clone(), &json!({named: value}))).await;
        assert_eq!(refused, format!("422 rule_violation {field} {told}"), "{path}");
    }
}

async fn put_away(app: &TestApp, path: &str) {
    accepted(&app.delete(path).await, 200);
}

#[tokio::test]
async fn an_archived_location_is_told_from_an_unknown_one() {
    let app = app().await;
    let gone = location(&app).await;
    put_away(&app, &format!("/locations/{gone}")).await;
    let ann = member(&app, "ann@example.com").await;
    let plan = json!({"name": "Flex", "price": 10, "currency": "EUR", "billing_cycle": "monthly"});
    let plan = made(&app, "/plans", plan).await;
    let membership = json!({"name": "Desk", "cycle": "monthly", "price": 10, "currency": "EUR"});
    let window = json!({"customer_id": ann, "duration_minutes": 60, "earliest_start": "2026-11-23T09:00:00Z",
        "latest_end": "2026-11-23T12:00:00Z", "resource_type": "meeting_room"});
    for (path, body, field) in [
        ("/floors".to_owned(), json!({"name": "First", "level": 1}), "location_id"),
        ("/companies".to_owned(), json!({"name": "Blue"}), "location_id"),
        ("/resources".to_owned(), json!({"name": "Oak", "type": "meeting_room"}), "location_id"),
        ("/benefit-categories".to_owned(), json!({"name": "Food"}), "location_id"),
        ("/benefits".to_owned(), json!({"title": "Coffee"}), "location_id"),
        ("/shop-categories".to_owned(), json!({"name": "Food"}), "location_id"),
        (
            "/events".to_owned(),
            json!({"title": "Talk", "start_time": "2027-12-10T18:00:00Z", "end_time": "2027-12-10T20:00:00Z"}),
            "location_id",
        ),
        ("/memberships".to_owned(), membership, "location_id"),
        ("/members".to_owned(), json!({"email": "ben@example.com", "name": "Ben"}), "location_ids[0]"),
        (format!("/members/{ann}/put"), json!({}), "location_ids[0]"),
        (
            "/member-registrations".to_owned(),
            json!({"email": "ben@example.com", "name": "Ben"}),
            "location_id",
        ),
        (format!("/plans/{plan}/publish"), json!({}), "location_ids[0]"),
        ("/waitlist-entries".to_owned(), window, "location_id"),
        (
            "/tickets".to_owned(),
            json!({"requester_id": ann, "type": "other", "description": "Help"}),
            "location_id",
        ),
        ("/visitor-contacts".to_owned(), json!({"name": "Vera"}), "location_id"),
        ("/visitor-requests".to_owned(), json!({"host_id": ann, "visitor": {"name": "Vera"}}), "location_id"),
        (
            "/visitor-visits".to_owned(),
            json!({"host_id": ann, "visitor": {"name": "Vera"}, "expected_at": "2027-01-11T09:00:00Z"}),
            "location_id",
        ),
    ] {
        is_told(&app, &path, body, (field, &gone)).await;
    }
}

#[tokio::test]
async fn an_archived_resource_is_told_from_an_unknown_one() {
    let app = app().await;
    let place = location(&app).await;
    let (room, gone) = (
        resource(&app, &place, "Oak", "meeting_room", json!({})).await,
        resource(&app, &place, "Elm", "meeting_room", json!({})).await,
    );
    put_away(&app, &format!("/resources/{gone}")).await;
    let ann = member(&app, "ann@example.com").await;
    let time = json!({"start_time": "2026-11-23T09:00:00Z", "end_time": "2026-11-23T10:00:00Z"});
    let booking = with(time.clone(), &json!({"customer_id": ann}));
    let series = json!({"customer_id": ann, "duration_minutes": 60, "first_start_time": "2026-11-23T09:00:00Z",
        "rule": {"frequency": "daily", "count": 2}});
    let assignment = json!({"customer_id": ann, "start_date": "2026-12-01"});
    for (path, body, field) in [
        ("/bookings", booking.clone(), "resource_id"),
        ("/bookings/quote", booking.clone(), "resource_id"),
        ("/bookings", with(booking, &json!({"resource_id": room})), "additional_resource_ids[0]"),
        ("/booking-holds", time.clone(), "resource_id"),
        ("/calendar-blocks", time, "resource_id"),
        ("/booking-series", series, "resource_id"),
        ("/resource-assignments", assignment, "resource_id"),
        (
            "/resources",
            json!({"location_id": place, "name": "Part", "type": "meeting_room"}),
            "parent_resource_id",
        ),
    ] {
        is_told(&app, path, body, (field, &gone)).await;
    }
    let membership = json!({"location_id": place, "name": "Desk", "cycle": "monthly", "price": 10, "currency": "EUR"});
    is_told(&app, "/memberships", membership, ("exclusive_resource_ids[0]", &gone)).await;
}

#[tokio::test]
async fn an_archived_person_or_company_is_told_from_an_unknown_one() {
    let app = app().await;
    let place = location(&app).await;
    let room = resource(&app, &place, "Oak", "meeting_room", json!({})).await;
    let (ann, blue, green) =
        (member(&app, "ann@example.com").await, company(&app, &place).await, company(&app, &place).await);
    put_away(&app, &format!("/members/{ann}")).await;
    put_away(&app, &format!("/companies/{blue}")).await;
    let ben = member(&app, "ben@example.com").await;
    let visit = json!({"location_id": place, "visitor": {"name": "Vera"}, "expected_at": "2027-01-11T09:00:00Z"});
    is_told(&app, "/visitor-visits", visit.clone(), ("host_id", &ann)).await;
    is_told(&app, "/visitor-requests", tests::without(visit.clone(), "expected_at"), ("host_id", &ann)).await;
    let contact = made(&app, "/visitor-contacts", json!({"location_id": place, "name": "Vera"})).await;
    put_away(&app, &format!("/visitor-contacts/{contact}")).await;
    let visit = with(tests::without(visit, "visitor"), &json!({"host_id": ben}));
    is_told(&app, "/visitor-visits", visit, ("contact_id", &contact)).await;
    let time = json!({"resource_id": room, "start_time": "2026-11-23T09:00:00Z", "end_time": "2026-11-23T10:00:00Z"});
    let desk = resource(&app, &place, "Desk", "dedicated_desk", json!({})).await;
    let assignment = json!({"resource_id": desk, "start_date": "2026-12-01"});
    is_told(&app, "/bookings", time.clone(), ("customer_id", &ann)).await;
    is_told(&app, "/bookings", time.clone(), ("customer_id", &blue)).await;
    is_told(&app, "/bookings", with(time.clone(), &json!({"customer_id": green})), ("member_id", &ann)).await;
    is_told(&app, "/booking-holds", time, ("customer_id", &blue)).await;
    is_told(&app, "/resource-assignments", assignment, ("customer_id", &ann)).await;
    is_told(&app, &format!("/companies/{green}/members"), json!({"role": "member"}), ("member_id", &ann)).await;
    let registration = json!({"location_id": place, "email": "cas@example.com", "name": "Cas"});
    is_told(&app, "/member-registrations", registration, ("company_id", &blue)).await;
    accepted(&app.post(&format!("/companies/{green}/archive"), json!({})).await, 200);
    let benefit = json!({"location_id": place, "title": "Coffee"});
    let benefit = made(&app, "/benefits", benefit).await;
    let application = json!({"benefit_id": benefit});
    is_told(&app, "/benefit-applications", application, ("customer_id", &green)).await;
    put_away(&app, &format!("/benefits/{benefit}")).await;
    is_told(&app, "/benefit-applications", json!({"customer_id": ben}), ("benefit_id", &benefit)).await;
}

#[tokio::test]
async fn archived_parts_of_a_catalogue_are_told_from_unknown_ones() {
    let app = app().await;
    let place = location(&app).await;
    let floor = made(&app, "/floors", json!({"location_id": place, "name": "First", "level": 1})).await;
    put_away(&app, &format!("/floors/{floor}")).await;
    let category = made(&app, "/benefit-categories", json!({"location_id": place, "name": "Food"})).await;
    put_away(&app, &format!("/benefit-categories/{category}")).await;
    let room = json!({"location_id": place, "name": "Oak", "type": "meeting_room"});
    is_told(&app, "/resources", room, ("floor_id", &floor)).await;
    is_told(&app, "/benefits", json!({"location_id": place, "title": "Coffee"}), ("category_id", &category)).await;
}
