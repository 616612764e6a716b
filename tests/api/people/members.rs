//! What members do for themselves, and for companies that they run.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{RoomFixture, company, instant, made, member};

use super::{acting, app};

/// A room with a price, and Ada, who acts by a session.
async fn ada_and_a_room() -> (RoomFixture, TestApp, String) {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let ada = member(&fixture.app, "ada@example.com").await;
    let acting = acting(&fixture.app, &ada).await;
    (fixture, acting, ada)
}

/// A booking of the fixture's room, as a member's page sends it.
fn booking(fixture: &RoomFixture, fields: &Value) -> Value {
    let mut body = fixture.booking("10:00", "11:00");
    if let Some(body) = body.as_object_mut() {
        body.retain(|name, _| ["resource_id", "start_time", "end_time"].contains(&name.as_str()));
    }
    tests::with(body, fields)
}

#[tokio::test]
async fn a_member_books_by_quote_sees_it_as_theirs_and_cancels() {
    let (fixture, ada, id) = ada_and_a_room().await;
    let body = booking(&fixture, &json!({}));
    let quote = ada.post("/bookings/quote", body.clone()).await;
    assert_eq!(quote.status, 200, "{}", quote.text);
    let by_quote = tests::with(body, &json!({"quote_id": quote.id()}));
    let booked = ada.post("/bookings", by_quote).await;
    assert_eq!(booked.status, 201, "{}", booked.text);
    assert_eq!(booked.body["data"]["customer_id"], json!(id));
    assert_eq!(booked.body["data"]["payment_source"], "invoice");
    let own = ada.get("/bookings").await;
    assert_eq!(own.body["data"][0]["id"], json!(booked.id()), "{}", own.text);
    let cancelled = ada.post(&format!("/bookings/{}/cancel", booked.id()), json!({})).await;
    assert_eq!(cancelled.body["data"]["status"], "cancelled", "{}", cancelled.text);
}

#[tokio::test]
async fn a_member_says_neither_price_nor_payment_nor_for_whom() {
    let (fixture, ada, _) = ada_and_a_room().await;
    let other = member(&fixture.app, "bo@example.com").await;
    for fields in [
        json!({"payment_source": "none"}),
        json!({"payment_source": "external"}),
        json!({"payment_source": 7}),
        json!({"override": {"reason": "mine"}}),
        json!({"price_minor": 0}),
        json!({"customer_id": other}),
        json!({"customer_id": null}),
        json!({"status": "confirmed"}),
        json!({"metadata": {"vip": "yes"}}),
    ] {
        let answer = ada.post("/bookings", booking(&fixture, &fields)).await;
        assert_eq!(answer.refusal(), "403 forbidden", "{fields}: {}", answer.text);
    }
    let null = ada.post("/bookings", booking(&fixture, &json!({"payment_source": null}))).await;
    assert!(
        null.status == 201 && null.body["data"]["payment_source"] == "invoice" || null.status == 400,
        "{}",
        null.text
    );
}

#[tokio::test]
async fn a_member_cancels_as_the_customer_that_they_are() {
    let (fixture, ada, _) = ada_and_a_room().await;
    let booked = ada.post("/bookings", booking(&fixture, &json!({}))).await;
    let path = format!("/bookings/{}/cancel", booked.id());
    assert_eq!(ada.post(&path, json!({"by": "operator"})).await.refusal(), "403 forbidden");
    let cancelled = ada.post(&path, json!({})).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.text);
    assert_eq!(fixture.status(&booked.id()).await, "cancelled");
}

#[tokio::test]
async fn a_member_sees_nobody_elses_bookings_not_even_their_number() {
    let (fixture, ada, _) = ada_and_a_room().await;
    let other = fixture.booked("12:00", "13:00").await;
    assert_eq!(ada.get(&format!("/bookings/{other}")).await.refusal(), "404 not_found");
    let own = ada.get("/bookings").await;
    assert_eq!(own.body["data"], json!([]), "{}", own.text);
    let taken = booking(&fixture, &json!({"start_time": instant("12:30"), "end_time": instant("13:30")}));
    let refused = ada.post("/bookings", taken).await;
    assert_eq!(refused.code(), "booking_conflict", "{}", refused.text);
    assert!(!refused.text.contains(&other), "{}", refused.text);
}

#[tokio::test]
async fn a_companys_manager_acts_for_the_company_and_others_of_it_do_not() {
    let (fixture, ada, id) = ada_and_a_room().await;
    let app = &fixture.app;
    let place = app.get(&format!("/resources/{}", fixture.room)).await.body["data"]["location_id"].clone();
    let firm = company(app, place.as_str().unwrap_or_default()).await;
    let body = booking(&fixture, &json!({"customer_id": firm}));
    assert_eq!(ada.post("/bookings", body.clone()).await.refusal(), "403 forbidden");
    let placed = app.post(&format!("/companies/{firm}/members"), json!({"member_id": id, "role": "manager"})).await;
    assert!(placed.status < 300, "{}", placed.text);
    super::wait(app, 61);
    let booked = ada.post("/bookings", body.clone()).await;
    assert_eq!((booked.status, &booked.body["data"]["customer_id"]), (201, &json!(firm)), "{}", booked.text);
    assert_eq!(ada.get(&format!("/bookings?customer_id={firm}")).await.body["data"][0]["id"], json!(booked.id()));
    let other = member(app, "cleo@example.com").await;
    let other = app.post(&format!("/companies/{firm}/members"), json!({"member_id": other, "role": "manager"})).await;
    assert!(other.status < 300, "{}", other.text);
    let lower = app.put(&format!("/companies/{firm}/members/{id}"), json!({"role": "member"})).await;
    assert!(lower.status < 300, "{}", lower.text);
    assert_eq!(ada.get(&format!("/bookings?customer_id={firm}")).await.refusal(), "403 forbidden");
    assert_eq!(ada.get(&format!("/bookings/{}", booked.id())).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_member_changes_a_part_of_their_profile_and_the_rest_stays() {
    let app = app().await;
    let id =
        made(&app, "/members", json!({"email": "ada@example.com", "name": "Ada", "metadata": {"tier": "gold"}})).await;
    let ada = acting(&app, &id).await;
    let path = format!("/members/{id}");
    for fields in [
        json!({"role": "owner"}),
        json!({"email": "a@b.example"}),
        json!({"metadata": {}}),
        json!({"location_ids": []}),
    ] {
        assert_eq!(ada.put(&path, fields.clone()).await.refusal(), "403 forbidden", "{fields}");
    }
    let changed = ada.put(&path, json!({"about": "Writes software"})).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    assert_eq!(changed.body["data"]["metadata"], json!({}), "{}", changed.text);
    let shown = app.get(&path).await;
    assert_eq!(
        (&shown.body["data"]["metadata"]["tier"], &shown.body["data"]["name"]),
        (&json!("gold"), &json!("Ada"))
    );
}

#[tokio::test]
async fn a_member_attaches_no_file_of_others() {
    let app = app().await;
    let (ada, bo) = (member(&app, "ada@example.com").await, member(&app, "bo@example.com").await);
    let (as_ada, as_bo) = (acting(&app, &ada).await, acting(&app, &bo).await);
    let upload = json!({"file_name": "plan.png", "content_type": "image/png", "size_bytes": 3,
        "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"});
    let upload = as_ada.post("/uploads", upload).await;
    assert_eq!(upload.status, 201, "{}", upload.text);
    assert_eq!(as_bo.get(&format!("/uploads/{}", upload.id())).await.refusal(), "404 not_found");
    let key = upload.body["data"]["file_key"].clone();
    let post = as_bo
        .post(
            "/feed-posts",
            json!({"text": "Mine", "visibility": "public", "media": [{"file_key": key, "alt": "x"}]}),
        )
        .await;
    assert!(post.status >= 400, "{}", post.text);
}

#[tokio::test]
async fn a_list_of_a_member_has_what_members_see_and_counts_no_more() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let hidden = fixture.resource("Store", json!({"is_active": false})).await;
    let ada = member(&fixture.app, "ada@example.com").await;
    let ada = acting(&fixture.app, &ada).await;
    for list in ["/resources", "/resources?page=1&per_page=1"] {
        let listed = ada.get(list).await;
        assert_eq!(listed.status, 200, "{}", listed.text);
        assert!(listed.text.contains(&fixture.room) && !listed.text.contains(&hidden), "{}", listed.text);
        assert_eq!(listed.body["pagination"]["total"], json!(1), "{}", listed.text);
    }
    assert_eq!(ada.get(&format!("/resources/{hidden}")).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_member_sees_as_host_the_visits_to_them_alone() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let ada = member(&fixture.app, "ada@example.com").await;
    let visit = |host: &str| {
        json!({"location_id": fixture.location, "visitor": {"name": "Vera"}, "host_id": host,
            "expected_at": instant("10:00")})
    };
    let theirs = made(&fixture.app, "/visitor-visits", visit(&fixture.member)).await;
    let own = made(&fixture.app, "/visitor-visits", visit(&ada)).await;
    let ada = acting(&fixture.app, &ada).await;
    let listed = ada.get("/visitor-visits").await;
    assert!(listed.text.contains(&own) && !listed.text.contains(&theirs), "{}", listed.text);
    let named = ada.get(&format!("/visitor-visits?host_id={}", fixture.member)).await;
    assert_eq!(named.refusal(), "403 forbidden");
}
