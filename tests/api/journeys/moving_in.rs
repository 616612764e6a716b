//! Moving in with the members of another system, and their month's end: requests of an operator's day.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tests::{accepted, books_add_up, total};

use super::Story;

/// How many move in.
const PEOPLE: usize = 30;

/// Runs an operation for these items and sends the batch again while something of it was not run; what each answered,
/// and how many requests that took.
async fn all(story: &Story, key: &str, operation: &str, items: Vec<Value>) -> (Vec<Value>, usize) {
    let batch = json!({"operation": operation, "items": items});
    for requests in 1..=20 {
        let answer = story.app.send("POST", "/batches", Some(batch.clone()), &[("idempotency-key", key)]).await;
        accepted(&answer, 200);
        let data = &answer.body["data"];
        assert_eq!(data["failed"], 0, "{}", answer.text);
        if data["not_run"] == 0 {
            let results = data["results"].as_array().cloned().unwrap_or_default();
            return (results.into_iter().map(|mut result| result["data"].take()).collect(), requests);
        }
    }
    panic!("{operation} comes to no end");
}

#[tokio::test]
async fn members_of_another_system_move_in_and_pay_by_a_handful_of_requests() {
    let story = Story::from("2027-01-01T09:00:00Z").await;
    let plan =
        json!({"location_id": story.location, "name": "Flex", "cycle": "monthly", "price": 200, "currency": "EUR"});
    let plan = story.make("/memberships", plan).await;
    let mut csv = "email,name,location_id\n".to_owned();
    for number in 0..PEOPLE {
        let _ = writeln!(csv, "person{number}@example.com,Person {number},{}", story.location);
    }
    let imported = story.act("/member-registrations/import", json!({"csv": csv})).await;
    let registrations = imported["results"].as_array().cloned().unwrap_or_default();
    let items = registrations.iter().map(|row| json!({"path": {"id": row["registration_id"]}})).collect();
    let (members, approving) = all(&story, "moving-in", "approve_member_registration", items).await;
    let of_member = |member: &Value| json!({"body": {"customer_id": member["member_id"], "membership_plan_id": plan, "start_date": "2027-01-01"}});
    let items = members.iter().map(of_member).collect();
    let (_, subscribing) = all(&story, "memberships", "create_subscription", items).await;
    let open = story.get("/invoices?status=issued&per_page=100").await;
    let items: Vec<Value> = open
        .as_array()
        .into_iter()
        .flatten()
        .map(|invoice| json!({"path": {"id": invoice["id"]}, "body": {"method": "bank_transfer"}}))
        .collect();
    assert_eq!(items.len(), PEOPLE);
    let (_, paying) = all(&story, "paid-by-debit", "pay_invoice", items).await;
    assert_eq!(total(&story.app, "/invoices?status=paid").await, 30);
    // One by one it was 30 requests for each of the three.
    assert!(approving + subscribing + paying < 12, "{approving} {subscribing} {paying}");
    books_add_up(&story.app).await;
}
