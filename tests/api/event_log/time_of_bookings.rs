//! What time does by itself with what was offered, held, ordered or is to be paid: each end is one event, once.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{
    ContractFixture, EventFixture, OutboxFixture, ShopFixture, SubscriptionFixture, accepted, instant, location, made,
    member, resource, sweep,
};

/// Lets minutes go by, with what falls due at their end.
async fn minutes(outbox: &OutboxFixture, minutes: i64) {
    outbox.app.clock.advance(Duration::minutes(minutes));
    let report = sweep(&outbox.app.context).await;
    assert_eq!(report.failed(), 0, "{:?}", outbox.app.logged().last());
}

async fn at(outbox: &OutboxFixture, instant: &str) {
    outbox.app.clock.set(values::Timestamp::parse(instant).expect("an instant"));
    minutes(outbox, 0).await;
}

async fn types(outbox: &mut OutboxFixture, id: &str) -> Vec<String> {
    outbox.types(&format!("object_id={id}")).await
}

/// A room, and the body of a booking of it by a member.
async fn room(outbox: &OutboxFixture) -> (String, Value) {
    let place = location(&outbox.app).await;
    let room = resource(&outbox.app, &place, "Room", "meeting_room", json!({})).await;
    let ann = member(&outbox.app, "ann@example.com").await;
    let body =
        json!({"resource_id": room, "customer_id": ann, "start_time": instant("10:00"), "end_time": instant("11:00")});
    (place, body)
}

#[tokio::test]
async fn an_offer_of_the_waiting_list_is_told_as_offered_and_as_expired_and_the_next_is_offered_it() {
    let mut outbox = OutboxFixture::new().await;
    let (place, body) = room(&outbox).await;
    let booking = made(&outbox.app, "/bookings", body.clone()).await;
    let mut entries = Vec::new();
    for name in ["bob", "cas"] {
        let customer = member(&outbox.app, &format!("{name}@example.com")).await;
        let wish = json!({"location_id": place, "customer_id": customer, "resource_id": body["resource_id"],
            "earliest_start": instant("10:00"), "latest_end": instant("11:00"), "duration_minutes": 60});
        entries.push(made(&outbox.app, "/waitlist-entries", wish).await);
    }
    accepted(&outbox.app.post(&format!("/bookings/{booking}/cancel"), json!({})).await, 200);
    let offered = ["waitlist_entry.created", "waitlist_entry.offered"];
    assert_eq!(types(&mut outbox, &entries[0]).await, offered);
    minutes(&outbox, 29).await;
    assert_eq!(types(&mut outbox, &entries[0]).await, offered);
    for _ in 0..2 {
        minutes(&outbox, 1).await;
        let over = ["waitlist_entry.created", "waitlist_entry.offered", "waitlist_entry.expired"];
        assert_eq!(types(&mut outbox, &entries[0]).await, over);
        assert_eq!(types(&mut outbox, &entries[1]).await, offered);
    }
}

#[tokio::test]
async fn a_hold_that_runs_out_is_told_as_ended_once() {
    let mut outbox = OutboxFixture::new().await;
    let (_, body) = room(&outbox).await;
    let hold = made(&outbox.app, "/booking-holds", body).await;
    assert_eq!(types(&mut outbox, &hold).await, ["booking_hold.created"]);
    for _ in 0..2 {
        minutes(&outbox, 60).await;
        assert_eq!(types(&mut outbox, &hold).await, ["booking_hold.created", "booking_hold.ended"]);
    }
}

#[tokio::test]
async fn an_order_that_nobody_pays_is_told_as_cancelled_by_time() {
    let mut outbox = OutboxFixture::new().await;
    let shop = ShopFixture::of(outbox.app.clone()).await;
    let sold = shop.stocked(3, json!({})).await;
    let order = shop.ordered(&[(&sold, 2)], json!({"payment_source": "external"})).await.id();
    minutes(&outbox, 14).await;
    assert_eq!(types(&mut outbox, &order).await, ["shop_order.created"]);
    for _ in 0..2 {
        minutes(&outbox, 1).await;
        assert_eq!(types(&mut outbox, &order).await, ["shop_order.created", "shop_order.cancelled"]);
    }
    let told = outbox.events(&format!("object_id={order}")).await;
    assert_eq!(told[1]["object"]["cancelled_by"], "time");
    assert_eq!(told[1]["actor"]["type"], "schedule");
}

#[tokio::test]
async fn seats_that_nobody_pays_are_told_as_cancelled() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = EventFixture::of(outbox.app.clone()).await;
    let event = fixture.event(json!({"capacity": 5})).await;
    let seats = fixture.registered(&event, 5, json!({"payment_source": "external"})).await.id();
    minutes(&outbox, 14).await;
    assert_eq!(types(&mut outbox, &seats).await, ["event_registration.created"]);
    for _ in 0..2 {
        minutes(&outbox, 1).await;
        let told = ["event_registration.created", "event_registration.cancelled"];
        assert_eq!(types(&mut outbox, &seats).await, told);
    }
}

#[tokio::test]
async fn an_offer_of_seats_is_told_as_offered_and_as_expired() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = EventFixture::of(outbox.app.clone()).await;
    let event = fixture.event(json!({"capacity": 4, "max_per_customer": 4, "waitlist_enabled": true})).await;
    let all = fixture.registered(&event, 4, json!({})).await;
    let entry = fixture.waiting(&event, &fixture.other("bob").await, 4).await;
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    let offered = ["event_waitlist_entry.created", "event_waitlist_entry.offered"];
    assert_eq!(types(&mut outbox, &entry).await, offered);
    for _ in 0..2 {
        minutes(&outbox, 48 * 60).await;
        let over = ["event_waitlist_entry.created", "event_waitlist_entry.offered", "event_waitlist_entry.expired"];
        assert_eq!(types(&mut outbox, &entry).await, over);
    }
}

#[tokio::test]
async fn a_pause_is_told_when_it_is_planned_when_it_begins_and_when_it_ends() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = SubscriptionFixture::of(outbox.app.clone(), json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"from": "2027-02-01", "until": "2027-03-01"})).await;
    let mut expected = vec!["subscription.created", "subscription.pause_scheduled"];
    assert_eq!(types(&mut outbox, &id).await, expected);
    at(&outbox, "2027-02-01T00:00:00Z").await;
    expected.push("subscription.paused");
    assert_eq!(types(&mut outbox, &id).await, expected);
    at(&outbox, "2027-03-01T00:00:00Z").await;
    expected.push("subscription.resumed");
    assert_eq!(types(&mut outbox, &id).await, expected);
}

#[tokio::test]
async fn a_contract_that_comes_up_for_renewal_is_told_on_that_day_once() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = ContractFixture::of(outbox.app.clone()).await;
    let id = fixture.signed(json!({})).await["id"].as_str().expect("an id").to_owned();
    let told = "contract.up_for_renewal".to_owned();
    // Notice of 30 days until 2027-12-01, local days of Amsterdam: a month before that.
    at(&outbox, "2027-10-31T22:59:59Z").await;
    assert!(!types(&mut outbox, &id).await.contains(&told));
    for instant in ["2027-10-31T23:00:00Z", "2027-11-15T12:00:00Z", "2027-12-20T12:00:00Z"] {
        at(&outbox, instant).await;
        let types = types(&mut outbox, &id).await;
        assert_eq!(types.iter().filter(|name| **name == told).count(), 1, "{instant}: {types:?}");
    }
    let event = outbox.events(&format!("type={told}")).await.remove(0);
    assert_eq!(event["object"]["stage"], "up_for_renewal");
}

#[tokio::test]
async fn a_contract_that_renews_by_itself_is_told_as_up_for_renewal_in_each_term_and_never_after_notice() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = ContractFixture::of(outbox.app.clone()).await;
    let terms = json!({"auto_renew": true, "renewal_term_months": 6, "end_date": "2027-06-30"});
    let id = fixture.signed(terms).await["id"].as_str().expect("an id").to_owned();
    // The log has those of 90 days.
    for (instant, told) in [
        ("2027-05-15T12:00:00Z", 1),
        ("2027-06-10T12:00:00Z", 1),
        ("2027-10-30T12:00:00Z", 0),
        ("2027-11-15T12:00:00Z", 1),
        ("2027-11-16T12:00:00Z", 1),
    ] {
        at(&outbox, instant).await;
        assert_eq!(outbox.events("type=contract.up_for_renewal").await.len(), told, "{instant}");
    }
    accepted(&fixture.act(&id, "serve-notice", json!({})).await, 200);
    at(&outbox, "2028-05-15T12:00:00Z").await;
    assert!(outbox.events("type=contract.up_for_renewal").await.is_empty());
}

#[tokio::test]
async fn a_check_in_that_the_day_ends_is_told_as_ended_once() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = SubscriptionFixture::of(outbox.app.clone(), json!({})).await;
    fixture.subscribed(json!({})).await;
    let body = json!({"member_id": fixture.member, "location_id": fixture.location});
    let stayed = made(&outbox.app, "/check-ins", body.clone()).await;
    at(&outbox, "2027-01-01T22:59:59Z").await;
    assert_eq!(types(&mut outbox, &stayed).await, ["check_in.created"]);
    for instant in ["2027-01-01T23:00:00Z", "2027-01-02T12:00:00Z"] {
        at(&outbox, instant).await;
        assert_eq!(types(&mut outbox, &stayed).await, ["check_in.created", "check_in.ended"]);
    }
    let told = outbox.events(&format!("object_id={stayed}")).await.remove(1);
    assert_eq!((&told["object"]["status"], &told["object"]["checked_out_at"]), (&json!("ended"), &Value::Null));
    let left = made(&outbox.app, "/check-ins", body).await;
    accepted(&outbox.app.post(&format!("/check-ins/{left}/check-out"), json!({})).await, 200);
    at(&outbox, "2027-01-03T12:00:00Z").await;
    assert_eq!(types(&mut outbox, &left).await, ["check_in.created", "check_in.ended"]);
}
