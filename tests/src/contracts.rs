//! Contracts: a location with a template, an office and a plan, and a member who signs.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use values::Timestamp;

use crate::{accepted, app, app_alone, location_with, made, member, resource, with};

/// A service with a location in Amsterdam (21 % tax on top), a template, an office, a plan of 900 euros a month, and a
/// member. The clock stands at 1 January 2027 at noon in Amsterdam.
pub struct ContractFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Identifier of the location in Amsterdam.
    pub location: String,
    /// Identifier of the template that contracts are written from.
    pub template: String,
    /// Identifier of the office that contracts assign.
    pub office: String,
    /// The membership plan's id.
    pub plan: String,
    /// Identifier of the member who signs.
    pub member: String,
}

/// A contract that was issued, with the tokens of its signers in their order.
pub struct Issued {
    /// Identifier of the contract that was issued.
    pub id: String,
    /// Ids of its signers.
    pub signers: Vec<String>,
    /// Tokens of their links.
    pub tokens: Vec<String>,
    /// What the issue answered.
    pub body: Value,
}

impl ContractFixture {
    /// In a table that other merchants have, too.
    pub async fn new() -> Self {
        Self::of(app().await).await
    }

    /// In a table of its own, for the sweep.
    pub async fn alone() -> Self {
        Self::of(app_alone().await).await
    }

    /// The same fixture in a service that is running already.
    pub async fn of(app: TestApp) -> Self {
        let location = location_with(&app, json!({"name": "Canal House", "tax_rate": 21})).await;
        let settings = json!({"credit_settings": {"enabled": true}, "invoice_settings": {"due_days": 365}});
        accepted(&app.put("/merchant", settings).await, 200);
        let member = member(&app, "ann@example.com").await;
        let text = "{{ customer.name }} and {{ merchant.name }} agree from {{ contract.start_date }}.\n\
                    {% for item in items %}\n{{ loop.index }}. {{ item.name }} {{ item.price }}\n{% endfor %}\n";
        let template = json!({"location_id": location, "title": "Licence", "body": text});
        let template = made(&app, "/contract-templates", template).await;
        let office = resource(&app, &location, "Office 1", "office", json!({})).await;
        let plan =
            json!({"location_id": location, "name": "Office", "cycle": "monthly", "price": 900, "currency": "EUR"});
        let plan = made(&app, "/memberships", plan).await;
        let fixture = Self { app, location, template, office, plan, member };
        fixture.clock("2027-01-01T11:00:00Z");
        fixture
    }

    /// Sets the clock.
    ///
    /// # Panics
    /// When `time` is no instant.
    #[expect(clippy::expect_used, reason = "a test with a wrong time cannot go on")]
    pub fn clock(&self, time: &str) {
        self.app.clock.set(Timestamp::parse(time).expect("an instant"));
    }

    /// An item that is the office.
    #[must_use]
    pub fn office_item(&self) -> Value {
        json!({"kind": "resource", "resource_id": self.office})
    }

    /// An item that is the plan.
    #[must_use]
    pub fn plan_item(&self) -> Value {
        json!({"kind": "plan", "membership_plan_id": self.plan})
    }

    /// The body of a contract on the office for the year 2027, signed by the customer and then by the location, with
    /// these fields too.
    #[must_use]
    pub fn body(&self, fields: &Value) -> Value {
        let body = json!({"customer_id": self.member, "location_id": self.location, "template_id": self.template,
            "type": "licence", "start_date": "2027-01-01", "end_date": "2027-12-31", "notice_days": 30,
            "items": [self.office_item()],
            "signers": [
                {"type": "customer", "name": "Ann", "email": "ann@example.com", "order": 1},
                {"type": "location", "name": "Olga", "email": "olga@example.com", "order": 2}]});
        with(body, fields)
    }

    /// A draft with these fields; its id.
    pub async fn draft(&self, fields: Value) -> String {
        made(&self.app, "/contracts", self.body(&fields)).await
    }

    /// Sends `POST /contracts/{id}/{action}`; a null body is no body.
    pub async fn act(&self, id: &str, action: &str, body: Value) -> TestResponse {
        let body = (!body.is_null()).then_some(body);
        self.app.send("POST", &format!("/contracts/{id}/{action}"), body, &[]).await
    }

    /// The same, which must succeed; the contract.
    ///
    /// # Panics
    /// When it does not.
    pub async fn acted(&self, id: &str, action: &str, body: Value) -> Value {
        let answer = self.act(id, action, body).await;
        assert!(matches!(answer.status, 200 | 201), "{action} {}", answer.text);
        answer.body["data"].clone()
    }

    /// Issues a draft, which must succeed.
    pub async fn issue(&self, id: &str) -> Issued {
        let body = self.acted(id, "issue", Value::Null).await;
        Issued::of(&body)
    }

    /// An issued contract with these fields.
    pub async fn issued(&self, fields: Value) -> Issued {
        let draft = self.draft(fields).await;
        self.issue(&draft).await
    }

    /// What the signature of the signer at a position answers.
    pub async fn sign(&self, issued: &Issued, position: usize) -> TestResponse {
        let body = json!({"token": issued.tokens[position], "ip_address": "203.0.113.7", "user_agent": "Browser 1"});
        let path = format!("/contracts/{}/signers/{}/sign", issued.id, issued.signers[position]);
        self.app.post(&path, body).await
    }

    /// Everybody signs; the contract.
    pub async fn sign_all(&self, issued: &Issued) -> Value {
        for position in 0..issued.signers.len() {
            accepted(&self.sign(issued, position).await, 200);
        }
        self.get(&issued.id).await
    }

    /// A signed contract with these fields; what it shows.
    pub async fn signed(&self, fields: Value) -> Value {
        let issued = self.issued(fields).await;
        self.sign_all(&issued).await
    }

    /// A contract as it is now.
    pub async fn get(&self, id: &str) -> Value {
        let found = self.app.get(&format!("/contracts/{id}")).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// What a path shows.
    pub async fn shown(&self, path: &str) -> Value {
        let found = self.app.get(path).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// Totals of the member's invoices and notes that wait, oldest first.
    pub async fn invoices(&self) -> Vec<String> {
        let list = self.shown(&format!("/invoices?customer_id={}&order=asc&per_page=100", self.member)).await;
        let text =
            |invoice: &Value| format!("{} {}", invoice["period_start"].as_str().unwrap_or("-"), invoice["total"]);
        list.as_array().into_iter().flatten().map(text).collect()
    }
}

impl Issued {
    /// What an issue has answered.
    #[must_use]
    pub fn of(body: &Value) -> Self {
        let texts = |list: &str, field: &str| -> Vec<String> {
            let entries = body[list].as_array().into_iter().flatten();
            entries.map(|entry| entry[field].as_str().unwrap_or_default().to_owned()).collect()
        };
        Self {
            id: body["id"].as_str().unwrap_or_default().to_owned(),
            signers: texts("signers", "id"),
            tokens: texts("links", "token"),
            body: body.clone(),
        }
    }
}
