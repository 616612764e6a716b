//! Makes a record of every kind through the API.

use std::collections::{BTreeMap, BTreeSet};

use local::routes;
use mailing::{Kept, Letter, LetterType, Recipient};
use serde_json::{Value, json};
use shared::api::{Method, Route, Routes};
use testing::TestApp;
use tests::uses_credits;
use values::EmailAddress;

use super::body_of;

/// References whose field is not the collection's name.
const REFERENCES: [(&str, &str); 11] = [
    ("author", "/members"),
    ("category", "/shop-categories"),
    ("customer", "/members"),
    ("host", "/members"),
    ("parent_comment", "/feed-comments"),
    ("target", "/feed-posts"),
    ("membership_plan", "/memberships"),
    ("parent_resource", "/resources"),
    ("post", "/feed-posts"),
    ("product", "/shop-products"),
    ("template", "/contract-templates"),
];

/// Collections without a create, each with the collection whose records it shows.
const SHOWN_AS: [(&str, &str); 4] =
    [("/customers", "/members"), ("/requesters", "/members"), ("/assignees", "/members"), ("/authors", "/members")];

/// Makes records out of the routes' examples, and before each whatever its example refers to.
pub struct Maker {
    pub app: TestApp,
    pub routes: Routes,
    pub made: BTreeMap<String, String>,
    /// The body by which the record of each collection was made.
    pub bodies: BTreeMap<String, Value>,
}

impl Maker {
    pub fn new(app: TestApp) -> Self {
        Self { app, routes: routes(), made: BTreeMap::new(), bodies: BTreeMap::new() }
    }

    /// Collections with records under `{collection}/{id}`.
    pub fn collections(&self) -> Vec<String> {
        let collections: BTreeSet<&str> = self.routes.iter().filter_map(collection_of).collect();
        collections.into_iter().map(str::to_owned).collect()
    }

    /// Publishes the example event, which is a draft, or makes it full: nobody waits for what has room.
    async fn prepare_event(&mut self, is_draft: bool) {
        let event = format!("/events/{}", self.made["/events"]);
        if is_draft {
            assert_eq!(self.app.post(&format!("{event}/publish"), json!({})).await.status, 200);
            return;
        }
        // The example registration has two of four seats, and a guest takes the others.
        Box::pin(self.make("/event-registrations")).await;
        let four = json!({"capacity": 4, "max_per_customer": 4});
        assert_eq!(self.app.put(&event, four).await.status, 200);
        let guest = json!({"name": "Gil", "email": "gil@example.com"});
        let others =
            json!({"event_id": self.made["/events"], "guest": guest, "quantity": 2, "payment_source": "external"});
        assert_eq!(self.app.post("/event-registrations", others).await.status, 201);
    }

    /// Somebody else than the example member: nobody reports what they wrote.
    async fn another_member(&self) -> Value {
        let other = json!({"name": "Rita", "email": "rita@example.com"});
        let other = self.app.post("/members", other).await;
        assert_eq!(other.status, 201, "{}", other.text);
        json!(other.id())
    }

    /// The id of a delivery, which comes of an event; a test event is one.
    async fn make_delivery(&mut self, collection: &str) -> String {
        let endpoint = Box::pin(self.make("/webhook-endpoints")).await;
        let sent = self.app.post(&format!("/webhook-endpoints/{endpoint}/test"), json!({})).await;
        self.made.insert(collection.to_owned(), sent.id());
        sent.id()
    }

    /// The id of a letter, which no request makes.
    async fn make_letter(&self) -> String {
        let to = Recipient::address(EmailAddress::new("guest@example.com"), "Gil");
        let kept = Kept::days(9, self.app.context.clock.now());
        self.app.stored(Letter::new(LetterType::VisitorInvited, &to, kept)).await.id.to_string()
    }

    /// The id of a record of `collection`, the same each time.
    pub async fn make(&mut self, collection: &str) -> String {
        match collection {
            "/letters" => self.make_letter().await,
            "/webhook-deliveries" => self.make_delivery(collection).await,
            "/event-log" => {
                tests::published(&self.app, "booking.created", &json!({"title": "Standup"})).await.id.to_string()
            }
            _ => self.make_by_create(collection).await,
        }
    }

    fn note(&mut self, collection: &str, id: String, body: Value) -> String {
        self.bodies.insert(collection.to_owned(), body);
        self.made.insert(collection.to_owned(), id.clone());
        id
    }

    /// Puts into the example customer's wallet what a record of a collection takes out of it.
    async fn fill_wallet(&self, collection: &str, body: &Value) {
        let (path, body) = if collection == "/balance-clearings" {
            let paid = json!({"customer_id": body["customer_id"], "amount": 100, "currency": "EUR", "method": "cash"});
            ("/payment-transactions", paid)
        } else {
            // Nothing but a day pass admits the example member.
            let pass = json!({"customer_id": self.made["/members"], "type": "admin_allocation", "amount": 1});
            ("/day-pass-transactions", pass)
        };
        assert_eq!(self.app.post(path, body).await.status, 201);
    }

    async fn make_by_create(&mut self, collection: &str) -> String {
        let collection = SHOWN_AS.iter().find(|(shown, _)| *shown == collection).map_or(collection, |(_, made)| made);
        if let Some(id) = self.made.get(collection) {
            return id.clone();
        }
        let route = self.routes.iter().find(|route| route.path == collection && route.method == Method::Post);
        let route = route.unwrap_or_else(|| panic!("{collection} has no create: add it to SHOWN_AS"));
        let mut body = body_of(route).expect("a create takes a body");
        let mut filled = BTreeSet::new();
        loop {
            let answer = self.app.post(collection, body.clone()).await;
            if answer.status == 201 {
                return self.note(collection, answer.id(), body);
            }
            let details = &answer.body["error"]["details"];
            let field = details["field"].as_str().unwrap_or_default();
            if details["reason"] == "not_assignable" && filled.insert("type".to_owned()) {
                // The example resource is a room; only what is used for days or for good is assigned.
                let path = format!("/resources/{}", Box::pin(self.make("/resources")).await);
                assert_eq!(self.app.put(&path, json!({"type": "office"})).await.status, 200);
                continue;
            }
            if details["reason"] == "credits_disabled" && filled.insert("credits".to_owned()) {
                uses_credits(&self.app).await;
                continue;
            }
            if details["reason"] == "for_members" && filled.insert("audience".to_owned()) {
                // The example benefit is for members, of whom there is none yet.
                let path = format!("/benefits/{}", self.made["/benefits"]);
                assert_eq!(self.app.put(&path, json!({"visibility": "public"})).await.status, 200);
                continue;
            }
            if collection == "/credit-notes" && answer.code() == "invalid_state" && filled.insert("issued".to_owned()) {
                // The example invoice is a draft; only what was issued is credited.
                let issue = format!("/invoices/{}/issue", self.made["/invoices"]);
                assert_eq!(self.app.post(&issue, json!({})).await.status, 200);
                continue;
            }
            if details["reason"] == "insufficient_balance" && filled.insert("balance".to_owned()) {
                self.fill_wallet(collection, &body).await;
                continue;
            }
            if details["reason"] == "own_content" && filled.insert("reporter".to_owned()) {
                body["member_id"] = self.another_member().await;
                continue;
            }
            if answer.code() == "out_of_stock" && filled.insert("stock".to_owned()) {
                // Nothing is on hand of the example product yet.
                let path = format!("/shop-products/{}/stock-adjustments", self.made["/shop-products"]);
                let body = json!({"option_id": body["items"][0]["option_id"], "quantity": 9});
                assert_eq!(self.app.post(&path, body).await.status, 201);
                continue;
            }
            if matches!(answer.code(), "invalid_state" | "capacity_exceeded") && collection.starts_with("/event-") {
                let is_first = filled.insert("published".to_owned());
                self.prepare_event(is_first && collection == "/event-registrations").await;
                continue;
            }
            assert_eq!(details["reason"], "reference_not_found", "{collection}: {}", answer.text);
            assert!(filled.insert(field.to_owned()), "{collection}: {}", answer.text);
            let id = if field.ends_with("invoice_item_id") {
                // Only a line of the invoice itself is credited.
                let invoice = format!("/invoices/{}", self.made["/invoices"]);
                self.app.get(&invoice).await.body["data"]["items"][0]["id"].as_str().unwrap_or_default().to_owned()
            } else if field.ends_with("option_id") {
                // Only an option of the product itself is ordered.
                let product = format!("/shop-products/{}", self.made["/shop-products"]);
                self.app.get(&product).await.body["data"]["options"][0]["id"].as_str().unwrap_or_default().to_owned()
            } else {
                Box::pin(self.make(&referred(field))).await
            };
            set(&mut body, field, json!(id));
        }
    }
}

pub fn collection_of(route: &Route) -> Option<&'static str> {
    route.path.split_once("/{").map(|(collection, _)| collection)
}

/// The collection that a field such as `location_id` or `items[0].product_ids[2]` refers to.
fn referred(field: &str) -> String {
    let name = field.rsplit('.').next().unwrap_or_default().split('[').next().unwrap_or_default();
    let name = name.strip_suffix("_ids").or_else(|| name.strip_suffix("_id")).unwrap_or(name);
    if let Some((_, collection)) = REFERENCES.iter().find(|(reference, _)| *reference == name) {
        return (*collection).to_owned();
    }
    let name = name.replace('_', "-");
    name.strip_suffix('y').map_or_else(|| format!("/{name}s"), |stem| format!("/{stem}ies"))
}

/// Sets the field at a path such as `items[0].product_id`.
fn set(body: &mut Value, field: &str, value: Value) {
    let pointer = format!("/{}", field.replace(['.', '['], "/").replace(']', ""));
    match body.pointer_mut(&pointer) {
        Some(place) => *place = value,
        None => body[field] = value,
    }
}
