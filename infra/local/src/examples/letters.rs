//! Letters, their wording, calendar feeds and outside calendars.

use serde_json::{Value, json};

use super::request::{Asked, id};
use crate::{fault::Fault, seed::Api};

/// What a letter, a template, an address, a feed and a calendar are called among the demo data.
const LETTER: &str = "letter about a booking";
const TEMPLATE: &str = "wording of a letter";
const ADDRESS: &str = "address without letters";
const FEED: &str = "feed of ann";
const CALENDAR: &str = "calendar of blue";

/// What is asked of an operation on letters and feeds.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    Some(match operation {
        "get_letter" | "resend_letter" => (id(api, LETTER), none()),
        "get_letter_template" | "update_letter_template" | "delete_letter_template" => (id(api, TEMPLATE), none()),
        "get_suppressed_address" | "delete_suppressed_address" => (id(api, ADDRESS), none()),
        "create_calendar_feed" => (none(), json!({"member_id": api.id("ann")})),
        "get_calendar_feed" | "rotate_calendar_feed" | "delete_calendar_feed" => (id(api, FEED), none()),
        "create_outside_calendar" => (none(), json!({"resource_id": api.id("boardroom")})),
        "get_outside_calendar" | "update_outside_calendar" | "read_outside_calendar" | "delete_outside_calendar" => {
            (id(api, CALENDAR), none())
        }
        _ => return None,
    })
}

/// Makes what the examples name, and names the letter that was written about the event of the demo data.
///
/// # Errors
/// When one of them is refused, or there is no letter.
pub async fn begin(api: &Api) -> Result<(), Fault> {
    let template = json!({"letter": "booking_reminder", "language": "en", "subject": "Tomorrow: {{ resource }}",
        "body": "We are expecting you on {{ start }}."});
    let calendar = json!({"name": "Blue Ltd", "resource_id": api.id("boardroom"), "type": "ics",
        "address": "https://calendar.example.com/room.ics"});
    for (name, path, body) in [
        (TEMPLATE, "/letter-templates", template),
        (ADDRESS, "/suppressed-addresses", json!({"email": "returned@example.com"})),
        (FEED, "/calendar-feeds", json!({"member_id": api.id("ann")})),
        (CALENDAR, "/outside-calendars", calendar),
    ] {
        let (status, answer) = api.send("POST", path, &body).await;
        let made: Value = serde_json::from_str(&answer).unwrap_or_default();
        if status != 201 {
            return Err(Fault(format!("{path} is answered {answer}")));
        }
        api.name(name, made["data"]["id"].as_str().unwrap_or_default());
    }
    let (_, answer) = api.send("GET", "/letters?letter=booking_confirmed", &Value::Null).await;
    let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
    let letter = answer["data"][0]["id"].as_str().ok_or_else(|| Fault(format!("there is no letter: {answer}")))?;
    api.name(LETTER, letter);
    Ok(())
}
