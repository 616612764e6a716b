//! Where an outside calendar may be, and what is shown of it (1 to 3).

use serde_json::json;
use tests::{CalendarFixture, Serves, app, location, resource, sixteen, successes};

#[tokio::test]
async fn a_calendar_is_at_https_and_a_public_name_on_this_machine_only_where_it_is_allowed() {
    let app = app().await;
    let place = location(&app).await;
    let room = resource(&app, &place, "Room", "meeting_room", json!({})).await;
    for (address, reason) in [
        ("http://calendar.example.com/a.ics", "url_not_https"),
        ("https://10.0.0.1/a.ics", "url_without_name"),
        ("https://nas.local/a.ics", "url_inner_name"),
        ("https://ann:secret@calendar.example.com/a.ics", "url_with_credentials"),
        ("https://calendar.example.com:22/a.ics", "url_port"),
        ("https://api.example.com/calendars/feed.ics?feed=a&secret=b", "own_feed"),
        ("https://API.example.com:443/x/../calendars/feed.ics?feed=a&secret=b", "own_feed"),
        ("https://api.example.com./calendars/feed.ics", "own_feed"),
    ] {
        let body = json!({"name": "Blue", "resource_id": room, "type": "ics", "address": address});
        assert_eq!(
            app.post("/outside-calendars", body).await.refusal(),
            format!("422 rule_violation address {reason}")
        );
    }
    let webcal =
        json!({"name": "Blue", "resource_id": room, "type": "ics", "address": "webcal://calendar.example.com/a"});
    assert_eq!(
        app.post("/outside-calendars", webcal).await.refusal(),
        "400 validation_error address invalid_format"
    );
}

#[tokio::test]
async fn the_password_is_sent_to_its_server_and_shown_nowhere() {
    let mut fixture = CalendarFixture::new().await;
    fixture.serve(&[]);
    let secret = "correct horse battery";
    let id = fixture.added(json!({"username": "room", "password": secret})).await;
    let sent = fixture.server.newly_received();
    assert_eq!(
        sent[0].headers.get("authorization").map(String::as_str),
        Some("Basic cm9vbTpjb3JyZWN0IGhvcnNlIGJhdHRlcnk=")
    );
    let path = format!("/outside-calendars/{id}");
    let shown = fixture.app().get(&path).await;
    assert!(shown.body["data"]["has_password"] == true && !shown.text.contains("horse"), "{}", shown.text);
    fixture.outbox.consume().await;
    assert!(!fixture.app().table_text().await.concat().contains("horse"));
    assert!(!fixture.app().logged().concat().contains("horse"));

    // The process has forgotten the key meanwhile.
    fixture.pass(10).await;
    assert!(fixture.server.newly_received()[0].headers.contains_key("authorization"));
    let elsewhere = fixture.server.address("/other.ics");
    let moved = fixture.app().put(&path, json!({"address": elsewhere})).await;
    assert_eq!(moved.body["data"]["has_password"], false, "{}", moved.text);
    fixture.read().await;
    assert_eq!(
        fixture.server.newly_received()[0].headers.get("authorization").map(String::as_str),
        Some("Basic cm9vbTo=")
    );
}

#[tokio::test]
async fn calendars_are_listed_by_resource() {
    let fixture = CalendarFixture::new().await;
    let other = fixture.room.resource("Other", json!({})).await;
    let own = fixture.added(json!({})).await;
    fixture.added(json!({"resource_id": other})).await;
    let listed = fixture.app().get(&format!("/outside-calendars?resource_id={}", fixture.room.room)).await;
    assert_eq!(
        (listed.body["pagination"]["total"].clone(), listed.body["data"][0]["id"].clone()),
        (json!(1), json!(own))
    );
    assert_eq!(fixture.app().get("/outside-calendars").await.body["pagination"]["total"], 2);
}

#[tokio::test]
async fn a_calendar_is_read_at_once_when_somebody_asks_but_not_without_end() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[]);
    let id = fixture.added(json!({})).await;
    let path = format!("/outside-calendars/{id}/read-now");
    drop(fixture.server.newly_received());
    let asked = sixteen(fixture.app(), "POST", &path, Some(json!({}))).await;
    assert!(successes(&asked, 200) > 0);
    fixture.read().await;
    assert_eq!(fixture.server.newly_received().len(), 1);
    fixture.app().put(&format!("/outside-calendars/{id}"), json!({"is_active": false})).await;
    assert_eq!(fixture.app().post(&path, json!({})).await.refusal(), "409 invalid_state");
    fixture.server.serve("/room.ics", Serves::Status(500));
    fixture.pass(10).await;
    assert!(fixture.server.newly_received().is_empty(), "nobody reads what is not active");
}
