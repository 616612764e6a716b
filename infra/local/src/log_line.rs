//! The functions' log for people: one short line per request, in colours.

use std::io::{IsTerminal as _, stdout};

use serde_json::Value;
use work::context::Log;

const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const RED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

/// The log on standard output: for people when it is a terminal, and the functions' own JSON when it is read by a
/// program.
#[must_use]
pub fn log() -> Log {
    if stdout().is_terminal() { Log::Worded(for_people) } else { Log::StandardOutput }
}

/// `12:30:05 POST 409 create_booking 12 ms booking_conflict req_…`, or the line as it is when it is not about a
/// request.
fn for_people(line: &Value) -> String {
    if line["message"] != "request" {
        return line.to_string();
    }
    let text = |field: &str| line[field].as_str().unwrap_or_default();
    let status = line["status"].as_u64().unwrap_or_default();
    let colour = match status {
        0..400 => GREEN,
        400..500 => YELLOW,
        _ => RED,
    };
    let time = text("timestamp").get(11..19).unwrap_or_default();
    let operation = line["operation"].as_str().unwrap_or("no operation");
    let taken = format!("{} ms", line["duration_ms"]);
    let rest = [text("code"), text("cause"), text("request_id")];
    let rest: Vec<&str> = rest.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{time} {:6} {colour}{status}{PLAIN} {operation:32} {taken:>8}  {}", text("method"), rest.join("  "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::for_people;

    #[test]
    fn a_request_is_one_short_line_with_its_code_and_request_id() {
        let line = json!({
            "message": "request", "timestamp": "2026-03-02T12:30:05.120Z", "request_id": "req_1", "operation": "create_booking",
            "method": "POST", "status": 409, "code": "booking_conflict", "cause": null, "duration_ms": 12,
        });
        let expected = format!(
            "12:30:05 POST   \x1b[33m409\x1b[0m {:32} {:>8}  booking_conflict  req_1",
            "create_booking", "12 ms"
        );
        assert_eq!(for_people(&line), expected);
    }

    #[test]
    fn other_lines_stay_as_they_are() {
        let line = json!({"message": "sweep", "done": {}});
        assert_eq!(for_people(&line), line.to_string());
    }
}
