//! Extras of bookings: ordered for a booking until their lead time, moving and ending with it (`docs/areas/shop.md`, 24
//! to 28).

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{ShopFixture, Sold, accepted, hastened, location_with, made, member, resource, sixteen, sweep, with};

/// A shop with a room at 20 an hour, which costs half of its price to cancel within a day, and a booking of it.
struct Meeting {
    shop: ShopFixture,
    room: String,
    booking: String,
}

impl Meeting {
    async fn of(shop: ShopFixture) -> Self {
        let policy = json!({"public_ladder": [{"minutes_before": 1440, "fee_percent": 50}]});
        let fields = json!({"rates": [{"unit_amount": 20}], "cancellation_policy": policy, "capacity": 20});
        let room = resource(&shop.app, &shop.location, "Room", "meeting_room", fields).await;
        let booking = booked(&shop, &room, "10:00", "12:00").await;
        Self { shop, room, booking }
    }

    async fn new() -> Self {
        Self::of(ShopFixture::new().await).await
    }

    async fn extra(&self, extra: Value, option: Value) -> Sold {
        self.shop.product(json!({"title": "Coffee", "extra": extra}), option).await
    }

    async fn order(&self, items: &[(&Sold, i64)], fields: Value) -> TestResponse {
        self.shop.order(items, with(json!({"booking_id": self.booking}), &fields)).await
    }

    async fn ordered(&self, items: &[(&Sold, i64)], fields: Value) -> TestResponse {
        let answer = self.order(items, fields).await;
        accepted(&answer, 201);
        answer
    }

    async fn shown(&self, order: &TestResponse) -> Value {
        let answer = self.shop.app.get(&format!("/shop-orders/{}", order.id())).await;
        accepted(&answer, 200);
        answer.body["data"].clone()
    }

    async fn booking(&self, action: &str, body: Value) {
        let answer = self.shop.app.post(&format!("/bookings/{}/{action}", self.booking), body).await;
        assert!(answer.status == 200 || answer.status == 201, "{}", answer.text);
        hastened(&self.shop.app.context).await;
    }

    /// What waits for the member's next invoice: kinds and amounts.
    async fn waiting(&self) -> Vec<(Value, f64)> {
        let path = format!("/invoice-items?customer_id={}&pending=true", self.shop.member);
        let items = self.shop.app.get(&path).await;
        let amount = |item: &Value| item["unit_amount"].as_f64().unwrap_or(-1.0);
        let mut waiting: Vec<_> = items.body["data"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|item| (item["kind"].clone(), amount(item)))
            .collect();
        waiting.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.as_str().cmp(&other.0.as_str())));
        waiting
    }

    fn clock(&self, at: &str) {
        self.shop.app.clock.set(values::Timestamp::parse(at).expect("an instant"));
    }
}

async fn booked(shop: &ShopFixture, room: &str, from: &str, to: &str) -> String {
    let body = json!({"resource_id": room, "customer_id": shop.member, "start_time": tests::instant(from),
        "end_time": tests::instant(to), "attendees": 4, "payment_source": "invoice"});
    made(&shop.app, "/bookings", body).await
}

#[tokio::test]
async fn extras_are_ordered_for_a_booking_and_stand_on_the_same_invoice() {
    let meeting = Meeting::new().await;
    let coffee = meeting.extra(json!({"lead_hours": 24, "per": "person"}), json!({"price": 3})).await;
    let cake = meeting.extra(json!({"resource_ids": [meeting.room]}), json!({"price": 15})).await;
    let preview = meeting.shop.body(&[(&coffee, 2), (&cake, 1)], &json!({"booking_id": meeting.booking}));
    let preview = meeting.shop.app.post("/shop-orders/preview", preview).await;
    assert_eq!(preview.body["data"]["subtotal"], json!(39), "{}", preview.text);
    let order = meeting.ordered(&[(&coffee, 2), (&cake, 1)], json!({})).await;
    let data = &order.body["data"];
    assert_eq!((&data["items"][0]["quantity"], &data["items"][1]["quantity"]), (&json!(8), &json!(1)));
    assert_eq!((&data["booking_id"], &data["subtotal"]), (&json!(meeting.booking), &json!(39)));
    assert_eq!(data["takes_place_at"], "2026-12-01T10:00:00.000Z");
    assert_eq!(data["changes_until"], "2026-11-30T10:00:00.000Z");
    let booking = meeting.shop.app.get(&format!("/bookings/{}", meeting.booking)).await;
    assert_eq!(booking.body["data"]["extras_order_ids"], json!([order.id()]));
    let kinds = [(json!("order"), 15.0), (json!("order"), 24.0), (json!("booking"), 40.0)];
    assert_eq!(meeting.waiting().await, kinds);
    let body = json!({"customer_id": meeting.shop.member, "location_id": meeting.shop.location, "pending_items": true});
    let invoice = meeting.shop.app.post("/invoices", body).await;
    assert_eq!(
        (&invoice.body["data"]["subtotal"], &invoice.body["data"]["items"].as_array().map(Vec::len)),
        (&json!(79), &Some(3))
    );
}

#[tokio::test]
async fn only_extras_go_with_a_booking_and_only_with_theirs_and_in_time() {
    let meeting = Meeting::new().await;
    let shop = &meeting.shop;
    let hall = resource(&shop.app, &shop.location, "Hall", "event_space", json!({})).await;
    let coffee = meeting.extra(json!({"lead_hours": 24}), json!({})).await;
    let stage = meeting.extra(json!({"resource_ids": [hall]}), json!({})).await;
    let pen = shop.product(json!({"title": "Pen"}), json!({})).await;
    let product = |reason: &str| format!("422 rule_violation items[0].product_id {reason}");
    assert_eq!(shop.order(&[(&coffee, 1)], json!({})).await.refusal(), product("booking_required"));
    assert_eq!(meeting.order(&[(&pen, 1)], json!({})).await.refusal(), product("not_an_extra"));
    assert_eq!(meeting.order(&[(&stage, 1)], json!({})).await.refusal(), product("not_for_resource"));
    let bob = member(&shop.app, "bob@example.com").await;
    let of_booking = |reason: &str| format!("422 rule_violation booking_id {reason}");
    let theirs = meeting.order(&[(&coffee, 1)], json!({"customer_id": bob})).await;
    assert_eq!(theirs.refusal(), of_booking("other_customer"));
    let dock = location_with(&shop.app, json!({"name": "Dock"})).await;
    let room_at_dock = resource(&shop.app, &dock, "Room", "meeting_room", json!({})).await;
    let other = booked(shop, &room_at_dock, "14:00", "15:00").await;
    assert_eq!(
        meeting.order(&[(&coffee, 1)], json!({"booking_id": other})).await.refusal(),
        of_booking("other_location")
    );
    let unknown = json!({"booking_id": "00000000-0000-0000-0000-000000000009"});
    assert_eq!(meeting.order(&[(&coffee, 1)], unknown).await.refusal(), of_booking("reference_not_found"));
    meeting.clock("2026-11-30T10:00:00Z");
    let last = meeting.ordered(&[(&coffee, 1)], json!({})).await;
    meeting.clock("2026-11-30T10:00:01Z");
    assert_eq!(meeting.order(&[(&coffee, 1)], json!({})).await.refusal(), product("too_late"));
    assert_eq!(shop.act(&last, "cancel", json!({})).await.refusal(), "422 rule_violation by too_late");
    accepted(&shop.act(&last, "cancel", json!({"by": "operator"})).await, 200);
    meeting.booking("cancel", json!({"by": "operator"})).await;
    let cake = meeting.extra(json!({}), json!({})).await;
    assert_eq!(meeting.order(&[(&cake, 1)], json!({})).await.refusal(), of_booking("not_confirmed"));
    let ids = [hall, "00000000-0000-0000-0000-000000000009".to_owned(), room_at_dock];
    for (position, reason) in [(1, "reference_not_found"), (2, "other_location")] {
        let wanted = json!({"extra": {"resource_ids": [ids[0], ids[position]]}});
        let body = json!({"location_id": shop.location, "category_id": shop.category, "title": "Tea",
            "options": [{"title": "One", "price": 1}]});
        let refusal = format!("422 rule_violation extra.resource_ids[1] {reason}");
        assert_eq!(shop.app.post("/shop-products", with(body, &wanted)).await.refusal(), refusal);
    }
    let package = json!({"kind": "credit_package", "grants": [{"type": "credits", "amount": 1}], "extra": {}});
    let package = with(
        json!({"location_id": shop.location, "category_id": shop.category, "title": "Ten",
        "options": [{"title": "One", "price": 1}]}),
        &package,
    );
    assert_eq!(shop.app.post("/shop-products", package).await.refusal(), "422 rule_violation extra only_for_goods");
}

#[tokio::test]
async fn what_is_cancelled_with_its_booking_costs_the_same_share_and_gives_stock_back() {
    let meeting = Meeting::new().await;
    let shop = &meeting.shop;
    let cake = meeting.extra(json!({}), json!({"price": 10, "stock_tracked": true})).await;
    accepted(&shop.adjusted(&cake, 5).await, 201);
    let order = meeting.ordered(&[(&cake, 4)], json!({})).await;
    assert_eq!(shop.stock(&cake).await, (5, 4, 1));
    meeting.clock("2026-11-30T12:00:00Z");
    meeting.booking("cancel", json!({})).await;
    let ended = meeting.shown(&order).await;
    assert_eq!((&ended["status"], &ended["cancelled_by"]), (&json!("cancelled"), &json!("booking")));
    assert_eq!((&ended["payment_status"], &ended["refunded_total"]), (&json!("partially_refunded"), &json!(24.2)));
    assert_eq!(meeting.waiting().await, [(json!("booking"), 20.0), (json!("order"), 20.0)]);
    assert_eq!(shop.stock(&cake).await, (5, 0, 5));
    // Looking again changes nothing.
    sweep(&shop.app.context).await;
    assert_eq!(meeting.shown(&order).await["version"], ended["version"]);
}

#[tokio::test]
async fn the_operator_cancels_a_booking_with_its_extras_at_nothing_and_what_was_handed_over_stays() {
    let meeting = Meeting::new().await;
    let shop = &meeting.shop;
    let cake = meeting.extra(json!({}), json!({"price": 10})).await;
    let open = meeting.ordered(&[(&cake, 1)], json!({})).await;
    let done = meeting.ordered(&[(&cake, 2)], json!({})).await;
    for action in ["start", "complete"] {
        accepted(&shop.act(&done, action, json!({})).await, 200);
    }
    meeting.booking("cancel", json!({"by": "operator"})).await;
    assert_eq!(
        (&meeting.shown(&open).await["status"], &meeting.shown(&done).await["status"]),
        (&json!("cancelled"), &json!("completed"))
    );
    assert_eq!(meeting.waiting().await, [(json!("order"), 20.0)]);
}

#[tokio::test]
async fn a_day_shows_what_is_to_be_prepared_and_an_order_moves_with_its_booking() {
    let meeting = Meeting::new().await;
    let shop = &meeting.shop;
    let cake = meeting.extra(json!({"lead_hours": 2}), json!({})).await;
    let order = meeting.ordered(&[(&cake, 1)], json!({})).await;
    let pen = shop.product(json!({"title": "Pen"}), json!({})).await;
    shop.ordered(&[(&pen, 1)], json!({})).await;
    let on = async |day: &str| {
        let path = format!("/shop-orders?location_id={}&takes_place_on={day}", shop.location);
        let list = shop.app.get(&path).await;
        accepted(&list, 200);
        list.body["data"].as_array().expect("a list").iter().map(|order| order["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((on("2026-12-01").await, on("2026-12-02").await), (vec![json!(order.id())], vec![]));
    let of_booking = shop.app.get(&format!("/shop-orders?booking_id={}", meeting.booking)).await;
    assert_eq!(of_booking.body["data"].as_array().map(Vec::len), Some(1));
    let later = json!({"start_time": "2026-12-02T10:00:00Z", "end_time": "2026-12-02T12:00:00Z"});
    meeting.booking("reschedule", later).await;
    assert_eq!((on("2026-12-01").await, on("2026-12-02").await), (vec![], vec![json!(order.id())]));
    assert_eq!(meeting.shown(&order).await["changes_until"], "2026-12-02T08:00:00.000Z");
    let lost = shop.app.get("/shop-orders?takes_place_on=2026-12-02").await;
    assert_eq!(lost.refusal(), "422 rule_violation location_id required_with_day");
    let path = format!("/shop-orders?location_id={}&takes_place_on=2026-12-02", shop.location);
    let both = shop.app.get(&format!("{path}&booking_id={}", meeting.booking)).await;
    assert_eq!(both.refusal(), "422 rule_violation takes_place_on not_together");
    // Whoever asks for one customer's sees no others'.
    let bob = member(&shop.app, "bob@example.com").await;
    for filter in [path, format!("/shop-orders?booking_id={}", meeting.booking)] {
        let list = shop.app.get(&format!("{filter}&customer_id={bob}")).await;
        assert_eq!(list.body["data"], json!([]), "{filter}");
    }
}

#[tokio::test]
async fn what_no_message_told_is_found_within_a_day() {
    let meeting = Meeting::of(ShopFixture::alone().await).await;
    let shop = &meeting.shop;
    let cake = meeting.extra(json!({}), json!({})).await;
    let order = meeting.ordered(&[(&cake, 1)], json!({})).await;
    // Looking at a booking that stands makes no version.
    meeting.clock("2026-11-22T09:00:00Z");
    sweep(&shop.app.context).await;
    assert_eq!(meeting.shown(&order).await["version"], order.body["data"]["version"]);
    let answer = shop.app.post(&format!("/bookings/{}/cancel", meeting.booking), json!({"by": "operator"})).await;
    accepted(&answer, 200);
    assert_eq!(meeting.shown(&order).await["status"], "new");
    meeting.clock("2026-11-23T09:00:00Z");
    sweep(&shop.app.context).await;
    assert_eq!(meeting.shown(&order).await["status"], "cancelled");
}

#[tokio::test]
async fn a_booking_has_twenty_orders_and_sixteen_at_once_all_stand_in_it() {
    let meeting = Meeting::new().await;
    let cake = meeting.extra(json!({}), json!({"price": 1})).await;
    let body = meeting.shop.body(&[(&cake, 1)], &json!({"booking_id": meeting.booking}));
    let answers = sixteen(&meeting.shop.app, "POST", "/shop-orders", Some(body)).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    let booking = meeting.shop.app.get(&format!("/bookings/{}", meeting.booking)).await;
    let known = booking.body["data"]["extras_order_ids"].as_array().map_or(0, Vec::len);
    assert_eq!((made, known), (known, made));
    for _ in known..20 {
        meeting.ordered(&[(&cake, 1)], json!({})).await;
    }
    assert_eq!(
        meeting.order(&[(&cake, 1)], json!({})).await.refusal(),
        "409 capacity_exceeded booking_id too_many_orders"
    );
}
