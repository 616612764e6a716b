//! The demo data of the local service: it fits the API whatever the day, and shows what a business of three locations has.

use local::{examples, seed};
use shared::{
    domain::Timestamp,
    testing::{TestApp, TestClient},
};
use tests::{app_alone, total};

/// The demo merchant's client, when the first start is at this instant.
async fn begun_at(now: &str) -> TestApp {
    let app = app_alone().await;
    app.clock.set(Timestamp::parse(now).expect("an instant"));
    let clients = seed::begin(&app.context, false).await.expect("demo data");
    app.as_client(&TestClient { client_id: clients.demo.client_id, secret: clients.demo.secret })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_data_shows_a_business_of_three_locations() {
    let app = begun_at("2026-11-18T12:20:00Z").await;
    for (list, at_least) in [
        ("/locations", 3),
        ("/members", 60),
        ("/companies", 7),
        ("/resources", 20),
        ("/memberships", 10),
        ("/bookings", 300),
        ("/bookings?status=cancelled", 8),
        ("/bookings?status=completed", 150),
        ("/bookings?status=pending", 1),
        ("/booking-series", 20),
        ("/calendar-blocks", 5),
        ("/waitlist-entries?status=waiting", 2),
        ("/waitlist-entries?status=offered", 1),
    ] {
        let found = total(&app, list).await;
        assert!(found >= at_least, "{list}: {found}");
    }
    for location in app.get("/locations").await.body["data"].as_array().expect("locations") {
        if location["is_active"] == false {
            continue;
        }
        let id = location["id"].as_str().expect("an id");
        let occupancy = app.get(&format!("/locations/{id}/occupancy")).await.body["data"].clone();
        assert!(occupancy["bookings_checked_in"].as_u64() > Some(0), "{} {occupancy}", location["name"]);
    }
    for resource in app.get("/resources?per_page=100").await.body["data"].as_array().expect("resources") {
        if !["Boardroom", "Press desks", "桜 Sakura"].contains(&resource["name"].as_str().unwrap_or_default()) {
            continue;
        }
        let id = resource["id"].as_str().expect("an id");
        let path = format!("/resources/{id}/utilisation?from=2026-10-19&to=2026-11-15");
        let used = app.get(&path).await.body["data"].clone();
        assert!(used["booked_minutes"].as_i64() > Some(0), "{} {used}", resource["name"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_data_fits_the_api_at_either_end_of_a_week() {
    // The first minutes of a Monday, and the last of a Sunday between clocks that are set forward.
    for now in ["2027-01-04T00:01:00Z", "2027-03-21T23:58:00Z"] {
        let app = begun_at(now).await;
        assert_eq!(total(&app, "/members").await, 63, "{now}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_succeeds_on_any_day_and_names_the_same_records() {
    let app = app_alone().await;
    let recorded = async |now: &str| {
        app.clock.set(Timestamp::parse(now).expect("an instant"));
        let examples = examples::record(app.clock.clone()).await.expect("every example succeeds");
        examples.iter().map(|(id, example)| (*id, example.parameters.get("id").cloned())).collect::<Vec<_>>()
    };
    let monday = recorded("2027-01-04T00:01:00Z").await;
    // So late that more of the demo data has happened.
    assert_eq!(recorded("2027-03-21T23:58:00Z").await, monday);
    assert!(monday.iter().any(|(_, named)| named.is_some()));
}
