//! By when a ticket is to be solved.

use serde_json::{Value, json};
use tests::{TicketFixture, accepted};

async fn due(fixture: &TicketFixture, id: &str) -> Value {
    fixture.shown(id).await["due_at"].clone()
}

async fn set(fixture: &TicketFixture, fields: Value) {
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), fields).await, 200);
}

fn hours(opens: &str, closes: &str) -> Value {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday"];
    json!({"public_hours": days.map(|day| json!({"weekday": day, "opens": opens, "closes": closes}))})
}

#[tokio::test]
async fn nights_and_weekends_do_not_count() {
    let fixture = TicketFixture::new().await;
    // Friday at 16:00 in Amsterdam.
    fixture.clock("2026-11-27T15:00:00Z");
    for (priority, expected) in [
        ("urgent", "2026-11-30T11:00:00.000Z"),
        ("high", "2026-11-30T15:00:00.000Z"),
        ("normal", "2026-12-02T15:00:00.000Z"),
        ("low", "2026-12-04T15:00:00.000Z"),
    ] {
        let asked = fixture.ask(json!({"priority": priority})).await;
        assert_eq!(asked.body["data"]["due_at"], expected, "{priority}");
    }
}

#[tokio::test]
async fn a_holiday_does_not_count_and_other_hours_and_another_zone_move_it() {
    let fixture = TicketFixture::new().await;
    fixture.clock("2026-12-24T14:00:00Z");
    let id = fixture.ticket(json!({"priority": "urgent"})).await;
    assert_eq!(due(&fixture, &id).await, "2026-12-25T10:00:00.000Z");
    set(&fixture, json!({"holidays": [{"date": "2026-12-25", "name": "Christmas"}]})).await;
    assert_eq!(due(&fixture, &id).await, "2026-12-28T10:00:00.000Z");
    set(&fixture, hours("08:00", "18:00")).await;
    assert_eq!(due(&fixture, &id).await, "2026-12-28T08:00:00.000Z");
    set(&fixture, json!({"time_zone": "America/New_York"})).await;
    assert_eq!(due(&fixture, &id).await, "2026-12-24T18:00:00.000Z");
    let list = fixture.app.get("/tickets").await;
    assert_eq!(list.body["data"][0]["due_at"], "2026-12-24T18:00:00.000Z");
}

#[tokio::test]
async fn business_hours_are_those_for_everybody_also_where_members_come_at_night() {
    let fixture = TicketFixture::new().await;
    set(&fixture, json!({"opening_hours": []})).await;
    fixture.clock("2026-11-23T15:00:00Z");
    let id = fixture.ticket(json!({"priority": "urgent"})).await;
    assert_eq!(due(&fixture, &id).await, "2026-11-24T11:00:00.000Z");
    set(&fixture, json!({"public_hours": []})).await;
    assert_eq!(due(&fixture, &id).await, "2026-11-23T19:00:00.000Z", "around the clock");
}

#[tokio::test]
async fn it_keeps_local_time_when_the_clocks_change() {
    let fixture = TicketFixture::new().await;
    for (friday, monday) in
        [("2027-03-26T14:00:00Z", "2027-03-29T09:00:00.000Z"), ("2027-10-29T13:00:00Z", "2027-11-01T10:00:00.000Z")]
    {
        fixture.clock(friday);
        let id = fixture.ticket(json!({"priority": "urgent"})).await;
        assert_eq!(due(&fixture, &id).await, monday, "two hours on Friday, two on Monday");
    }
}

#[tokio::test]
async fn another_priority_counts_from_the_beginning() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({"priority": "low"})).await;
    fixture.minutes(6 * 60);
    let path = format!("/tickets/{id}");
    let raised = fixture.app.put(&path, json!({"priority": "urgent"})).await;
    assert_eq!(raised.body["data"]["due_at"], "2026-11-23T12:00:00.000Z");
    assert_eq!(raised.body["data"]["breached"], true, "four hours were over");
    let lowered = fixture.app.put(&path, json!({"priority": "high"})).await;
    assert_eq!(lowered.body["data"]["due_at"], "2026-11-23T16:00:00.000Z");
    assert_eq!(lowered.body["data"]["breached"], false);
    assert!(fixture.activity(&id).await.contains(&"priority_changed urgent>high".to_owned()));
}

#[tokio::test]
async fn the_time_stands_still_while_a_ticket_waits_and_while_it_is_solved() {
    let fixture = TicketFixture::new().await;
    let id = fixture.started(json!({"priority": "urgent"})).await;
    fixture.minutes(60);
    assert_eq!(fixture.done(&id, "wait").await["due_at"], json!(null));
    fixture.minutes(120);
    assert_eq!(fixture.done(&id, "start").await["due_at"], "2026-11-23T14:00:00.000Z");
    fixture.minutes(60);
    let solved = fixture.done(&id, "solve").await;
    assert_eq!((&solved["due_at"], &solved["breached"]), (&json!("2026-11-23T14:00:00.000Z"), &json!(false)));
    // A day later it goes on where it was: two of four hours are left.
    fixture.clock("2026-11-24T08:00:00Z");
    assert_eq!(fixture.done(&id, "reopen").await["due_at"], "2026-11-24T10:00:00.000Z");
    set(&fixture, hours("00:00", "24:00")).await;
    let first = fixture.metrics("").await["total"]["resolution"]["tickets"].clone();
    assert_eq!(first, 0, "what was reopened is not solved");
}

#[tokio::test]
async fn what_was_solved_too_late_stays_so_whatever_the_location_does_later() {
    let fixture = TicketFixture::new().await;
    let id = fixture.started(json!({"priority": "urgent"})).await;
    fixture.minutes(4 * 60 + 1);
    let late = fixture.done(&id, "solve").await;
    assert_eq!((&late["due_at"], &late["breached"]), (&json!("2026-11-23T12:00:00.000Z"), &json!(true)));
    set(&fixture, json!({"ticket_settings": {"resolution_minutes": {"urgent": 1_000}}})).await;
    assert_eq!(fixture.shown(&id).await["breached"], true);
    assert_eq!(fixture.metrics("").await["total"]["breached"], 1);
}

#[tokio::test]
async fn a_location_says_how_long_tickets_take() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({"priority": "urgent"})).await;
    set(&fixture, json!({"ticket_settings": {"resolution_minutes": {"urgent": 30}}})).await;
    assert_eq!(due(&fixture, &id).await, "2026-11-23T08:30:00.000Z");
    let shown =
        fixture.app.get(&format!("/locations/{}", fixture.location)).await.body["data"]["ticket_settings"].clone();
    let expected = json!({"close_after_days": 4,
        "resolution_minutes": {"low": 2_400, "normal": 1_440, "high": 480, "urgent": 30}});
    assert_eq!(shown, expected);
}

#[tokio::test]
async fn a_ticket_that_waited_a_hundred_times_is_still_counted() {
    let fixture = TicketFixture::new().await;
    set(&fixture, json!({"public_hours": [], "opening_hours": []})).await;
    let id = fixture.started(json!({"priority": "urgent"})).await;
    for _ in 0..100 {
        fixture.minutes(1);
        fixture.done(&id, "wait").await;
        fixture.minutes(7);
        fixture.done(&id, "start").await;
    }
    // A hundred minutes have run, 140 are left.
    assert_eq!(due(&fixture, &id).await, "2026-11-23T23:40:00.000Z");
    assert_eq!(fixture.done(&id, "solve").await["breached"], false);
    let figures = fixture.metrics("").await["total"]["resolution"].clone();
    assert_eq!(figures, json!({"tickets": 1, "total_minutes": 100, "average_minutes": 100}));
}

#[tokio::test]
async fn what_has_passed_stays_where_it_was_however_often_a_ticket_waits() {
    let fixture = TicketFixture::new().await;
    set(&fixture, json!({"public_hours": [], "opening_hours": []})).await;
    let late = fixture.started(json!({"priority": "urgent"})).await;
    let raised = fixture.started(json!({"priority": "low"})).await;
    fixture.minutes(5 * 60);
    for _ in 0..43 {
        for (step, id) in [("wait", &late), ("wait", &raised), ("start", &late), ("start", &raised)] {
            fixture.minutes(1);
            fixture.done(id, step).await;
        }
    }
    let expected = "2026-11-23T12:00:00.000Z";
    let raised = fixture.app.put(&format!("/tickets/{raised}"), json!({"priority": "urgent"})).await;
    assert_eq!((&raised.body["data"]["due_at"], &raised.body["data"]["breached"]), (&json!(expected), &json!(true)));
    assert_eq!(due(&fixture, &late).await, expected);
    let solved = fixture.done(&late, "solve").await;
    assert_eq!((&solved["due_at"], &solved["breached"]), (&json!(expected), &json!(true)));
}

#[tokio::test]
async fn a_page_of_tickets_shows_what_each_of_them_does_at_a_location_with_many_hours_and_holidays() {
    let fixture = TicketFixture::new().await;
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let hours = days.iter().flat_map(|day| {
        (0..14).map(
            move |hour| json!({"weekday": day, "opens": format!("{hour:02}:00"), "closes": format!("{hour:02}:01")}),
        )
    });
    let holidays = (0..100).map(|number| {
        let date = chrono::NaiveDate::from_ymd_opt(2026, 11, 24).map(|date| date + chrono::Duration::days(number * 9));
        json!({"date": date.unwrap_or_default().to_string(), "name": "Closed"})
    });
    let minutes = json!({"resolution_minutes": {"low": 100_000, "normal": 20_000, "high": 1_500, "urgent": 30}});
    set(
        &fixture,
        json!({"public_hours": hours.collect::<Vec<_>>(), "holidays": holidays.collect::<Vec<_>>(), "ticket_settings": minutes}),
    )
    .await;
    for priority in ["low", "normal", "high", "urgent"].iter().cycle().take(16) {
        fixture.ticket(json!({"priority": priority})).await;
        fixture.minutes(613);
    }
    let list = fixture.app.get(&format!("/tickets?location_id={}&per_page=100", fixture.location)).await;
    accepted(&list, 200);
    assert_eq!(super::field(&list.body, "id").len(), 16);
    for shown in list.body["data"].as_array().into_iter().flatten() {
        assert_eq!(shown["due_at"], due(&fixture, shown["id"].as_str().unwrap_or_default()).await);
        assert_eq!(shown["due_at"].is_null(), shown["priority"] == "low", "{shown}");
    }
}
