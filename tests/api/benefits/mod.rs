//! Benefits: what each rule of `areas.md` 2.11 promises, through HTTP.

mod allowance;
mod applications;
mod categories;
mod codes;
mod lists;
mod terms;

use serde_json::{Value, json};
use shared::{
    auth::{self, CredentialHeaders},
    domain::{Address, Currency, Id, Line, Location, Name, Percent, Record, Shelf, Text, TimeZone, record::Metadata},
    store::Transaction,
    testing::{TestApp, TestResponse},
};
use tests::app;
use tokio::task::JoinSet;

/// An id that nothing has.
const NOBODY: &str = "0199a000-0000-7000-8000-00000000dead";

/// A new location, with its id.
async fn location(app: &TestApp) -> String {
    let headers = CredentialHeaders { authorization: Some(&bearer(app)), client_id: Some(&app.client.client_id) };
    let (context, now) = (&app.context, app.context.clock.now());
    let caller = auth::verify(headers, &context.store, &context.credentials, now).await.expect("a caller");
    let record = Record {
        id: context.ids.next(),
        version: 1,
        created_at: now,
        updated_at: now,
        changed_by: String::new(),
        request_id: String::new(),
        shelf: Shelf::Live,
        metadata: Metadata::default(),
        body: amsterdam(),
    };
    let id: Id<Location> = record.id;
    let mut transaction = Transaction::new(caller.tenant, context.ids.token());
    transaction.create(&record);
    context.store.commit(transaction).await.expect("a location");
    id.to_string()
}

fn bearer(app: &TestApp) -> String {
    format!("Bearer {}", app.client.secret)
}

fn amsterdam() -> Location {
    Location {
        name: Name::new("Herengracht"),
        address: Address::default(),
        time_zone: TimeZone::parse("Europe/Amsterdam").expect("a zone"),
        currency: Currency::parse("EUR").expect("a currency"),
        email: Line::default(),
        phone: Line::default(),
        latitude: None,
        longitude: None,
        description: Text::default(),
        opening_hours: Vec::new(),
        public_hours: Vec::new(),
        holidays: Vec::new(),
        tax_rate: Percent::ZERO,
        tax_inclusive: false,
        is_active: true,
        network_group: Line::default(),
    }
}

/// A merchant with a location.
async fn space() -> (TestApp, String) {
    let app = app().await;
    let location = location(&app).await;
    (app, location)
}

/// A new benefit at a location with these fields, with its id.
async fn benefit(app: &TestApp, location: &str, fields: Value) -> String {
    let created = app.post("/benefits", with(json!({"location_id": location, "title": "Notion"}), fields)).await;
    assert_eq!(created.status, 201, "{}", created.text);
    created.id()
}

/// A new category at a location, with its id.
async fn category(app: &TestApp, location: &str) -> String {
    let created = app.post("/benefit-categories", json!({"location_id": location, "name": "Software"})).await;
    assert_eq!(created.status, 201, "{}", created.text);
    created.id()
}

/// A customer's application for a benefit.
async fn apply(app: &TestApp, benefit: &str, customer: &str) -> TestResponse {
    app.post("/benefit-applications", json!({"benefit_id": benefit, "customer_id": customer})).await
}

/// What `action` on an application answers.
async fn act(app: &TestApp, application: &TestResponse, action: &str) -> TestResponse {
    app.post(&format!("/benefit-applications/{}/{action}", application.id()), json!({})).await
}

/// The id of customer number `number`.
fn customer(number: usize) -> String {
    format!("0199a000-0000-7000-8000-0000000{number:05x}")
}

/// 16 requests at one moment, and their answers in order of arrival.
async fn at_once<F>(request: impl Fn(usize) -> F) -> Vec<TestResponse>
where
    F: Future<Output = TestResponse> + Send + 'static,
{
    (0..16).map(request).collect::<JoinSet<_>>().join_all().await
}

/// How many answers have each status, such as `[(201, 4), (409, 12)]`.
fn statuses(answers: &[TestResponse]) -> Vec<(u16, usize)> {
    let mut found: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    found.sort_unstable();
    found.chunk_by(|left, right| left == right).map(|same| (same[0], same.len())).collect()
}

/// `base` with the members of `fields`.
fn with(mut base: Value, fields: Value) -> Value {
    if let (Some(base), Value::Object(fields)) = (base.as_object_mut(), fields) {
        base.extend(fields);
    }
    base
}

/// A field of every record of a list's answer.
fn each(list: &TestResponse, field: &str) -> Vec<Value> {
    list.body["data"].as_array().into_iter().flatten().map(|record| record[field].clone()).collect()
}
