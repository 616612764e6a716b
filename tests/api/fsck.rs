//! `fsck`: it finds each disagreement that is planted into a table.

use calendars::outside_calendars::OutsideCalendarState;
use local::fsck::{Finding, find_all};
use records::{CheckIn, MembershipPlan};
use scheduling::Booking;
use serde_json::{Value, json};
use store::{Expression, Key, RecordSet, Transaction};
use testing::TestApp;
use tests::{
    CalendarFixture, FeedFixture, RoomFixture, SubscriptionFixture, accepted, app, location_with, made, outside_event,
};
use values::{ApiError, Counter, Customer, Id, KindName, UniqueKey};

/// What is found in the merchant's records: kind, and what disagrees.
async fn found(app: &TestApp) -> Vec<String> {
    let found: Vec<Finding> = find_all(&app.context, &[app.tenant()]).await.expect("a table that can be read");
    found.into_iter().map(|finding| format!("{} {}", finding.kind, finding.what)).collect()
}

fn refused() -> ApiError {
    ApiError::internal("what is planted is refused")
}

/// Writes something past every rule. Nobody looks after the test, and before it nothing disagrees.
async fn plant(app: &TestApp, change: impl FnOnce(&mut Transaction)) {
    assert_eq!(found(app).await, Vec::<String>::new());
    app.unchecked();
    let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
    change(&mut transaction);
    app.context.store.commit(transaction).await.expect("what is planted");
}

/// Changes an item past every rule.
async fn replant(app: &TestApp, key: Key, change: impl FnOnce(&mut Value)) {
    let mut item: Value = app.context.store.read_value(&key).await.expect("a table").expect("an item");
    change(&mut item);
    plant(app, |transaction| transaction.put_encoded(&key, &item, Expression::present(), refused())).await;
}

/// The one thing that is found begins with `begin`.
#[track_caller]
fn is_one(found: &[String], begin: &str) {
    assert!(found.len() == 1 && found[0].starts_with(begin), "{found:#?} instead of {begin}");
}

fn day(fixture: &RoomFixture) -> Key {
    Key::sorted(&fixture.app.tenant(), "calendar", &fixture.room, "2026-12-01".to_owned())
}

#[tokio::test]
async fn a_booking_that_does_not_stand_in_its_calendar_is_found() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    replant(&fixture.app, day(&fixture), |item| item["slots"] = json!([])).await;
    is_one(&found(&fixture.app).await, "calendar 2026-12-01 lacks Booking");
}

#[tokio::test]
async fn a_booking_that_stands_in_its_calendar_with_other_units_is_found() {
    let fixture = RoomFixture::with_room(json!({"units": 3})).await;
    fixture.booked("10:00", "11:00").await;
    replant(&fixture.app, day(&fixture), |item| item["slots"][0]["u"] = json!(2)).await;
    is_one(&found(&fixture.app).await, "calendar 2026-12-01 has Slot");
}

#[tokio::test]
async fn time_that_is_taken_by_nothing_is_found_and_so_is_more_than_there_is() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    let stranger = fixture.app.context.ids.next::<()>();
    replant(&fixture.app, day(&fixture), |item| {
        let mut slot = item["slots"][0].clone();
        slot["i"] = json!(stranger);
        item["slots"].as_array_mut().expect("slots").push(slot);
    })
    .await;
    let found = found(&fixture.app).await;
    assert_eq!(found.len(), 2, "{found:#?}");
    assert_eq!(found[0], format!("calendar 2026-12-01 has Booking {stranger}, which is not live"));
    assert_eq!(found[1], "calendar has 1 units, of which 2 are taken at 2026-12-01T10:00:00.000Z");
}

#[tokio::test]
async fn a_counter_that_does_not_have_what_it_counts_is_found() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    plant(&fixture.app, |transaction| transaction.add(&Counter::new("customer_bookings", &fixture.member), 1)).await;
    assert_eq!(found(&fixture.app).await, ["counter is 2, of what it counts there are 1"]);
}

#[tokio::test]
async fn a_seat_without_a_subscription_is_found() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.subscribed(json!({})).await;
    let plan: Id<MembershipPlan> = Id::parse(&fixture.plan).expect("an id");
    plant(&fixture.app, |transaction| transaction.add(&MembershipPlan::subscribers(plan), -1)).await;
    assert_eq!(found(&fixture.app).await, ["counter is 0, of what it counts there are 1"]);
}

#[tokio::test]
async fn a_list_that_counts_what_is_not_there_is_found() {
    let app = app().await;
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let partition = format!("{}#location#counts", app.tenant().merchant());
    let head = Key { partition, sort: "head".to_owned() };
    let item = json!({"moves": 1, "chunks": [{"through": location, "count": 2}]});
    plant(&app, |transaction| transaction.put_encoded(&head, &item, Expression::absent(), refused())).await;
    is_one(&found(&app).await, "list the chunk up to ");
}

#[tokio::test]
async fn a_unique_name_that_nobody_holds_or_declares_is_found() {
    let app = app().await;
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let stranger = app.context.ids.next::<()>();
    plant(&app, |transaction| {
        transaction.claim(&UniqueKey::new("location_name", "nobody's"), stranger, refused());
        transaction.claim(&UniqueKey::new("location_name", "former"), &location, refused());
    })
    .await;
    let mut found = found(&app).await;
    found.sort();
    let mut expected = [
        format!("unique_name {stranger} holds it and is no live record"),
        format!("unique_name {location} holds it and does not declare it"),
    ];
    expected.sort();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn books_that_do_not_add_up_are_found() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let body = json!({"customer_id": fixture.member, "type": "admin_allocation", "amount": 10, "reason": "Welcome"});
    let id = made(&fixture.app, "/credit-transactions", body).await;
    let id: Id<wallets_and_journal::CreditTransaction> = Id::parse(&id).expect("an id");
    replant(&fixture.app, Key::record(&fixture.app.tenant(), id, RecordSet::Live), |item| {
        item["body"]["amount"] = json!(99);
    })
    .await;
    let found = found(&fixture.app).await;
    assert!(!found.is_empty() && found.iter().all(|finding| finding.starts_with("books ")), "{found:#?}");
}

/// A member of the fixture who has checked in by a day pass; the check-in's id.
async fn here(fixture: &RoomFixture) -> String {
    let pass = json!({"customer_id": fixture.member, "type": "admin_allocation", "amount": 2});
    made(&fixture.app, "/day-pass-transactions", pass).await;
    made(&fixture.app, "/check-ins", json!({"member_id": fixture.member, "location_id": fixture.location})).await
}

#[tokio::test]
async fn a_person_who_is_noted_to_be_somewhere_else_is_found() {
    let fixture = RoomFixture::new().await;
    let id = here(&fixture).await;
    let key = Key::single(&fixture.app.tenant(), "check_in_presence", &fixture.member);
    replant(&fixture.app, key, |item| item["last"][1] = json!("2026-12-01T00:00:00.000Z")).await;
    let noted = format!("check_in is noted for {} until ", fixture.member);
    is_one(&found(&fixture.app).await, &noted);
    assert!(!id.is_empty());
}

#[tokio::test]
async fn a_check_in_that_its_day_pass_did_not_pay_for_is_found_and_so_are_two_at_once() {
    let fixture = RoomFixture::new().await;
    let first: Id<CheckIn> = Id::parse(&here(&fixture).await).expect("an id");
    accepted(&fixture.app.post(&format!("/check-ins/{first}/check-out"), json!({})).await, 200);
    let body = json!({"member_id": fixture.member, "location_id": fixture.location});
    let second = made(&fixture.app, "/check-ins", body).await;
    replant(&fixture.app, Key::record(&fixture.app.tenant(), first, RecordSet::Live), |item| {
        item["body"]["ends_at"] = json!("2026-11-21T12:00:00.000Z");
        item["body"]["day"] = json!("2026-11-20");
    })
    .await;
    let mut found = found(&fixture.app).await;
    found.sort();
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(
        found[0].starts_with("check_in begins before ") && found[1].contains("did not pay for its day"),
        "{second} {found:#?}"
    );
}

#[tokio::test]
async fn what_a_booking_has_reserved_otherwise_than_its_transaction_says_is_found() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.subscribed(json!({})).await;
    let fields = json!({"credit_rates": [{"unit_amount": 1}]});
    let room = tests::resource(&fixture.app, &fixture.location, "Room", "meeting_room", fields).await;
    let body = json!({"resource_id": room, "customer_id": fixture.member, "payment_source": "credits",
        "start_time": "2027-02-03T10:00:00Z", "end_time": "2027-02-03T12:00:00Z"});
    let id: Id<Booking> = Id::parse(&made(&fixture.app, "/bookings", body).await).expect("an id");
    let key = || Key::record(&fixture.app.tenant(), id, RecordSet::Live);
    replant(&fixture.app, key(), |item| {
        item["body"]["payment"]["account"]["charged"]["reserved"][0]["n"] = json!(9);
    })
    .await;
    is_one(&found(&fixture.app).await, "reservation has reserved 9 by");
}

/// A shop with an order that keeps two of five pieces, and the key of the stock.
async fn shop_with_an_order() -> (tests::ShopFixture, Key) {
    let shop = tests::ShopFixture::new().await;
    let sold = shop.stocked(5, json!({})).await;
    shop.ordered(&[(&sold, 2)], json!({"payment_source": "external"})).await;
    let product = Id::<()>::parse(&sold.product).expect("an id");
    let key = Key::of_kind(&shop.app.tenant(), KindName::ShopStock, product.uuid(), RecordSet::Live);
    (shop, key)
}

#[tokio::test]
async fn stock_that_is_not_the_sum_of_its_movements_is_found() {
    let (shop, key) = shop_with_an_order().await;
    replant(&shop.app, key, |item| item["body"]["options"][0]["on_hand"] = json!(4)).await;
    is_one(&found(&shop.app).await, "shop_stock has (4, 1) of ");
}

#[tokio::test]
async fn stock_that_no_order_keeps_is_found() {
    let (shop, key) = shop_with_an_order().await;
    replant(&shop.app, key, |item| item["body"]["options"][0]["reserved"] = json!(3)).await;
    is_one(&found(&shop.app).await, "shop_stock keeps 3 of ");
}

#[tokio::test]
async fn open_orders_of_a_customer_that_are_not_counted_are_found() {
    let (shop, _) = shop_with_an_order().await;
    let customer = Id::parse(&shop.member).expect("an id");
    plant(&shop.app, |transaction| transaction.add(&Customer::open_orders(customer), 1)).await;
    is_one(&found(&shop.app).await, "counter is 2, of what it counts there are 1");
}

/// An event with a registration for two seats, a line and a block, and the key of the seats.
async fn event_with_a_registration() -> (tests::EventFixture, Key) {
    let fixture = tests::EventFixture::new().await;
    let hall = tests::resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await;
    let event = json!({"resource_id": hall, "capacity": 5, "waitlist_enabled": true});
    let event = fixture.event(event).await;
    fixture.registered(&event, 4, json!({})).await;
    fixture.waiting(&event, &fixture.other("bob").await, 2).await;
    let id = Id::<()>::parse(&event).expect("an id");
    let key = Key::of_kind(&fixture.app.tenant(), KindName::EventSeats, id.uuid(), RecordSet::Live);
    (fixture, key)
}

#[tokio::test]
async fn seats_that_no_registration_has_are_found() {
    let (fixture, key) = event_with_a_registration().await;
    replant(&fixture.app, key, |item| item["body"]["open"] = json!(3)).await;
    is_one(&found(&fixture.app).await, "event has (3, 0) seats open and past, of registrations (4, 0)");
}

#[tokio::test]
async fn somebody_who_waits_without_a_place_in_the_line_is_found() {
    let (fixture, key) = event_with_a_registration().await;
    replant(&fixture.app, key, |item| item["body"]["waiting"] = json!([])).await;
    is_one(&found(&fixture.app).await, "event does not have ");
}

#[tokio::test]
async fn a_block_of_an_event_that_does_not_take_it_is_found() {
    let (fixture, key) = event_with_a_registration().await;
    let event = Key::of_kind(&fixture.app.tenant(), KindName::Event, key.sort.parse().expect("an id"), RecordSet::Live);
    replant(&fixture.app, event, |item| item["body"]["block_id"] = json!(tests::NOBODY)).await;
    let found = found(&fixture.app).await;
    assert_eq!(found.len(), 2, "{found:?}");
}

#[tokio::test]
async fn registrations_of_a_customer_that_are_not_counted_are_found() {
    let (fixture, _) = event_with_a_registration().await;
    let customer = Id::parse(&fixture.member).expect("an id");
    plant(&fixture.app, |transaction| transaction.add(&Customer::open_registrations(customer), 1)).await;
    is_one(&found(&fixture.app).await, "counter is 2, of what it counts there are 1");
}

/// A ticket that somebody takes care of.
async fn ticket() -> (tests::TicketFixture, String) {
    let fixture = tests::TicketFixture::new().await;
    let id = fixture.started(json!({})).await;
    (fixture, id)
}

#[tokio::test]
async fn tickets_that_are_not_counted_where_they_stand_in_the_way_are_found() {
    let (fixture, _) = ticket().await;
    let customer = Id::parse(&fixture.member).expect("an id");
    plant(&fixture.app, |transaction| transaction.add(&Customer::open_tickets(customer), 1)).await;
    is_one(&found(&fixture.app).await, "counter is 2, of what it counts there are 1");
}

#[tokio::test]
async fn figures_of_tickets_that_do_not_add_up_are_found() {
    let (fixture, id) = ticket().await;
    let id = Id::<()>::parse(&id).expect("an id");
    let key = Key::of_kind(&fixture.app.tenant(), KindName::Ticket, id.uuid(), RecordSet::Live);
    replant(&fixture.app, key, |item| item["body"]["measured"]["created_on"] = json!("2026-11-20")).await;
    let findings = found(&fixture.app).await;
    assert_eq!(findings.len(), 4, "{findings:?}");
    assert!(findings.iter().all(|finding| finding.contains("#created on 2026-11-2")), "{findings:?}");
}

#[tokio::test]
async fn a_like_of_what_is_gone_is_found() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let like = feed.like("post", &post, &feed.olga).await;
    let id = Id::<()>::parse(&like.id()).expect("an id").uuid();
    let key = Key::of_kind(&feed.app.tenant(), KindName::FeedLike, id, RecordSet::Live);
    let nothing = feed.app.context.ids.next::<()>().to_string();
    replant(&feed.app, key, |item| item["body"]["target_id"] = json!(nothing)).await;
    let found = found(&feed.app).await;
    let told = format!("feed is a feed_like of {nothing}, which is gone, and no job takes it away");
    assert!(found.contains(&told), "{found:#?}");
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_found_and_so_is_what_disagrees_beside_it() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    let broken = fixture.booked("10:00", "11:00").await;
    fixture.booked("12:00", "13:00").await;
    app.unchecked();
    for (key, path, value) in [
        (
            Key::record(&app.tenant(), Id::<Booking>::parse(&broken).expect("an id"), RecordSet::Live),
            "/body/end",
            json!(7),
        ),
        (day(&fixture), "/slots", json!([])),
    ] {
        let mut item: Value = app.context.store.read_value(&key).await.expect("a table").expect("an item");
        *item.pointer_mut(path).expect("a field") = value;
        let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
        transaction.put_encoded(&key, &item, Expression::present(), refused());
        app.context.store.commit(transaction).await.expect("what is planted");
    }
    let found = found(app).await;
    let has = |what: &str| found.iter().any(|one| one.contains(what));
    assert!(has(&format!("unreadable stored booking {broken} does not decode")), "{found:#?}");
    assert!(has("calendar 2026-12-01 lacks Booking"), "{found:#?}");
}

#[tokio::test]
async fn a_block_that_no_outside_calendar_knows_is_found() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[outside_event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    let state: Id<OutsideCalendarState> = Id::parse(&id).expect("an id");
    let key = Key::record(&fixture.app().tenant(), state, RecordSet::Live);
    replant(fixture.app(), key, |item| item["body"]["busy"] = json!("")).await;
    is_one(&found(fixture.app()).await, "outside_calendar is a block that no calendar knows");
}
