//! The demo data of the local service: it fits the API whatever the day, and shows what a business of three locations
//! has.

use std::collections::BTreeSet;

use local::{examples, fsck::find_all, seed};
use serde_json::Value;
use testing::{TestApp, TestClient};
use tests::{app_alone, total};
use values::Timestamp;
use work::provisioning;

/// The first minutes of a Monday.
const MONDAY: &str = "2027-01-04T00:01:00Z";
/// The last minutes of a Sunday between clocks that are set forward.
const SUNDAY: &str = "2027-03-21T23:58:00Z";

/// The demo merchant's client, when the first start is at this instant.
async fn begun_at(now: &str) -> TestApp {
    let app = app_alone().await;
    app.clock.set(Timestamp::parse(now).expect("an instant"));
    let clients = seed::begin(&app.context, false).await.expect("demo data");
    app.as_client(&TestClient { client_id: clients.demo.client_id, secret: clients.demo.secret })
}

/// Making it takes seconds, so one test looks at all of it.
#[tokio::test(flavor = "multi_thread")]
async fn the_demo_data_shows_a_business_with_a_year_of_money_in_which_nothing_disagrees() {
    let app = begun_at("2026-11-18T12:20:00Z").await;
    shows_a_business_of_three_locations(&app).await;
    shows_a_year_of_subscriptions_and_their_invoices(&app).await;
    let tenants = provisioning::read_tenants(&app.context).await.expect("merchants");
    assert_eq!(find_all(&app.context, &tenants).await.expect("a table"), []);
}

async fn shows_a_business_of_three_locations(app: &TestApp) {
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
        ("/visitor-contacts", 4),
        ("/visitor-visits", 15),
        ("/visitor-visits?status=checked_in", 3),
        ("/visitor-visits?status=no_show", 1),
        ("/visitor-requests?status=pending", 3),
    ] {
        let found = total(app, list).await;
        assert!(found >= at_least, "{list}: {found}");
    }
    // Ids of demo data do not tell when it was made.
    for list in ["/payment-transactions", "/credit-transactions", "/day-pass-transactions", "/check-ins"] {
        let [before, after] = ["to", "from"].map(|end| format!("{list}?{end}=2026-11-01T00:00:00Z"));
        let (before, after) = (total(app, &before).await, total(app, &after).await);
        assert_eq!(before + after, total(app, list).await, "{list}");
        assert!(after > 0, "{list}");
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

async fn shows_a_year_of_subscriptions_and_their_invoices(app: &TestApp) {
    for (list, at_least) in [
        ("/subscriptions?status=active", 2),
        ("/subscriptions?status=past_due", 2),
        ("/subscriptions?status=cancelled", 1),
        ("/invoices?status=paid", 20),
        ("/invoices?status=issued", 5),
        ("/invoices?status=uncollectible", 1),
        ("/credit-notes", 2),
        ("/payment-transactions", 15),
        ("/credit-transactions?type=subscription_allocation", 20),
        ("/credit-transactions?type=subscription_expiration", 12),
    ] {
        let found = total(app, list).await;
        assert!(found >= at_least, "{list}: {found}");
    }
    let paid = app.get("/invoices?status=paid&per_page=100").await;
    let months: BTreeSet<String> = paid.body["data"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|invoice| invoice["issue_date"].as_str()?.get(..7).map(str::to_owned))
        .collect();
    assert!(months.len() >= 12, "{months:?}");
    let balance = app.get("/ledger/trial-balance?at=2026-05-31T00:00:00Z").await;
    let euros = balance.body["data"]["accounts"].as_array().cloned().unwrap_or_default();
    assert!(euros.iter().any(|account| account["account"] == "revenue"), "{}", balance.text);
}

/// Records the examples at an instant: all succeed, and name the records that the published document names.
async fn examples_of(now: &str) {
    let app = app_alone().await;
    app.clock.set(Timestamp::parse(now).expect("an instant"));
    let examples = examples::record(app.clock.clone()).await.expect("every example succeeds");
    let document =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/openapi.json")).expect("the document");
    let document: Value = serde_json::from_str(&document).expect("JSON");
    let mut named = 0;
    for operation in document["paths"].as_object().expect("paths").values().filter_map(Value::as_object) {
        for published in operation.values() {
            // The ids of an event, of its deliveries and of letters about it have the time of its change, which follows the day.
            let dated =
                ["get_letter", "get_logged_event", "get_webhook_delivery", "replay_webhook_delivery", "resend_letter"];
            let lasting = published["operationId"].as_str().filter(|id| !dated.contains(id));
            let Some(example) = lasting.and_then(|id| examples.get(id)) else { continue };
            let parameters = published["parameters"].as_array().map_or(&[][..], Vec::as_slice);
            let shared = |parameter: &Value| {
                parameter["$ref"].as_str().and_then(|at| document.pointer(at.trim_start_matches('#')).cloned())
            };
            let mut parameters =
                parameters.iter().map(|parameter| shared(parameter).unwrap_or_else(|| parameter.clone()));
            let id = parameters.find(|parameter| parameter["in"] == "path" && parameter["name"] == "id");
            let id = id.and_then(|parameter| parameter["example"].as_str().map(str::to_owned));
            assert_eq!(
                example.parameters.get("id").and_then(Value::as_str),
                id.as_deref(),
                "{}",
                published["operationId"]
            );
            named += usize::from(id.is_some());
        }
    }
    assert!(named > 50, "{named}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_succeeds_in_the_first_minutes_of_a_monday_and_names_the_published_records() {
    examples_of(MONDAY).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_succeeds_so_late_that_more_of_the_demo_data_has_happened() {
    examples_of(SUNDAY).await;
}
