//! What people get by `ids`: what a get of each record would answer them (`docs/areas/sessions.md`, 15).

use serde_json::json;
use tests::{NOBODY, RoomFixture, location_with, made, resource};

use super::{
    acting, app,
    expanded::{ALL, Booked},
    managed_people::ids,
    managed_places::managers,
    public_client_with,
};

#[tokio::test]
async fn their_own_elsewhere_a_manager_does_not_get_by_ids_with_the_eyes_of_staff() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let app = &fixture.app;
    let (_, max) = managers(app, &fixture.location).await;
    let own = max.get("/sessions").await.body["data"][0]["member_id"].clone();
    let fields = json!({"customer_id": own, "metadata": {"note": "Difficult"}});
    let booking = fixture.book_with("10:00", "11:00", fields).await.id();
    let seen = max.get(&format!("/bookings/{booking}")).await;
    assert_eq!((seen.status, &seen.body["data"]["metadata"]), (200, &json!({})), "{}", seen.text);
    let by_ids = max.get(&format!("/bookings?ids={booking}&{ALL}")).await;
    assert!(!by_ids.text.contains("Difficult"), "{}", by_ids.text);
    assert_eq!(by_ids.body["data"], json!([]), "{}", by_ids.text);
}

#[tokio::test]
async fn by_ids_a_customer_gets_what_is_theirs_and_nothing_else_says_so() {
    let booked = Booked::new().await;
    let fixture = &booked.fixture;
    let own = fixture.booked("10:00", "11:00").await;
    let ann = acting(&fixture.app, &fixture.member).await;
    let answer = ann.get(&format!("/bookings?ids={},{own},{NOBODY}", booked.booking)).await;
    assert_eq!(ids(&answer.body), std::slice::from_ref(&own), "{}", answer.text);
    assert_eq!(answer.body["pagination"]["total"], 1);
    let carl = acting(&fixture.app, &booked.carl).await;
    let answer = carl.get(&format!("/bookings?ids={},{own}", booked.booking)).await;
    assert_eq!(ids(&answer.body), std::slice::from_ref(&booked.booking), "{}", answer.text);
    let whose = ann.get(&format!("/bookings?ids={own}&customer_id={}", fixture.member)).await;
    assert_eq!(whose.refusal(), "400 validation_error customer_id invalid_value", "{}", whose.text);
    let others = ann.get(&format!("/bookings?ids={own}&customer_id={}", booked.acme)).await;
    assert_eq!(others.refusal(), "403 forbidden", "{}", others.text);
    for list in ["/members", "/companies", "/visitor-contacts", "/resource-assignments"] {
        assert_eq!(ann.get(&format!("{list}?ids={}", fixture.member)).await.refusal(), "403 forbidden", "{list}");
    }
}

#[tokio::test]
async fn by_ids_a_manager_gets_what_is_at_theirs_whether_they_run_one_location_or_some() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let app = &fixture.app;
    let (mia, max) = managers(app, &fixture.location).await;
    let quay = location_with(app, json!({"name": "Quay"})).await;
    let body = json!({"email": "both@example.com", "name": "Both", "role": "manager", "location_ids": [fixture.location, quay]});
    let both = acting(app, &made(app, "/members", body).await).await;
    let room = resource(app, &quay, "Attic", "meeting_room", json!({})).await;
    let elsewhere = fixture.book_with("10:00", "11:00", json!({"resource_id": room})).await.id();
    let here = fixture.booked("10:00", "11:00").await;
    let path = format!("/bookings?ids={elsewhere},{here}");
    assert_eq!(both.get("/bookings").await.refusal(), "403 forbidden");
    for (manager, seen) in [(&both, vec![elsewhere.clone(), here.clone()]), (&mia, vec![here.clone()]), (&max, vec![])]
    {
        assert_eq!(ids(&manager.get(&path).await.body), seen);
    }
    let ann = json!({"location_ids": [fixture.location]});
    assert_eq!(app.put(&format!("/members/{}", fixture.member), ann).await.status, 200);
    let path = format!("/members?ids={}", fixture.member);
    assert_eq!(ids(&mia.get(&path).await.body).len(), 1);
    let none = max.get(&path).await;
    assert_eq!((&none.body["data"], &none.body["pagination"]["total"]), (&json!([]), &json!(0)), "{}", none.text);
    let foreign = max.get(&format!("{path}&location_id={}", fixture.location)).await;
    assert_eq!(foreign.refusal(), "403 forbidden", "{}", foreign.text);
}

#[tokio::test]
async fn who_has_not_signed_in_gets_by_ids_what_is_public() {
    let fixture = RoomFixture::of(app().await, json!({"visibility": "public", "metadata": {"key": "7"}})).await;
    let inner = fixture.resource("Attic", json!({"visibility": "members"})).await;
    let (public, _) = public_client_with(&fixture.app, json!({})).await;
    let visitor = super::with_token(&public, &public.post("/sessions/anonymous", json!({})).await);
    let answer = visitor.get(&format!("/resources?ids={inner},{}", fixture.room)).await;
    assert_eq!(ids(&answer.body), std::slice::from_ref(&fixture.room), "{}", answer.text);
    assert!(!answer.text.contains("\"key\""), "{}", answer.text);
    assert_eq!(visitor.get(&format!("/bookings?ids={NOBODY}")).await.refusal(), "403 forbidden");
    assert_eq!(visitor.get("/bookings?expand=customer").await.refusal(), "403 forbidden");
}
