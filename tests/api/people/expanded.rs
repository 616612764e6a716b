//! What people are told by `expand`: nothing that a get of the record itself would refuse or hide
//! (`docs/areas/sessions.md`).

use serde_json::{Value, json};
use shared::api::{Expansion, Managed};
use tests::{EventFixture, RoomFixture, TicketFixture, location_with, made, member};

use super::{acting, app, managed_places::managers, public_client_with, sign_in, wait};
use crate::access::maker::{Maker, collection_of};

/// Everything that can be shown beside a booking.
pub(super) const ALL: &str = "expand=customer,location,member,payer,resource";

fn beside(record: &Value) -> &Value {
    &record["expanded"]
}

/// A room, and a company with a manager and a plain member who booked for it.
pub(super) struct Booked {
    pub fixture: RoomFixture,
    pub acme: String,
    /// Manager of the company.
    pub carl: String,
    /// Plain member of the company.
    pub dora: String,
    /// What the plain member booked for the company.
    pub booking: String,
}

impl Booked {
    pub async fn new() -> Self {
        let fixture = RoomFixture::of(app().await, json!({"metadata": {"key": "7"}})).await;
        let app = &fixture.app;
        let acme = json!({"location_id": fixture.location, "name": "Acme", "notes": "Pays late", "billing_email": "books@acme.example"});
        let acme = made(app, "/companies", acme).await;
        let (carl, dora) = (member(app, "carl@example.com").await, member(app, "dora@example.com").await);
        for (member, role) in [(&carl, "manager"), (&dora, "member")] {
            let place = json!({"member_id": member, "role": role});
            assert_eq!(app.post(&format!("/companies/{acme}/members"), place).await.status, 201);
        }
        let booked = fixture.book_with("14:00", "15:00", json!({"customer_id": acme, "member_id": dora})).await;
        assert_eq!(booked.status, 201, "{}", booked.text);
        let booking = booked.id();
        Self { fixture, acme, carl, dora, booking }
    }
}

#[tokio::test]
async fn a_customer_is_told_what_they_see_by_itself() {
    let booked = Booked::new().await;
    let fixture = &booked.fixture;
    let own = fixture.booked("10:00", "11:00").await;
    let ann = acting(&fixture.app, &fixture.member).await;
    for path in ["/bookings".to_owned(), format!("/bookings?ids={own}"), format!("/bookings/{own}")] {
        let with = if path.contains('?') { "&" } else { "?" };
        let answer = ann.get(&format!("{path}{with}{ALL}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let data = &answer.body["data"];
        let shown = beside(if data.is_array() { &data[0] } else { data });
        assert_eq!(shown["customer"]["email"], "ann@example.com", "{}", answer.text);
        assert_eq!((&shown["resource"]["name"], &shown["location"]["name"]), (&json!("Room"), &json!("Canal House")));
        assert!(!answer.text.contains("carl@") && !answer.text.contains("Acme"), "{}", answer.text);
        assert!(!answer.text.contains("\"key\""), "{}", answer.text);
    }
}

#[tokio::test]
async fn who_booked_for_a_company_is_told_of_it_only_where_they_run_it() {
    let booked = Booked::new().await;
    let app = &booked.fixture.app;
    let (carl, dora) = (acting(app, &booked.carl).await, acting(app, &booked.dora).await);
    let path = format!("/bookings/{}?{ALL}", booked.booking);
    // The plain member sees the booking, herself, and not the company.
    assert_eq!(dora.get(&format!("/companies/{}", booked.acme)).await.refusal(), "404 not_found");
    let seen = dora.get(&path).await;
    let shown = beside(&seen.body["data"]);
    assert_eq!(
        (&shown["customer"], &shown["member"]["email"]),
        (&Value::Null, &json!("dora@example.com")),
        "{}",
        seen.text
    );
    // The manager sees the company, without what is noted of it, and not who his colleague is.
    assert_eq!(carl.get(&format!("/members/{}", booked.dora)).await.refusal(), "404 not_found");
    let seen = carl.get(&path).await;
    let shown = beside(&seen.body["data"]);
    assert_eq!((&shown["customer"]["name"], &shown["member"]), (&json!("Acme"), &Value::Null), "{}", seen.text);
    assert!(!seen.text.contains("Pays late") && !seen.text.contains("dora@"), "{}", seen.text);
    let listed = carl.get(&format!("/bookings?customer_id={}&{ALL}", booked.acme)).await;
    assert_eq!(beside(&listed.body["data"][0])["customer"]["name"], "Acme", "{}", listed.text);
    assert!(!listed.text.contains("dora@"), "{}", listed.text);
    let places = carl.get(&format!("/companies/{}/members?expand=member,company,location", booked.acme)).await;
    assert_eq!(places.body["data"].as_array().map(Vec::len), Some(2), "{}", places.text);
    assert!(places.text.contains("carl@") && !places.text.contains("dora@"), "{}", places.text);
}

#[tokio::test]
async fn what_is_not_offered_any_more_a_customer_is_not_told_of() {
    let booked = Booked::new().await;
    let fixture = &booked.fixture;
    fixture.booked("10:00", "11:00").await;
    let room = format!("/resources/{}", fixture.room);
    let kept = json!({"is_active": false, "on_future_bookings": "keep"});
    assert_eq!(fixture.app.put(&room, kept).await.status, 200);
    let ann = acting(&fixture.app, &fixture.member).await;
    assert_eq!(ann.get(&room).await.refusal(), "404 not_found");
    let listed = ann.get(&format!("/bookings?{ALL}")).await;
    assert_eq!(beside(&listed.body["data"][0])["resource"], Value::Null, "{}", listed.text);
    assert_eq!(ann.get(&format!("/resources?ids={}", fixture.room)).await.body["data"], json!([]));
    let staff = fixture.app.get(&format!("/bookings?{ALL}")).await;
    assert_eq!(beside(&staff.body["data"][0])["resource"]["is_active"], false, "{}", staff.text);
}

#[tokio::test]
async fn a_manager_is_told_who_has_something_at_their_location_and_not_where_else_that_person_belongs() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let app = &fixture.app;
    let (mia, max) = managers(app, &fixture.location).await;
    let dock = location_with(app, json!({"name": "Quay"})).await;
    let body = json!({"email": "zoe@example.com", "name": "Zoe", "location_ids": [dock]});
    let zoe = made(app, "/members", body).await;
    let booking = fixture.book_with("10:00", "11:00", json!({"customer_id": zoe})).await.id();
    for path in
        [format!("/bookings/{booking}?{ALL}"), format!("/bookings?ids={booking}&{ALL}"), format!("/bookings?{ALL}")]
    {
        let answer = mia.get(&path).await;
        let data = &answer.body["data"];
        let customer = &beside(if data.is_array() { &data[0] } else { data })["customer"];
        assert_eq!(
            (&customer["email"], &customer["location_ids"]),
            (&json!("zoe@example.com"), &json!([])),
            "{}",
            answer.text
        );
        let elsewhere = max.get(&path).await;
        assert!(!elsewhere.text.contains("zoe@"), "{path}: {}", elsewhere.text);
    }
    assert_eq!(mia.get(&format!("/members/{zoe}")).await.refusal(), "404 not_found");
    let at_theirs = json!({"location_ids": [dock, fixture.location]});
    assert_eq!(app.put(&format!("/members/{zoe}"), at_theirs).await.status, 200);
    let answer = mia.get(&format!("/bookings/{booking}?expand=customer")).await;
    let customer = &beside(&answer.body["data"])["customer"];
    assert_eq!(customer["location_ids"].as_array().map(Vec::len), Some(2), "{}", answer.text);
}

#[tokio::test]
async fn who_pays_or_takes_care_a_manager_is_told_only_of_people_of_their_location() {
    let fixture = TicketFixture::of(app().await).await;
    let app = &fixture.app;
    let ticket = fixture.ticket(json!({})).await;
    let (mia, _) = managers(app, &fixture.location).await;
    let body = json!({"email": "olga@example.com", "name": "Olga", "role": "owner"});
    let olga = made(app, "/members", body).await;
    let assigned = app.post(&format!("/tickets/{ticket}/assign"), json!({"assignee_id": olga})).await;
    assert_eq!(assigned.status, 200, "{}", assigned.text);
    let names = "expand=assignee,location,requester,resource";
    let answer = mia.get(&format!("/tickets/{ticket}?{names}")).await;
    let shown = beside(&answer.body["data"]);
    assert_eq!(
        (&shown["requester"]["id"], &shown["assignee"]),
        (&json!(fixture.member), &Value::Null),
        "{}",
        answer.text
    );
    let staff = app.get(&format!("/tickets/{ticket}?{names}")).await;
    assert_eq!(beside(&staff.body["data"])["assignee"]["name"], "Olga", "{}", staff.text);
    // Who asked is not told who takes care, by no field.
    let own = acting(app, &fixture.member).await.get(&format!("/tickets/{ticket}?{names}")).await;
    assert_eq!(
        (&own.body["data"]["assignee_id"], &beside(&own.body["data"])["assignee"]),
        (&Value::Null, &Value::Null)
    );
    assert!(!own.text.contains("Olga"), "{}", own.text);
}

#[tokio::test]
async fn what_a_field_hides_is_not_shown_beside_it_although_it_is_the_persons_own() {
    let fixture = TicketFixture::of(app().await).await;
    let app = &fixture.app;
    let (mia, _) = managers(app, &fixture.location).await;
    let own = mia.get("/sessions").await.body["data"][0]["member_id"].clone();
    let ticket = fixture.ticket(json!({"requester_id": own})).await;
    let assigned = app.post(&format!("/tickets/{ticket}/assign"), json!({"assignee_id": own})).await;
    assert_eq!(assigned.status, 200, "{}", assigned.text);
    let names = "expand=assignee,requester";
    let staff = mia.get(&format!("/tickets?{names}")).await;
    assert_eq!(beside(&staff.body["data"][0])["assignee"]["id"], own, "{}", staff.text);
    // Who names themselves asks as the customer that everybody is.
    let asked = mia.get(&format!("/tickets?requester_id={}&{names}", own.as_str().unwrap_or_default())).await;
    let shown = &asked.body["data"][0];
    assert_eq!((&shown["assignee_id"], &beside(shown)["assignee"]), (&Value::Null, &Value::Null), "{}", asked.text);
    assert_eq!(beside(shown)["requester"]["id"], own, "{}", asked.text);
}

#[tokio::test]
async fn of_what_is_their_own_elsewhere_a_manager_is_told_what_a_customer_is() {
    let fixture = RoomFixture::of(app().await, json!({"metadata": {"key": "7"}})).await;
    let app = &fixture.app;
    let (_, max) = managers(app, &fixture.location).await;
    let own = max.get("/sessions").await.body["data"][0]["member_id"].clone();
    let acme = made(app, "/companies", json!({"location_id": fixture.location, "name": "Acme"})).await;
    let carl = member(app, "carl@example.com").await;
    for (id, role) in [(json!(carl), "manager"), (own.clone(), "member")] {
        let place = json!({"member_id": id, "role": role});
        assert_eq!(app.post(&format!("/companies/{acme}/members"), place).await.status, 201);
    }
    let booked = fixture.book_with("10:00", "11:00", json!({"customer_id": acme, "member_id": own})).await;
    assert_eq!(booked.status, 201, "{}", booked.text);
    // A process knows what a session may do for so long.
    wait(app, 60);
    let answer = max.get(&format!("/bookings/{}?{ALL}", booked.id())).await;
    let shown = beside(&answer.body["data"]);
    assert_eq!((&shown["customer"], &shown["member"]["id"]), (&Value::Null, &own), "{}", answer.text);
    assert!(!answer.text.contains("Acme") && !answer.text.contains("\"key\""), "{}", answer.text);
    assert_eq!(shown["resource"]["name"], "Room", "{}", answer.text);
}

/// What the document calls a record, as `named_by_type` does.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[tokio::test]
async fn whom_expansions_tell_managers_of_get_customer_tells_them_of_by_the_same_record() {
    let mut maker = Maker::new(app().await);
    for collection in maker.collections() {
        maker.make(&collection).await;
    }
    let app = maker.app.clone();
    let place = json!({"member_id": maker.made["/members"], "role": "manager"});
    assert_eq!(app.post(&format!("/companies/{}/members", maker.made["/companies"]), place).await.status, 201);
    let moved = json!({"location_ids": [location_with(&app, json!({"name": "Quay"})).await]});
    assert_eq!(app.put(&format!("/members/{}", maker.made["/members"]), moved).await.status, 200);
    let (mia, _) = managers(&app, &maker.made["/locations"]).await;
    let is_of_persons = |expansion: &&Expansion| expansion.scope.to_string() == "members:read";
    let mut told = 0;
    for route in maker.routes.iter().filter(|route| route.people.managed != Managed::Never) {
        let Some(collection) = collection_of(route).filter(|_| !route.expansions.is_empty()) else { continue };
        let path = route.path.replace("{id}", &maker.made[collection]).replace("{member_id}", &maker.made["/members"]);
        for expansion in route.expansions.iter().filter(is_of_persons) {
            let answer = mia.get(&format!("{path}?expand={}", expansion.name())).await;
            assert_eq!(answer.status, 200, "{}: {}", route.id, answer.text);
            let record = &answer.body["data"];
            let Some(id) = record[expansion.field].as_str() else { continue };
            let by =
                format!("named_by_type={}&named_by={}", snake(&route.shape.data.0), record["id"].as_str().unwrap());
            let customer = mia.get(&format!("/customers/{id}?{by}")).await;
            let shown = &record["expanded"][expansion.name()];
            if shown.is_null() {
                // What is not told is nobody that a record at theirs names as its customer or as who acts.
                assert!(!expansion.is_telling, "{} {}: {}", route.id, expansion.field, answer.text);
                continue;
            }
            assert_eq!((customer.status, shown), (200, &customer.body["data"]), "{} {}", route.id, expansion.field);
            told += 1;
        }
    }
    assert!(told > 12, "{told}");
}

#[tokio::test]
async fn an_event_that_is_not_published_a_registered_customer_is_not_told_of() {
    let fixture = EventFixture::of(app().await).await;
    let app = &fixture.app;
    let event = fixture.event(json!({"price": 0, "title": "Yoga"})).await;
    let ticket = fixture.registered(&event, 1, json!({"payment_source": null})).await;
    let ann = acting(app, &fixture.member).await;
    let path = format!("/event-registrations/{}?expand=event,customer", ticket.id());
    let seen = ann.get(&path).await;
    assert_eq!(beside(&seen.body["data"])["event"]["title"], "Yoga", "{}", seen.text);
    assert_eq!(app.post(&format!("/events/{event}/cancel"), json!({})).await.status, 200);
    assert_eq!(ann.get(&format!("/events/{event}")).await.refusal(), "404 not_found");
    let seen = ann.get(&path).await;
    assert_eq!(beside(&seen.body["data"])["event"], Value::Null, "{}", seen.text);
    assert_eq!(beside(&app.get(&path).await.body["data"])["event"]["status"], "cancelled");
}

#[tokio::test]
async fn a_session_has_no_more_by_expand_than_its_client_has_scopes() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    fixture.booked("10:00", "11:00").await;
    let scopes = json!({"scopes": ["bookings:read", "locations:read"]});
    let (public, _) = public_client_with(&fixture.app, scopes).await;
    let issued = sign_in(&public, "ann@example.com").await;
    let ann = super::with_token(&public, &issued);
    assert_eq!(ann.get("/bookings?expand=location").await.status, 200);
    let refused = ann.get("/bookings?expand=location,customer").await;
    assert_eq!(refused.refusal(), "403 forbidden", "{}", refused.text);
    assert_eq!(refused.body["error"]["message"], "the client lacks the scope members:read");
}
