//! A booking that is handed over to another customer: its time is never free, who had it pays nothing, and who has it
//! pays as for a new one (`docs/areas/bookings.md`, 69).

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestResponse;
use tests::{OutboxFixture, RoomFixture, accepted, at_once, company, having, instant, made, member, with};

use super::{LACKING, booked, charged, charged_now, grant, grant_passes, id, invoiced, items, left, with_room};

async fn hand_over(room: &RoomFixture, booking: &str, customer: &str, fields: Value) -> TestResponse {
    let body = with(json!({"customer_id": customer}), &fields);
    room.app.post(&format!("/bookings/{booking}/hand-over"), body).await
}

async fn handed_over(room: &RoomFixture, booking: &str, customer: &str, fields: Value) -> Value {
    let answer = hand_over(room, booking, customer, fields).await;
    accepted(&answer, 201);
    answer.body["data"].clone()
}

async fn shown(room: &RoomFixture, booking: &str) -> Value {
    room.app.get(&format!("/bookings/{booking}")).await.body["data"].clone()
}

#[tokio::test]
async fn the_new_customer_has_the_same_time_and_the_one_of_before_has_none() {
    with_room(json!({}), async |room| {
        let bob = room.another_member().await;
        let body = json!({"title": "Pitch", "attendees": 3, "notes": "Ann likes tea", "metadata": {"crm": "1"}});
        let old = made(&room.app, "/bookings", with(room.booking("10:00", "11:00"), &body)).await;
        let new = handed_over(room, &old, &bob, json!({"comment": "Ann is away"})).await;
        assert_eq!(
            (&new["customer_id"], &new["status"], &new["title"]),
            (&json!(bob), &json!("confirmed"), &json!(""))
        );
        assert_eq!((&new["start_time"], &new["attendees"]), (&json!("2026-12-01T10:00:00.000Z"), &json!(3)));
        // What was said about the one of before stays with them.
        assert_eq!((&new["notes"], &new["metadata"]), (&json!(""), &json!({})));
        let before = shown(room, &old).await;
        assert_eq!((&before["status"], &before["cancellation_reason"]), (&json!("cancelled"), &json!("operator")));
        assert_eq!((&before["cancellation_comment"], &before["cancellation_fee"]), (&json!("Ann is away"), &json!(0)));
        assert_eq!((&before["handed_over_to_id"], &new["handed_over_from_id"]), (&new["id"], &json!(old)));
        assert!(before["handed_over_from_id"].is_null() && new["handed_over_to_id"].is_null());
        assert!(room.book("10:30", "11:30").await.refusal().starts_with("409 booking_conflict"));
        // It is a booking like any other: cancelled, its time is free.
        accepted(&room.act(id(&new), "cancel").await, 200);
        room.booked("10:00", "11:00").await;
    })
    .await;
}

#[tokio::test]
async fn nobody_takes_the_time_in_between_and_two_do_not_both_get_it() {
    let room = RoomFixture::new().await;
    let old = room.booked("10:00", "11:00").await;
    let others = [member(&room.app, "bob@example.com").await, member(&room.app, "cem@example.com").await];
    let waiting = json!({"resource_id": room.room, "customer_id": others[1], "duration_minutes": 60,
        "earliest_start": instant("10:00"), "latest_end": instant("11:00")});
    let entry = room.app.post("/waitlist-entries", waiting).await;
    let over = format!("/bookings/{old}/hand-over");
    let mut requests: Vec<(&str, String, Value)> =
        others.iter().map(|customer| ("POST", over.clone(), json!({"customer_id": customer}))).collect();
    for _ in 0..4 {
        requests.push(("POST", "/bookings".to_owned(), room.booking("10:00", "11:00")));
    }
    let answers = at_once(&room.app, requests).await;
    assert_eq!(having(&answers, 201), 1, "{:?}", answers.iter().map(TestResponse::refusal).collect::<Vec<_>>());
    if entry.status == 201 {
        let entry = room.app.get(&format!("/waitlist-entries/{}", entry.id())).await;
        assert_eq!(entry.body["data"]["status"], "waiting", "nothing came free");
    }
    assert_eq!(room.status(&old).await, "cancelled");
}

#[tokio::test]
async fn what_was_charged_comes_back_and_the_new_customer_is_charged_at_their_own_terms() {
    with_room(json!({}), async |room| {
        let bob = room.another_member().await;
        grant(room, &room.member, 5, json!({})).await;
        grant(room, &bob, 3, json!({})).await;
        grant_passes(room, &room.member, 1).await;
        let by_credits = booked(room, "10:00", "11:00", "credits", json!({})).await;
        assert_eq!(left(room, &room.member, "credits").await, 3);
        let new = handed_over(room, id(&by_credits), &bob, json!({})).await;
        assert_eq!((charged(&new), left(room, &room.member, "credits").await), ((2, 0, 0.0, 0.0), 5));
        assert_eq!(left(room, &bob, "credits").await, 1);
        assert_eq!(charged_now(room, id(&by_credits)).await, (0, 0, 0.0, 0.0));
        // The second does not suffice, and nothing is changed by the refusal.
        let second = booked(room, "12:00", "13:00", "credits", json!({})).await;
        assert_eq!(hand_over(room, id(&second), &bob, json!({})).await.refusal(), LACKING);
        assert_eq!(
            (left(room, &room.member, "credits").await, room.status(id(&second)).await),
            (3, "confirmed".to_owned())
        );
        let invoiced = handed_over(room, id(&second), &bob, json!({"payment_source": "invoice"})).await;
        assert_eq!((charged(&invoiced), left(room, &room.member, "credits").await), ((0, 0, 20.0, 0.0), 5));
        assert_eq!(items(room, id(&invoiced)).await[0]["customer_id"], bob.as_str());
    })
    .await;
}

#[tokio::test]
async fn what_stands_on_an_issued_invoice_is_credited_and_the_new_customer_is_invoiced() {
    with_room(json!({}), async |room| {
        let bob = room.another_member().await;
        let old = booked(room, "10:00", "11:00", "invoice", json!({})).await;
        let invoice = invoiced(room, &room.member).await;
        let new = handed_over(room, id(&old), &bob, json!({})).await;
        assert_eq!((charged(&new), charged_now(room, id(&old)).await), ((0, 0, 20.0, 0.0), (0, 0, 0.0, 0.0)));
        let note = tests::only(&room.app, "/credit-notes").await;
        assert_eq!((&note["invoice_id"], &note["total"]), (&json!(invoice), &json!(24.2)));
        let item = &items(room, id(&new)).await[0];
        assert_eq!((&item["customer_id"], &item["unit_amount"]), (&json!(bob), &json!(20)));
    })
    .await;
}

#[tokio::test]
async fn where_a_company_pays_for_both_what_comes_back_pays_for_the_new_one() {
    with_room(json!({}), async |room| {
        let acme = company(&room.app, &room.location).await;
        let bob = room.another_member().await;
        for (person, role) in [(&room.member, "manager"), (&bob, "member")] {
            accepted(
                &room
                    .app
                    .post(
                        &format!("/companies/{acme}/members"),
                        json!({"member_id": person, "role": role, "may_use_company_credits": true}),
                    )
                    .await,
                201,
            );
        }
        grant(room, &acme, 2, json!({})).await;
        let old = booked(room, "10:00", "11:00", "credits", json!({})).await;
        assert_eq!((&old["payer_id"], left(room, &acme, "credits").await), (&json!(acme), 0));
        let new = handed_over(room, id(&old), &bob, json!({})).await;
        assert_eq!(
            (&new["payer_id"], charged(&new), left(room, &acme, "credits").await),
            (&json!(acme), (2, 0, 0.0, 0.0), 0)
        );
        // To the company itself, which somebody of it asks for.
        let own = handed_over(room, id(&new), &acme, json!({"member_id": bob})).await;
        assert_eq!((&own["member_id"], left(room, &acme, "credits").await), (&json!(bob), 0));
    })
    .await;
}

#[tokio::test]
async fn a_preview_tells_what_is_charged_and_given_back_and_changes_nothing() {
    with_room(json!({"requires_approval": true}), async |room| {
        let bob = room.another_member().await;
        grant(room, &room.member, 2, json!({})).await;
        let old = booked(room, "10:00", "11:00", "credits", json!({})).await;
        let body = json!({"customer_id": bob, "payment_source": "external"});
        let preview = room.app.post(&format!("/bookings/{}/hand-over-preview", id(&old)), body).await;
        accepted(&preview, 200);
        let told = &preview.body["data"];
        assert_eq!(
            (&told["outcome"], &told["total_amount"], &told["payer_id"]),
            (&json!("pending"), &json!(24.2), &json!(bob))
        );
        assert_eq!(
            (charged(told), &told["given_back"]["credits_applied"][0]["amount"]),
            ((0, 0, 0.0, 24.2), &json!(2))
        );
        assert_eq!((room.status(id(&old)).await, left(room, &room.member, "credits").await), ("pending".to_owned(), 0));
        let refused = json!({"customer_id": bob});
        let refused = room.app.post(&format!("/bookings/{}/hand-over-preview", id(&old)), refused).await;
        assert_eq!(refused.refusal(), LACKING);
    })
    .await;
}

#[tokio::test]
async fn the_new_customer_is_judged_as_for_a_new_booking_unless_by_override() {
    let policy = json!({"max_free_bookings": 1, "lead_time_minutes": 60});
    let room = RoomFixture::with_room(policy).await;
    let bob = room.another_member().await;
    let old = room.booked("10:00", "11:00").await;
    accepted(&room.book_with("12:00", "13:00", json!({"customer_id": bob})).await, 201);
    let too_many = "422 rule_violation customer_id too_many_free_bookings";
    assert_eq!(hand_over(&room, &old, &bob, json!({})).await.refusal(), too_many);
    room.clock("09:30");
    let cem = member(&room.app, "cem@example.com").await;
    assert_eq!(hand_over(&room, &old, &cem, json!({})).await.refusal(), "422 rule_violation start_time too_late");
    let new = handed_over(&room, &old, &bob, json!({"override": true})).await;
    assert_eq!((&new["overridden"], room.status(&old).await), (&json!(true), "cancelled".to_owned()));
    // The free booking of the one of before is one no more.
    accepted(&room.book("14:00", "15:00").await, 201);
}

#[tokio::test]
async fn a_resource_that_is_approved_is_approved_for_the_new_customer() {
    let room = RoomFixture::with_room(json!({"requires_approval": true})).await;
    let bob = room.another_member().await;
    let old = room.booked("10:00", "11:00").await;
    accepted(&room.act(&old, "confirm").await, 200);
    let new = handed_over(&room, &old, &bob, json!({})).await;
    assert_eq!(new["status"], "pending");
    let again = handed_over(&room, id(&new), &room.member, json!({"override": true})).await;
    assert_eq!(again["status"], "confirmed");
}

#[tokio::test]
async fn what_has_begun_or_is_over_and_who_may_not_book_is_refused() {
    let room = RoomFixture::new().await;
    let bob = room.another_member().await;
    let missing = "0199a000-0000-7000-8000-00000000dead";
    let old = room.booked("10:00", "11:00").await;
    let refused = async |customer: &str, fields: Value| hand_over(&room, &old, customer, fields).await.refusal();
    assert_eq!(refused(&room.member, json!({})).await, "422 rule_violation customer_id same_customer");
    assert_eq!(refused(missing, json!({})).await, "422 rule_violation customer_id reference_not_found");
    assert_eq!(
        refused(&bob, json!({"member_id": room.member})).await,
        "422 rule_violation member_id not_of_customer"
    );
    assert_eq!(hand_over(&room, missing, &bob, json!({})).await.status, 404);
    accepted(&room.app.post(&format!("/members/{bob}/block"), json!({})).await, 200);
    assert_eq!(refused(&bob, json!({"override": true})).await, "422 rule_violation customer_id customer_blocked");
    accepted(&room.app.post(&format!("/members/{bob}/unblock"), json!({})).await, 200);
    let cancelled = room.booked("12:00", "13:00").await;
    accepted(&room.act(&cancelled, "cancel").await, 200);
    assert_eq!(hand_over(&room, &cancelled, &bob, json!({})).await.refusal(), "409 invalid_state");
    room.clock("10:00");
    assert_eq!(refused(&bob, json!({"override": true})).await, "409 invalid_state");
    room.app.clock.advance(Duration::hours(3));
    assert_eq!(refused(&bob, json!({"override": true})).await, "409 invalid_state");
    let anonymised = member(&room.app, "cem@example.com").await;
    accepted(&room.app.post(&format!("/members/{anonymised}/anonymise"), json!({})).await, 200);
    let next = made(
        &room.app,
        "/bookings",
        with(
            room.booking("10:00", "11:00"),
            &json!({"start_time": "2026-12-02T10:00:00Z", "end_time": "2026-12-02T11:00:00Z"}),
        ),
    )
    .await;
    let refusal = hand_over(&room, &next, &anonymised, json!({})).await.refusal();
    assert!(refusal.starts_with("422 rule_violation customer_id reference_"), "{refusal}");
}

#[tokio::test]
async fn only_those_who_manage_bookings_hand_them_over_and_only_some_set_policy_aside() {
    let room = RoomFixture::new().await;
    let bob = room.another_member().await;
    let old = room.booked("10:00", "11:00").await;
    let called = async |scopes: &[&str], fields: Value| {
        let client = json!({"name": "Desk", "scopes": scopes});
        let client = testing::TestApp::made(&room.app.post("/api-clients", client).await);
        let text = |field: &str| client[field].as_str().expect("a string").to_owned();
        let client = testing::TestClient { client_id: text("client_id"), secret: text("secret") };
        let body = with(json!({"customer_id": bob}), &fields);
        room.app.as_client(&client).post(&format!("/bookings/{old}/hand-over"), body).await.refusal()
    };
    assert!(called(&["bookings:write", "bookings:read"], json!({})).await.starts_with("403 forbidden"));
    let aside = called(&["bookings:write", "bookings:read", "bookings:manage"], json!({"override": true})).await;
    assert_eq!(aside, "403 forbidden override scope_missing");
    assert_eq!(called(&["bookings:write", "bookings:read", "bookings:manage"], json!({})).await, "201 ");
}

#[tokio::test]
async fn a_booking_of_several_resources_keeps_all_of_them_and_one_of_a_series_leaves_it() {
    let room = RoomFixture::new().await;
    let bob = room.another_member().await;
    let screen = room.resource("Screen", json!({})).await;
    let old = room.book_with("10:00", "11:00", json!({"additional_resource_ids": [screen]})).await;
    let new = handed_over(&room, &old.id(), &bob, json!({})).await;
    assert_eq!(new["additional_resource_ids"], json!([screen]));
    let taken = json!({"resource_id": screen, "customer_id": room.member, "start_time": instant("10:00"), "end_time": instant("11:00")});
    assert!(room.app.post("/bookings", taken).await.refusal().starts_with("409 booking_conflict"));
    let series = json!({"resource_id": room.room, "customer_id": room.member, "first_start_time": instant("14:00"),
        "duration_minutes": 60, "rule": {"frequency": "weekly", "count": 3}});
    let series = room.app.post("/booking-series", series).await;
    accepted(&series, 201);
    let second = series.body["data"]["booking_ids"][1].as_str().expect("an id").to_owned();
    let own = handed_over(&room, &second, &bob, json!({})).await;
    assert!(own["series_id"].is_null());
    let kept = shown(&room, &second).await;
    assert_eq!((&kept["series_id"], &kept["status"]), (&series.body["data"]["id"], &json!("cancelled")));
}

#[tokio::test]
async fn both_are_told_by_events_of_their_own() {
    let mut outbox = OutboxFixture::new().await;
    let room = RoomFixture::of(outbox.app.clone(), json!({})).await;
    let bob = room.another_member().await;
    let old = room.booked("10:00", "11:00").await;
    let new = handed_over(&room, &old, &bob, json!({})).await;
    assert_eq!(outbox.types(&format!("object_id={old}")).await, ["booking.created", "booking.cancelled"]);
    let made = outbox.events(&format!("object_id={}", id(&new))).await;
    assert_eq!((made.len(), &made[0]["type"]), (1, &json!("booking.created")));
    assert_eq!(made[0]["object"]["handed_over_from_id"], old.as_str());
    assert_eq!(made[0]["expanded"]["customer"]["email"], "bob@example.com");
}

/// A weekly series of the room on so many Tuesdays from 14:00; its id and its bookings.
async fn weekly(room: &RoomFixture, count: usize, fields: Value) -> (String, Vec<String>) {
    let body = json!({"resource_id": room.room, "customer_id": room.member, "first_start_time": instant("14:00"),
        "duration_minutes": 60, "rule": {"frequency": "weekly", "count": count}});
    let series = room.app.post("/booking-series", with(body, &fields)).await;
    accepted(&series, 201);
    let ids = series.body["data"]["booking_ids"].as_array().expect("ids").iter();
    (series.id(), ids.map(|id| id.as_str().expect("an id").to_owned()).collect())
}

async fn series_handed_over(room: &RoomFixture, series: &str, action: &str, body: Value) -> TestResponse {
    room.app.post(&format!("/booking-series/{series}/{action}"), body).await
}

#[tokio::test]
async fn the_bookings_of_a_series_that_have_not_begun_are_handed_over_each_with_its_money() {
    with_room(json!({}), async |room| {
        let bob = room.another_member().await;
        let (series, ids) = weekly(room, 3, json!({"payment_source": "invoice"})).await;
        room.clock("14:00");
        let body = json!({"customer_id": bob});
        let preview = series_handed_over(room, &series, "hand-over-preview", body.clone()).await;
        accepted(&preview, 200);
        let told = preview.body["data"]["bookings"].as_array().expect("bookings");
        assert_eq!((told.len(), &told[0]["booking_id"], &told[0]["reason"]), (2, &json!(ids[1]), &Value::Null));
        assert_eq!(told[1]["preview"]["total_amount"], 24.2);
        assert_eq!(room.status(&ids[1]).await, "confirmed");
        let answer = series_handed_over(room, &series, "hand-over", body.clone()).await;
        accepted(&answer, 200);
        let done = &answer.body["data"];
        assert_eq!((done["handed_over"].as_array().map(Vec::len), &done["left"]), (Some(2), &json!(0)), "{done}");
        assert_eq!(done["refused"], json!([]));
        for (position, old) in [(0, &ids[1]), (1, &ids[2])] {
            let one = &done["handed_over"][position];
            assert_eq!(one["booking_id"], old.as_str());
            let new = shown(room, one["to_booking_id"].as_str().expect("an id")).await;
            assert_eq!((&new["customer_id"], charged(&new)), (&json!(bob), (0, 0, 20.0, 0.0)));
            assert_eq!(
                (room.status(old).await, charged_now(room, old).await),
                ("cancelled".to_owned(), (0, 0, 0.0, 0.0))
            );
        }
        assert_eq!(charged_now(room, &ids[0]).await, (0, 0, 20.0, 0.0), "what has begun stays");
        assert_eq!(series_handed_over(room, &series, "hand-over", body).await.refusal(), "409 invalid_state");
    })
    .await;
}

#[tokio::test]
async fn a_booking_to_which_somebody_has_checked_in_is_not_handed_over() {
    with_room(json!({"check_in": {"enabled": true, "opens_minutes": 15}}), async |room| {
        let bob = room.another_member().await;
        let booking = room.booked("10:00", "11:00").await;
        room.clock("09:50");
        accepted(&room.act(&booking, "check-in").await, 200);
        assert_eq!(hand_over(room, &booking, &bob, json!({})).await.refusal(), "409 invalid_state");
    })
    .await;
}

#[tokio::test]
async fn a_series_is_handed_over_as_far_as_the_new_customer_can_pay() {
    with_room(json!({}), async |room| {
        let bob = room.another_member().await;
        grant(room, &room.member, 6, json!({})).await;
        grant(room, &bob, 4, json!({})).await;
        let (series, ids) = weekly(room, 3, json!({"payment_source": "credits"})).await;
        let answer = series_handed_over(room, &series, "hand-over", json!({"customer_id": bob})).await;
        accepted(&answer, 200);
        let done = &answer.body["data"];
        assert_eq!(done["handed_over"].as_array().map(Vec::len), Some(2), "{done}");
        let refused = (&done["refused"][0]["booking_id"], &done["refused"][0]["reason"]);
        assert_eq!(refused, (&json!(ids[2]), &json!("insufficient_balance")));
        assert_eq!(
            (room.status(&ids[2]).await, left(room, &room.member, "credits").await),
            ("confirmed".to_owned(), 4)
        );
        // One that nobody could pay is refused before anything is changed.
        let again = series_handed_over(room, &series, "hand-over", json!({"customer_id": bob})).await;
        assert_eq!(again.refusal(), LACKING);
        let previewed = series_handed_over(room, &series, "hand-over-preview", json!({"customer_id": bob})).await;
        assert_eq!(previewed.body["data"]["bookings"][0]["reason"], "insufficient_balance");
    })
    .await;
}

#[tokio::test]
async fn twenty_bookings_of_a_series_are_handed_over_with_a_request_and_a_scope_chooses() {
    let room = RoomFixture::new().await;
    let bob = room.another_member().await;
    let (series, ids) = weekly(&room, 25, json!({})).await;
    let of_one = json!({"customer_id": bob, "scope": "this", "booking_id": ids[3]});
    let one = series_handed_over(&room, &series, "hand-over", of_one).await;
    assert_eq!(
        (one.status, one.body["data"]["handed_over"].as_array().map(Vec::len)),
        (200, Some(1)),
        "{}",
        one.text
    );
    let mut counts = Vec::new();
    for _ in 0..2 {
        let answer = series_handed_over(&room, &series, "hand-over", json!({"customer_id": bob})).await;
        accepted(&answer, 200);
        let data = &answer.body["data"];
        counts.push((data["handed_over"].as_array().map_or(0, Vec::len), data["left"].as_u64().expect("a number")));
    }
    assert_eq!(counts, [(20, 4), (4, 0)]);
    let needs = series_handed_over(&room, &series, "hand-over", json!({"customer_id": bob, "scope": "this"})).await;
    assert_eq!(needs.refusal(), "422 rule_violation booking_id required_for_scope");
    let own = json!({"customer_id": room.member});
    let own = series_handed_over(&room, &series, "hand-over", own).await;
    assert_eq!(own.refusal(), "422 rule_violation customer_id same_customer");
}
