//! A quote answers what creating the booking would.

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, accepted, company, instant, made, with};

/// Field and reason of what a quote says against a booking.
fn against(quote: &TestResponse) -> Vec<String> {
    accepted(quote, 200);
    let rules = quote.body["data"]["violations"].as_array().cloned().unwrap_or_default();
    rules.iter().map(|rule| format!("{} {}", rule["field"], rule["reason"]).replace('"', "")).collect()
}

async fn quote(fixture: &RoomFixture, from: &str, to: &str, fields: &Value) -> TestResponse {
    fixture.app.post("/bookings/quote", with(fixture.booking(from, to), fields)).await
}

async fn held(fixture: &RoomFixture, customer: &str, more: &Value) -> Value {
    let hold = json!({"resource_id": fixture.room, "customer_id": customer, "start_time": instant("10:00"),
        "end_time": instant("11:00")});
    json!({"hold_id": made(&fixture.app, "/booking-holds", with(hold, more)).await})
}

#[tokio::test]
async fn a_quote_by_a_hold_that_cannot_be_booked_is_refused() {
    let fixture = RoomFixture::with_room(json!({"units": 3})).await;
    let other = fixture.another_member().await;
    let of_another = held(&fixture, &other, &json!({})).await;
    let own = held(&fixture, &fixture.member, &json!({"hold_minutes": 30})).await;
    let over = held(&fixture, &fixture.member, &json!({"hold_minutes": 1})).await;
    fixture.app.clock.advance(Duration::minutes(2));
    let does_not_fit = "hold_id hold_does_not_fit";
    for (hold, to, violation, refusal) in [
        (&of_another, "11:00", does_not_fit, format!("422 rule_violation {does_not_fit}")),
        (&own, "11:30", does_not_fit, format!("422 rule_violation {does_not_fit}")),
        (&over, "11:00", "hold_id invalid_state", "409 invalid_state".to_owned()),
    ] {
        let asked = quote(&fixture, "10:00", to, hold).await;
        assert_eq!((against(&asked), &asked.body["data"]["outcome"]), (vec![violation.to_owned()], &json!("refused")));
        assert_eq!(fixture.book_with("10:00", to, hold.clone()).await.refusal(), refusal);
    }
    let asked = quote(&fixture, "10:00", "11:00", &own).await;
    assert_eq!((against(&asked), &asked.body["data"]["outcome"]), (Vec::new(), &json!("confirmed")));
    accepted(&fixture.book_with("10:00", "11:00", own).await, 201);
}

#[tokio::test]
async fn a_hold_that_cannot_be_booked_is_in_the_way_of_a_quote() {
    let fixture = RoomFixture::new().await;
    let other = fixture.another_member().await;
    let of_another = held(&fixture, &other, &json!({})).await;
    let asked = quote(&fixture, "10:00", "11:00", &of_another).await;
    assert_eq!(asked.body["data"]["conflicts"].as_array().map(Vec::len), Some(1), "{}", asked.text);
}

#[tokio::test]
async fn a_quote_judges_the_member_who_books_for_a_company() {
    let fixture = RoomFixture::new().await;
    let (app, member) = (&fixture.app, &fixture.member);
    let company = company(app, &fixture.location).await;
    let through = json!({"customer_id": company, "member_id": member});
    let agree = async |expected: &str| {
        let (asked, booked) = (
            quote(&fixture, "10:00", "11:00", &through).await,
            fixture.book_with("10:00", "11:00", through.clone()).await,
        );
        assert_eq!(against(&asked), [expected]);
        assert_eq!(booked.refusal(), format!("422 rule_violation {expected}"));
    };
    agree("member_id not_of_customer").await;
    let place = json!({"member_id": member, "role": "manager"});
    accepted(&app.post(&format!("/companies/{company}/members"), place).await, 201);
    accepted(&app.post(&format!("/members/{member}/block"), json!({})).await, 200);
    agree("member_id member_blocked").await;
    accepted(&app.post(&format!("/members/{member}/unblock"), json!({})).await, 200);
    let asked = quote(&fixture, "10:00", "11:00", &through).await;
    assert_eq!((against(&asked), &asked.body["data"]["outcome"]), (Vec::new(), &json!("confirmed")));
    let by_quote = with(through, &json!({"quote_id": asked.id()}));
    accepted(&fixture.book_with("10:00", "11:00", by_quote).await, 201);
    let unknown = json!({"member_id": "018f0000-0000-7000-8000-000000000000"});
    let refusal = "422 rule_violation member_id reference_not_found";
    assert_eq!(quote(&fixture, "12:00", "13:00", &unknown).await.refusal(), refusal);
    assert_eq!(fixture.book_with("12:00", "13:00", unknown).await.refusal(), refusal);
}

#[tokio::test]
async fn a_quote_for_more_calendar_days_than_fit_one_booking_is_refused() {
    let fixture = RoomFixture::new().await;
    for number in 0..20 {
        fixture.resource(&format!("Part {number}"), json!({"parent_resource_id": fixture.room})).await;
    }
    let (from, to) = ("2026-12-01T12:00:00Z", "2026-12-04T12:00:00Z");
    let asked = quote(&fixture, from, to, &json!({})).await;
    let refusal = "additional_resource_ids too_many_calendar_days";
    assert_eq!((against(&asked), &asked.body["data"]["outcome"]), (vec![refusal.to_owned()], &json!("refused")));
    assert_eq!(fixture.book(from, to).await.refusal(), format!("422 rule_violation {refusal}"));
}
