//! What is broken is not booked.

use serde_json::{Value, json};
use tests::{TicketFixture, accepted, made, resource, sweep, total, with};

/// A ticket fixture with a room, and the time that is to be blocked.
async fn broken() -> (TicketFixture, String, Value) {
    let fixture = TicketFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Oak", "meeting_room", json!({})).await;
    let time = json!({"start_time": "2026-11-24T08:00:00.000Z", "end_time": "2026-11-24T12:00:00.000Z"});
    (fixture, room, time)
}

async fn book(fixture: &TicketFixture, room: &str, from: &str, to: &str) -> String {
    let at = |time: &str| format!("2026-11-24T{time}:00Z");
    let body = json!({"resource_id": room, "customer_id": fixture.member, "start_time": at(from), "end_time": at(to)});
    fixture.app.post("/bookings", body).await.refusal()
}

#[tokio::test]
async fn a_ticket_blocks_its_resource_in_the_same_request_until_it_is_solved() {
    let (fixture, room, time) = broken().await;
    let id = fixture.started(json!({"resource_id": room, "maintenance_block": time})).await;
    let shown = fixture.shown(&id).await;
    assert_eq!(shown["maintenance_block"], time);
    let block = format!("/calendar-blocks/{}", shown["block_id"].as_str().unwrap_or_default());
    let found = fixture.app.get(&block).await;
    assert_eq!(
        (&found.body["data"]["kind"], &found.body["data"]["made_by"]),
        (&json!("maintenance"), &json!({"kind": "ticket", "id": null}))
    );
    assert_eq!(book(&fixture, &room, "09:00", "10:00").await, "409 booking_conflict start_time booking_conflict");
    let own = fixture.app.delete(&block).await;
    assert_eq!(own.refusal(), "409 in_use id made_by");
    let solved = fixture.done(&id, "solve").await;
    assert_eq!((&solved["maintenance_block"], &solved["block_id"]), (&json!(null), &json!(null)));
    assert_eq!(fixture.app.get(&block).await.refusal(), "404 not_found");
    assert_eq!(book(&fixture, &room, "09:00", "10:00").await, "201 ");
    let told = fixture.activity(&id).await;
    assert!(told[1] == "blocked" && told.last().is_some_and(|last| last == "unblocked"), "{told:?}");
}

#[tokio::test]
async fn neither_ticket_nor_block_comes_about_when_something_is_in_the_way() {
    let (fixture, room, time) = broken().await;
    assert_eq!(book(&fixture, &room, "09:00", "10:00").await, "201 ");
    let refused = fixture.ask(json!({"resource_id": room, "maintenance_block": time})).await;
    assert_eq!(refused.refusal(), "409 booking_conflict start_time booking_conflict");
    assert_eq!(total(&fixture.app, "/tickets").await, 0);
    assert_eq!(total(&fixture.app, "/calendar-blocks").await, 0);
    assert_eq!(fixture.ask(json!({})).await.body["data"]["number"], 1, "no number was taken");
}

#[tokio::test]
async fn a_block_is_a_period_of_a_resource_and_takes_the_scope_of_blocks() {
    let (fixture, room, time) = broken().await;
    let refused = async |fields: Value| fixture.ask(fields).await.refusal();
    assert_eq!(refused(json!({"maintenance_block": time})).await, "422 rule_violation resource_id required");
    let backwards = json!({"start_time": time["end_time"], "end_time": time["start_time"]});
    let fields = json!({"resource_id": room, "maintenance_block": backwards});
    assert_eq!(refused(fields).await, "422 rule_violation end_time end_not_after_start");
    let over = json!({"start_time": "2026-11-22T08:00:00Z", "end_time": "2026-11-23T08:00:00Z"});
    let fields = json!({"resource_id": room, "maintenance_block": over});
    assert_eq!(refused(fields).await, "422 rule_violation end_time in_the_past");
    let long = with(time.clone(), &json!({"end_time": "2026-12-31T12:00:00Z"}));
    assert_eq!(
        refused(json!({"resource_id": room, "maintenance_block": long})).await,
        "422 rule_violation end_time too_long"
    );
    let desk = fixture.called_with(&["tickets:write"]).await;
    let body = fixture.body(&json!({"resource_id": room, "maintenance_block": time}));
    assert_eq!(desk.post("/tickets", body).await.refusal(), "403 forbidden maintenance_block scope_missing");
    let id = fixture.ticket(json!({"resource_id": room})).await;
    let later = desk.post(&format!("/tickets/{id}/block"), time).await;
    assert_eq!(later.refusal(), "403 forbidden start_time scope_missing");
}

#[tokio::test]
async fn a_block_is_made_later_moved_and_ended() {
    let (fixture, room, time) = broken().await;
    let id = fixture.started(json!({"resource_id": room})).await;
    assert_eq!(fixture.act(&id, "unblock", json!({})).await.refusal(), "409 invalid_state");
    accepted(&fixture.act(&id, "block", time.clone()).await, 200);
    let longer = with(time.clone(), &json!({"end_time": "2026-11-24T15:00:00.000Z"}));
    let moved = fixture.act(&id, "block", longer.clone()).await;
    assert_eq!(moved.body["data"]["maintenance_block"], longer);
    assert_eq!(total(&fixture.app, &format!("/calendar-blocks?resource_id={room}")).await, 1);
    assert_eq!(book(&fixture, &room, "13:00", "14:00").await, "409 booking_conflict start_time booking_conflict");
    let same = fixture.act(&id, "block", longer).await;
    assert_eq!(same.body["data"]["version"], moved.body["data"]["version"], "nothing changes");
    fixture.done(&id, "unblock").await;
    assert_eq!(book(&fixture, &room, "13:00", "14:00").await, "201 ");
    let in_the_way = fixture.act(&id, "block", with(time, &json!({"end_time": "2026-11-24T14:00:00Z"}))).await;
    assert_eq!(in_the_way.refusal(), "409 booking_conflict start_time booking_conflict");
    fixture.done(&id, "solve").await;
    let solved = fixture
        .act(&id, "block", json!({"start_time": "2026-11-25T08:00:00Z", "end_time": "2026-11-25T09:00:00Z"}))
        .await;
    assert_eq!(solved.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_block_that_is_over_stays_in_the_calendar() {
    let (fixture, room, time) = broken().await;
    let id = fixture.started(json!({"resource_id": room, "maintenance_block": time})).await;
    fixture.clock("2026-11-24T12:00:00Z");
    let block = format!("/calendar-blocks/{}", fixture.shown(&id).await["block_id"].as_str().unwrap_or_default());
    assert_eq!(fixture.app.delete(&block).await.refusal(), "409 in_use id made_by");
    fixture.done(&id, "solve").await;
    assert_eq!(total(&fixture.app, &format!("/calendar-blocks?resource_id={room}")).await, 1);
    assert_eq!(fixture.app.get(&block).await.body["data"]["made_by"], json!(null), "it belongs to nobody");
    accepted(&fixture.app.delete(&block).await, 200);
    fixture.done(&id, "reopen").await;
    let over = fixture.act(&id, "block", time).await;
    assert_eq!(over.refusal(), "422 rule_violation end_time in_the_past");
}

#[tokio::test]
async fn to_unblock_takes_the_scope_of_blocks() {
    let (fixture, room, time) = broken().await;
    let id = fixture.ticket(json!({"resource_id": room, "maintenance_block": time})).await;
    let desk = fixture.called_with(&["tickets:write"]).await;
    let refused = desk.post(&format!("/tickets/{id}/unblock"), json!({})).await;
    assert_eq!(refused.refusal(), "403 forbidden id scope_missing");
    fixture.done(&id, "unblock").await;
}

#[tokio::test]
async fn time_that_a_ticket_gives_back_is_offered_at_the_next_sweep_to_who_waits_for_it() {
    for freed_by in ["unblock", "solve", "block"] {
        let fixture = TicketFixture::alone().await;
        let room = resource(&fixture.app, &fixture.location, "Oak", "meeting_room", json!({})).await;
        let time = json!({"start_time": "2026-11-24T08:00:00.000Z", "end_time": "2026-11-24T12:00:00.000Z"});
        let id = fixture.started(json!({"resource_id": room, "maintenance_block": time})).await;
        let waits = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": room,
            "earliest_start": "2026-11-24T09:00:00Z", "latest_end": "2026-11-24T11:00:00Z", "duration_minutes": 60});
        let entry = format!("/waitlist-entries/{}", made(&fixture.app, "/waitlist-entries", waits).await);
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
        let later = json!({"start_time": "2026-11-24T14:00:00.000Z", "end_time": "2026-11-24T16:00:00.000Z"});
        let body = if freed_by == "block" { later } else { json!({}) };
        accepted(&fixture.act(&id, freed_by, body).await, 200);
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
        assert_eq!(fixture.app.get(&entry).await.body["data"]["status"], "offered", "{freed_by}");
    }
}

#[tokio::test]
async fn a_resource_with_parts_that_does_not_fit_one_request_is_refused() {
    let (fixture, _, _) = broken().await;
    let hall = resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await;
    for number in 0..4 {
        let part = json!({"parent_resource_id": hall});
        made(
            &fixture.app,
            "/resources",
            with(
                json!({"location_id": fixture.location, "name": format!("Part {number}"), "type": "meeting_room"}),
                &part,
            ),
        )
        .await;
    }
    let block = json!({"start_time": "2026-12-01T00:00:00Z", "end_time": "2026-12-31T00:00:00Z"});
    let refused = fixture.ask(json!({"resource_id": hall, "maintenance_block": block})).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    let shorter = json!({"start_time": "2026-12-01T00:00:00Z", "end_time": "2026-12-10T00:00:00Z"});
    accepted(&fixture.ask(json!({"resource_id": hall, "maintenance_block": shorter})).await, 201);
}
