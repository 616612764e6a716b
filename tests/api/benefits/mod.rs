//! Benefits: what each rule of `docs/areas/benefits.md` promises, through HTTP.

mod allowance;
mod applications;
mod categories;
mod codes;
mod lists;
mod terms;

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{app, at_once, location, made, with};

pub use tests::NOBODY;

/// A merchant with a location.
async fn space() -> (TestApp, String) {
    let app = app().await;
    let location = location(&app).await;
    (app, location)
}

/// Makes so many members, and returns their ids.
async fn people(app: &TestApp, count: usize) -> Vec<String> {
    let mut people = Vec::new();
    for number in 0..count {
        people.push(made(app, "/members", json!({"email": format!("p{number}@example.com"), "name": "Ann"})).await);
    }
    people
}

/// A new benefit at a location, for everybody, with these fields.
async fn benefit(app: &TestApp, location: &str, fields: Value) -> String {
    made(
        app,
        "/benefits",
        with(json!({"location_id": location, "title": "Notion", "visibility": "public"}), &fields),
    )
    .await
}

/// A new category at a location.
async fn category(app: &TestApp, location: &str) -> String {
    made(app, "/benefit-categories", json!({"location_id": location, "name": "Software"})).await
}

/// A customer's application for a benefit.
async fn apply(app: &TestApp, benefit: &str, customer: &str) -> TestResponse {
    app.post("/benefit-applications", json!({"benefit_id": benefit, "customer_id": customer})).await
}

/// What `action` on an application answers.
async fn act(app: &TestApp, application: &TestResponse, action: &str) -> TestResponse {
    app.post(&format!("/benefit-applications/{}/{action}", application.id()), json!({})).await
}

/// Applications of these customers at one moment, each for its benefit.
async fn apply_at_once<'a>(
    app: &TestApp,
    applications: impl IntoIterator<Item = (&'a String, &'a String)>,
) -> Vec<TestResponse> {
    let request = |(benefit, customer): (&String, &String)| {
        ("POST", "/benefit-applications".to_owned(), json!({"benefit_id": benefit, "customer_id": customer}))
    };
    at_once(app, applications.into_iter().map(request)).await
}

/// How many answers have each status, such as `[(201, 4), (409, 12)]`.
fn statuses(answers: &[TestResponse]) -> Vec<(u16, usize)> {
    let mut found: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    found.sort_unstable();
    found.chunk_by(|left, right| left == right).map(|same| (same[0], same.len())).collect()
}

/// A field of every record of a list's answer.
fn each(list: &TestResponse, field: &str) -> Vec<Value> {
    list.body["data"].as_array().into_iter().flatten().map(|record| record[field].clone()).collect()
}
