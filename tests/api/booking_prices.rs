//! Quotes: what a booking and its cancellation cost, and booking at exactly that price.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::app;

/// A location in Amsterdam with 21 % tax, a room there at ten euros an hour, and a customer. It is 10:00 on a Saturday.
struct Place {
    app: TestApp,
    location: String,
    room: String,
    customer: String,
}

impl Place {
    async fn new(room: Value) -> Self {
        let app = app().await;
        let location = json!({"name": "Dam", "time_zone": "Europe/Amsterdam", "currency": "EUR", "tax_rate": 21});
        let location = id(&app.post("/locations", location).await);
        let customer = id(&app.post("/members", json!({"name": "Ann", "email": "ann@example.com"})).await);
        let mut place = Self { app, location, room: String::new(), customer };
        place.room = place.resource("Blue room", "meeting_room", room).await;
        place
    }

    /// A room at ten euros an hour, at most fifty a day.
    async fn with_room() -> Self {
        Self::new(json!({"rates": [{"unit_amount": 10}], "price_cap_per_day": 50})).await
    }

    async fn resource(&self, name: &str, kind: &str, more: Value) -> String {
        let body = merged(json!({"location_id": self.location, "name": name, "type": kind}), more);
        id(&self.app.post("/resources", body).await)
    }

    /// The body of a booking of the room on the day after tomorrow, 10:00 to 12:00 local time, with `more` fields.
    fn wish(&self, more: Value) -> Value {
        let wish = json!({"resource_id": self.room, "customer_id": self.customer,
            "start_time": "2026-11-23T10:00:00+01:00", "end_time": "2026-11-23T12:00:00+01:00"});
        merged(wish, more)
    }

    async fn quote(&self, more: Value) -> Value {
        let quoted = self.app.post("/bookings/quote", self.wish(more)).await;
        assert_eq!(quoted.status, 200, "{}", quoted.text);
        quoted.body["data"].clone()
    }

    async fn book(&self, more: Value) -> TestResponse {
        self.app.post("/bookings", self.wish(more)).await
    }
}

fn id(made: &TestResponse) -> String {
    TestApp::made(made)["id"].as_str().unwrap_or_default().to_owned()
}

fn merged(mut body: Value, more: Value) -> Value {
    if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
        body.extend(more);
    }
    body
}

#[tokio::test]
async fn a_quote_tells_the_price_with_its_parts_and_holds_nothing() {
    let place = Place::with_room().await;
    let quote = place.quote(json!({})).await;
    assert_eq!(quote["total_amount"], json!(24.2));
    assert_eq!(quote["currency"], "EUR");
    assert_eq!((&quote["conflicts"], &quote["violations"]), (&json!([]), &json!([])));
    assert_eq!(quote["expires_at"], "2026-11-21T09:15:00.000Z");
    let price = &quote["price_breakdown"];
    assert_eq!((&price["subtotal"], &price["total"]), (&json!(20), &json!(24.2)));
    assert_eq!(price["rate_lines"], json!([{"resource_id": place.room, "minutes": 120, "units": 1, "amount": 20}]));
    assert_eq!(price["tax_lines"], json!([{"rate": 21, "taxable": 20, "amount": 4.2, "inclusive": false}]));
    assert_eq!(place.quote(json!({})).await["conflicts"], json!([]));
}

#[tokio::test]
async fn a_day_is_capped_and_what_is_booked_with_it_is_priced_too() {
    let place = Place::with_room().await;
    let beamer = place.resource("Beamer", "equipment", json!({"rates": [{"flat_amount": 5}], "tax_rate": 0})).await;
    let quote =
        place.quote(json!({"end_time": "2026-11-23T20:00:00+01:00", "additional_resource_ids": [beamer]})).await;
    assert_eq!(quote["price_breakdown"]["subtotal"], json!(55));
    assert_eq!(quote["total_amount"], json!(65.5));
    let booked =
        place.book(json!({"end_time": "2026-11-23T20:00:00+01:00", "additional_resource_ids": [beamer]})).await;
    assert_eq!(TestApp::made(&booked)["price_breakdown"], quote["price_breakdown"]);
}

#[tokio::test]
async fn a_booking_by_quote_is_charged_exactly_the_quote() {
    let place = Place::with_room().await;
    let quote = place.quote(json!({})).await;
    place.app.clock.advance(Duration::minutes(15) - Duration::milliseconds(1));
    let booked = TestApp::made(&place.book(json!({"quote_id": quote["id"], "title": "Stand-up"})).await);
    assert_eq!(booked["total_amount"], quote["total_amount"]);
    assert_eq!(booked["price_breakdown"], quote["price_breakdown"]);
    assert_eq!(booked["quote_id"], quote["id"]);
}

#[tokio::test]
async fn a_quote_for_another_booking_is_stale() {
    let place = Place::new(json!({"rates": [{"unit_amount": 10}], "units": 3})).await;
    let other_room = place.resource("Red room", "meeting_room", json!({"rates": [{"unit_amount": 10}]})).await;
    let other_customer = id(&place.app.post("/members", json!({"name": "Bo", "email": "bo@example.com"})).await);
    let quote = place.quote(json!({})).await;
    for change in [
        json!({"resource_id": other_room}),
        json!({"customer_id": other_customer}),
        json!({"additional_resource_ids": [other_room]}),
        json!({"start_time": "2026-11-23T09:00:00+01:00", "end_time": "2026-11-23T11:00:00+01:00"}),
        json!({"end_time": "2026-11-23T12:01:00+01:00"}),
        json!({"units": 2}),
    ] {
        let booked = place.book(merged(change.clone(), json!({"quote_id": quote["id"]}))).await;
        assert_eq!(booked.refusal(), "409 quote_stale quote_id quote_stale", "{change}");
    }
    assert_eq!(place.book(json!({"quote_id": quote["id"], "attendees": 2})).await.status, 201);
}

#[tokio::test]
async fn a_quote_is_stale_when_it_expired_or_the_price_changed() {
    let place = Place::with_room().await;
    let quote = place.quote(json!({})).await;
    let room = format!("/resources/{}", place.room);
    let set = async |change: Value| assert_eq!(place.app.put(&room, change).await.status, 200);
    let refusal = async || place.book(json!({"quote_id": quote["id"]})).await.refusal();
    for change in [json!({"rates": [{"unit_amount": 9.99}]}), json!({"tax_rate": 9}), json!({"price_cap_per_day": 1})] {
        set(change.clone()).await;
        assert_eq!(refusal().await, "409 quote_stale quote_id quote_stale", "{change}");
        set(json!({"rates": [{"unit_amount": 10}], "tax_rate": null, "price_cap_per_day": 50, "description": "Blue"}))
            .await;
    }
    place.app.clock.advance(Duration::minutes(15));
    assert_eq!(refusal().await, "409 quote_stale quote_id quote_stale");
    let again = place.quote(json!({})).await;
    assert_eq!(place.book(json!({"quote_id": again["id"]})).await.status, 201);
}

#[tokio::test]
async fn a_quote_that_does_not_exist_or_is_another_merchants_is_no_reference() {
    let place = Place::with_room().await;
    let unknown = json!({"quote_id": "0199a000-0000-7000-8000-000000000001"});
    assert_eq!(place.book(unknown).await.refusal(), "422 rule_violation quote_id reference_not_found");
    let other = Place::with_room().await.quote(json!({})).await;
    let refusal = place.book(json!({"quote_id": other["id"]})).await.refusal();
    assert_eq!(refusal, "422 rule_violation quote_id reference_not_found");
}

#[tokio::test]
async fn a_quote_tells_what_is_in_the_way_but_not_whose_it_is() {
    let place = Place::with_room().await;
    let taken = place.book(json!({"title": "Secret", "end_time": "2026-11-23T11:00:00+01:00"})).await;
    assert_eq!(taken.status, 201, "{}", taken.text);
    let interval = json!([{"resource_id": place.room, "start_time": "2026-11-23T09:00:00.000Z",
        "end_time": "2026-11-23T10:00:00.000Z"}]);
    let quote = place.quote(json!({})).await;
    assert_eq!((&quote["conflicts"], &quote["total_amount"]), (&interval, &json!(24.2)));
    assert_eq!(place.quote(json!({"start_time": "2026-11-23T11:00:00+01:00"})).await["conflicts"], json!([]));
    let refused = place.book(json!({"quote_id": quote["id"]})).await;
    assert_eq!((refused.status, refused.code()), (409, "booking_conflict"));
}

#[tokio::test]
async fn every_resource_tells_its_own_conflict() {
    let place = Place::with_room().await;
    let beamer = place.resource("Beamer", "equipment", json!({})).await;
    assert_eq!(place.book(json!({})).await.status, 201);
    assert_eq!(place.book(json!({"resource_id": beamer})).await.status, 201);
    let quote = place.quote(json!({"additional_resource_ids": [beamer]})).await;
    let of = |position: usize| quote["conflicts"][position]["resource_id"].as_str().unwrap_or_default().to_owned();
    assert_eq!([of(0), of(1)], [place.room.clone(), beamer]);
}

#[tokio::test]
async fn a_hold_is_not_in_the_way_of_its_own_quote() {
    let place = Place::with_room().await;
    let hold = json!({"resource_id": place.room, "start_time": "2026-11-23T10:00:00+01:00",
        "end_time": "2026-11-23T12:00:00+01:00"});
    let hold = id(&place.app.post("/booking-holds", hold).await);
    assert_eq!(place.quote(json!({})).await["conflicts"].as_array().map(Vec::len), Some(1));
    let quote = place.quote(json!({"hold_id": hold})).await;
    assert_eq!(quote["conflicts"], json!([]));
    let booked = place.book(json!({"hold_id": hold, "quote_id": quote["id"]})).await;
    assert_eq!(booked.status, 201, "{}", booked.text);
    let unknown = place.wish(json!({"hold_id": "0199a000-0000-7000-8000-000000000001"}));
    let refusal = place.app.post("/bookings/quote", unknown).await.refusal();
    assert_eq!(refusal, "422 rule_violation hold_id reference_not_found");
}

#[tokio::test]
async fn a_quote_names_every_rule_that_the_booking_would_break() {
    let place = Place::new(json!({"units": 2, "capacity": 4, "step_minutes": 60, "max_minutes": 120})).await;
    let more = json!({"start_time": "2026-11-20T10:00:00+01:00", "end_time": "2026-11-20T12:30:00+01:00",
        "units": 3, "attendees": 5});
    let quote = place.quote(more.clone()).await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let broken: Vec<String> = quote["violations"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|rule| format!("{} {}", text(&rule["field"]), text(&rule["reason"])))
        .collect();
    let expected = [
        "units over_units",
        "start_time in_the_past",
        "end_time too_long",
        "end_time off_step",
        "attendees over_capacity",
    ];
    assert_eq!(broken, expected);
    assert_eq!(quote["conflicts"], json!([]));
    assert_eq!(place.book(more).await.fields(), expected);
}

#[tokio::test]
async fn a_blocked_member_is_told_so() {
    let place = Place::with_room().await;
    assert_eq!(place.app.post(&format!("/members/{}/block", place.customer), json!({})).await.status, 200);
    let quote = place.quote(json!({})).await;
    assert_eq!(quote["violations"][0]["reason"], "customer_blocked");
    assert_eq!(place.book(json!({})).await.refusal(), "422 rule_violation customer_id customer_blocked");
}

#[tokio::test]
async fn what_cannot_be_priced_is_refused() {
    let place = Place::with_room().await;
    let other = Place::with_room().await;
    let unknown = "0199a000-0000-7000-8000-000000000001";
    for (more, refusal) in [
        (json!({"end_time": "2026-11-23T10:00:00+01:00"}), "422 rule_violation end_time end_not_after_start"),
        (json!({"end_time": "2036-11-23T10:00:00+01:00"}), "422 rule_violation end_time booking_too_long"),
        (json!({"resource_id": unknown}), "422 rule_violation resource_id reference_not_found"),
        (json!({"resource_id": other.room}), "422 rule_violation resource_id reference_not_found"),
        (json!({"customer_id": other.customer}), "422 rule_violation customer_id reference_not_found"),
        (
            json!({"additional_resource_ids": [unknown]}),
            "422 rule_violation additional_resource_ids[0] reference_not_found",
        ),
        (json!({"units": 0}), "400 validation_error units out_of_range"),
        (json!({"customer_id": null}), "400 validation_error customer_id invalid_type"),
        (json!({"title": "Stand-up"}), "400 validation_error title unknown_field"),
    ] {
        let quoted = place.app.post("/bookings/quote", place.wish(more.clone())).await;
        assert_eq!(quoted.refusal(), refusal, "{more}");
    }
}

#[tokio::test]
async fn a_repeated_quote_request_is_answered_by_the_first_quote() {
    let place = Place::with_room().await;
    let key = [("idempotency-key", "quote-1")];
    let first = place.app.send("POST", "/bookings/quote", Some(place.wish(json!({}))), &key).await;
    place.app.clock.advance(Duration::minutes(1));
    let again = place.app.send("POST", "/bookings/quote", Some(place.wish(json!({}))), &key).await;
    assert_eq!(first.status, 200, "{}", first.text);
    assert_eq!(first.text, again.text);
}

/// A room whose cancellation is free until a day before, then half, then all of the price; everybody is a non-member
/// as long as there are no subscriptions.
async fn with_ladder() -> (Place, String) {
    let ladder = json!([{"minutes_before": 1440, "fee_percent": 50}, {"minutes_before": 120, "fee_percent": 100}]);
    let policy = json!({"free_minutes": 1440, "public_ladder": ladder});
    let place = Place::new(json!({"rates": [{"unit_amount": 10}], "cancellation_policy": policy})).await;
    let booking = id(&place.book(json!({})).await);
    (place, booking)
}

#[tokio::test]
async fn a_cancellation_costs_what_its_quote_says_by_the_policy_of_the_booking() {
    let (place, booking) = with_ladder().await;
    let quote = async || place.app.post(&format!("/bookings/{booking}/quote-cancel"), json!({})).await;
    let none = json!({"cancellation_policy": {"free_minutes": 0}});
    assert_eq!(place.app.put(&format!("/resources/{}", place.room), none).await.status, 200);
    // It is 48 hours before the start.
    for (hours, fee, refund) in [(0, 0.0, 24.2), (24, 0.0, 24.2), (1, 12.1, 12.1), (21, 24.2, 0.0)] {
        place.app.clock.advance(Duration::hours(hours));
        let quote = quote().await;
        assert_eq!(quote.status, 200, "{}", quote.text);
        let data = &quote.body["data"];
        assert_eq!((data["fee"].as_f64(), data["refund"].as_f64()), (Some(fee), Some(refund)), "{hours} hours later");
        assert_eq!((&data["currency"], &data["free_until"]), (&json!("EUR"), &json!("2026-11-22T09:00:00.000Z")));
    }
    let cancelled = place.app.post(&format!("/bookings/{booking}/cancel"), json!({})).await;
    assert_eq!(cancelled.body["data"]["cancellation_fee"], json!(24.2), "{}", cancelled.text);
    let over = quote().await;
    assert_eq!((over.status, over.code()), (409, "invalid_state"));
}

#[tokio::test]
async fn a_cancellation_that_never_costs_anything_is_free_for_good() {
    let place = Place::new(json!({})).await;
    let booking = id(&place.book(json!({})).await);
    let quote = place.app.post(&format!("/bookings/{booking}/quote-cancel"), json!({})).await;
    assert_eq!(quote.body["data"]["free_until"], Value::Null, "{}", quote.text);
    assert_eq!(quote.body["data"]["fee"], json!(0));
}

#[tokio::test]
async fn another_merchants_booking_has_no_cancellation_to_quote() {
    let (place, booking) = with_ladder().await;
    let stranger = place.app.as_client(&place.app.stranger);
    let quote = stranger.post(&format!("/bookings/{booking}/quote-cancel"), json!({})).await;
    assert_eq!(quote.refusal(), "404 not_found");
}
