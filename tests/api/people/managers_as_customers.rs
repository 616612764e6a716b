//! Managers of locations where they are customers like others: elsewhere, and wherever they name themselves.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{EventFixture, RoomFixture, TicketFixture, location_with, made, membership_plan, with};

use super::{acting, app, managed_places::own_id};

/// A room with what only staff sees, and a manager of another location who is a customer there.
async fn room_and_stranger() -> (RoomFixture, TestApp, String) {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let elsewhere = location_with(&fixture.app, json!({"name": "Dock"})).await;
    let body = json!({"email": "max@example.com", "name": "Max", "role": "manager", "location_ids": [elsewhere]});
    let max = acting(&fixture.app, &made(&fixture.app, "/members", body).await).await;
    (fixture, max, elsewhere)
}

#[tokio::test]
async fn what_a_manager_did_as_a_customer_is_repeated_to_them_as_to_a_customer() {
    let (fixture, max, _) = room_and_stranger().await;
    let body = with(
        fixture.booking("10:00", "11:00"),
        &json!({"customer_id": own_id(&max).await, "metadata": {"staff": "SECRET"}}),
    );
    let path = format!("/bookings/{}", made(&fixture.app, "/bookings", body).await);
    let later = json!({"start_time": "2026-12-01T12:00:00Z", "end_time": "2026-12-01T13:00:00Z"});
    for (action, body) in [("reschedule", later), ("cancel", json!({}))] {
        let path = format!("{path}/{action}");
        let headers = [("idempotency-key", action)];
        let first = max.send("POST", &path, Some(body.clone()), &headers).await;
        let second = max.send("POST", &path, Some(body), &headers).await;
        assert_eq!((first.status, &first.body["data"]["metadata"]), (200, &json!({})), "{}", first.text);
        assert_eq!(second.text, first.text, "{action}");
    }
    assert_eq!(fixture.app.get(&path).await.body["data"]["metadata"], json!({"staff": "SECRET"}));
}

#[tokio::test]
async fn a_manager_names_themselves_however_the_id_is_written() {
    let fixture = TicketFixture::of(app().await).await;
    let body = json!({"email": "mia@example.com", "name": "Mia", "role": "manager",
        "location_ids": [fixture.location]});
    let mia = acting(&fixture.app, &made(&fixture.app, "/members", body).await).await;
    let own = own_id(&mia).await.as_str().unwrap_or_default().to_owned();
    for id in [own.clone(), own.to_uppercase()] {
        let ticket = json!({"requester_id": id, "location_id": fixture.location, "subject": "Lamp",
            "description": "It is dark.", "tags": ["staff"]});
        assert_eq!(mia.post("/tickets", ticket).await.refusal(), "403 forbidden", "{id}");
        let seen = mia.get(&format!("/members/{id}")).await;
        assert_eq!((seen.status, &seen.body["data"]["metadata"]), (200, &json!({})), "{}", seen.text);
    }
}

#[tokio::test]
async fn a_manager_books_as_a_customer_however_the_own_id_is_written() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let body = json!({"email": "mia@example.com", "name": "Mia", "role": "manager",
        "location_ids": [fixture.location.to_uppercase()]});
    let mia = acting(&fixture.app, &made(&fixture.app, "/members", body).await).await;
    let own = own_id(&mia).await.as_str().unwrap_or_default().to_uppercase();
    let booking = with(fixture.booking("10:00", "11:00"), &json!({"customer_id": own}));
    for more in
        [json!({"payment_source": "none"}), json!({"payment_source": "external"}), json!({"metadata": {"a": "b"}})]
    {
        let refused = mia.post("/bookings", with(booking.clone(), &more)).await;
        assert_eq!(refused.refusal(), "403 forbidden", "{more}");
    }
    assert_eq!(mia.post("/bookings", booking).await.status, 201);
    // A location of theirs is theirs however it is written.
    let listed = mia.get(&format!("/bookings?location_id={}", fixture.location.to_uppercase())).await;
    assert_eq!(listed.body["pagination"]["total"], 1, "{}", listed.text);
}

#[tokio::test]
async fn a_manager_sees_another_location_as_customers_do() {
    let (fixture, max, own) = room_and_stranger().await;
    let staff = json!({"network_group": "group", "metadata": {"note": "SECRET"}});
    for location in [&fixture.location, &own] {
        assert_eq!(fixture.app.put(&format!("/locations/{location}"), staff.clone()).await.status, 200);
    }
    let shown = async |location: &str| -> Value {
        let seen = max.get(&format!("/locations/{location}")).await;
        assert_eq!(seen.status, 200, "{}", seen.text);
        json!([seen.body["data"]["network_group"], seen.body["data"]["metadata"]])
    };
    assert_eq!(shown(&fixture.location).await, json!(["", {}]));
    assert_eq!(shown(&own).await, json!(["group", {"note": "SECRET"}]));
}

#[tokio::test]
async fn a_manager_does_not_run_a_location_by_signing_up_there() {
    let (fixture, max, own) = room_and_stranger().await;
    let plan = membership_plan(&fixture.app, &fixture.location, |plan| plan.signup_enabled = true).await;
    let id = own_id(&max).await.as_str().unwrap_or_default().to_owned();
    let signed_up = max.post(&format!("/memberships/{plan}/sign-up"), json!({})).await;
    assert!(signed_up.status < 500, "{}", signed_up.text);
    let waiting = fixture.app.get("/member-registrations").await.body["data"][0]["id"].clone();
    let path = format!("/member-registrations/{}/approve", waiting.as_str().unwrap_or_default());
    drop(fixture.app.post(&path, json!({})).await);
    let member = fixture.app.get(&format!("/members/{id}")).await;
    assert_eq!(member.body["data"]["location_ids"], json!([own]), "{}", member.text);
    assert_eq!(max.get(&format!("/members?location_id={}", fixture.location)).await.refusal(), "403 forbidden");
}

#[tokio::test]
async fn a_manager_pays_for_own_seats_as_customers_do() {
    let fixture = EventFixture::of(app().await).await;
    let body = json!({"email": "mia@example.com", "name": "Mia", "role": "manager",
        "location_ids": [fixture.location]});
    let mia = acting(&fixture.app, &made(&fixture.app, "/members", body).await).await;
    let event = fixture.event(json!({"price": 20})).await;
    let own = own_id(&mia).await;
    for customer in [json!({"customer_id": own}), json!({})] {
        let seats = with(json!({"event_id": event, "quantity": 2, "payment_source": "none"}), &customer);
        let refused = mia.post("/event-registrations", seats).await;
        assert_eq!(refused.status, 403, "{}", refused.text);
    }
}
