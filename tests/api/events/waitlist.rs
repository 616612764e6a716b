//! The waiting list.

use serde_json::json;
use tests::{EventFixture, accepted, only, sweep, total};

/// A full event of four seats with a waiting list, and the registration that has all of them.
async fn full(fixture: &EventFixture, fields: serde_json::Value) -> (String, testing::TestResponse) {
    let event = json!({"capacity": 4, "max_per_customer": 4, "waitlist_enabled": true});
    let event = fixture.event(tests::with(event, &fields)).await;
    let all = fixture.registered(&event, 4, json!({})).await;
    (event, all)
}

async fn accept(fixture: &EventFixture, entry: &str) -> testing::TestResponse {
    fixture.app.post(&format!("/event-waitlist-entries/{entry}/accept"), json!({"payment_source": "invoice"})).await
}

#[tokio::test]
async fn who_came_first_is_offered_what_comes_free_first() {
    let fixture = EventFixture::new().await;
    let (event, all) = full(&fixture, json!({})).await;
    let (bob, cas) = (fixture.other("bob").await, fixture.other("cas").await);
    let first = fixture.waiting(&event, &bob, 3).await;
    let second = fixture.waiting(&event, &cas, 1).await;
    assert_eq!(fixture.seats(&event).await, (4, 0, 4));
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    assert_eq!(fixture.seats(&event).await, (0, 4, 0));
    let shown = only(&fixture.app, &format!("/event-waitlist-entries?customer_id={bob}")).await;
    assert_eq!(
        (&shown["status"], &shown["offer_expires_at"]),
        (&json!("offered"), &json!("2026-11-23T09:00:00.000Z"))
    );
    let taken = fixture.register(&event, 1, json!({})).await;
    assert_eq!(taken.refusal(), "409 capacity_exceeded quantity capacity_exceeded");
    let accepted_offer = accept(&fixture, &first).await;
    accepted(&accepted_offer, 200);
    let data = &accepted_offer.body["data"];
    assert_eq!(data["status"], json!("accepted"));
    let ticket = format!("/event-registrations/{}", data["registration_id"].as_str().unwrap());
    assert_eq!(fixture.app.get(&ticket).await.body["data"]["quantity"], json!(3));
    assert_eq!(fixture.seats(&event).await, (3, 1, 0));
    accepted(&accept(&fixture, &second).await, 200);
    assert_eq!(accept(&fixture, &second).await.refusal(), "409 invalid_state");
    let again = fixture.app.post(&format!("{ticket}/cancel"), json!({})).await;
    accepted(&again, 200);
    assert_eq!(fixture.entry(&first).await, json!("accepted"), "a used entry is not offered anything again");
    assert_eq!(fixture.seats(&event).await, (1, 0, 0));
}

#[tokio::test]
async fn a_small_party_passes_a_larger_one_only_where_that_is_allowed() {
    let fixture = EventFixture::new().await;
    for (passing, offered) in [(false, "waiting"), (true, "offered")] {
        let event =
            json!({"capacity": 4, "max_per_customer": 4, "waitlist_enabled": true, "waitlist_passing": passing});
        let event = fixture.event(event).await;
        let pair = fixture.registered(&event, 2, json!({})).await;
        fixture.registered(&event, 2, json!({"customer_id": fixture.other(&format!("x{passing}")).await})).await;
        let four = fixture.other(&format!("four{passing}")).await;
        let one = fixture.other(&format!("one{passing}")).await;
        let large = fixture.waiting(&event, &four, 4).await;
        let small = fixture.waiting(&event, &one, 1).await;
        accepted(&fixture.act(&pair, "cancel", json!({})).await, 200);
        assert_eq!((fixture.entry(&large).await, fixture.entry(&small).await), (json!("waiting"), json!(offered)));
        let direct = fixture.register(&event, 1, json!({})).await;
        assert_eq!(direct.status, if passing { 201 } else { 409 }, "{}", direct.text);
    }
}

#[tokio::test]
async fn an_offer_ends_after_48_hours_and_goes_to_the_next() {
    let fixture = EventFixture::alone().await;
    let (event, all) = full(&fixture, json!({})).await;
    let first = fixture.waiting(&event, &fixture.other("bob").await, 4).await;
    let second = fixture.waiting(&event, &fixture.other("cas").await, 4).await;
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    fixture.minutes(48 * 60);
    assert_eq!(fixture.entry(&first).await, json!("expired"), "whether that was written down or not");
    assert_eq!(accept(&fixture, &first).await.refusal(), "409 invalid_state");
    assert_eq!(sweep(&fixture.app.context).await.done_of("event_seats"), 1);
    assert_eq!((fixture.entry(&first).await, fixture.entry(&second).await), (json!("expired"), json!("offered")));
    accepted(&accept(&fixture, &second).await, 200);
}

#[tokio::test]
async fn an_offer_ends_with_registration_at_the_latest() {
    let fixture = EventFixture::alone().await;
    let (event, all) = full(&fixture, json!({"registration_closes_at": "2026-12-10T17:00:00Z"})).await;
    fixture.clock("2026-12-10T10:00:00Z");
    let bob = fixture.other("bob").await;
    let entry = fixture.waiting(&event, &bob, 4).await;
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    let shown = only(&fixture.app, &format!("/event-waitlist-entries?event_id={event}")).await;
    assert_eq!(shown["offer_expires_at"], json!("2026-12-10T17:00:00.000Z"));
    fixture.clock("2026-12-10T17:00:00Z");
    assert_eq!(fixture.entry(&entry).await, json!("expired"));
    fixture.clock("2026-12-10T20:00:00Z");
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    assert_eq!(fixture.seats(&event).await, (0, 0, 0));
}

#[tokio::test]
async fn more_seats_are_offered_to_those_who_wait() {
    let fixture = EventFixture::new().await;
    let (event, _) = full(&fixture, json!({})).await;
    let entry = fixture.waiting(&event, &fixture.other("bob").await, 2).await;
    let path = format!("/events/{event}");
    let one_more = fixture.app.put(&path, json!({"capacity": 5})).await;
    assert_eq!(one_more.body["data"]["seats_offered"], json!(0), "a party stays together");
    let raised = fixture.app.put(&path, json!({"capacity": 6})).await;
    accepted(&raised, 200);
    assert_eq!((&raised.body["data"]["seats_offered"], fixture.entry(&entry).await), (&json!(2), json!("offered")));
    let lowered = fixture.app.put(&path, json!({"capacity": 5})).await;
    assert_eq!(lowered.refusal(), "409 capacity_exceeded capacity below_taken");
}

#[tokio::test]
async fn who_leaves_the_line_gives_back_what_was_offered() {
    let fixture = EventFixture::new().await;
    let (event, all) = full(&fixture, json!({})).await;
    let first = fixture.waiting(&event, &fixture.other("bob").await, 4).await;
    let second = fixture.waiting(&event, &fixture.other("cas").await, 4).await;
    let third = fixture.waiting(&event, &fixture.other("dan").await, 1).await;
    let leave = async |entry: &str| fixture.app.delete(&format!("/event-waitlist-entries/{entry}")).await;
    accepted(&leave(&third).await, 200);
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    assert_eq!(fixture.entry(&first).await, json!("offered"));
    accepted(&leave(&first).await, 200);
    assert_eq!((fixture.entry(&first).await, fixture.entry(&second).await), (json!("cancelled"), json!("offered")));
    assert_eq!(leave(&first).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.entry(&third).await, json!("cancelled"));
}

#[tokio::test]
async fn nobody_waits_for_what_is_free_or_twice_or_without_a_line() {
    let fixture = EventFixture::new().await;
    let none = fixture.event(json!({"capacity": 5})).await;
    let refused = fixture.wait(&none, &fixture.member, 1).await;
    assert_eq!(refused.refusal(), "422 rule_violation event_id no_waiting_list");
    let free = fixture.event(json!({"capacity": 5, "waitlist_enabled": true})).await;
    assert_eq!(fixture.wait(&free, &fixture.member, 1).await.refusal(), "409 invalid_state event_id not_sold_out");
    let (event, _) = full(&fixture, json!({})).await;
    let bob = fixture.other("bob").await;
    let many = fixture.wait(&event, &bob, 5).await;
    assert_eq!(many.refusal(), "422 rule_violation quantity above_max_per_customer");
    fixture.waiting(&event, &bob, 1).await;
    assert_eq!(fixture.wait(&event, &bob, 1).await.refusal(), "409 already_exists customer_id already_waiting");
    let guest = json!({"event_id": event, "guest": {"name": "Bob", "email": "BOB@example.com"}, "quantity": 1});
    let guest = fixture.app.post("/event-waitlist-entries", guest).await;
    assert_eq!(guest.refusal(), "409 already_exists customer_id already_waiting", "a guest by the same address");
    fixture.clock("2026-12-10T18:00:00Z");
    let late = fixture.wait(&event, &fixture.other("cas").await, 1).await;
    assert_eq!(late.refusal(), "422 rule_violation event_id registration_closed");
    assert_eq!(total(&fixture.app, &format!("/event-waitlist-entries?event_id={event}")).await, 1);
}

#[tokio::test]
async fn nobody_waits_who_could_not_accept() {
    let fixture = EventFixture::new().await;
    let full = json!({"capacity": 2, "max_per_customer": 2, "waitlist_enabled": true});
    let for_members = fixture.event(tests::with(full.clone(), &json!({"visibility": "members"}))).await;
    let guest = json!({"name": "Gil", "email": "gil@example.com"});
    let wish = json!({"event_id": for_members, "guest": guest, "quantity": 1});
    let refused = fixture.app.post("/event-waitlist-entries", wish).await;
    assert_eq!(refused.refusal(), "422 rule_violation guest not_for_customer");
    let refused = fixture.wait(&for_members, &fixture.other("bob").await, 1).await;
    assert_eq!(refused.refusal(), "422 rule_violation customer_id not_for_customer");
    let event = fixture.event(full).await;
    fixture.registered(&event, 2, json!({})).await;
    let refused = fixture.wait(&event, &fixture.member, 1).await;
    assert_eq!(refused.refusal(), "409 capacity_exceeded quantity above_max_per_customer");
    assert_eq!(fixture.seats(&event).await, (2, 0, 0));
}

#[tokio::test]
async fn nobody_passes_somebody_for_whom_there_is_room() {
    for passing in [false, true] {
        let fixture = EventFixture::new().await;
        let (event, all) = full(&fixture, json!({"waitlist_passing": passing})).await;
        fixture.waiting(&event, &fixture.other("bob").await, 4).await;
        fixture.waiting(&event, &fixture.other("cas").await, 4).await;
        accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
        // Bob's offer is over, and nobody has made another yet.
        fixture.clock("2026-11-23T10:00:00Z");
        let newcomer = json!({"customer_id": fixture.other("dan").await});
        let refused = fixture.register(&event, 1, newcomer).await;
        assert_eq!(refused.refusal(), "409 capacity_exceeded quantity capacity_exceeded", "{passing}");
    }
}

#[tokio::test]
async fn a_party_that_the_event_has_become_too_small_for_stands_in_nobodys_way() {
    let fixture = EventFixture::new().await;
    let (event, all) = full(&fixture, json!({})).await;
    let large = fixture.waiting(&event, &fixture.other("bob").await, 4).await;
    accepted(&fixture.app.put(&format!("/events/{event}"), json!({"capacity": 5})).await, 200);
    let small = fixture.other("cas").await;
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    accepted(&fixture.app.delete(&format!("/event-waitlist-entries/{large}")).await, 200);
    fixture.registered(&event, 2, json!({"customer_id": small})).await;
    fixture.waiting(&event, &fixture.other("dan").await, 4).await;
    accepted(
        &fixture.app.put(&format!("/events/{event}"), json!({"capacity": 3, "max_per_customer": 3})).await,
        200,
    );
    fixture.registered(&event, 1, json!({"customer_id": fixture.other("eva").await})).await;
    assert_eq!(fixture.seats(&event).await, (3, 0, 4));
}

#[tokio::test]
async fn everybody_for_whom_there_is_room_is_offered_it_by_one_run_of_the_sweep() {
    let fixture = EventFixture::alone().await;
    let (event, _) = full(&fixture, json!({})).await;
    for number in 0..25 {
        let guest = json!({"name": "Gil", "email": format!("gil{number}@example.com")});
        let wish = json!({"event_id": event, "guest": guest, "quantity": 1});
        accepted(&fixture.app.post("/event-waitlist-entries", wish).await, 201);
    }
    accepted(&fixture.app.put(&format!("/events/{event}"), json!({"capacity": 29})).await, 200);
    assert_eq!(fixture.seats(&event).await, (4, 10, 15));
    fixture.minutes(1);
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    assert_eq!(fixture.seats(&event).await, (4, 25, 0));
    // Two days later all of them are over, and count no more.
    fixture.clock("2026-11-24T09:00:00Z");
    let fewer = json!({"capacity": 4});
    accepted(&fixture.app.put(&format!("/events/{event}"), fewer).await, 200);
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    let entries = fixture.app.get(&format!("/event-waitlist-entries?event_id={event}&per_page=100")).await;
    let entries = entries.body["data"].as_array().cloned().unwrap_or_default();
    assert_eq!(entries.iter().filter(|entry| entry["status"] == json!("expired")).count(), 25);
}

#[tokio::test]
async fn an_offer_ends_with_registration_also_when_the_closing_moves() {
    let fixture = EventFixture::alone().await;
    let (event, all) = full(&fixture, json!({})).await;
    let entry = fixture.waiting(&event, &fixture.other("bob").await, 4).await;
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    let path = format!("/event-waitlist-entries/{entry}");
    let closes = async |at: &str| {
        accepted(&fixture.app.put(&format!("/events/{event}"), json!({"registration_closes_at": at})).await, 200);
        fixture.app.get(&path).await.body["data"]["offer_expires_at"].clone()
    };
    assert_eq!(closes("2026-11-21T12:00:00.000Z").await, json!("2026-11-21T12:00:00.000Z"));
    assert_eq!(closes("2026-11-22T12:00:00.000Z").await, json!("2026-11-22T12:00:00.000Z"));
    assert_eq!(closes("2026-12-01T12:00:00.000Z").await, json!("2026-11-23T09:00:00.000Z"), "48 hours at most");
    closes("2026-11-21T12:00:00.000Z").await;
    fixture.clock("2026-11-21T12:00:00Z");
    assert_eq!((fixture.entry(&entry).await, fixture.seats(&event).await), (json!("expired"), (0, 0, 0)));
    assert_eq!(accept(&fixture, &entry).await.refusal(), "409 invalid_state");
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    let shown = fixture.app.get(&path).await.body["data"].clone();
    assert_eq!(
        (&shown["status"], &shown["offer_expires_at"]),
        (&json!("expired"), &json!("2026-11-21T12:00:00.000Z")),
        "and it is written down"
    );
}

#[tokio::test]
async fn who_waits_for_more_than_one_may_have_now_is_offered_nothing_and_stands_in_nobodys_way() {
    let fixture = EventFixture::new().await;
    let (event, all) = full(&fixture, json!({})).await;
    let four = fixture.waiting(&event, &fixture.other("bob").await, 4).await;
    accepted(&fixture.app.put(&format!("/events/{event}"), json!({"max_per_customer": 2})).await, 200);
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    assert_eq!((fixture.entry(&four).await, fixture.seats(&event).await), (json!("waiting"), (0, 0, 4)));
    fixture.registered(&event, 2, json!({"customer_id": fixture.other("cas").await})).await;
}

#[tokio::test]
async fn hosts_come_once_registration_has_closed_although_others_wait() {
    let fixture = EventFixture::new().await;
    let (event, all) = full(&fixture, json!({"registration_closes_at": "2026-12-01T00:00:00Z"})).await;
    fixture.waiting(&event, &fixture.other("bob").await, 4).await;
    fixture.clock("2026-12-01T00:00:00Z");
    accepted(&fixture.act(&all, "cancel", json!({})).await, 200);
    let host = json!({"customer_id": fixture.other("hal").await, "role": "host", "payment_source": null});
    fixture.registered(&event, 1, host).await;
    assert_eq!(fixture.seats(&event).await, (1, 0, 4));
}

#[tokio::test]
async fn a_member_with_another_address_waits_once() {
    let fixture = EventFixture::new().await;
    let (event, _) = full(&fixture, json!({})).await;
    let bob = fixture.other("bob").await;
    fixture.waiting(&event, &bob, 1).await;
    accepted(&fixture.app.put(&format!("/members/{bob}"), json!({"email": "robert@example.com"})).await, 200);
    assert_eq!(fixture.wait(&event, &bob, 1).await.refusal(), "409 already_exists customer_id already_waiting");
    let guest = json!({"event_id": event, "guest": {"name": "Bob", "email": "bob@example.com"}, "quantity": 1});
    let refused = fixture.app.post("/event-waitlist-entries", guest).await;
    assert_eq!(refused.refusal(), "409 already_exists customer_id already_waiting");
}
