//! What stands on a customer who is to go, besides bookings: assigned resources, open registrations, places on waiting
//! lists.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{Fault, TestApp};
use tests::{RoomFixture, accepted, app, company, days, instant, location, made, member, resource, sweep, with};

const IN_USE: &str = "409 in_use id in_use";
const OPEN: &str = "409 in_use id registrations_open";

/// A location with an office of two units.
async fn office(app: &TestApp) -> (String, String) {
    let place = location(app).await;
    let office = resource(app, &place, "Suite", "office", json!({"units": 2})).await;
    (place, office)
}

async fn assigned(app: &TestApp, office: &str, customer: &str, fields: Value) -> String {
    let body = json!({"resource_id": office, "customer_id": customer, "start_date": "2026-11-01"});
    made(app, "/resource-assignments", with(body, &fields)).await
}

/// Every way in which a customer goes: the request, and whose.
async fn ways(app: &TestApp, place: &str) -> Vec<(&'static str, String, String)> {
    let mut ways = Vec::new();
    for (number, (method, action)) in
        [("POST", "/archive"), ("DELETE", ""), ("POST", "/anonymise"), ("DELETE", "")].into_iter().enumerate()
    {
        let (path, id) = if number < 2 {
            ("companies", company(app, place).await)
        } else {
            ("members", member(app, &format!("p{number}@example.com")).await)
        };
        ways.push((method, format!("/{path}/{id}{action}"), id));
    }
    ways
}

#[tokio::test]
async fn a_customer_to_whom_something_is_assigned_goes_only_when_that_ends() {
    let app = app().await;
    let (place, office) = office(&app).await;
    for (method, path, customer) in ways(&app, &place).await {
        let present = assigned(&app, &office, &customer, json!({})).await;
        let later =
            assigned(&app, &office, &customer, json!({"start_date": "2027-01-01", "end_date": "2027-01-31"})).await;
        for choice in ["", "?on_future_bookings=keep", "?on_future_bookings=cancel"] {
            let refused = app.send(method, &format!("{path}{choice}"), None, &[]).await;
            assert_eq!(refused.refusal(), IN_USE, "{path}{choice}");
            let named = refused.body["error"]["details"]["in_use"].as_array().cloned().unwrap_or_default();
            let expected =
                json!({"kind": "resource_assignment", "id": present, "start_time": "2026-10-31T23:00:00.000Z"});
            assert!(named.len() == 2 && named.contains(&expected), "{}", refused.text);
        }
        let odd = app.send(method, &format!("{path}?on_assignments=keep"), None, &[]).await;
        assert_eq!(odd.refusal(), "400 validation_error on_assignments invalid_value");
        accepted(&app.send(method, &format!("{path}?on_assignments=end"), None, &[]).await, 200);
        let shown = app.get(&format!("/resource-assignments/{present}")).await.body["data"].clone();
        assert_eq!(shown["end_date"], "2026-11-20", "yesterday was its last day");
        assert_eq!(app.get(&format!("/resource-assignments/{later}")).await.refusal(), "404 not_found");
        // Its days are free again.
        let other = company(&app, &place).await;
        let all = assigned(&app, &office, &other, json!({"start_date": "2026-11-21", "entire": true})).await;
        accepted(&app.delete(&format!("/resource-assignments/{all}")).await, 200);
        let prolonged = app.put(&format!("/resource-assignments/{present}"), json!({"end_date": null})).await;
        assert_eq!(prolonged.refusal(), "422 rule_violation customer_id reference_archived");
    }
}

#[tokio::test]
async fn assignments_that_have_ended_or_were_archived_stand_in_nobodys_way() {
    let app = app().await;
    let (place, office) = office(&app).await;
    let employer = company(&app, &place).await;
    let ended = assigned(&app, &office, &employer, json!({"end_date": "2026-11-23"})).await;
    let archived = assigned(&app, &office, &employer, json!({})).await;
    accepted(&app.delete(&format!("/resource-assignments/{archived}")).await, 200);
    let path = format!("/companies/{employer}");
    days(&app, 2);
    assert_eq!(app.post(&format!("{path}/archive"), json!({})).await.refusal(), IN_USE, "its last day is today");
    days(&app, 1);
    accepted(&app.post(&format!("{path}/archive"), json!({})).await, 200);
    accepted(&app.post(&format!("{path}/restore"), json!({})).await, 200);
    // One that goes on again counts again.
    accepted(&app.put(&format!("/resource-assignments/{ended}"), json!({"end_date": "2027-01-31"})).await, 200);
    assert_eq!(app.delete(&path).await.refusal(), IN_USE);
    accepted(&app.put(&format!("/resource-assignments/{ended}"), json!({"end_date": "2026-11-30"})).await, 200);
    days(&app, 10);
    accepted(&app.delete(&path).await, 200);
}

#[tokio::test]
async fn nothing_is_cancelled_while_something_else_stands_in_the_way() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    let office = resource(app, &fixture.location, "Suite", "office", json!({})).await;
    let assignment = assigned(app, &office, &fixture.member, json!({})).await;
    let booking = fixture.booked("10:00", "11:00").await;
    let path = format!("/members/{}/anonymise", fixture.member);
    for choice in ["?on_future_bookings=cancel", "?on_assignments=end"] {
        assert_eq!(app.post(&format!("{path}{choice}"), json!({})).await.refusal(), IN_USE, "{choice}");
        assert_eq!(fixture.status(&booking).await, "confirmed", "{choice}");
        let shown = app.get(&format!("/resource-assignments/{assignment}")).await;
        assert_eq!(shown.body["data"]["end_date"], Value::Null, "{choice}");
    }
    let both = format!("{path}?on_future_bookings=cancel&on_assignments=end");
    accepted(&app.post(&both, json!({})).await, 200);
    assert_eq!(fixture.status(&booking).await, "cancelled");
}

#[tokio::test]
async fn of_an_assignment_and_the_archiving_of_its_customer_one_happens() {
    let app = app().await;
    let (place, office) = office(&app).await;
    for round in 0..8 {
        let employer = company(&app, &place).await;
        let start = format!("2027-{:02}-01", round + 1);
        let body = json!({"resource_id": office, "customer_id": employer, "start_date": start, "end_date": start});
        app.faults.random("TransactWriteItems", round, vec![(500, Fault::Late(20)), (500, Fault::Late(60))]);
        let path = format!("/companies/{employer}/archive");
        let (given, archived) = tokio::join!(app.post("/resource-assignments", body), app.post(&path, json!({})));
        app.faults.clear();
        let outcome = (given.status, archived.status);
        assert!(matches!(outcome, (201, 409) | (422, 200)), "{outcome:?} {} {}", given.text, archived.text);
    }
}

#[tokio::test]
async fn a_company_goes_only_when_no_registration_that_names_it_is_open() {
    let app = app().await;
    let place = location(&app).await;
    for (method, action) in [("POST", "/archive"), ("DELETE", "")] {
        let employer = company(&app, &place).await;
        let path = format!("/companies/{employer}{action}");
        let go = async || app.send(method, &path, None, &[]).await.refusal();
        for end in ["reject", "withdraw", "approve"] {
            let email = format!("{end}.{employer}@example.com");
            let wish = json!({"location_id": place, "company_id": employer, "email": email, "name": "Ann"});
            let id = made(&app, "/member-registrations", wish).await;
            assert_eq!(go().await, OPEN, "{end}");
            accepted(&app.post(&format!("/member-registrations/{id}/{end}"), json!({})).await, 200);
        }
        let member = app.get(&format!("/companies/{employer}/members")).await.body["data"][0]["member_id"].clone();
        let member = format!("/companies/{employer}/members/{}", member.as_str().unwrap_or_default());
        accepted(&app.delete(&member).await, 200);
        let invited = json!({"location_id": place, "company_id": employer, "email": format!("i.{employer}@example.com"),
            "name": "Ann", "source": "invite"});
        let invited = made(&app, "/member-registrations", invited).await;
        let resend = format!("/member-registrations/{invited}/resend");
        days(&app, 13);
        assert_eq!(go().await, OPEN);
        days(&app, 2);
        accepted(&app.post(&resend, json!({})).await, 200);
        assert_eq!(go().await, OPEN, "its time begins anew");
        days(&app, 16);
        assert_eq!(go().await, "200 ", "what expired by itself is not in the way");
        let reason = if method == "POST" { "company_archived" } else { "reference_archived" };
        let refused = app.post(&resend, json!({})).await.refusal();
        assert_eq!(refused, format!("422 rule_violation company_id {reason}"));
    }
}

#[tokio::test]
async fn of_a_registration_and_the_archiving_of_the_company_that_it_names_one_happens() {
    let app = app().await;
    let place = location(&app).await;
    for round in 0..8 {
        let employer = company(&app, &place).await;
        let email = format!("p{round}@example.com");
        let wish = json!({"location_id": place, "company_id": employer, "email": email, "name": "Ann"});
        app.faults.random("TransactWriteItems", round, vec![(500, Fault::Late(20)), (500, Fault::Late(60))]);
        let path = format!("/companies/{employer}/archive");
        let (opened, archived) = tokio::join!(app.post("/member-registrations", wish), app.post(&path, json!({})));
        app.faults.clear();
        let outcome = (opened.status, archived.status);
        assert!(matches!(outcome, (201, 409) | (422, 200)), "{outcome:?} {} {}", opened.text, archived.text);
    }
}

/// An entry for an hour of the room.
async fn waits(fixture: &RoomFixture, customer: &str, (from, to): (&str, &str)) -> String {
    let body = json!({"location_id": fixture.location, "customer_id": customer, "resource_id": fixture.room,
        "earliest_start": instant(from), "latest_end": instant(to), "duration_minutes": 60});
    made(&fixture.app, "/waitlist-entries", body).await
}

async fn entry(fixture: &RoomFixture, id: &str) -> Value {
    fixture.app.get(&format!("/waitlist-entries/{id}")).await.body["data"].clone()
}

#[tokio::test]
async fn places_on_waiting_lists_end_with_their_customer() {
    for way in 0..4 {
        let fixture = RoomFixture::alone().await;
        let app = &fixture.app;
        let (method, path, customer) = ways(app, &fixture.location).await.swap_remove(way);
        let (early, late) = (fixture.booked("10:00", "11:00").await, fixture.booked("12:00", "13:00").await);
        let offered = waits(&fixture, &customer, ("10:00", "11:00")).await;
        let waiting = waits(&fixture, &customer, ("12:00", "13:00")).await;
        let (next, behind) = (
            waits(&fixture, &fixture.member, ("10:00", "11:00")).await,
            waits(&fixture, &fixture.member, ("12:00", "13:00")).await,
        );
        accepted(&fixture.act(&early, "cancel").await, 200);
        assert_eq!(entry(&fixture, &offered).await["status"], "offered");
        assert_eq!(entry(&fixture, &behind).await["position"], 2);
        accepted(&app.send(method, &path, None, &[]).await, 200);
        for id in [&offered, &waiting] {
            assert_eq!(entry(&fixture, id).await["status"], "cancelled", "{path}");
        }
        assert_eq!(entry(&fixture, &behind).await["position"], 1);
        // What was offered is for the next, at the latest by the sweep.
        sweep(&app.context).await;
        assert_eq!(entry(&fixture, &next).await["status"], "offered", "{path}");
        accepted(&fixture.act(&late, "cancel").await, 200);
        assert_eq!(entry(&fixture, &behind).await["status"], "offered");
    }
}

#[tokio::test]
async fn places_on_waiting_lists_that_a_request_leaves_are_ended_by_the_sweep() {
    let fixture = RoomFixture::alone().await;
    let app = &fixture.app;
    let employer = company(app, &fixture.location).await;
    fixture.booked("10:00", "11:00").await;
    let waiting = waits(&fixture, &employer, ("10:00", "11:00")).await;
    app.faults.after("TransactWriteItems", 1, Fault::Fail(500, "InternalServerError"));
    accepted(&app.post(&format!("/companies/{employer}/archive"), json!({})).await, 200);
    app.faults.clear();
    assert_eq!(entry(&fixture, &waiting).await["status"], "waiting");
    app.clock.advance(Duration::minutes(11));
    sweep(&app.context).await;
    assert_eq!(entry(&fixture, &waiting).await["status"], "cancelled");
}
