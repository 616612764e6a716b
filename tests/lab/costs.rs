//! What an operation asks of DynamoDB: calls and capacity units of its log line, as golden figures.

use serde_json::{Value, json};

use crate::{machine::places, site::Site};

/// Sends a request; calls and units that its log line tells.
async fn cost(site: &Site, method: &str, path: &str, body: Option<Value>) -> (Value, String) {
    let answer = site.send(method, path, body).await;
    let line: Value = serde_json::from_str(site.app.logged().last().unwrap()).unwrap();
    (answer.body["data"].clone(), format!("{} calls, {} units", line["store_calls"], line["store_units"]))
}

#[tokio::test]
async fn each_operation_costs_what_it_should() {
    let site = Site::new(&places(), None).await;
    let wish = |start: i64| Some(site.booking(0, start, start + 60, 1));
    let (booking, create) = cost(&site, "POST", "/bookings", wish(0)).await;
    let (_, conflict) = cost(&site, "POST", "/bookings", wish(30)).await;
    let path = format!("/bookings/{}", booking["id"].as_str().unwrap());
    let (_, get) = cost(&site, "GET", &path, None).await;
    let moved = json!({"start_time": site.instant(120), "end_time": site.instant(180)});
    let (_, reschedule) = cost(&site, "POST", &format!("{path}/reschedule"), Some(moved)).await;
    for start in 3..13 {
        site.send("POST", "/bookings", wish(start * 60)).await;
    }
    let month = format!("/bookings?resource_id={}&start_date=2026-11-01&end_date=2026-11-30&per_page=100", site.ids[0]);
    let (_, list) = cost(&site, "GET", &month, None).await;
    let (_, cancel) = cost(&site, "POST", &format!("{path}/cancel"), Some(json!({}))).await;
    let found = [("create", create), ("conflict", conflict), ("get", get), ("reschedule", reschedule), ("list", list), ("cancel", cancel)];
    let table: Vec<String> = found.iter().map(|(name, cost)| format!("{name}: {cost}")).collect();
    println!("{}", table.join("\n"));
    assert_eq!(table, GOLDEN);
}

const GOLDEN: [&str; 6] = ["", "", "", "", "", ""];
