//! Every operation, and every place where an id can stand, by people who are strangers to a record: nothing is seen,
//! counted, changed or told by a difference between the answers for it and for a record that does not exist.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shared::api::{Expansion, Method, Route};
use testing::{TestApp, TestResponse};
use tests::{NOBODY, location_with, made};

use super::{acting, all_scopes, app, public_client, wait, with_token};
use crate::access::{
    call,
    maker::{Maker, collection_of},
    path_with, query_of, without_meta,
};

/// Collections whose records every member may see, and those that everybody may.
const OF_EVERYBODY: [&str; 10] = [
    "/benefit-categories",
    "/benefits",
    "/events",
    "/floors",
    "/locations",
    "/memberships",
    "/plans",
    "/resources",
    "/shop-categories",
    "/shop-products",
];
const OF_MEMBERS: [&str; 2] = ["/feed-comments", "/feed-posts"];

/// Whom staff serves, wherever they are customers of the merchant.
const SERVED: [&str; 4] = ["/customer_id", "/host_id", "/member_id", "/requester_id"];

/// Somebody who is a stranger to the records of a place.
struct Stranger {
    who: &'static str,
    app: TestApp,
    /// Collections whose records they see.
    seen: Vec<&'static str>,
    /// Whether they serve the merchant's customers.
    is_staff: bool,
}

/// A merchant with a record of every kind, and what stands in private ones.
struct Place {
    maker: Maker,
    before: BTreeMap<String, TestResponse>,
    cases: usize,
}

impl Place {
    async fn new() -> Self {
        let mut maker = Maker::new(app().await);
        for collection in maker.collections() {
            drop(maker.make(&collection).await);
        }
        let mut before = BTreeMap::new();
        for (collection, id) in &maker.made {
            let path = format!("{collection}/{id}");
            let is_read = |route: &Route| route.method == Method::Get && collection_of(route) == Some(collection);
            // Links to files differ by the instant.
            if collection != "/uploads" && maker.routes.iter().any(is_read) {
                before.insert(path.clone(), maker.app.get(&path).await);
            }
        }
        Self { maker, before, cases: 0 }
    }

    /// Ids and addresses that no stranger is told.
    fn secrets(&self) -> Vec<String> {
        let is_private = |collection: &str| !OF_EVERYBODY.contains(&collection) && !OF_MEMBERS.contains(&collection);
        let ids = self.maker.made.iter().filter(|(collection, _)| is_private(collection)).map(|(_, id)| id.clone());
        ids.chain(["ann@example.com".to_owned(), "Bakker".to_owned()]).collect()
    }

    /// Asks with an id and with one that nothing has, and compares the answers.
    fn compare(&mut self, what: &str, id: &str, with_id: &TestResponse, without: &TestResponse) {
        self.cases += 1;
        let unlike = |answer: &TestResponse| without_meta(answer).to_string().replace(id, NOBODY);
        assert_eq!(unlike(with_id), unlike(without), "{what}");
        assert!(with_id.status >= 400 || without.status == with_id.status, "{what}: {}", with_id.text);
        for secret in self.secrets().iter().filter(|secret| *secret != id) {
            assert!(!with_id.text.contains(secret.as_str()), "{what} tells {secret}: {}", with_id.text);
        }
    }

    /// All places of all operations, but for collections that the caller may see.
    async fn ask(&mut self, stranger: &Stranger) {
        let routes: Vec<Route> = self.maker.routes.iter().cloned().collect();
        for route in &routes {
            self.ask_by_path(stranger, route).await;
            self.ask_by_query(stranger, route).await;
            self.ask_by_ids(stranger, route).await;
            self.ask_for_all(stranger, route).await;
            self.ask_by_body(stranger, route).await;
        }
        self.ask_by_naming(stranger).await;
        for (path, before) in &self.before {
            let after = self.maker.app.get(path).await;
            assert_eq!(without_meta(&after), without_meta(before), "{} changed {path}", stranger.who);
        }
    }

    async fn ask_by_path(&mut self, stranger: &Stranger, route: &Route) {
        let Stranger { who, app: caller, seen, .. } = stranger;
        let Some(collection) = collection_of(route).filter(|collection| !seen.contains(collection)) else { return };
        let id = self.maker.make(collection).await;
        let (with_id, without) = (call(caller, route, &id).await, call(caller, route, NOBODY).await);
        let what = format!("{who}: {} by path", route.id);
        assert!(with_id.status >= 400, "{what}: {}", with_id.text);
        self.compare(&what, &id, &with_id, &without);
    }

    async fn ask_by_query(&mut self, stranger: &Stranger, route: &Route) {
        let Stranger { who, app: caller, seen, .. } = stranger;
        if route.method != Method::Get || route.path.contains('{') {
            return;
        }
        let schema = route.shape.query.as_deref().cloned().unwrap_or_default();
        let names = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
        // Everybody who sees a post sees who wrote it.
        for name in names.filter(|name| name.ends_with("_id") && name != "author_id" || name == "visible_to") {
            for (collection, id) in self.private_ids(seen) {
                let ask = async |id: &str| {
                    let path = format!("{}?{name}={id}&{}", route.path, query_of(route));
                    caller.get(&path).await
                };
                let (with_id, without) = (ask(&id).await, ask(NOBODY).await);
                self.compare(&format!("{who}: {} by {name} of {collection}", route.id), &id, &with_id, &without);
            }
        }
    }

    /// Records of a list by their ids.
    async fn ask_by_ids(&mut self, stranger: &Stranger, route: &Route) {
        let Stranger { who, app: caller, seen, .. } = stranger;
        if !route.is_by_ids || seen.contains(&route.path) {
            return;
        }
        let id = self.maker.make(route.path).await;
        let ask = async |id: &str| caller.get(&format!("{}?ids={id}", route.path)).await;
        let (with_id, without) = (ask(&id).await, ask(NOBODY).await);
        let what = format!("{who}: {} by ids", route.id);
        assert!(with_id.status >= 400 || with_id.body["data"] == json!([]), "{what}: {}", with_id.text);
        self.compare(&what, &id, &with_id, &without);
    }

    /// A list as the stranger asks for it: it neither has nor counts what is not theirs.
    async fn ask_for_all(&mut self, stranger: &Stranger, route: &Route) {
        let is_seen = |collection: &str| stranger.seen.contains(&collection);
        if !route.is_list() || route.path.contains('{') || is_seen(route.path) {
            return;
        }
        let query = query_of(route);
        let names: Vec<&str> = route.expansions.iter().map(Expansion::name).collect();
        let expanding = format!("&expand={}", names.join(","));
        for narrower in ["", "&status=active", "&email=ann@example.com", "&q=Bakker", &expanding] {
            let listed = stranger.app.get(&format!("{}?{query}{narrower}", route.path)).await;
            let what = format!("{}: all of {}{narrower}", stranger.who, route.id);
            self.cases += 1;
            for secret in self.secrets() {
                assert!(!listed.text.contains(&secret), "{what} tells {secret}: {}", listed.text);
            }
            let shown = listed.body["data"].as_array().map_or(0, Vec::len);
            let total = listed.body["pagination"]["total"].as_u64().and_then(|total| usize::try_from(total).ok());
            assert!(listed.status >= 400 || total.is_none_or(|total| total == shown), "{what}: {}", listed.text);
        }
    }

    /// Customers by the records that name them.
    async fn ask_by_naming(&mut self, stranger: &Stranger) {
        let kinds = [
            ("booking", "/bookings"),
            ("booking_hold", "/booking-holds"),
            ("check_in", "/check-ins"),
            ("event_registration", "/event-registrations"),
            ("invoice", "/invoices"),
            ("resource_assignment", "/resource-assignments"),
            ("shop_order", "/shop-orders"),
            ("subscription", "/subscriptions"),
            ("ticket", "/tickets"),
            ("visitor_visit", "/visitor-visits"),
        ];
        let customer = self.maker.make("/members").await;
        for (kind, collection) in kinds {
            let id = self.maker.make(collection).await;
            let path = |id: &str| format!("/customers/{customer}?named_by_type={kind}&named_by={id}");
            let (with_id, without) = (stranger.app.get(&path(&id)).await, stranger.app.get(&path(NOBODY)).await);
            let what = format!("{}: a customer by {kind}", stranger.who);
            assert!(with_id.status >= 400, "{what}: {}", with_id.text);
            self.compare(&what, &id, &with_id, &without);
        }
    }

    /// One record of each kind that an id of a query may be of.
    fn private_ids(&self, seen: &[&str]) -> Vec<(String, String)> {
        let asked = [
            "/members",
            "/companies",
            "/bookings",
            "/invoices",
            "/subscriptions",
            "/member-registrations",
            "/event-registrations",
            "/tickets",
        ];
        let is_asked =
            |collection: &String| asked.contains(&collection.as_str()) && !seen.contains(&collection.as_str());
        let made = self.maker.made.iter().filter(|(collection, _)| is_asked(collection));
        made.map(|(collection, id)| (collection.clone(), id.clone())).collect()
    }

    async fn ask_by_body(&mut self, stranger: &Stranger, route: &Route) {
        let Stranger { who, app: caller, seen, is_staff } = stranger;
        let Some(body) = (route.method == Method::Post).then(|| self.maker.bodies.get(route.path)).flatten().cloned()
        else {
            return;
        };
        if self.ids_in(&body, seen).is_empty() {
            return;
        }
        let whole = caller.post(route.path, body.clone()).await;
        assert!(whole.status >= 400, "{who}: {} as others: {}", route.id, whole.text);
        // As the person's own page would send it, with one id of others.
        let mut own = body.clone();
        if let Some(own) = own.as_object_mut() {
            own.retain(|name, _| route.people.takes.contains(&name.as_str()));
        }
        for bodies in [body, own] {
            let places = self.ids_in(&bodies, seen);
            for (place, collection, id) in
                places.into_iter().filter(|(place, ..)| !is_staff || !SERVED.contains(&place.as_str()))
            {
                let mut nobodys = bodies.clone();
                if let Some(value) = nobodys.pointer_mut(&place) {
                    *value = json!(NOBODY);
                }
                let (with_id, without) =
                    (caller.post(route.path, bodies.clone()).await, caller.post(route.path, nobodys).await);
                let what = format!("{who}: {} by {place} of {collection}", route.id);
                assert!(with_id.status >= 400, "{what}: {}", with_id.text);
                self.compare(&what, &id, &with_id, &without);
            }
        }
    }

    /// Where ids of private records stand in a body.
    fn ids_in(&self, body: &Value, seen: &[&str]) -> Vec<(String, String, String)> {
        let mut found = Vec::new();
        places(body, "", &mut |place, text| {
            let made = self.maker.made.iter().find(|(_, id)| id.as_str() == text);
            if let Some((collection, id)) = made.filter(|(collection, _)| !seen.contains(&collection.as_str())) {
                found.push((place.to_owned(), collection.clone(), id.clone()));
            }
        });
        found
    }
}

/// Every text of a value, with the pointer to it.
fn places(value: &Value, at: &str, found: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => found(at, text),
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(position, value)| places(value, &format!("{at}/{position}"), found));
        }
        Value::Object(fields) => fields.iter().for_each(|(name, value)| places(value, &format!("{at}/{name}"), found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[tokio::test]
async fn a_member_of_another_company_is_told_nothing() {
    let mut place = Place::new().await;
    let app = place.maker.app.clone();
    let eve = made(&app, "/members", json!({"email": "eve@example.com", "name": "Eve"})).await;
    let location = place.maker.made["/locations"].clone();
    let firm = made(&app, "/companies", json!({"name": "Eve & Co", "location_id": location})).await;
    let placed = app.post(&format!("/companies/{firm}/members"), json!({"member_id": eve, "role": "manager"})).await;
    assert!(placed.status < 300, "{}", placed.text);
    let eve = acting(&app, &eve).await;
    let seen = [&OF_EVERYBODY[..], &OF_MEMBERS[..]].concat();
    place.ask(&Stranger { who: "another member", app: eve, seen, is_staff: false }).await;
    assert!(place.cases > 300, "{}", place.cases);
}

#[tokio::test]
async fn a_manager_of_another_location_is_told_nothing() {
    let mut place = Place::new().await;
    let app = place.maker.app.clone();
    let elsewhere = location_with(&app, json!({"name": "Dock"})).await;
    let max = json!({"email": "max@example.com", "name": "Max", "role": "manager", "location_ids": [elsewhere]});
    let max = acting(&app, &made(&app, "/members", max).await).await;
    let seen = [&OF_EVERYBODY[..], &OF_MEMBERS[..]].concat();
    place.ask(&Stranger { who: "a manager elsewhere", app: max, seen, is_staff: true }).await;
    assert!(place.cases > 300, "{}", place.cases);
}

#[tokio::test]
async fn somebody_who_has_not_signed_in_is_told_nothing() {
    let mut place = Place::new().await;
    let public = public_client(&place.maker.app).await;
    let visitor = with_token(&public, &public.post("/sessions/anonymous", json!({})).await);
    place.ask(&Stranger { who: "nobody", app: visitor, seen: OF_EVERYBODY.to_vec(), is_staff: false }).await;
    assert!(place.cases > 300, "{}", place.cases);
}

#[tokio::test]
async fn a_session_of_a_client_that_shrank_is_told_nothing_even_of_its_own_member() {
    let mut place = Place::new().await;
    let app = place.maker.app.clone();
    let client = app.post("/api-clients", json!({"name": "Kiosk", "scopes": all_scopes(&app).await})).await;
    let client = TestApp::made(&client);
    let text = |name: &str| client[name].as_str().unwrap_or_default().to_owned();
    let kiosk = app.as_client(&testing::TestClient { client_id: text("client_id"), secret: text("secret") });
    let own = kiosk.post("/sessions", json!({"member_id": place.maker.made["/members"]})).await;
    let ann = with_token(&kiosk, &own);
    let shrunk = app.put(&format!("/api-clients/{}", text("id")), json!({"scopes": ["plans:read"]})).await;
    assert_eq!(shrunk.status, 200, "{}", shrunk.text);
    wait(&app, 60);
    place.ask(&Stranger { who: "a shrunk client", app: ann.clone(), seen: vec!["/plans"], is_staff: false }).await;
    // What runs other operations asks each of them.
    let asks_itself = |route: &&Route| !route.path.starts_with("/plans") && !route.runs_others;
    for route in place.maker.routes.iter().filter(asks_itself) {
        let answer = call(&ann, route, NOBODY).await;
        assert_eq!(answer.refusal(), "403 forbidden", "{} {}", route.id, path_with(route, "x"));
    }
}
