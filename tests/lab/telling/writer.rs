//! Random writes of one merchant through HTTP: of several kinds, some of them refused.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{Duration, SecondsFormat};
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{NOBODY, location_with, made, member_as, resource};

use crate::random::Random;

/// What all writers of a merchant write about.
#[derive(Clone)]
pub struct Ground {
    /// The service as this merchant calls it.
    pub app: TestApp,
    location: String,
    rooms: Vec<String>,
    membership: String,
    admin: String,
    /// A record of another merchant.
    foreign: String,
}

impl Ground {
    /// Makes the merchant's location, rooms, membership plan and admin.
    pub async fn new(app: TestApp, foreign: String) -> Self {
        let location = location_with(&app, json!({"time_zone": "UTC"})).await;
        let mut rooms = Vec::new();
        for number in 0..3 {
            rooms.push(resource(&app, &location, &format!("Room {number}"), "meeting_room", json!({})).await);
        }
        let plan =
            json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 300, "currency": "EUR"});
        let membership = made(&app, "/memberships", plan).await;
        let admin = member_as(&app, "otto@example.com", "admin").await;
        Self { app, location, rooms, membership, admin, foreign }
    }
}

/// What was answered to a write.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Method and path of the write.
    pub request: String,
    /// Status of the answer.
    pub status: u16,
    /// Identifier of the request, as the answer names it.
    pub request_id: String,
    /// The record that was made; none for other writes.
    pub made: Option<String>,
}

/// One of several who write for a merchant.
pub struct Writer {
    ground: Arc<Ground>,
    random: Random,
    name: u64,
    count: u64,
    made: BTreeMap<&'static str, Vec<String>>,
}

impl Writer {
    /// Writer `name`, whose choices follow from the seed.
    pub fn new(ground: &Arc<Ground>, seed: u64, name: u64) -> Self {
        let random = Random(seed.wrapping_mul(1_000_003).wrapping_add(name));
        Self { ground: Arc::clone(ground), random, name, count: 0, made: BTreeMap::new() }
    }

    /// Writes once; what was answered.
    pub async fn write(&mut self) -> Answered {
        self.count += 1;
        let (method, path, body) = self.wish();
        let answer = self.ground.app.send(method, &path, Some(body).filter(|body| !body.is_null()), &[]).await;
        let made = (answer.status == 201 && method == "POST").then(|| answer.id());
        self.remember(&path, &answer);
        let request_id = answer.body["meta"]["request_id"].as_str().unwrap_or_default().to_owned();
        Answered { request: format!("{method} {path}"), status: answer.status, request_id, made }
    }

    fn remember(&mut self, path: &str, answer: &TestResponse) {
        const COLLECTIONS: [&str; 7] =
            ["/plans", "/members", "/bookings", "/invoices", "/subscriptions", "/tickets", "/floors"];
        let collection = COLLECTIONS.iter().find(|collection| **collection == path);
        if let (Some(collection), 201) = (collection, answer.status) {
            self.made.entry(collection).or_default().push(answer.id());
        }
    }

    /// One of the records that this writer made lately, at an action of it; nobody's when there is none yet.
    fn of(&mut self, collection: &str, action: &str) -> String {
        let made = self.made.get(collection).map(Vec::as_slice).unwrap_or_default();
        let lately = &made[made.len().saturating_sub(8)..];
        let id = if lately.is_empty() { NOBODY.to_owned() } else { self.random.pick(lately).clone() };
        format!("{collection}/{id}{action}")
    }

    fn customer(&mut self) -> String {
        let members = self.made.get("/members").map(Vec::as_slice).unwrap_or_default();
        if members.is_empty() { self.ground.admin.clone() } else { self.random.pick(members).clone() }
    }

    /// A time within two weeks, so that some are taken.
    fn time(&mut self) -> Value {
        let begin = self.ground.app.context.clock.now().utc() + Duration::days(2);
        let start = begin + Duration::minutes(self.random.minutes(14 * 24) * 60);
        let end = start + Duration::minutes((self.random.minutes(6) + 1) * 30);
        let text = |at: chrono::DateTime<chrono::Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
        json!({"start_time": text(start), "end_time": text(end)})
    }

    fn wish(&mut self) -> (&'static str, String, Value) {
        match self.random.below(30) {
            0..=9 => self.of_customers(),
            10..=18 => self.of_bookings(),
            19..=26 => self.of_money(),
            _ => self.refused(),
        }
    }

    fn of_customers(&mut self) -> (&'static str, String, Value) {
        let (name, number) = (self.name, self.count);
        match self.random.below(10) {
            0..=1 => {
                let body = json!({"name": format!("Plan {name} {number}"), "price": 100 + number, "currency": "EUR",
                    "billing_cycle": "monthly"});
                ("POST", "/plans".to_owned(), body)
            }
            2 => ("PUT", self.of("/plans", ""), json!({"description": format!("The {number}th text.")})),
            3 => ("DELETE", self.of("/plans", ""), json!(null)),
            4..=5 => {
                let body = json!({"email": format!("ann.{name}.{number}@example.com"), "name": "Ann"});
                ("POST", "/members".to_owned(), body)
            }
            6 => ("PUT", self.of("/members", ""), json!({"phone": format!("+31 20 555 {number:04}")})),
            7 => {
                let action = *self.random.pick(&["/block", "/unblock"]);
                ("POST", self.of("/members", action), json!({}))
            }
            8 => {
                let body =
                    json!({"location_id": self.ground.location, "name": format!("Floor {name} {number}"), "level": 1});
                ("POST", "/floors".to_owned(), body)
            }
            _ => ("DELETE", self.of("/floors", ""), json!(null)),
        }
    }

    fn of_bookings(&mut self) -> (&'static str, String, Value) {
        match self.random.below(9) {
            0..=4 => {
                let mut body = self.time();
                body["customer_id"] = json!(self.customer());
                body["resource_id"] = json!(self.random.pick(&self.ground.rooms));
                ("POST", "/bookings".to_owned(), body)
            }
            5 => ("POST", self.of("/bookings", "/cancel"), json!({})),
            6..=7 => ("POST", self.of("/bookings", "/reschedule"), self.time()),
            _ => ("PUT", self.of("/bookings", ""), json!({"title": format!("Meeting {}", self.count)})),
        }
    }

    fn of_money(&mut self) -> (&'static str, String, Value) {
        let (location, number) = (self.ground.location.clone(), self.count);
        match self.random.below(8) {
            0..=1 => {
                let items = json!([{"description": "Desk", "quantity": 1, "unit_amount": 10 + number}]);
                let body = json!({"customer_id": self.customer(), "location_id": location, "items": items});
                ("POST", "/invoices".to_owned(), body)
            }
            2 => ("POST", self.of("/invoices", "/issue"), json!({})),
            3 => match self.random.below(2) {
                0 => ("POST", self.of("/invoices", "/pay"), json!({"amount": 5, "method": "bank_transfer"})),
                _ => ("POST", self.of("/invoices", "/void"), json!({})),
            },
            4 => {
                let day = (self.ground.app.context.clock.now().utc() + Duration::days(3)).date_naive().to_string();
                let body = json!({"customer_id": self.customer(), "membership_plan_id": self.ground.membership,
                    "start_date": day});
                ("POST", "/subscriptions".to_owned(), body)
            }
            5 => ("POST", self.of("/subscriptions", "/cancel"), json!({"timing": "at_period_end"})),
            6 => {
                let body = json!({"location_id": location, "requester_id": self.customer(),
                    "assignee_id": self.ground.admin, "type": "cleaning", "subject": "Window", "description": "Dust."});
                ("POST", "/tickets".to_owned(), body)
            }
            _ => {
                let action = *self.random.pick(&["/start", "/wait", "/solve", "/reopen"]);
                ("POST", self.of("/tickets", action), json!({}))
            }
        }
    }

    fn refused(&mut self) -> (&'static str, String, Value) {
        match self.random.below(4) {
            0 => ("POST", "/plans".to_owned(), json!({"name": ""})),
            1 => ("PUT", format!("/members/{NOBODY}"), json!({"name": "Nobody"})),
            2 => ("PUT", format!("/members/{}", self.ground.foreign), json!({"name": "Stranger"})),
            _ => {
                let body = json!({"email": "otto@example.com", "name": "Otto"});
                ("POST", "/members".to_owned(), body)
            }
        }
    }
}
