//! Bookings that take place in a later period of a subscription are paid from that (`docs/areas/settlement.md`, 63).

mod changes;
mod never;

use serde_json::{Value, json};
use testing::{Fault, TestResponse};
use tests::{SubscriptionFixture, accepted, at_once, books_add_up, having, made, resource, sweep, with};

use super::{LACKING, charged};

/// The first instant of February 2027 in Amsterdam.
pub const FEBRUARY: &str = "2027-01-31T23:00:00.000Z";

/// A room at a credit and 20 an hour, and a member who has ten credits a month. Now it is 1 January 2027.
pub struct Ahead {
    pub fixture: SubscriptionFixture,
    pub subscription: String,
    pub room: String,
}

impl Ahead {
    /// With a plan that has these fields too.
    pub async fn new(plan: Value) -> Self {
        Self::of(SubscriptionFixture::new(plan).await, json!({})).await
    }

    /// The same with a room that has these fields too, in a table of its own, for the sweep.
    pub async fn alone(room: Value) -> Self {
        Self::of(SubscriptionFixture::alone(json!({})).await, room).await
    }

    async fn of(fixture: SubscriptionFixture, room: Value) -> Self {
        let subscription = fixture.subscribed(json!({})).await;
        let fields = with(json!({"credit_rates": [{"unit_amount": 1}], "rates": [{"unit_amount": 20}]}), &room);
        let room = resource(&fixture.app, &fixture.location, "Room", "meeting_room", fields).await;
        Self { fixture, subscription, room }
    }

    /// The body of a booking so many hours long from ten o'clock UTC on.
    pub fn body(&self, day: &str, hours: u32, fields: &Value) -> Value {
        let body = json!({"resource_id": self.room, "customer_id": self.fixture.member, "payment_source": "credits",
            "start_time": format!("{day}T10:00:00Z"), "end_time": format!("{day}T{}:00:00Z", 10 + hours)});
        with(body, fields)
    }

    pub async fn book(&self, day: &str, hours: u32) -> TestResponse {
        self.fixture.app.post("/bookings", self.body(day, hours, &json!({}))).await
    }

    /// The same, which must succeed; the booking's id.
    pub async fn booked(&self, day: &str, hours: u32) -> String {
        made(&self.fixture.app, "/bookings", self.body(day, hours, &json!({}))).await
    }

    /// A booking as it is now.
    pub async fn booking(&self, id: &str) -> Value {
        let found = self.fixture.app.get(&format!("/bookings/{id}")).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// Credits of a booking that are taken, and that are reserved.
    pub async fn credits_of(&self, id: &str) -> (i64, i64) {
        let booking = self.booking(id).await;
        (charged(&booking).0, reserved(&booking["charged"]))
    }

    /// What the member has, and what of periods to come is reserved.
    pub async fn left(&self) -> (i64, i64) {
        let balances = self.fixture.app.get(&format!("/customers/{}/balances", self.fixture.member)).await;
        accepted(&balances, 200);
        let credits = &balances.body["data"]["credits"];
        (credits["total"].as_i64().unwrap_or(-1), credits["scheduled"].as_i64().unwrap_or(-1))
    }

    /// Bookings' transactions, oldest first: state, amount, when they are or were to be posted, and when they were.
    pub async fn charges(&self) -> Vec<String> {
        let path = format!("/credit-transactions?customer_id={}&type=booking&per_page=100", self.fixture.member);
        let list = self.fixture.app.get(&path).await;
        accepted(&list, 200);
        let text = |one: &Value| {
            let at = |field: &str| one[field].as_str().unwrap_or("-").to_owned();
            format!("{} {} {} {}", at("status"), one["amount"], at("scheduled_for"), at("posted_at"))
        };
        list.body["data"].as_array().into_iter().flatten().rev().map(text).collect()
    }

    pub async fn act(&self, booking: &str, action: &str, body: Value) -> TestResponse {
        self.fixture.app.post(&format!("/bookings/{booking}/{action}"), body).await
    }

    pub async fn sweep(&self) {
        sweep(&self.fixture.app.context).await;
    }

    pub async fn end(self) {
        books_add_up(&self.fixture.app).await;
    }
}

/// Credits that are reserved, of all parts.
pub fn reserved(charges: &Value) -> i64 {
    let parts = charges["credits_reserved"].as_array().cloned().unwrap_or_default();
    parts.iter().filter_map(|part| part["amount"].as_i64()).sum()
}

#[tokio::test]
async fn a_booking_in_a_later_period_is_reserved_of_what_that_will_grant_and_posted_when_it_begins() {
    let ahead = Ahead::alone(json!({})).await;
    let booking = ahead.booked("2027-02-03", 3).await;
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((10, 3), (0, 3)));
    assert_eq!(ahead.charges().await, [format!("scheduled 3 {FEBRUARY} -")]);
    let part = ahead.booking(&booking).await["charged"]["credits_reserved"][0].clone();
    let expected = json!({"amount": 3, "scheduled_for": FEBRUARY, "expires_at": "2027-02-28T23:00:00.000Z",
        "subscription_id": ahead.subscription});
    assert_eq!(part, expected);
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    assert_eq!(ahead.left().await, (7, 0));
    assert_eq!(ahead.charges().await, [format!("posted 3 {FEBRUARY} {FEBRUARY}")]);
    ahead.sweep().await;
    assert_eq!((ahead.left().await, ahead.credits_of(&booking).await), ((7, 0), (3, 0)));
    ahead.end().await;
}

#[tokio::test]
async fn no_more_is_reserved_of_a_period_than_it_will_grant() {
    let ahead = Ahead::new(json!({})).await;
    ahead.booked("2027-02-03", 8).await;
    assert_eq!(ahead.book("2027-02-04", 3).await.refusal(), LACKING);
    ahead.booked("2027-02-04", 2).await;
    ahead.booked("2027-03-04", 10).await;
    assert_eq!(ahead.left().await, (10, 20));
    assert_eq!(ahead.book("2027-02-05", 1).await.refusal(), LACKING);
    ahead.end().await;
}

#[tokio::test]
async fn the_refusal_names_the_limit_of_charges_that_wait() {
    let ahead = Ahead::new(json!({"expiring_credits": 100})).await;
    for day in 1..21 {
        ahead.booked(&format!("2027-02-{day:02}"), 1).await;
    }
    let refused = ahead.book("2027-02-21", 1).await;
    assert_eq!(refused.refusal(), LACKING);
    let said = refused.body["error"]["message"].as_str().unwrap_or_default();
    assert!(said.contains("at most 20 charges wait for one instant"), "{said}");
    ahead.end().await;
}

#[tokio::test]
async fn transactions_of_a_customer_are_shown_as_time_has_made_them() {
    let ahead = Ahead::new(json!({})).await;
    ahead.booked("2027-02-03", 3).await;
    let path = format!("/credit-transactions?customer_id={}&type=booking", ahead.fixture.member);
    let shown = ahead.fixture.app.get(&path).await.body["data"][0].clone();
    assert_eq!(shown["status"], "scheduled");
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    let one = ahead.fixture.app.get(&format!("/credit-transactions/{}", super::id(&shown))).await;
    assert_eq!(one.body["data"]["status"], "posted");
    assert_eq!(ahead.fixture.app.get(&path).await.body["data"][0]["status"], "posted");
    let all = format!("/credit-transactions?customer_id={}&type=subscription_allocation", ahead.fixture.member);
    assert_eq!(tests::total(&ahead.fixture.app, &all).await, 2, "February too");
    ahead.end().await;
}

#[tokio::test]
async fn what_lasts_until_the_booking_pays_in_the_order_of_expiry() {
    let ahead = Ahead::new(json!({})).await;
    let grant = json!({"customer_id": ahead.fixture.member, "type": "admin_allocation", "amount": 2});
    made(&ahead.fixture.app, "/credit-transactions", grant.clone()).await;
    let sooner = with(grant, &json!({"expires_at": "2027-02-20T00:00:00Z"}));
    made(&ahead.fixture.app, "/credit-transactions", sooner).await;
    let first = ahead.booked("2027-02-03", 3).await;
    assert_eq!((ahead.credits_of(&first).await, ahead.left().await), ((2, 1), (12, 1)));
    let second = ahead.booked("2027-02-04", 11).await;
    assert_eq!((ahead.credits_of(&second).await, ahead.left().await), ((2, 9), (10, 10)));
    ahead.end().await;
}

#[tokio::test]
async fn read_late_it_is_as_it_was_on_time() {
    let mut told = Vec::new();
    for stops in
        [vec!["2027-02-01T00:00:00Z", "2027-03-01T00:00:00Z", "2027-04-02T09:00:00Z"], vec!["2027-04-02T09:00:00Z"]]
    {
        let ahead = Ahead::alone(json!({})).await;
        let (first, second) = (ahead.booked("2027-02-03", 3).await, ahead.booked("2027-03-10", 4).await);
        for stop in stops {
            ahead.fixture.clock(stop);
            ahead.left().await;
        }
        ahead.sweep().await;
        let bookings = (ahead.credits_of(&first).await, ahead.credits_of(&second).await);
        told.push((ahead.fixture.credits().await, ahead.charges().await, ahead.left().await, bookings));
        ahead.end().await;
    }
    assert_eq!(told[0], told[1]);
    assert_eq!((told[0].2, told[0].3), ((10, 0), ((3, 0), (4, 0))));
}

#[tokio::test]
async fn readers_and_the_sweep_at_the_same_moment_post_once() {
    let ahead = Ahead::alone(json!({})).await;
    for day in 3..8 {
        ahead.booked(&format!("2027-02-0{day}"), 1).await;
    }
    ahead.fixture.clock("2027-02-01T08:00:00Z");
    let path = format!("/customers/{}/balances", ahead.fixture.member);
    let reads = (0..8).map(|_| ("GET", path.clone(), Value::Null));
    let (answers, ()) = tokio::join!(at_once(&ahead.fixture.app, reads), ahead.sweep());
    assert_eq!((having(&answers, 200), ahead.left().await), (8, (5, 0)));
    ahead.sweep().await;
    let posted = format!("posted 1 {FEBRUARY} {FEBRUARY}");
    assert_eq!(ahead.charges().await, vec![posted; 5]);
    ahead.end().await;
}

#[tokio::test]
async fn of_many_bookings_at_once_as_many_are_made_as_the_period_pays() {
    let ahead = Ahead::new(json!({"expiring_credits": 5})).await;
    let body = |day: u32| ahead.body(&format!("2027-02-{day:02}"), 1, &json!({}));
    let answers = at_once(&ahead.fixture.app, (1..17).map(|day| ("POST", "/bookings".to_owned(), body(day)))).await;
    assert_eq!((having(&answers, 201), having(&answers, 402)), (5, 11));
    assert_eq!(ahead.left().await, (5, 5));
    ahead.end().await;
}

#[tokio::test]
async fn a_quote_tells_what_is_reserved_and_the_booking_reserves_it() {
    let ahead = Ahead::new(json!({})).await;
    let quoted = ahead.fixture.app.post("/bookings/quote", ahead.body("2027-02-03", 3, &json!({}))).await;
    accepted(&quoted, 200);
    let quote = &quoted.body["data"];
    assert_eq!((reserved(quote), &quote["credits_applied"], ahead.left().await), (3, &json!([]), (10, 0)));
    let by = ahead.body("2027-02-03", 3, &json!({"quote_id": quote["id"]}));
    let made = ahead.fixture.app.post("/bookings", by.clone()).await;
    accepted(&made, 201);
    assert_eq!(made.body["data"]["charged"]["credits_reserved"], quote["credits_reserved"]);
    let too_long = ahead.fixture.app.post("/bookings/quote", ahead.body("2027-02-04", 8, &json!({}))).await;
    assert_eq!(too_long.body["data"]["violations"][0]["reason"], "insufficient_balance");
    ahead.end().await;
}

#[tokio::test]
async fn a_subscription_that_begins_later_pays_for_what_takes_place_then() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let ahead = Ahead::of(fixture, json!({})).await;
    let bob = tests::member(&ahead.fixture.app, "bob@example.com").await;
    let body = ahead.fixture.body(&json!({"customer_id": bob, "start_date": "2027-02-01"}));
    made(&ahead.fixture.app, "/subscriptions", body).await;
    let of_bob = json!({"customer_id": bob});
    let early = ahead.fixture.app.post("/bookings", ahead.body("2027-01-20", 1, &of_bob)).await;
    assert_eq!(early.refusal(), LACKING);
    let booked = ahead.fixture.app.post("/bookings", ahead.body("2027-02-02", 1, &of_bob)).await;
    accepted(&booked, 201);
    assert_eq!(reserved(&booked.body["data"]["charged"]), 1);
    ahead.end().await;
}

#[tokio::test]
async fn day_passes_of_a_later_period_pay_too() {
    let fixture = SubscriptionFixture::new(json!({"expiring_day_passes": 2})).await;
    let ahead = Ahead::of(fixture, json!({"day_passes_enabled": true})).await;
    let by_pass = json!({"payment_source": "day_pass"});
    for day in ["2027-02-02", "2027-02-03"] {
        made(&ahead.fixture.app, "/bookings", ahead.body(day, 1, &by_pass)).await;
    }
    let third = ahead.fixture.app.post("/bookings", ahead.body("2027-02-04", 1, &by_pass)).await;
    assert_eq!(third.refusal(), LACKING);
    let balances = ahead.fixture.app.get(&format!("/customers/{}/balances", ahead.fixture.member)).await;
    let passes = &balances.body["data"]["day_passes"];
    assert_eq!((&passes["total"], &passes["scheduled"]), (&json!(2), &json!(2)));
    ahead.end().await;
}

#[tokio::test]
async fn a_period_to_come_of_a_company_pays_for_its_members_within_their_limit() {
    let ahead = Ahead::new(json!({})).await;
    let app = &ahead.fixture.app;
    let company = json!({"location_id": ahead.fixture.location, "name": "Blue Harbour"});
    let company = made(app, "/companies", company).await;
    let path = format!("/companies/{company}/members");
    let bob = tests::member(app, "bob@example.com").await;
    accepted(&app.post(&path, json!({"member_id": ahead.fixture.member, "role": "manager"})).await, 201);
    let place = json!({"member_id": bob, "role": "member", "may_use_company_credits": true, "monthly_credit_limit": 5});
    accepted(&app.post(&path, place).await, 201);
    made(app, "/subscriptions", ahead.fixture.body(&json!({"customer_id": company}))).await;
    let by_bob = async |day: &str| app.post("/bookings", ahead.body(day, 3, &json!({"customer_id": bob}))).await;
    let first = by_bob("2027-02-02").await;
    accepted(&first, 201);
    let data = &first.body["data"];
    assert_eq!((&data["payer_id"], reserved(&data["charged"])), (&json!(company), 3));
    assert_eq!(by_bob("2027-02-03").await.refusal(), LACKING, "Bob may spend two more, and has none");
    accepted(&ahead.act(super::id(data), "cancel", json!({})).await, 200);
    accepted(&by_bob("2027-02-03").await, 201);
    ahead.end().await;
}

#[tokio::test]
async fn requests_that_die_lose_and_double_nothing() {
    for (fault, is_done) in [(Fault::DropBefore, false), (Fault::DropAfter, true)] {
        let ahead = Ahead::alone(json!({})).await;
        let dying = async |method: &str, path: String, body: Value| {
            ahead.fixture.app.faults.next("TransactWriteItems", 100, fault.clone());
            ahead.fixture.app.send(method, &path, (!body.is_null()).then_some(body), &[]).await;
            ahead.fixture.app.faults.clear();
        };
        dying("POST", "/bookings".to_owned(), ahead.body("2027-02-03", 3, &json!({}))).await;
        assert_eq!(ahead.left().await, (10, if is_done { 3 } else { 0 }));
        let second = ahead.booked("2027-02-04", 2).await;
        dying("POST", format!("/bookings/{second}/cancel"), json!({})).await;
        let reserved_now = if is_done { 3 } else { 2 };
        assert_eq!(ahead.left().await, (10, reserved_now));
        ahead.fixture.clock("2027-02-01T08:00:00Z");
        dying("GET", format!("/customers/{}/balances", ahead.fixture.member), Value::Null).await;
        assert_eq!(ahead.left().await, (10 - reserved_now, 0));
        ahead.sweep().await;
        assert_eq!(ahead.left().await, (10 - reserved_now, 0));
        ahead.end().await;
    }
}
