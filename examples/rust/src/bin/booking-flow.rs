//! Books a room four weeks from now, meets the conflict, and cancels.

use chrono::{DateTime, Datelike, Duration, SecondsFormat, Utc};
use colonnade_examples::{Client, Fault, Refused};
use serde_json::{Value, json};

fn main() -> Result<(), Fault> {
    let api = Client::from_environment()?;
    let location = named(&api, "/locations", "", "Keizersgracht")?;
    let room = named(&api, "/resources", &format!("&location_id={location}&type=meeting_room"), "Spinoza")?;
    let ann = api.get("/members?email=ann@example.com")?["data"][0]["id"].take();

    let today = Utc::now().date_naive();
    let until_wednesday = (2 - i64::from(today.weekday().num_days_from_monday())).rem_euclid(7);
    let day = today + Duration::days(until_wednesday + 28);
    let free = api.get(&format!(
        "/resources/{room}/availability?from={day}T00:00:00Z&to={day}T23:59:59Z&duration_minutes=90"
    ))?;
    let start = free["data"]["start_times"][0].as_str().ok_or("nothing is free")?;
    let end = DateTime::parse_from_rfc3339(start)?.to_utc() + Duration::minutes(90);
    let time = json!({"resource_id": room, "customer_id": ann, "start_time": start,
        "end_time": end.to_rfc3339_opts(SecondsFormat::Secs, true)});

    let hold = api.post("/booking-holds", &time)?;
    let mut request = time.clone();
    request["hold_id"] = hold["data"]["id"].clone();
    request["title"] = json!("Planning");
    request["attendees"] = json!(3);
    let booking = api.post("/bookings", &request)?["data"].take();
    println!("booked: {}, {} {}", text(&booking["status"]), booking["total_amount"], text(&booking["currency"]));
    match api.post("/bookings", &time) {
        Ok(_) => return Err("booked twice".into()),
        Err(fault) => println!("again: {}", fault.downcast::<Refused>()?.code()),
    }
    let path = format!("/bookings/{}/cancel", text(&booking["id"]));
    let cancelled = api.post(&path, &json!({"by": "customer", "comment": "We meet elsewhere."}))?;
    println!("then: {}", text(&cancelled["data"]["status"]));
    Ok(())
}

/// Id of the record of this name.
fn named(api: &Client, path: &str, query: &str, name: &str) -> Result<String, Fault> {
    let records = api.every(path, query)?;
    let found = records.iter().find(|record| record["name"] == name);
    Ok(found.map(|record| text(&record["id"]).to_owned()).ok_or_else(|| format!("{path} has no {name}"))?)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
