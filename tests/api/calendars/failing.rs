//! A server that is slow, wrong, huge or gone (5, 13, 14).

use serde_json::json;
use tests::{CalendarFixture, Serves, calendar, outside_event as event};

const PATH: &str = "/room.ics";

#[tokio::test]
async fn what_goes_wrong_is_told_and_the_blocks_stay() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    for (serves, failure) in [
        (Serves::Status(401), "refused"),
        (Serves::Status(403), "refused"),
        (Serves::Status(404), "not_found"),
        (Serves::Status(410), "not_found"),
        (Serves::Status(302), "redirected"),
        (Serves::Status(503), "server_failed"),
        (Serves::Broken(calendar(&[])), "unreachable"),
        (Serves::File("<html>Sign in</html>".to_owned()), "not_a_calendar"),
        (Serves::File(calendar(&[])[..20].to_owned()), "not_a_calendar"),
        (
            Serves::File(calendar(&[event("s", "10:00", "11:00").replace("SUMMARY:Private", "RRULE:FREQ=SECONDLY")])),
            "too_many_events",
        ),
    ] {
        fixture.server.serve(PATH, serves);
        fixture.pass(60).await;
        let shown = fixture.shown(&id).await;
        assert_eq!(shown["failure"], failure, "{shown}");
        assert!(shown["failing_since"].is_string(), "{shown}");
        assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T11:00"], "{failure}");
    }
    fixture.serve(&[]);
    fixture.pass(60).await;
    let shown = fixture.shown(&id).await;
    assert_eq!((&shown["failure"], &shown["failing_since"]), (&json!(null), &json!(null)), "{shown}");
    assert!(fixture.blocks().await.is_empty());
}

#[tokio::test]
async fn a_server_that_is_silent_or_does_not_come_to_an_end_is_left_in_time() {
    let fixture = CalendarFixture::new().await;
    let id = fixture.added(json!({})).await;
    for (serves, failure) in [
        (Serves::Silence, "timed_out"),
        (Serves::Beginning(calendar(&[])), "timed_out"),
        (Serves::File("X".repeat(5_001)), "too_large"),
    ] {
        fixture.server.serve(PATH, serves);
        fixture.app().clock.advance(chrono::Duration::hours(1));
        tests::sweep(&fixture.app().context).await;
        fixture.read_within(200, 5_000).await;
        assert_eq!(fixture.shown(&id).await["failure"], failure);
    }
}

#[tokio::test]
async fn a_server_that_nobody_reaches_is_unreachable() {
    let fixture = CalendarFixture::new().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}/a.ics", listener.local_addr().expect("an address"));
    drop(listener);
    let id = fixture.added(json!({"address": address})).await;
    assert_eq!(fixture.shown(&id).await["failure"], "unreachable");
}

#[tokio::test]
async fn a_calendar_that_fails_is_asked_less_and_less_often() {
    let fixture = CalendarFixture::new().await;
    fixture.server.serve(PATH, Serves::Status(500));
    fixture.added(json!({})).await;
    drop(fixture.server.newly_received());
    let mut asked = Vec::new();
    for minute in (0..180).step_by(5) {
        fixture.pass(5).await;
        if !fixture.server.newly_received().is_empty() {
            asked.push(minute + 5);
        }
    }
    assert_eq!(asked, [5, 15, 35, 75, 135], "minutes after the first failure");
}

#[tokio::test]
async fn that_a_calendar_fails_is_told_once_after_an_hour_and_again_when_it_fails_again() {
    let mut fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    for told in 1..3 {
        fixture.server.serve(PATH, Serves::Status(500));
        for _ in 0..11 {
            fixture.pass(5).await;
        }
        assert_eq!(fixture.shown(&id).await["failure_told_at"], json!(null));
        for _ in 0..24 {
            fixture.pass(5).await;
        }
        assert!(fixture.shown(&id).await["failure_told_at"].is_string());
        let told_so_far = fixture.outbox.types(&format!("object_id={id}")).await;
        assert_eq!(told_so_far.iter().filter(|event| *event == "outside_calendar.failing").count(), told);
        fixture.serve(&[event("a", "10:00", "11:00")]);
        fixture.pass(60).await;
        assert_eq!(fixture.shown(&id).await["failure_told_at"], json!(null));
    }
    let types = fixture.outbox.types(&format!("object_id={id}")).await;
    let [failing, recovered] = ["outside_calendar.failing", "outside_calendar.recovered"];
    assert_eq!(types, ["outside_calendar.created", failing, recovered, failing, recovered]);
}

#[tokio::test]
async fn after_five_days_without_success_a_calendar_is_disabled_and_can_be_enabled() {
    let mut fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    fixture.server.serve(PATH, Serves::Status(404));
    fixture.pass(60).await;
    fixture.pass(4 * 1_440).await;
    assert_eq!(fixture.shown(&id).await["is_active"], true);
    fixture.pass(1_440).await;
    let shown = fixture.shown(&id).await;
    assert_eq!((&shown["is_active"], shown["disabled_at"].is_string()), (&json!(false), true), "{shown}");
    assert_eq!(fixture.blocks().await.len(), 1, "blocks stay");
    let types = fixture.outbox.types(&format!("object_id={id}")).await;
    assert_eq!(types, ["outside_calendar.created", "outside_calendar.failing", "outside_calendar.disabled"]);
    drop(fixture.server.newly_received());
    fixture.pass(120).await;
    assert!(fixture.server.newly_received().is_empty());

    fixture.serve(&[event("b", "14:00", "15:00")]);
    let enabled = fixture.app().put(&format!("/outside-calendars/{id}"), json!({"is_active": true})).await;
    let data = &enabled.body["data"];
    assert_eq!((&data["disabled_at"], &data["failure"]), (&json!(null), &json!(null)), "{}", enabled.text);
    fixture.read().await;
    assert_eq!(fixture.shown(&id).await["failure"], json!(null));
}
