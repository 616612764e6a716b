//! Resources and their assignments.

mod assignments;
mod books;
mod family;
mod life;
mod lists;
mod rules;

use serde_json::{Value, json};
use shared::{
    auth::{CredentialCache, CredentialHeaders, Tenant, verify},
    domain::{Entity, Floor, Location, Metadata, Name, Record, Shelf, time::Clock as _},
    store::Transaction,
    testing::TestApp,
};

/// The merchant under test.
async fn tenant(app: &TestApp) -> Tenant {
    let authorization = format!("Bearer {}", app.client.secret);
    let headers = CredentialHeaders { authorization: Some(&authorization), client_id: Some(&app.client.client_id) };
    let verified = verify(headers, &app.context.store, Some(&CredentialCache::new(0)), app.clock.now()).await;
    verified.expect("a caller").0.tenant
}

/// Stores a record that no operation makes yet.
async fn stored<E: Entity>(app: &TestApp, body: E) -> Record<E> {
    let now = app.clock.now();
    let record = Record {
        id: app.context.ids.next(),
        version: 1,
        created_at: now,
        updated_at: now,
        changed_by: "test".to_owned(),
        request_id: "test".to_owned(),
        shelf: Shelf::Live,
        metadata: Metadata::default(),
        body,
    };
    let mut transaction = Transaction::new(tenant(app).await, app.context.ids.token());
    transaction.create(&record);
    app.context.store.commit(transaction).await.expect("a stored record");
    record
}

/// A location in Amsterdam with this currency.
async fn location(app: &TestApp, currency: &str) -> String {
    let location = json!({"name": "Dam", "address": {}, "time_zone": "Europe/Amsterdam", "currency": currency,
        "email": "", "phone": "", "latitude": null, "longitude": null, "description": "", "opening_hours": [],
        "public_hours": [], "holidays": [], "tax_rate": "21", "tax_inclusive": false, "is_active": true,
        "network_group": ""});
    let location: Location = serde_json::from_value(location).expect("a location");
    stored(app, location).await.id.to_string()
}

/// A floor of a location.
async fn floor(app: &TestApp, location: &str) -> String {
    let location_id = shared::domain::Id::parse(location).expect("an id");
    stored(app, Floor { location_id, name: Name::new("First"), level: 1 }).await.id.to_string()
}

/// A member.
async fn member(app: &TestApp, email: &str) -> String {
    TestApp::made(&app.post("/members", json!({"name": "Ann", "email": email})).await)["id"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// The body of a new resource, with `more` fields.
fn new(location: &str, name: &str, kind: &str, more: Value) -> Value {
    let mut body = json!({"location_id": location, "name": name, "type": kind});
    if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
        body.extend(more);
    }
    body
}

/// A resource that must be made; its id.
async fn resource(app: &TestApp, location: &str, name: &str, kind: &str, more: Value) -> String {
    let made = TestApp::made(&app.post("/resources", new(location, name, kind, more)).await);
    made["id"].as_str().unwrap_or_default().to_owned()
}

fn path(id: &str) -> String {
    format!("/resources/{id}")
}
