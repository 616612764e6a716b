//! What an operation asks of DynamoDB: calls and capacity units of its log line.

use serde_json::{Value, json};

use crate::{machine::places, site::Site};

/// What a log line tells.
#[derive(Clone, Copy, Debug)]
struct Cost {
    calls: u64,
    units: f64,
}

/// Sends a request; its data and its cost, which is printed too.
async fn cost(site: &Site, name: &str, (method, path): (&str, &str), body: Option<Value>) -> (Value, Cost) {
    let answer = site.send(method, path, body).await;
    let line: Value = serde_json::from_str(site.app.logged().last().unwrap()).unwrap();
    let cost = Cost { calls: line["store_calls"].as_u64().unwrap(), units: line["store_units"].as_f64().unwrap() };
    println!("{name}: {} calls, {} units, answered {}", cost.calls, cost.units, answer.status);
    (answer.body["data"].clone(), cost)
}

#[tokio::test]
async fn a_conflict_writes_nothing_and_a_booking_is_read_in_one_call() {
    let site = Site::new(&places(), None).await;
    let wish = |start: i64| Some(site.booking(0, start, start + 60, 1));
    let (booking, create) = cost(&site, "create", ("POST", "/bookings"), wish(0)).await;
    let (_, conflict) = cost(&site, "create, conflict", ("POST", "/bookings"), wish(30)).await;
    let path = format!("/bookings/{}", booking["id"].as_str().unwrap());
    let (_, get) = cost(&site, "get", ("GET", &path), None).await;
    let moved = json!({"start_time": site.instant(120), "end_time": site.instant(180)});
    cost(&site, "reschedule", ("POST", &format!("{path}/reschedule")), Some(moved)).await;
    for hour in 3..13 {
        site.send("POST", "/bookings", wish(hour * 60)).await;
    }
    let month = format!("/bookings?resource_id={}&start_date=2026-11-01&end_date=2026-11-30&per_page=100", site.ids[0]);
    cost(&site, "list of a resource's month, 11 bookings", ("GET", &month), None).await;
    cost(&site, "cancel", ("POST", &format!("{path}/cancel")), Some(json!({}))).await;
    assert_eq!(get.calls, 1);
    assert!(conflict.calls < create.calls && conflict.units < create.units, "{conflict:?} {create:?}");
}
