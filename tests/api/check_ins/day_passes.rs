//! A day pass pays for a local day at a location, once.

use serde_json::{Value, json};
use tests::{accepted, at_once, books_add_up, having, location_with, made, successes};

use super::{another, check_in, check_out, checked_in, fixture, left, passes, passes_of};

const NOTHING_ADMITS: &str = "402 insufficient_balance member_id insufficient_balance";

#[tokio::test]
async fn a_day_pass_pays_for_all_check_ins_of_a_day_and_another_for_the_next_day() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 2).await;
    let morning = checked_in(&fixture, json!({})).await;
    assert_eq!(morning["admitted_by"], "day_pass");
    left(&fixture, &morning).await;
    fixture.clock("2027-01-01T15:00:00Z");
    let afternoon = checked_in(&fixture, json!({})).await;
    assert_eq!(afternoon["day_pass_transaction_id"], morning["day_pass_transaction_id"]);
    assert_eq!(passes_of(&fixture, &fixture.member).await, 1);
    // Midnight in Amsterdam: the afternoon's check-in has ended by itself.
    fixture.clock("2027-01-01T22:59:59.999Z");
    assert_eq!(check_in(&fixture, json!({})).await.refusal(), "409 invalid_state member_id checked_in");
    fixture.clock("2027-01-01T23:00:00Z");
    let next = checked_in(&fixture, json!({})).await;
    assert_eq!((&next["day"], passes_of(&fixture, &fixture.member).await), (&json!("2027-01-02"), json!(0)));
    fixture.clock("2027-01-02T23:00:00Z");
    assert_eq!(check_in(&fixture, json!({})).await.refusal(), NOTHING_ADMITS);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn the_day_ends_at_local_midnight_also_when_the_clocks_change() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 9).await;
    for (now, day, ends_at) in [
        ("2027-03-27T23:00:00Z", "2027-03-28", "2027-03-28T22:00:00.000Z"),
        ("2027-03-28T22:00:00Z", "2027-03-29", "2027-03-29T22:00:00.000Z"),
        ("2027-10-30T22:00:00Z", "2027-10-31", "2027-10-31T23:00:00.000Z"),
        ("2027-10-31T23:00:00Z", "2027-11-01", "2027-11-01T23:00:00.000Z"),
    ] {
        fixture.clock(now);
        let here = checked_in(&fixture, json!({})).await;
        assert_eq!((&here["day"], &here["ends_at"]), (&json!(day), &json!(ends_at)));
    }
    assert_eq!(passes_of(&fixture, &fixture.member).await, 5);
}

#[tokio::test]
async fn each_location_takes_a_day_pass_of_its_own_and_one_that_is_bound_elsewhere_does_not_pay() {
    let fixture = fixture().await;
    let elsewhere = location_with(&fixture.app, json!({"name": "Elsewhere"})).await;
    let bound =
        json!({"customer_id": fixture.member, "type": "admin_allocation", "amount": 1, "location_id": elsewhere});
    made(&fixture.app, "/day-pass-transactions", bound).await;
    assert_eq!(check_in(&fixture, json!({})).await.refusal(), NOTHING_ADMITS);
    passes(&fixture, &fixture.member, 1).await;
    let here = checked_in(&fixture, json!({})).await;
    left(&fixture, &here).await;
    let there = checked_in(&fixture, json!({"location_id": elsewhere})).await;
    assert_ne!(there["day_pass_transaction_id"], here["day_pass_transaction_id"]);
    assert_eq!(passes_of(&fixture, &fixture.member).await, 0);
}

#[tokio::test]
async fn the_transaction_names_the_check_in_and_its_reversal_leaves_the_day_paid_for() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 1).await;
    let here = checked_in(&fixture, json!({})).await;
    let path = format!("/day-pass-transactions/{}", here["day_pass_transaction_id"].as_str().unwrap_or_default());
    let taken = fixture.app.get(&path).await.body["data"].clone();
    let told = ["type", "amount", "direction", "location_id"].map(|field| taken[field].clone());
    assert_eq!(told, [json!("check_in"), json!(1), json!("out"), json!(fixture.location)]);
    assert_eq!(taken["source"], json!({"type": "check_in", "id": here["id"]}));
    left(&fixture, &here).await;
    accepted(&fixture.app.post(&format!("{path}/reverse"), json!({"reason": "The heating was off."})).await, 200);
    assert_eq!(passes_of(&fixture, &fixture.member).await, 1);
    assert_eq!(checked_in(&fixture, json!({})).await["day_pass_transaction_id"], here["day_pass_transaction_id"]);
    assert_eq!(passes_of(&fixture, &fixture.member).await, 1);
    let again = fixture.app.post(&format!("{path}/reverse"), json!({})).await;
    assert_eq!(again.refusal(), "409 invalid_state");
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_sold_day_pass_is_earned_when_it_is_used() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 1).await;
    let here = checked_in(&fixture, json!({})).await;
    let list = fixture.app.get("/day-pass-transactions?type=check_in").await;
    assert_eq!(list.body["data"][0]["id"], here["day_pass_transaction_id"]);
    books_add_up(&fixture.app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixtyfour_check_ins_of_one_person_one_happens_and_one_day_pass_is_taken() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 64).await;
    let body = json!({"member_id": fixture.member, "location_id": fixture.location});
    let answers = at_once(&fixture.app, (0..64).map(|_| ("POST", "/check-ins".to_owned(), body.clone()))).await;
    assert_eq!((successes(&answers, 201), having(&answers, 409)), (1, 63));
    assert_eq!(passes_of(&fixture, &fixture.member).await, 63);
    assert_eq!(tests::total(&fixture.app, "/check-ins?open=true").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixtyfour_people_exactly_those_with_a_day_pass_are_admitted() {
    let fixture = fixture().await;
    let mut people = Vec::new();
    for number in 0..64 {
        let person = another(&fixture, &format!("person{number}")).await;
        if number % 8 < 5 {
            passes(&fixture, &person, 1).await;
        }
        people.push(person);
    }
    let body = |person: &String| json!({"member_id": person, "location_id": fixture.location});
    let requests: Vec<(&str, String, Value)> =
        people.iter().map(|person| ("POST", "/check-ins".to_owned(), body(person))).collect();
    let answers = at_once(&fixture.app, requests).await;
    assert_eq!((having(&answers, 201), having(&answers, 402)), (40, 24));
    for (number, person) in people.iter().enumerate() {
        assert_eq!(passes_of(&fixture, person).await, 0, "person {number}");
    }
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn the_same_idempotency_key_takes_one_day_pass() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 2).await;
    let body = json!({"member_id": fixture.member, "location_id": fixture.location});
    let key = [("idempotency-key", "door-7")];
    let first = fixture.app.send("POST", "/check-ins", Some(body.clone()), &key).await;
    accepted(&first, 201);
    accepted(&check_out(&fixture, &first.body["data"]).await, 200);
    let again = fixture.app.send("POST", "/check-ins", Some(body), &key).await;
    assert_eq!((again.header("idempotent-replayed"), again.id()), ("true", first.id()));
    assert_eq!(passes_of(&fixture, &fixture.member).await, 1);
}
