//! Locations.

mod crossing;
mod deactivation;
mod floors;
mod inactive;
mod occupancy;
mod subscriptions;
mod time_zone;

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{app, having, made, sixteen, with, without};

fn place(name: &str) -> Value {
    json!({"name": name, "time_zone": "Europe/Amsterdam", "currency": "EUR"})
}

fn floor(location: &str, name: &str) -> Value {
    json!({"location_id": location, "name": name, "level": 1})
}

#[tokio::test]
async fn a_location_made_from_its_required_fields_has_every_other_at_its_default() {
    let app = app().await;
    let created = app.post("/locations", place("Keizersgracht")).await;
    let mut data = TestApp::made(&created);
    assert_eq!(created.header("location"), format!("/v1/locations/{}", created.id()));
    assert_eq!(app.get(&format!("/locations/{}", created.id())).await.body["data"], data);
    assert_eq!(app.get("/locations").await.body["data"], json!([data]));
    for set_by_the_server in ["id", "created_at", "updated_at", "version"] {
        data.as_object_mut().expect("an object").remove(set_by_the_server).expect(set_by_the_server);
    }
    let address = json!({"line1": "", "line2": "", "city": "", "state": "", "postal_code": "", "country_code": ""});
    assert_eq!(
        data,
        json!({"name": "Keizersgracht", "time_zone": "Europe/Amsterdam", "currency": "EUR", "address": address,
            "email": "", "phone": "", "latitude": null, "longitude": null, "description": "", "opening_hours": [],
            "public_hours": [], "holidays": [], "tax_rate": 0, "tax_rate_id": null, "tax_inclusive": false, "is_active": true, "operation": null,
            "network_group": "", "language": null, "late_fees": {"grace_days": 0, "fixed_fee": 0,
            "yearly_interest_percent": 0, "cap_percent": 100, "tax_rate_id": null},
            "visitor_settings": {"agreement": "", "host_approval": false},
            "ticket_settings": {"close_after_days": 4,
                "resolution_minutes": {"low": 2_400, "normal": 1_440, "high": 480, "urgent": 240}},
            "metadata": {}})
    );
}

#[tokio::test]
async fn every_field_is_kept_as_it_was_written() {
    let app = app().await;
    let hours = json!([{"weekday": "friday", "opens": "22:00", "closes": "02:00"}]);
    let body = json!({"name": "Dock", "time_zone": "Asia/Tokyo", "currency": "JPY", "email": "dock@acme.example",
        "address": {"line1": "1-1", "line2": "", "city": "Tokyo", "state": "", "postal_code": "100", "country_code": "JP"},
        "phone": "+81 3", "latitude": -35.681_236, "longitude": 139.767_125, "description": "By the water.\nQuiet.",
        "opening_hours": hours, "public_hours": hours, "holidays": [{"date": "2027-01-01", "name": "New Year"}],
        "tax_rate": 10.1234, "tax_inclusive": true, "is_active": false, "network_group": "Harbour",
        "visitor_settings": {"agreement": "No photographs.", "host_approval": true},
        "ticket_settings": {"close_after_days": 7,
            "resolution_minutes": {"low": 4, "normal": 3, "high": 2, "urgent": 1}},
        "metadata": {"site": "7"}});
    let data = TestApp::made(&app.post("/locations", body.clone()).await);
    for (field, value) in body.as_object().expect("an object") {
        assert_eq!(data[field], *value, "{field}");
    }
}

#[tokio::test]
async fn what_the_schema_can_tell_is_refused_with_field_and_reason() {
    let app = app().await;
    for field in ["name", "time_zone", "currency"] {
        let refusal = app.post("/locations", without(place("Dock"), field)).await.refusal();
        assert_eq!(refusal, format!("400 validation_error {field} required"));
    }
    for (field, value, reason) in [
        ("name", json!(" "), "name invalid_format"),
        ("name", json!("x".repeat(201)), "name too_long"),
        ("time_zone", json!("Europe/Nowhere"), "time_zone invalid_format"),
        ("currency", json!("EURO"), "currency invalid_value"),
        ("email", json!("dock"), "email invalid_format"),
        ("email", json!("a@b@c.example"), "email invalid_format"),
        ("email", json!(null), "email invalid_type"),
        ("latitude", json!(90.1), "latitude out_of_range"),
        ("longitude", json!(-180.5), "longitude out_of_range"),
        ("longitude", json!(4.886_694_1), "longitude invalid_value"),
        ("latitude", json!("52"), "latitude invalid_type"),
        ("tax_rate", json!(100.5), "tax_rate out_of_range"),
        (
            "opening_hours",
            json!([{"weekday": "monday", "opens": "9:00", "closes": "10:00"}]),
            "opening_hours[0].opens invalid_format",
        ),
        (
            "opening_hours",
            json!([{"weekday": "monday", "opens": "09:00"}]),
            "opening_hours[0].closes required",
        ),
        ("holidays", json!([{"date": "2027-02-30"}]), "holidays[0].date invalid_format"),
        ("address", json!({"street": "x"}), "address.street unknown_field"),
        ("opening_hour", json!([]), "opening_hour unknown_field"),
    ] {
        let refusal = app.post("/locations", with(place("Dock"), &json!({field: value}))).await.refusal();
        assert_eq!(refusal, format!("400 validation_error {reason}"), "{field} {value}");
    }
    let many = app.post("/locations", json!({"name": 1, "email": "x", "y": 1})).await.fields();
    assert_eq!(many.len(), 5, "{many:?}");
}

#[tokio::test]
async fn fields_that_do_not_fit_together_are_refused() {
    let app = app().await;
    let id = made(&app, "/locations", place("Kept")).await;
    let hours = |opens: &str, closes: &str| json!({"weekday": "monday", "opens": opens, "closes": closes});
    let overlap = json!([hours("09:00", "12:00"), hours("11:00", "13:00")]);
    for (part, reason) in [
        (json!({"latitude": 52.1}), "longitude required_with_latitude"),
        (json!({"longitude": 4.1}), "latitude required_with_longitude"),
        (json!({"opening_hours": overlap}), "opening_hours[1] schedule_overlap"),
        (json!({"public_hours": overlap}), "public_hours[1] schedule_overlap"),
        (
            json!({"holidays": [{"date": "2027-01-01"}, {"date": "2027-01-01", "name": "x"}]}),
            "holidays[1].date repeated",
        ),
    ] {
        let body = with(place("Dock"), &part);
        let expected = format!("422 rule_violation {reason}");
        assert_eq!(app.post("/locations", body).await.refusal(), expected);
        assert_eq!(app.put(&format!("/locations/{id}"), part).await.refusal(), expected);
    }
}

#[tokio::test]
async fn an_update_changes_what_it_names_and_nothing_else() {
    let app = app().await;
    let body = with(place("Dock"), &json!({"latitude": 52.5, "longitude": 4.5}));
    let created = TestApp::made(&app.post("/locations", body).await);
    let path = format!("/locations/{}", created["id"].as_str().expect("an id"));
    for nothing in [json!({}), json!({"name": "Dock", "tax_rate": 0})] {
        assert_eq!(app.put(&path, nothing).await.body["data"], created);
    }
    app.clock.advance(Duration::seconds(5));
    let patch =
        json!({"time_zone": "Europe/Paris", "tax_rate": 20, "latitude": null, "longitude": null, "is_active": false});
    let updated = app.put(&path, patch.clone()).await;
    let server_set = json!({"version": 2, "updated_at": "2026-11-21T09:00:05.000Z"});
    let expected = with(with(created, &patch), &server_set);
    assert_eq!(updated.body["data"], expected);
    assert_eq!(app.get(&path).await.body["data"], expected);
    let stale = app.send("PUT", &path, Some(json!({"phone": "1"})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
    assert_eq!(app.put(&path, json!({"name": null})).await.refusal(), "400 validation_error name invalid_type");
}

#[tokio::test]
async fn a_name_is_unique_among_live_locations_whatever_its_case() {
    let app = app().await;
    let first = made(&app, "/locations", place("Café Dock")).await;
    let second = made(&app, "/locations", place("Mill")).await;
    let taken = "409 already_exists name already_exists";
    assert_eq!(app.post("/locations", place("CAFE\u{301}  dock")).await.refusal(), taken);
    assert_eq!(app.put(&format!("/locations/{second}"), json!({"name": "café dock"})).await.refusal(), taken);
    let other = app.as_client(&app.stranger);
    made(&other, "/locations", place("Café Dock")).await;

    let path = format!("/locations/{first}");
    assert_eq!(app.put(&path, json!({"name": "CAFÉ DOCK", "is_active": false})).await.status, 200);
    assert_eq!(app.post("/locations", place("Café Dock")).await.refusal(), taken, "inactive ones keep their name");
    assert_eq!(app.put(&path, json!({"name": "Quay"})).await.status, 200);
    made(&app, "/locations", place("Café Dock")).await;
    assert_eq!(app.delete(&path).await.status, 200);
    made(&app, "/locations", place("Quay")).await;
}

#[tokio::test]
async fn of_sixteen_creates_of_one_name_one_wins() {
    let app = app().await;
    let answers = sixteen(&app, "POST", "/locations", Some(place("Dock"))).await;
    assert_eq!((having(&answers, 201), having(&answers, 409)), (1, 15));
    let refused = answers.iter().filter(|answer| answer.status == 409);
    assert!(refused.into_iter().all(|answer| answer.refusal() == "409 already_exists name already_exists"));
    assert_eq!(app.get("/locations").await.body["pagination"]["total"], 1);

    let id = app.get("/locations").await.body["data"][0]["id"].as_str().expect("an id").to_owned();
    let answers = sixteen(&app, "POST", "/floors", Some(floor(&id, "First"))).await;
    assert_eq!((having(&answers, 201), having(&answers, 409)), (1, 15));
}

#[tokio::test]
async fn an_archived_location_is_gone_for_every_operation() {
    let app = app().await;
    let id = made(&app, "/locations", place("Dock")).await;
    let path = format!("/locations/{id}");
    let archived = app.delete(&path).await;
    assert_eq!((archived.status, archived.id()), (200, id.clone()));
    for answer in [app.get(&path).await, app.put(&path, json!({})).await, app.delete(&path).await] {
        assert_eq!(answer.refusal(), "404 not_found");
    }
    assert_eq!(app.get("/locations").await.body["data"], json!([]));
    let refusal = app.post("/floors", floor(&id, "First")).await.refusal();
    assert_eq!(refusal, "422 rule_violation location_id reference_archived");
}

#[tokio::test]
async fn a_location_stays_while_something_stands_there() {
    let app = app().await;
    let id = made(&app, "/locations", place("Dock")).await;
    let path = format!("/locations/{id}");
    let floors = [made(&app, "/floors", floor(&id, "First")).await, made(&app, "/floors", floor(&id, "Second")).await];
    for floor in floors {
        assert_eq!(app.delete(&path).await.refusal(), "409 in_use");
        assert_eq!(app.delete(&format!("/floors/{floor}")).await.status, 200);
    }
    let plan = json!({"location_id": id, "name": "Flex", "cycle": "monthly", "price": 1, "currency": "EUR"});
    let plan = made(&app, "/memberships", plan).await;
    assert_eq!(app.delete(&path).await.refusal(), "409 in_use");
    assert_eq!(app.delete(&format!("/memberships/{plan}")).await.status, 200);
    assert_eq!(app.put(&path, json!({"is_active": false})).await.status, 200);
    assert_eq!(app.delete(&path).await.refusal(), "200 ", "a deleted one stands in nobody's way");
}

#[tokio::test]
async fn currency_and_tax_are_fixed_while_anything_has_a_price() {
    let app = app().await;
    let id = made(&app, "/locations", place("Dock")).await;
    let path = format!("/locations/{id}");
    made(&app, "/floors", floor(&id, "First")).await;
    assert_eq!(app.put(&path, json!({"tax_inclusive": true})).await.status, 200);
    let other = json!({"currency": "USD", "tax_inclusive": false});
    assert_eq!(app.put(&path, other).await.body["data"]["currency"], "USD");
    let plan = json!({"location_id": id, "name": "Flex", "cycle": "monthly", "price": 1, "currency": "USD"});
    made(&app, "/memberships", plan).await;
    assert_eq!(app.put(&path, json!({"currency": "EUR"})).await.refusal(), "409 in_use currency in_use");
    assert_eq!(app.put(&path, json!({"tax_inclusive": true})).await.refusal(), "409 in_use tax_inclusive in_use");
    let same = json!({"currency": "USD", "tax_inclusive": false, "tax_rate": 9, "phone": "1"});
    assert_eq!(app.put(&path, same).await.status, 200);
}

#[tokio::test]
async fn a_price_and_a_change_of_currency_never_both_happen() {
    let app = app().await;
    for round in 0..8 {
        let id = made(&app, "/locations", place(&format!("Dock {round}"))).await;
        let path = format!("/locations/{id}");
        let plan = json!({"location_id": id, "name": "Flex", "cycle": "monthly", "price": 1, "currency": "EUR"});
        let (changed, made) = tokio::join!(app.put(&path, json!({"currency": "USD"})), app.post("/memberships", plan));
        assert!(changed.status == 409 || made.status != 201, "{} and {}", changed.text, made.text);
    }
}

#[tokio::test]
async fn lists_are_filtered_and_paged_in_both_schemes() {
    let app = app().await;
    for number in 0..5 {
        let group = if number < 3 { "North" } else { "" };
        let own = json!({"is_active": number % 2 == 0, "network_group": group});
        made(&app, "/locations", with(place(&format!("L{number}")), &own)).await;
    }
    for (query, names) in [
        ("", vec!["L4", "L3", "L2", "L1", "L0"]),
        ("?order=asc&per_page=2", vec!["L0", "L1"]),
        ("?is_active=true", vec!["L4", "L2", "L0"]),
        ("?network_group=North", vec!["L2", "L1", "L0"]),
        ("?network_group=North&is_active=false", vec!["L1"]),
        ("?network_group=South", vec![]),
        ("?limit=2", vec!["L4", "L3"]),
        ("?page=3&per_page=2", vec!["L0"]),
    ] {
        let list = app.get(&format!("/locations{query}")).await;
        let found: Vec<&str> =
            list.body["data"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(found, names, "{query}");
    }
    let next =
        app.get("/locations?limit=3").await.body["pagination"]["next_cursor"].as_str().expect("a cursor").to_owned();
    let rest = app.get(&format!("/locations?limit=3&cursor={next}")).await;
    assert_eq!(
        (rest.body["data"].as_array().map(Vec::len), &rest.body["pagination"]["has_more"]),
        (Some(2), &json!(false))
    );
    assert_eq!(app.get("/locations?group=North").await.refusal(), "400 validation_error group unknown_parameter");
    assert_eq!(app.get("/locations?is_active=1").await.refusal(), "400 validation_error is_active invalid_type");
}

#[tokio::test]
async fn another_merchants_locations_and_floors_do_not_exist() {
    let app = app().await;
    let id = made(&app, "/locations", place("Dock")).await;
    let ground = made(&app, "/floors", floor(&id, "Ground")).await;
    let other = app.as_client(&app.stranger);
    for path in [format!("/locations/{id}"), format!("/floors/{ground}")] {
        for answer in [other.get(&path).await, other.put(&path, json!({})).await, other.delete(&path).await] {
            assert_eq!(answer.refusal(), "404 not_found");
        }
        assert_eq!(app.get(&path).await.status, 200);
    }
    let refusal = other.post("/floors", floor(&id, "Mine")).await.refusal();
    assert_eq!(refusal, "422 rule_violation location_id reference_not_found");
    for list in ["/locations".to_owned(), "/floors".to_owned(), format!("/floors?location_id={id}")] {
        assert_eq!(other.get(&list).await.body["data"], json!([]), "{list}");
    }
}
