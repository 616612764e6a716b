//! What records name, shown beside them by `expand` (`docs/API-DESIGN.md`, Lists).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use shared::api::{Expansion, Route};
use testing::{TestApp, TestClient, TestResponse};
use tests::{RoomFixture, app, company, location, made};

use crate::access::{
    maker::{Maker, collection_of},
    query_of, without_meta,
};

/// Everything that can be shown beside a booking.
const ALL: &str = "expand=customer,location,member,payer,resource";

fn expanded(answer: &TestResponse) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let data = &answer.body["data"];
    if data.is_array() { data[0]["expanded"].clone() } else { data["expanded"].clone() }
}

#[tokio::test]
async fn what_a_booking_names_is_shown_beside_it_where_that_is_asked_for() {
    let fixture = RoomFixture::new().await;
    let booking = fixture.booked("10:00", "11:00").await;
    for path in ["/bookings".to_owned(), format!("/bookings/{booking}"), format!("/bookings?ids={booking}")] {
        let with = if path.contains('?') { "&" } else { "?" };
        let answer = fixture.app.get(&format!("{path}{with}{ALL}")).await;
        let beside = expanded(&answer);
        assert_eq!(beside["customer"]["id"], json!(fixture.member), "{}", answer.text);
        assert_eq!(
            (&beside["customer"]["type"], &beside["customer"]["email"]),
            (&json!("member"), &json!("ann@example.com"))
        );
        assert_eq!(
            (&beside["resource"]["name"], &beside["resource"]["type"]),
            (&json!("Room"), &json!("meeting_room"))
        );
        assert_eq!(
            (&beside["location"]["name"], &beside["location"]["time_zone"]),
            (&json!("Canal House"), &json!("Europe/Amsterdam"))
        );
        assert_eq!((&beside["member"], beside.as_object().map(serde_json::Map::len)), (&Value::Null, Some(5)));
        let some = expanded(&fixture.app.get(&format!("{path}{with}expand=resource")).await);
        assert_eq!(some, json!({"resource": beside["resource"]}));
        let plain = fixture.app.get(&path).await;
        assert!(!plain.text.contains("expanded"), "{}", plain.text);
    }
}

#[tokio::test]
async fn the_fields_of_a_record_stay_as_they_are_to_the_digit() {
    let rates = json!({"rates": [{"from_minutes": 0, "unit_amount": 0.1}], "metadata": {"key": "7"}});
    let fixture = RoomFixture::with_room(rates).await;
    let booking = fixture.booked("10:00", "11:10").await;
    let path = format!("/bookings/{booking}");
    let (plain, with) = (fixture.app.get(&path).await, fixture.app.get(&format!("{path}?{ALL}")).await);
    let fields = |text: &str, end: &str| {
        text.split("\"data\":{").nth(1).and_then(|rest| rest.split(end).next()).map(str::to_owned)
    };
    assert_eq!(fields(&plain.text, "},\"meta\""), fields(&with.text, ",\"expanded\":"), "{}", with.text);
    assert_eq!(plain.headers.get("etag"), with.headers.get("etag"));
    let (plain, with) = (fixture.app.get("/bookings").await, fixture.app.get(&format!("/bookings?{ALL}")).await);
    assert_eq!(plain.body["pagination"], with.body["pagination"]);
}

#[tokio::test]
async fn a_customer_is_a_member_or_a_company_and_each_is_read_once() {
    let fixture = RoomFixture::new().await;
    let acme = company(&fixture.app, &fixture.location).await;
    let of = json!({"customer_id": acme});
    for (from, to, fields) in [("10:00", "11:00", json!({})), ("11:00", "12:00", of), ("12:00", "13:00", json!({}))] {
        assert_eq!(fixture.book_with(from, to, fields).await.status, 201);
    }
    let path = "/bookings?expand=customer,resource";
    fixture.app.get(path).await;
    let listed = fixture.app.get(path).await;
    let types: Vec<_> =
        listed.body["data"].as_array().into_iter().flatten().map(|one| &one["expanded"]["customer"]["type"]).collect();
    assert_eq!(types, ["member", "company", "member"]);
    let calls = |app: &TestApp| {
        let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
        line["store_calls"].as_u64().expect("calls")
    };
    let with = calls(&fixture.app);
    fixture.app.get("/bookings").await;
    assert_eq!(with - calls(&fixture.app), 2, "one call for each name");
}

#[tokio::test]
async fn what_is_gone_is_null() {
    let fixture = RoomFixture::new().await;
    let booking = fixture.booked("10:00", "11:00").await;
    fixture.clock("12:00");
    let app = &fixture.app;
    assert_eq!(app.post(&format!("/members/{}/anonymise", fixture.member), json!({})).await.status, 200);
    assert_eq!(app.delete(&format!("/resources/{}", fixture.room)).await.status, 200);
    let answer = app.get(&format!("/bookings/{booking}?{ALL}")).await;
    let beside = expanded(&answer);
    assert_eq!((&beside["customer"], &beside["resource"]), (&Value::Null, &Value::Null), "{}", answer.text);
    assert_eq!(beside["location"]["name"], "Canal House");
    assert_eq!(answer.body["data"]["customer_id"], json!(fixture.member));
}

#[tokio::test]
async fn an_archived_company_and_an_inactive_plan_are_still_shown() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    let acme = company(app, &fixture.location).await;
    let plan =
        json!({"location_id": fixture.location, "name": "Flex", "cycle": "monthly", "price": 10, "currency": "EUR"});
    let plan = made(app, "/memberships", plan).await;
    let subscribed = json!({"customer_id": acme, "membership_plan_id": plan, "start_date": "2026-12-01"});
    let subscription = app.post("/subscriptions", subscribed).await;
    assert_eq!(subscription.status, 201, "{}", subscription.text);
    assert_eq!(app.delete(&format!("/memberships/{plan}")).await.status, 200);
    let beside = expanded(&app.get("/subscriptions?expand=membership_plan,customer").await);
    assert_eq!(
        (&beside["membership_plan"]["name"], &beside["membership_plan"]["is_active"]),
        (&json!("Flex"), &json!(false))
    );
    assert_eq!(beside["customer"]["id"], json!(acme));
}

#[tokio::test]
async fn names_that_are_none_are_refused_and_operations_without_any_take_none() {
    let app = app().await;
    for (query, refusal) in [
        ("expand=", "expand[0] invalid_value"),
        ("expand=colour", "expand[0] invalid_value"),
        ("expand=customer_id", "expand[0] invalid_value"),
        ("expand=customer,", "expand[1] invalid_value"),
        ("expand=customer,customer", "expand[1] repeated"),
        ("expand=customer,customer,customer,customer,customer,customer", "expand too_many"),
        ("expand=customer&expand=resource", "expand repeated"),
        ("expand=customer.company", "expand[0] invalid_value"),
    ] {
        let refused = app.get(&format!("/bookings?{query}")).await;
        assert_eq!(refused.refusal(), format!("400 validation_error {refusal}"), "{query}: {}", refused.text);
    }
    let refused = app.get("/plans?expand=location").await;
    assert_eq!(refused.refusal(), "400 validation_error expand unknown_parameter");
    let fixture = RoomFixture::of(app, json!({})).await;
    let made = fixture.app.post("/bookings?expand=customer", fixture.booking("10:00", "11:00")).await;
    assert_eq!(made.refusal(), "400 validation_error expand unknown_parameter");
}

#[tokio::test]
async fn each_name_takes_the_scope_that_reading_it_takes() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    let with = async |scopes: Value| {
        let client =
            TestApp::made(&fixture.app.post("/api-clients", json!({"name": "Calendar", "scopes": scopes})).await);
        let text = |field: &str| client[field].as_str().unwrap_or_default().to_owned();
        fixture.app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
    };
    let bookings = with(json!(["bookings:read"])).await;
    assert_eq!(bookings.get("/bookings").await.status, 200);
    for (name, scope) in [
        ("customer", "members"),
        ("member", "members"),
        ("payer", "members"),
        ("resource", "resources"),
        ("location", "locations"),
    ] {
        let refused = bookings.get(&format!("/bookings?expand={name}")).await;
        assert_eq!(refused.refusal(), "403 forbidden", "{name}: {}", refused.text);
        assert_eq!(refused.body["error"]["message"], format!("the client lacks the scope {scope}:read"));
        assert!(!refused.text.contains("ann@"), "{}", refused.text);
        let client = with(json!(["bookings:read", format!("{scope}:read")])).await;
        assert_eq!(client.get(&format!("/bookings?expand={name}")).await.status, 200, "{name}");
    }
}

/// What an expansion of a record shows is what its field names, or nothing.
fn judge(route: &Route, record: &Value, expansion: &Expansion, seen: &mut BTreeSet<String>) {
    let shown = &record["expanded"][expansion.name()];
    if shown.is_null() {
        return;
    }
    assert_eq!(shown["id"], record[expansion.field], "{}: {record}", route.id);
    seen.insert(format!("{} {}", route.id, expansion.name()));
}

#[tokio::test]
async fn every_read_shows_beside_its_records_what_their_fields_name() {
    let mut maker = Maker::new(app().await);
    for collection in maker.collections() {
        maker.make(&collection).await;
    }
    let place = json!({"member_id": maker.made["/members"], "role": "manager"});
    let placed = maker.app.post(&format!("/companies/{}/members", maker.made["/companies"]), place).await;
    assert_eq!(placed.status, 201, "{}", placed.text);
    let routes: Vec<Route> = maker.routes.iter().filter(|route| !route.expansions.is_empty()).cloned().collect();
    let mut seen = BTreeSet::new();
    for route in &routes {
        let id = match collection_of(route).and_then(|collection| maker.made.get(collection)) {
            Some(id) => id.clone(),
            None => String::new(),
        };
        let path = route.path.replace("{id}", &id).replace("{member_id}", &maker.made["/members"]);
        let names: Vec<&str> = route.expansions.iter().map(Expansion::name).collect();
        let query = query_of(route);
        let plain = maker.app.get(&format!("{path}?{query}")).await;
        let answer = maker.app.get(&format!("{path}?{query}&expand={}", names.join(","))).await;
        assert_eq!((plain.status, answer.status), (200, 200), "{}: {}", route.id, answer.text);
        let mut without = without_meta(&answer);
        for record in records(&mut without) {
            for expansion in route.expansions {
                judge(route, record, expansion, &mut seen);
            }
            assert_eq!(record["expanded"].as_object().map(serde_json::Map::len), Some(names.len()), "{}", route.id);
            record.as_object_mut().map(|fields| fields.remove("expanded"));
        }
        assert_eq!(without, without_meta(&plain), "{}", route.id);
    }
    let shown: BTreeSet<&str> = seen.iter().filter_map(|seen| seen.split(' ').nth(1)).collect();
    let expected = BTreeSet::from([
        "company",
        "customer",
        "event",
        "host",
        "location",
        "member",
        "membership_plan",
        "payer",
        "requester",
        "resource",
    ]);
    assert!(expected.is_subset(&shown), "{shown:?}");
}

fn records(answer: &mut Value) -> Vec<&mut Value> {
    match &mut answer["data"] {
        Value::Array(records) => records.iter_mut().collect(),
        record => vec![record],
    }
}

#[tokio::test]
async fn an_empty_list_and_a_record_that_is_not_there_have_nothing_beside_them() {
    let app = app().await;
    location(&app).await;
    let listed = app.get(&format!("/bookings?{ALL}")).await;
    assert_eq!((listed.status, &listed.body["data"]), (200, &json!([])), "{}", listed.text);
    let nobody = app.get(&format!("/bookings/{}?{ALL}", tests::NOBODY)).await;
    assert_eq!(nobody.refusal(), "404 not_found");
}
