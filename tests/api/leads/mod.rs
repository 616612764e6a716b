//! Leads: what each rule of `docs/areas/leads.md` promises, through HTTP.

mod contracts;
mod converting;
mod erasure;
mod events;
mod lists;
mod people;
mod references;
mod retention;
mod stages;

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{ContractFixture, accepted, made, with};

/// A place with a template, an office and a plan, and a lead to begin with.
struct Leads {
    fixture: ContractFixture,
}

impl Leads {
    async fn new() -> Self {
        Self { fixture: ContractFixture::alone().await }
    }

    /// The body of a lead with these fields.
    fn body(&self, fields: &Value) -> Value {
        let body = json!({"location_id": self.fixture.location, "name": "Vera Lang", "email": "vera@lang.example"});
        with(body, fields)
    }

    /// A lead with these fields; its path.
    async fn lead(&self, fields: Value) -> String {
        format!("/leads/{}", made(&self.fixture.app, "/leads", self.body(&fields)).await)
    }

    /// What a lead is now.
    async fn shown(&self, path: &str) -> Value {
        let answer = self.fixture.app.get(path).await;
        accepted(&answer, 200);
        answer.body["data"].clone()
    }

    /// What creating a lead with these fields is answered.
    async fn create(&self, fields: Value) -> TestResponse {
        self.fixture.app.post("/leads", self.body(&fields)).await
    }

    /// What a change of a lead is answered.
    async fn put(&self, path: &str, fields: Value) -> TestResponse {
        self.fixture.app.put(path, fields).await
    }

    /// What an operation on a lead is answered.
    async fn act(&self, path: &str, action: &str, body: Value) -> TestResponse {
        self.fixture.app.post(&format!("{path}/{action}"), body).await
    }

    /// The same, which must succeed; the lead.
    async fn acted(&self, path: &str, action: &str, body: Value) -> Value {
        let answer = self.act(path, action, body).await;
        accepted(&answer, 200);
        answer.body["data"].clone()
    }
}
