//! A process that dies anywhere: the next reading mends what it left (15).

use serde_json::json;
use testing::Fault;
use tests::{CalendarFixture, calendar_lines, outside_event as event};

/// Lets the next reading die at this call of the store, and the time pass in which it is found.
async fn dies_and_comes_back(fixture: &CalendarFixture, call: u32, fault: Fault) {
    fixture.app().clock.advance(chrono::Duration::minutes(5));
    tests::sweep(&fixture.app().context).await;
    // The SDK repeats a call five times: it fails for good.
    fixture.app().faults.after_for("*", call, 5, fault);
    fixture.read().await;
    fixture.app().faults.clear();
    for _ in 0..3 {
        fixture.pass(15).await;
    }
}

#[tokio::test]
async fn a_reading_that_dies_anywhere_is_mended_by_the_next() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[]);
    let id = fixture.added(json!({})).await;
    let repeated = "BEGIN:VEVENT|UID:r|DTSTART:20261220T000000Z|DURATION:PT30M|RRULE:FREQ=DAILY;COUNT=4|END:VEVENT";
    let many = [outside(20, "11:00"), calendar_lines(repeated)];
    let few = [outside(20, "11:30")];
    for call in 0..20 {
        for (events, fault) in [(&many[..], Fault::DropBefore), (&few[..], Fault::DropAfter)] {
            fixture.serve(events);
            dies_and_comes_back(&fixture, call, fault.clone()).await;
            let blocks = fixture.blocks().await;
            assert_eq!(blocks.len(), if events.len() == 2 { 5 } else { 1 }, "call {call} {fault:?}: {blocks:?}");
        }
    }
    assert_eq!(fixture.shown(&id).await["block_count"], 1);
}

#[tokio::test]
async fn a_reading_that_dies_while_it_makes_pieces_is_mended_by_the_next() {
    let fixture = CalendarFixture::new().await;
    fixture.room.booked("10:30", "11:30").await;
    fixture.serve(&[]);
    let id = fixture.added(json!({})).await;
    let around = ["12-01T10:00/12-01T10:30", "12-01T11:30/12-01T13:00"];
    for call in 0..20 {
        for (events, blocks, fault) in
            [(vec![event("a", "10:00", "13:00")], &around[..], Fault::DropBefore), (vec![], &[][..], Fault::DropAfter)]
        {
            fixture.serve(&events);
            dies_and_comes_back(&fixture, call, fault.clone()).await;
            assert_eq!(fixture.blocks().await, blocks, "call {call} {fault:?}");
        }
    }
    assert_eq!(fixture.shown(&id).await["block_count"], 0);
}

#[tokio::test]
async fn a_calendar_that_was_lost_on_its_way_is_handed_over_when_a_test_clock_is_advanced() {
    let fixture = CalendarFixture::sandbox().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let made = fixture.app().post("/outside-calendars", fixture.body()).await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert!(fixture.app().calendar_queue.take(usize::MAX).is_some());
    let advanced = fixture.app().post("/test-clock", json!({"advance_to": "2026-11-22T09:00:00Z"})).await;
    assert!(advanced.status < 300, "{}", advanced.text);
    fixture.read().await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T11:00"]);
}

/// An event of a day in December.
fn outside(day: u32, to: &str) -> String {
    event("a", "10:00", to).replace("20261201", &format!("202612{day}"))
}
