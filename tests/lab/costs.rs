//! What an operation asks of DynamoDB: round trips in sequence, calls and capacity units. A golden table: a change of
//! it is a change of what every request costs.

use serde_json::{Value, json};
use testing::{Account, TestApp};

use crate::{fixture::Fixture, state_machine::places};

/// Has these figures in a table.
const PERFORMANCE: &str = include_str!("../../docs/PERFORMANCE.md");

/// Round trips in sequence, calls, and units (`docs/PERFORMANCE.md`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    pub depth: u32,
    pub calls: u64,
    pub units: f64,
}

impl Cost {
    /// What was asked since the account was begun.
    #[expect(clippy::float_arithmetic, reason = "DynamoDB reports capacity as a float; it is only shown")]
    pub fn of(app: &TestApp) -> Self {
        let Account { round_trips, calls, read_units, write_units } = app.faults.account();
        Self { depth: round_trips, calls: calls.into(), units: read_units + write_units }
    }

    /// It must be this, and stand in the table.
    pub fn check(&self, name: &str, (depth, calls, units): (u32, u64, f64)) {
        println!("{name}: {} round trips, {} calls, {} units", self.depth, self.calls, self.units);
        assert_eq!(*self, Self { depth, calls, units }, "{name}");
        let row = format!("| {name} | {depth} | {calls} | {units} |");
        assert!(PERFORMANCE.contains(&row), "docs/PERFORMANCE.md lacks the row {row}");
    }
}

/// Sends a request that must answer `status` at this cost, and gives its data.
pub async fn check(
    fixture: &Fixture,
    name: &str,
    (method, path): (&str, &str),
    body: Option<Value>,
    (status, expected): (u16, (u32, u64, f64)),
) -> Value {
    let _ = fixture.app.faults.account();
    let answer = fixture.send(method, path, body).await;
    let cost = Cost::of(&fixture.app);
    assert_eq!(answer.status, status, "{name}: {}", answer.body);
    cost.check(name, expected);
    answer.body["data"].clone()
}

#[tokio::test]
async fn what_bookings_cost() {
    let fixture = Fixture::new(&places()).await;
    let wish = |start: i64| Some(fixture.booking(0, start, start + 60, 1));
    let first = "create, first of its resource in the process";
    let booking = check(&fixture, first, ("POST", "/bookings"), wish(60), (201, (3, 6, 31.0))).await;
    check(&fixture, "create", ("POST", "/bookings"), wish(600), (201, (2, 6, 31.0))).await;
    check(&fixture, "create, conflict", ("POST", "/bookings"), wish(90), (409, (1, 5, 8.0))).await;
    let quote = check(&fixture, "quote", ("POST", "/bookings/quote"), wish(700), (200, (2, 6, 9.0))).await;
    let mut quoted = fixture.booking(0, 700, 760, 1);
    quoted["quote_id"] = quote["id"].clone();
    check(&fixture, "create by a quote", ("POST", "/bookings"), Some(quoted), (201, (2, 7, 32.0))).await;
    let path = format!("/bookings/{}", booking["id"].as_str().unwrap());
    check(&fixture, "get", ("GET", &path), None, (200, (1, 1, 1.0))).await;
    let moved = Some(json!({"start_time": fixture.instant(120), "end_time": fixture.instant(180)}));
    check(&fixture, "reschedule", ("POST", &format!("{path}/reschedule")), moved, (200, (3, 8, 42.0))).await;
    let month =
        format!("/bookings?resource_id={}&start_date=2026-11-01&end_date=2026-11-30&per_page=100", fixture.ids[0]);
    check(&fixture, "list of a resource's month", ("GET", &month), None, (200, (1, 1, 1.0))).await;
    check(&fixture, "cancel", ("POST", &format!("{path}/cancel")), Some(json!({})), (200, (3, 4, 26.0))).await;
    let block = Some(fixture.time(0, 1000, 1060));
    let block = check(&fixture, "block", ("POST", "/calendar-blocks"), block, (201, (2, 5, 16.0))).await;
    let path = format!("/calendar-blocks/{}", block["id"].as_str().unwrap());
    check(&fixture, "end of a block", ("DELETE", &path), None, (200, (5, 7, 18.0))).await;
}

#[tokio::test]
async fn what_paid_bookings_cost() {
    let fixture = Fixture::new(&places()).await;
    tests::uses_credits(&fixture.app).await;
    let priced = json!({"rates": [{"unit_amount": 20}], "credit_rates": [{"unit_amount": 1}]});
    tests::accepted(&fixture.app.put(&format!("/resources/{}", fixture.ids[0]), priced).await, 200);
    let grant = json!({"customer_id": fixture.customer(), "type": "admin_allocation", "amount": 9});
    tests::made(&fixture.app, "/credit-transactions", grant).await;
    let wish = |start: i64, source: &str| {
        Some(tests::with(fixture.booking(0, start, start + 60, 1), &json!({"payment_source": source})))
    };
    tests::accepted(&fixture.send("POST", "/bookings", wish(60, "none")).await, 201);
    let paths = ("POST", "/bookings");
    check(&fixture, "create, with a price", paths, wish(130, "none"), (201, (3, 7, 32.0))).await;
    check(&fixture, "create, paid outside", paths, wish(200, "external"), (201, (3, 7, 32.0))).await;
    let by_credits = check(&fixture, "create, by credits", paths, wish(400, "credits"), (201, (3, 9, 40.0))).await;
    tests::accepted(&fixture.send("POST", "/bookings", wish(600, "invoice")).await, 201);
    let invoiced = check(&fixture, "create, on the invoice", paths, wish(800, "invoice"), (201, (3, 9, 48.0))).await;
    let cancel = |booking: &Value| format!("/bookings/{}/cancel", booking["id"].as_str().unwrap());
    let paths = ("POST", cancel(&by_credits));
    check(&fixture, "cancel, by credits", (paths.0, &paths.1), Some(json!({})), (200, (4, 5, 35.0))).await;
    let paths = ("POST", cancel(&invoiced));
    check(&fixture, "cancel, on the invoice", (paths.0, &paths.1), Some(json!({})), (200, (5, 7, 47.0))).await;
}

#[tokio::test]
async fn what_it_costs_to_know_a_subscriber() {
    let fixture = Fixture::new(&places()).await;
    let (app, location) = (&fixture.app, fixture.location());
    let rates = json!({"rates": [{"unit_amount": 10}]});
    tests::accepted(&app.put(&format!("/resources/{}", fixture.ids[0]), rates).await, 200);
    let plan = json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 300, "currency": "EUR",
        "discount_rooms": 50});
    let plan = tests::made(app, "/memberships", plan).await;
    let today = fixture.instant(0)[..10].to_owned();
    let subscription = json!({"customer_id": fixture.customer(), "membership_plan_id": plan, "start_date": today});
    tests::made(app, "/subscriptions", subscription).await;
    let wish = |start: i64| Some(fixture.booking(0, start, start + 60, 1));
    fixture.send("POST", "/bookings", wish(60)).await;
    let made = check(&fixture, "create by a subscriber", ("POST", "/bookings"), wish(600), (201, (3, 7, 32.0))).await;
    assert_eq!(made["total_amount"], json!(5));
    let company = tests::company(app, location).await;
    let place = json!({"member_id": fixture.customer(), "role": "manager"});
    tests::accepted(&app.post(&format!("/companies/{company}/members"), place).await, 201);
    let by_member = "create by a member of a company";
    check(&fixture, by_member, ("POST", "/bookings"), wish(700), (201, (3, 8, 34.0))).await;
}

#[tokio::test]
async fn what_transactions_cost() {
    let fixture = Fixture::new(&[]).await;
    tests::uses_credits(&fixture.app).await;
    let customer = fixture.customer();
    let grant = json!({"customer_id": customer, "type": "admin_allocation", "amount": 9});
    let charge = json!({"customer_id": customer, "type": "admin_charge", "amount": 1});
    let pay = json!({"customer_id": customer, "amount": 10, "currency": "EUR", "method": "cash"});
    let path = "/credit-transactions";
    check(&fixture, "first grant of a wallet", ("POST", path), Some(grant.clone()), (201, (2, 4, 11.0))).await;
    check(&fixture, "grant", ("POST", path), Some(grant), (201, (2, 4, 11.0))).await;
    check(&fixture, "charge", ("POST", path), Some(charge), (201, (2, 4, 11.0))).await;
    check(
        &fixture,
        "first payment of a process",
        ("POST", "/payment-transactions"),
        Some(pay.clone()),
        (201, (5, 5, 17.0)),
    )
    .await;
    let paid = check(&fixture, "payment", ("POST", "/payment-transactions"), Some(pay), (201, (3, 3, 14.0))).await;
    let refund = format!("/payment-transactions/{}/refund", paid["id"].as_str().unwrap());
    check(&fixture, "refund", ("POST", &refund), Some(json!({"amount": 1})), (200, (3, 3, 11.0))).await;
    let balances = format!("/customers/{customer}/balances");
    check(&fixture, "balances", ("GET", &balances), None, (200, (1, 2, 5.0))).await;
    check(&fixture, "trial balance", ("GET", "/ledger/trial-balance"), None, (200, (2, 2, 2.0))).await;
}

#[tokio::test]
async fn what_check_ins_cost() {
    let fixture = Fixture::new(&places()).await;
    let (app, location, customer) = (&fixture.app, fixture.location(), fixture.customer());
    let pass = json!({"customer_id": customer, "type": "admin_allocation", "amount": 9});
    tests::made(app, "/day-pass-transactions", pass).await;
    let wish = || Some(json!({"member_id": customer, "location_id": location}));
    let check_in = ("POST", "/check-ins");
    let here = check(&fixture, "check in, by a day pass", check_in, wish(), (201, (5, 9, 35.5))).await;
    let out = format!("/check-ins/{}/check-out", here["id"].as_str().unwrap());
    check(&fixture, "check out", ("POST", &out), Some(json!({})), (200, (3, 3, 13.0))).await;
    let here = check(&fixture, "check in, the day is paid for", check_in, wish(), (201, (4, 7, 25.5))).await;
    tests::accepted(&app.post(&format!("/check-ins/{}/check-out", here["id"].as_str().unwrap()), json!({})).await, 200);
    let plan = json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 300, "currency": "EUR"});
    let plan = tests::made(app, "/memberships", plan).await;
    let today = fixture.instant(0)[..10].to_owned();
    let subscription = json!({"customer_id": customer, "membership_plan_id": plan, "start_date": today});
    tests::made(app, "/subscriptions", subscription).await;
    check(&fixture, "check in, by a subscription", check_in, wish(), (201, (3, 6, 21.0))).await;
    let booking = tests::made(app, "/bookings", fixture.booking(0, 10, 60, 1)).await;
    app.clock.advance(chrono::Duration::minutes(15));
    let to_booking = format!("/bookings/{booking}/check-in");
    check(&fixture, "check in to a booking", ("POST", &to_booking), Some(json!({})), (200, (4, 4, 17.0))).await;
    check(&fixture, "get a member", ("GET", &format!("/members/{customer}")), None, (200, (1, 2, 2.0))).await;
    for number in 1..20 {
        tests::member(app, &format!("p{number}@example.com")).await;
    }
    app.get("/members").await; // counts the list
    check(&fixture, "list of twenty members", ("GET", "/members"), None, (200, (2, 3, 15.0))).await;
}

#[tokio::test]
async fn what_orders_of_the_shop_cost() {
    let fixture = Fixture::new(&[]).await;
    let app = &fixture.app;
    let mut order = tests::shop_order(app, fixture.location(), fixture.customer()).await;
    let product = order["items"][0]["product_id"].as_str().unwrap().to_owned();
    let option = order["items"][0]["option_id"].clone();
    let options = json!([{"id": option, "title": "One", "price": 10, "stock_tracked": true, "credit_price": 1}]);
    tests::accepted(&app.put(&format!("/shop-products/{product}"), json!({"options": options})).await, 200);
    let count = Some(json!({"option_id": option, "quantity": 40}));
    let path = format!("/shop-products/{product}/stock-adjustments");
    check(&fixture, "adjust stock", ("POST", &path), count, (201, (3, 3, 11.0))).await;
    let paths = ("POST", "/shop-orders");
    let made =
        check(&fixture, "order of one product, paid outside", paths, Some(order.clone()), (201, (7, 9, 44.0))).await;
    let act = |action: &str| format!("/shop-orders/{}/{action}", made["id"].as_str().unwrap());
    check(&fixture, "pay an order", ("POST", &act("pay")), Some(json!({})), (200, (2, 2, 16.0))).await;
    tests::accepted(&app.post(&act("start"), json!({})).await, 200);
    check(&fixture, "complete an order", ("POST", &act("complete")), Some(json!({})), (200, (4, 7, 41.0))).await;
    order["payment_source"] = json!("invoice");
    tests::accepted(&fixture.send("POST", "/shop-orders", Some(order.clone())).await, 201);
    let name = "order of one product, on the invoice";
    let made = check(&fixture, name, paths, Some(order), (201, (7, 10, 56.0))).await;
    let path = format!("/shop-orders/{}/cancel", made["id"].as_str().unwrap());
    check(&fixture, "cancel an order, on the invoice", ("POST", &path), Some(json!({})), (200, (4, 10, 59.0))).await;
    let product = format!("/shop-products/{product}");
    check(&fixture, "get a product", ("GET", &product), None, (200, (1, 2, 2.0))).await;
}

#[tokio::test]
async fn what_events_cost() {
    let fixture = Fixture::new(&[]).await;
    let app = &fixture.app;
    let mut ticket = tests::event_registration(app, fixture.location(), fixture.customer()).await;
    let event = format!("/events/{}", ticket["event_id"].as_str().unwrap());
    let fields = json!({"capacity": 3, "max_per_customer": 3, "waitlist_enabled": true});
    tests::accepted(&app.put(&event, fields).await, 200);
    let paths = ("POST", "/event-registrations");
    let made = check(&fixture, "register, paid outside", paths, Some(ticket.clone()), (201, (4, 7, 36.0))).await;
    let act = |made: &Value, action: &str| format!("/event-registrations/{}/{action}", made["id"].as_str().unwrap());
    check(&fixture, "pay a registration", ("POST", &act(&made, "pay")), Some(json!({})), (200, (3, 3, 15.0))).await;
    check(
        &fixture,
        "get a registration",
        ("GET", act(&made, "").trim_end_matches('/')),
        None,
        (200, (2, 2, 2.0)),
    )
    .await;
    check(&fixture, "get an event", ("GET", &event), None, (200, (1, 2, 2.0))).await;
    ticket["payment_source"] = json!("invoice");
    ticket["quantity"] = json!(2);
    let made = check(&fixture, "register, on the invoice", paths, Some(ticket.clone()), (201, (5, 9, 55.0))).await;
    let full = ("full event", (409, (3, 7, 8.0)));
    check(&fixture, full.0, paths, Some(ticket.clone()), full.1).await;
    let other = tests::member(app, "waits@example.com").await;
    let waits = json!({"event_id": ticket["event_id"], "customer_id": other, "quantity": 2});
    check(
        &fixture,
        "join the line of an event",
        ("POST", "/event-waitlist-entries"),
        Some(waits),
        (201, (5, 5, 20.0)),
    )
    .await;
    let path = act(&made, "cancel");
    check(
        &fixture,
        "cancel a registration, with an offer",
        ("POST", &path),
        Some(json!({})),
        (200, (7, 8, 52.0)),
    )
    .await;
}

#[tokio::test]
async fn what_the_feed_costs() {
    let fixture = Fixture::new(&[]).await;
    let (app, location, ann) = (&fixture.app, fixture.location(), fixture.customer());
    let post = json!({"location_id": location, "author_id": ann, "text": "Lunch?", "visibility": "public"});
    let made = check(&fixture, "post", ("POST", "/feed-posts"), Some(post), (201, (3, 4, 20.0))).await;
    let id = made["id"].as_str().unwrap();
    let comment = json!({"post_id": id, "author_id": ann, "text": "Yes!"});
    check(&fixture, "comment", ("POST", "/feed-comments"), Some(comment), (201, (3, 5, 20.0))).await;
    let like = json!({"target_type": "post", "target_id": id, "member_id": ann});
    let likes = ("POST", "/feed-likes");
    let liked = check(&fixture, "like", likes, Some(like.clone()), (201, (3, 6, 18.0))).await;
    check(&fixture, "like again", likes, Some(like.clone()), (200, (2, 6, 9.0))).await;
    let path = format!("/feed-likes/{}", liked["id"].as_str().unwrap());
    check(&fixture, "take a like back", ("DELETE", &path), None, (200, (3, 3, 12.0))).await;
    tests::accepted(&fixture.send("POST", likes.1, Some(like.clone())).await, 201);
    let member = tests::member(app, "reports@example.com").await;
    let report = tests::with(like, &json!({"member_id": member}));
    check(&fixture, "report", ("POST", "/feed-reports"), Some(report), (201, (4, 8, 26.0))).await;
    let path = format!("/feed-posts/{id}");
    check(&fixture, "get a post", ("GET", &path), None, (200, (1, 2, 2.0))).await;
    check(&fixture, "change a post", ("PUT", &path), Some(json!({"text": "Dinner?"})), (200, (3, 4, 12.0))).await;
    let pin = format!("{path}/pin");
    check(&fixture, "pin a post", ("POST", &pin), None, (200, (3, 4, 16.0))).await;
    let seen = format!("/feed-posts?location_id={location}&visible_to={ann}");
    check(&fixture, "posts of a location that a member sees", ("GET", &seen), None, (200, (4, 9, 8.5))).await;
    check(
        &fixture,
        "delete a post with a comment, a like and a report",
        ("DELETE", &path),
        None,
        (200, (31, 39, 117.0)),
    )
    .await;
}

#[tokio::test]
async fn what_tickets_cost() {
    let fixture = Fixture::new(&[]).await;
    let app = &fixture.app;
    let helper = tests::member_as(app, "helper@example.com", "admin").await;
    let ticket = json!({"location_id": fixture.location(), "requester_id": fixture.customer(), "type": "other",
        "description": "Help"});
    let to = ("POST", "/tickets");
    let made = check(&fixture, "create a ticket", to, Some(ticket.clone()), (201, (4, 4, 41.0))).await;
    let path = format!("/tickets/{}", made["id"].as_str().unwrap());
    let act = |action: &str| format!("{path}/{action}");
    let assignee = Some(json!({"assignee_id": helper}));
    check(&fixture, "assign a ticket", ("POST", &act("assign")), assignee, (200, (4, 4, 32.0))).await;
    check(&fixture, "start a ticket", ("POST", &act("start")), None, (200, (4, 7, 42.0))).await;
    let comment = Some(json!({"author_id": helper, "text": "Somebody comes."}));
    check(&fixture, "first response to a ticket", ("POST", &act("comments")), comment, (201, (4, 4, 30.0))).await;
    check(&fixture, "solve a ticket", ("POST", &act("solve")), None, (200, (4, 7, 47.0))).await;
    tests::accepted(&app.post("/tickets", ticket).await, 201);
    check(&fixture, "get a solved ticket", ("GET", &path), None, (200, (1, 1, 2.0))).await;
    let today = made["created_at"].as_str().unwrap();
    let day = &today[..10];
    let metrics = format!("/tickets/metrics?from={day}&to={day}");
    check(&fixture, "metrics of tickets of a day", ("GET", &metrics), None, (200, (1, 1, 1.0))).await;
    check(&fixture, "list of open tickets", ("GET", "/tickets?open=true"), None, (200, (2, 2, 1.5))).await;
    let harassed = Some(json!({"type": "harassment"}));
    check(&fixture, "make a ticket sensitive", ("PUT", &made_path(app).await), harassed, (200, (5, 14, 79.0))).await;
}

/// The path of the newest ticket.
async fn made_path(app: &TestApp) -> String {
    let list = app.get("/tickets?per_page=1").await;
    format!("/tickets/{}", list.body["data"][0]["id"].as_str().unwrap())
}

#[tokio::test]
async fn what_contracts_cost() {
    let contracts = tests::ContractFixture::alone().await;
    let fixture = Fixture::of(contracts.app.clone());
    let draft = contracts.body(&json!({"signature_method": "manual", "on_signed": "create_subscriptions",
        "items": [contracts.plan_item(), contracts.office_item()]}));
    let paths = ("POST", "/contracts");
    let made =
        check(&fixture, "make a contract of an office and a plan", paths, Some(draft), (201, (9, 9, 43.0))).await;
    let path = format!("/contracts/{}", made["id"].as_str().unwrap());
    check(&fixture, "get a contract", ("GET", &path), None, (200, (1, 1, 1.0))).await;
    let act = |action: &str| format!("{path}/{action}");
    let issued = check(&fixture, "issue a contract", ("POST", &act("issue")), None, (200, (23, 26, 98.0))).await;
    let sign = |position: usize| act(&format!("signers/{}/sign", issued["signers"][position]["id"].as_str().unwrap()));
    check(&fixture, "sign a contract", ("POST", &sign(0)), Some(json!({})), (200, (4, 4, 24.0))).await;
    check(&fixture, "the last signature", ("POST", &sign(1)), Some(json!({})), (200, (32, 36, 228.5))).await;
}

#[tokio::test]
async fn what_visits_cost() {
    let fixture = Fixture::new(&places()).await;
    let (app, location, host) = (&fixture.app, fixture.location(), fixture.customer());
    let wish = || {
        json!({"location_id": location, "host_id": host, "expected_at": fixture.instant(60),
            "visitor": {"name": "Vera", "email": "vera@lang.example"}})
    };
    let visits = ("POST", "/visitor-visits");
    let visit = check(&fixture, "invite a visitor", visits, Some(wish()), (201, (4, 4, 29.0))).await;
    let path = |visit: &Value, action: &str| format!("/visitor-visits/{}{action}", visit["id"].as_str().unwrap());
    let check_in = path(&visit, "/check-in");
    check(&fixture, "check a visitor in", ("POST", &check_in), Some(json!({})), (200, (5, 6, 23.0))).await;
    let on_site = format!("/visitor-visits/on-site?location_id={location}");
    check(&fixture, "visitors on site", ("GET", &on_site), None, (200, (2, 3, 3.0))).await;
    let list = format!("/locations/{location}/evacuation-list");
    check(&fixture, "evacuation list of one visitor", ("GET", &list), None, (200, (4, 8, 13.5))).await;
    let out = path(&visit, "/check-out");
    check(&fixture, "check a visitor out", ("POST", &out), Some(json!({})), (200, (2, 2, 23.0))).await;
    let weekly = tests::with(wish(), &json!({"recurring": {"frequency": "weekly", "count": 12}}));
    check(&fixture, "invite a visitor for twelve weeks", visits, Some(weekly), (201, (4, 4, 179.0))).await;
    let by_code = ("POST", "/visitor-visits/check-in");
    let shown = |field: &str, content: &Value| {
        let mut body = json!({"location_id": location});
        body[field] = content.clone();
        Some(body)
    };
    let wrong = shown("code", &json!("000000"));
    check(&fixture, "a wrong code", by_code, wrong, (422, (3, 3, 2.0))).await;
    let visit = app.post("/visitor-visits", wish()).await.body["data"].clone();
    check(&fixture, "check a visitor in by code", by_code, shown("code", &visit["code"]), (200, (8, 9, 29.0))).await;
    check(
        &fixture,
        "a forged QR code",
        by_code,
        shown("qr_payload", &json!("visit1.AAAA")),
        (422, (0, 0, 0.0)),
    )
    .await;
    let booking = tests::made(app, "/bookings", fixture.booking(0, 10, 90, 1)).await;
    let of_booking = tests::with(wish(), &json!({"booking_id": booking}));
    check(&fixture, "invite a visitor to a booking", visits, Some(of_booking), (201, (6, 6, 44.0))).await;
}
