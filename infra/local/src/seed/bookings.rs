//! Bookings of the days to come, one that is under way, and time that is blocked.

use chrono::{Datelike, Duration, NaiveDate, Timelike, Weekday};
use serde_json::{Value, json};

use super::Api;
use crate::fault::Fault;

/// A booking in every state that a new one can be in, and a block.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    for (name, resource, customer, workday, (from, to), more) in [
        ("board meeting", "boardroom", "ann", 2, (9, 11), json!({"title": "Board meeting", "attendees": 8})),
        ("workshop", "boardroom", "blue harbour", 3, (12, 15), json!({"title": "Workshop", "attendees": 10})),
        // It waits for approval.
        ("book launch", "garden hall", "carla", 6, (12, 15), json!({"title": "Book launch", "attendees": 60})),
        ("team day", "hot desks", "blue harbour", 1, (8, 15), json!({"title": "Team day", "units": 3})),
        ("interview", "caslon", "grace", 2, (10, 11), json!({"title": "Interview", "attendees": 2})),
        ("errands", "bikes", "emma", 1, (10, 12), json!({"title": "Errands"})),
    ] {
        let time = (at(api, workday, from), at(api, workday, to));
        api.make(name, "/bookings", with(more, booking(api, resource, customer, time))).await?;
    }
    let cancel = json!({"comment": "It rains."});
    api.post(&api.path("/bookings", "errands", "/cancel"), cancel).await?;
    check_in(api).await?;
    let block = json!({"resource_id": api.id("caslon"), "kind": "maintenance", "reason": "New carpet",
        "start_time": at(api, 5, 8), "end_time": at(api, 5, 18)});
    api.make("carpet", "/calendar-blocks", block).await
}

/// Three desks of this hour, on whatever day it is: somebody came, the others have not yet.
async fn check_in(api: &Api) -> Result<(), Fault> {
    let now = api.context.clock.now().utc();
    let hour = now - Duration::minutes(now.minute().into());
    let time = |hours| json!((hour + Duration::hours(hours)).format("%Y-%m-%dT%H:%M:00Z").to_string());
    for (name, customer) in [("desk", "deniz"), ("bram's desk", "bram"), ("emma's desk", "emma")] {
        let desk = booking(api, "hot desks", customer, (time(0), time(4)));
        api.make(name, "/bookings", with(json!({"override": true}), desk)).await?;
    }
    api.post(&api.path("/bookings", "desk", "/check-in"), Value::Null).await.map(drop)
}

/// A booking of a resource by a customer, from one instant to another.
pub fn booking(api: &Api, resource: &'static str, customer: &'static str, (start, end): (Value, Value)) -> Value {
    json!({"resource_id": api.id(resource), "customer_id": api.id(customer), "start_time": start, "end_time": end})
}

/// Fields with more of them.
pub fn with(mut more: Value, fields: Value) -> Value {
    if let (Some(more), Value::Object(fields)) = (more.as_object_mut(), fields) {
        more.extend(fields);
    }
    more
}

/// An hour, in UTC, of the working day so many after today.
pub fn at(api: &Api, workdays: usize, hour: u32) -> Value {
    let today = api.context.clock.now().utc().date_naive();
    let day = today.iter_days().skip(1).filter(|day| is_workday(*day)).nth(workdays - 1).unwrap_or(today);
    json!(format!("{day}T{hour:02}:00:00Z"))
}

/// Whether both houses are open.
fn is_workday(day: NaiveDate) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) && NaiveDate::from_ymd_opt(2027, 4, 27) != Some(day)
}
