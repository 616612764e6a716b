//! Members and companies by those who run some locations: at theirs they read and change them, of other locations they
//! are told nothing.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{NOBODY, RoomFixture, location_with, made, member, with};

use super::{acting, app, wait};

/// Two locations with a manager each, and people who belong to the one, to both and to none.
pub(super) struct Places {
    pub(super) app: TestApp,
    pub(super) here: String,
    pub(super) there: String,
    /// Runs the first location.
    pub(super) mia: TestApp,
    /// Runs the second.
    pub(super) max: TestApp,
    /// Belongs to the first location alone.
    pub(super) ann: String,
    /// Belongs to both.
    bob: String,
    /// Belongs to none.
    pub(super) eve: String,
}

impl Places {
    pub(super) async fn new() -> Self {
        let app = app().await;
        let here = location_with(&app, json!({"name": "Canal House"})).await;
        let there = location_with(&app, json!({"name": "Dock"})).await;
        let belonging = async |name: &str, role: &str, places: Value| {
            let email = format!("{}@example.com", name.to_lowercase());
            made(&app, "/members", json!({"email": email, "name": name, "role": role, "location_ids": places})).await
        };
        let mia = acting(&app, &belonging("Mia", "manager", json!([here])).await).await;
        let max = acting(&app, &belonging("Max", "manager", json!([there])).await).await;
        let ann = belonging("Ann", "member", json!([here])).await;
        let bob = belonging("Bob", "member", json!([here, there])).await;
        let eve = member(&app, "eve@example.com").await;
        Self { app, here, there, mia, max, ann, bob, eve }
    }

    pub(super) async fn company(&self, location: &str, name: &str) -> String {
        made(&self.app, "/companies", json!({"location_id": location, "name": name})).await
    }
}

/// Identifiers of what a list shows.
pub(super) fn ids(listed: &Value) -> Vec<String> {
    let listed = listed["data"].as_array().cloned().unwrap_or_default();
    listed.iter().map(|one| one["id"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn a_manager_lists_and_finds_the_members_of_their_location_alone() {
    let places = Places::new().await;
    let listed = places.mia.get("/members").await;
    let found = ids(&listed.body);
    assert!(found.contains(&places.ann) && found.contains(&places.bob), "{}", listed.text);
    assert_eq!((found.len(), &listed.body["pagination"]["total"]), (3, &json!(3)), "{}", listed.text);
    assert!(!listed.text.contains("eve@") && !listed.text.contains("max@"), "{}", listed.text);
    let there = places.max.get("/members").await;
    assert!(!there.text.contains("ann@"), "{}", there.text);
    for path in ["/members?q=Ann", "/members?email=ann@example.com", "/members?status=active&q=Ann"] {
        assert_eq!(ids(&places.mia.get(path).await.body), std::slice::from_ref(&places.ann), "{path}");
        let elsewhere = places.max.get(path).await;
        assert_eq!(elsewhere.body["data"], json!([]), "{path}: {}", elsewhere.text);
        assert_eq!(elsewhere.body["pagination"]["total"], 0, "{path}: {}", elsewhere.text);
    }
    let foreign = format!("/members?location_id={}", places.there);
    assert_eq!(places.mia.get(&foreign).await.refusal(), "403 forbidden");
    for (id, status) in [(&places.ann, 404), (&places.bob, 200), (&places.eve, 404)] {
        assert_eq!(places.max.get(&format!("/members/{id}")).await.status, status);
    }
}

#[tokio::test]
async fn a_manager_makes_and_changes_plain_members_who_belong_to_their_location_alone() {
    let places = Places::new().await;
    let new = json!({"email": "zoe@example.com", "name": "Zoe"});
    let zoe = places.mia.post("/members", new.clone()).await;
    assert_eq!(zoe.status, 201, "{}", zoe.text);
    assert_eq!(zoe.body["data"]["location_ids"], json!([places.here]));
    for body in [
        json!({"role": "manager"}),
        json!({"role": "owner"}),
        json!({"location_ids": [places.there]}),
        json!({"location_ids": [places.here, places.there]}),
        json!({"location_ids": [NOBODY]}),
    ] {
        let body = with(json!({"email": "yan@example.com", "name": "Yan"}), &body);
        let refused = places.mia.post("/members", body.clone()).await;
        assert_eq!(refused.refusal(), "403 forbidden", "{body}");
    }
    let ann = format!("/members/{}", places.ann);
    let changed = places.mia.put(&ann, json!({"phone": "+31 20 555 0100", "legal_name": "Ann B.V."})).await;
    assert_eq!(changed.body["data"]["phone"], "+31 20 555 0100", "{}", changed.text);
    for body in [
        json!({"email": "mine@example.com"}),
        json!({"role": "admin"}),
        json!({"location_ids": []}),
        json!({"location_ids": [places.here, places.there]}),
    ] {
        assert_eq!(places.mia.put(&ann, body.clone()).await.refusal(), "403 forbidden", "{body}");
    }
    for person in [&places.bob, &places.eve] {
        let path = format!("/members/{person}");
        let seen = places.mia.get(&path).await.status;
        let refused = if seen == 200 { "403 forbidden" } else { "404 not_found" };
        assert_eq!(places.mia.put(&path, json!({"phone": "1"})).await.refusal(), refused);
        assert_eq!(places.mia.post(&format!("{path}/block"), json!({})).await.refusal(), refused);
    }
    assert_eq!(places.mia.post(&format!("{ann}/block"), json!({})).await.status, 200);
    assert_eq!(places.max.post(&format!("{ann}/unblock"), json!({})).await.refusal(), "404 not_found");
    assert_eq!(places.mia.post(&format!("{ann}/unblock"), json!({})).await.status, 200);
    for path in [format!("{ann}/anonymise"), format!("{ann}/export")] {
        assert!(places.mia.post(&path, json!({})).await.status >= 400, "{path}");
    }
}

#[tokio::test]
async fn a_manager_does_not_change_those_who_run_the_place_nor_themselves_as_staff() {
    let places = Places::new().await;
    let owner = json!({"email": "olga@example.com", "name": "Olga", "role": "owner", "location_ids": [places.here]});
    let owner = made(&places.app, "/members", owner).await;
    let own = places.mia.get("/sessions").await.body["data"][0]["member_id"].clone();
    let own = format!("/members/{}", own.as_str().unwrap_or_default());
    let owner = format!("/members/{owner}");
    assert_eq!(places.mia.get(&owner).await.status, 200);
    assert_eq!(places.mia.put(&owner, json!({"phone": "1"})).await.refusal(), "403 forbidden");
    assert_eq!(places.mia.post(&format!("{owner}/block"), json!({})).await.refusal(), "403 forbidden");
    assert_eq!(places.mia.put(&own, json!({"phone": "1"})).await.status, 200);
    for body in [json!({"role": "owner"}), json!({"location_ids": [places.here, places.there]})] {
        assert_eq!(places.mia.put(&own, body.clone()).await.refusal(), "403 forbidden", "{body}");
    }
}

#[tokio::test]
async fn a_manager_who_takes_an_address_is_told_whose_it_is_only_of_people_of_their_location() {
    let places = Places::new().await;
    let taken = async |manager: &TestApp, email: &str| {
        manager.post("/members", json!({"email": email, "name": "Zoe"})).await.body["error"]["details"]["existing_id"]
            .clone()
    };
    assert_eq!(taken(&places.mia, "ann@example.com").await, json!(places.ann));
    assert_eq!(taken(&places.max, "ann@example.com").await, Value::Null);
}

#[tokio::test]
async fn a_manager_runs_the_companies_of_their_location_alone() {
    let places = Places::new().await;
    let (acme, dock) = (places.company(&places.here, "Acme").await, places.company(&places.there, "Dockers").await);
    assert_eq!(ids(&places.mia.get("/companies").await.body), std::slice::from_ref(&acme));
    assert_eq!(places.mia.get("/companies?q=Dockers").await.body["pagination"]["total"], 0);
    let made_here = places.mia.post("/companies", json!({"location_id": places.here, "name": "Blue"})).await;
    assert_eq!(made_here.status, 201, "{}", made_here.text);
    let elsewhere = json!({"location_id": places.there, "name": "Red"});
    assert_eq!(places.mia.post("/companies", elsewhere).await.refusal(), "403 forbidden");
    let path = format!("/companies/{acme}");
    assert_eq!(places.mia.put(&path, json!({"notes": "Pays late"})).await.body["data"]["notes"], "Pays late");
    assert_eq!(places.mia.get(&format!("/companies/{dock}")).await.refusal(), "404 not_found");
    assert_eq!(places.max.put(&path, json!({"notes": ""})).await.refusal(), "404 not_found");
    assert_eq!(places.max.get(&format!("{path}/members")).await.refusal(), "404 not_found");
    let placed = places.mia.post(&format!("{path}/members"), json!({"member_id": places.ann, "role": "manager"})).await;
    assert_eq!(placed.status, 201, "{}", placed.text);
    let listed = places.mia.get(&format!("{path}/members")).await;
    assert_eq!(listed.body["data"][0]["member_id"], json!(places.ann), "{}", listed.text);
    let place = format!("{path}/members/{}", places.ann);
    assert_eq!(places.mia.put(&place, json!({"monthly_credit_limit": 5})).await.status, 200);
    for stranger in [&places.eve, NOBODY] {
        let refused =
            places.mia.post(&format!("{path}/members"), json!({"member_id": stranger, "role": "member"})).await;
        assert_eq!(refused.refusal(), "422 rule_violation member_id reference_not_found", "{}", refused.text);
    }
    let own = places.mia.get("/sessions").await.body["data"][0]["member_id"].clone();
    let own = places.mia.post(&format!("{path}/members"), json!({"member_id": own, "role": "manager"})).await;
    assert_eq!(own.refusal(), "403 forbidden", "{}", own.text);
    assert_eq!(places.mia.send("DELETE", &place, None, &[]).await.status, 200);
    assert_eq!(places.mia.post(&format!("{path}/archive"), json!({})).await.refusal(), "403 forbidden");
}

#[tokio::test]
async fn a_company_of_theirs_elsewhere_a_manager_sees_as_a_customer_does() {
    let places = Places::new().await;
    let own = places.mia.get("/sessions").await.body["data"][0]["member_id"].clone();
    let dock = json!({"location_id": places.there, "name": "Dockers", "notes": "Pays late"});
    let dock = made(&places.app, "/companies", dock).await;
    let placed = json!({"member_id": own, "role": "manager"});
    assert_eq!(places.app.post(&format!("/companies/{dock}/members"), placed).await.status, 201);
    // A process knows what a session may do for so long.
    wait(&places.app, 60);
    let seen = places.mia.get(&format!("/companies/{dock}")).await;
    assert_eq!((&seen.body["data"]["name"], &seen.body["data"]["notes"]), (&json!("Dockers"), &json!("")));
    assert_eq!(places.mia.get(&format!("/companies/{dock}/members")).await.status, 200);
    assert_eq!(places.mia.put(&format!("/companies/{dock}"), json!({"notes": ""})).await.refusal(), "403 forbidden");
}

#[tokio::test]
async fn who_belongs_to_none_of_their_locations_a_manager_sees_by_what_is_there_alone() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let app = &fixture.app;
    let there = location_with(app, json!({"name": "Dock"})).await;
    let manager = async |name: &str, location: &str| {
        let body = json!({"email": format!("{name}@example.com"), "name": name, "role": "manager",
            "location_ids": [location]});
        acting(app, &made(app, "/members", body).await).await
    };
    let (mia, max) = (manager("mia", &fixture.location).await, manager("max", &there).await);
    let booking = fixture.booked("10:00", "11:00").await;
    let path = format!("/customers/{}", fixture.member);
    let by = |id: &str| format!("{path}?named_by_type=booking&named_by={id}");
    let seen = mia.get(&by(&booking)).await;
    assert_eq!(seen.body["data"]["email"], "ann@example.com", "{}", seen.text);
    assert_eq!(seen.body["data"]["location_ids"], json!([]));
    assert_eq!(mia.get(&path).await.refusal(), "404 not_found");
    assert_eq!(mia.get(&by(NOBODY)).await.refusal(), "404 not_found");
    assert_eq!(max.get(&by(&booking)).await.refusal(), "404 not_found");
    let bob = fixture.another_member().await;
    let of_other = format!("/customers/{bob}?named_by_type=booking&named_by={booking}");
    assert_eq!(mia.get(&of_other).await.refusal(), "404 not_found");
    let halves = [
        ("named_by_type=booking", "named_by required_with_type"),
        (&*format!("named_by={booking}"), "named_by_type required_with_record"),
    ];
    for (query, refusal) in halves {
        let refused = mia.get(&format!("{path}?{query}")).await.refusal();
        assert_eq!(refused, format!("422 rule_violation {refusal}"));
    }
    assert_eq!(app.get(&path).await.status, 200);
}

#[tokio::test]
async fn who_belongs_to_a_location_of_theirs_a_manager_sees_by_id() {
    let places = Places::new().await;
    let acme = places.company(&places.here, "Acme").await;
    for (id, name) in [(&places.ann, "Ann"), (&places.bob, "Bob"), (&acme, "Acme")] {
        let seen = places.mia.get(&format!("/customers/{id}")).await;
        assert_eq!(seen.body["data"]["name"], name, "{}", seen.text);
    }
    for id in [&places.ann, &acme] {
        assert_eq!(places.max.get(&format!("/customers/{id}")).await.refusal(), "404 not_found");
    }
}
