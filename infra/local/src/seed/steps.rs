//! The requests of the demo data: their form, their order and their numbers.

use serde::Deserialize;
use serde_json::Value;
use values::Timestamp;

use super::moment::{Moment, Present};
use crate::fault::Fault;

/// When a line without `at` is sent: what a business has before it opens.
const BEGINNING: &str = "-6 mon 08:00";

/// A line of the data.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// When it is sent. What would be sent later than now has not happened yet, and is left out.
    at: Option<String>,
    /// How other lines name what it makes, in braces.
    name: Option<String>,
    /// Path that is posted to.
    post: Option<String>,
    /// Path that is read: what time has done by then is written down, and the first record of a list can be named.
    get: Option<String>,
    /// JSON body of the request, if it has one.
    body: Option<Value>,
    /// Content of the file, sent by the link of the answer.
    file: Option<String>,
}

/// A request and when it is sent.
#[derive(Debug)]
pub struct Step {
    /// Instant at which the request is sent.
    pub at: Timestamp,
    /// After which the records that it makes are numbered.
    pub number: u64,
    /// How other steps name what it makes.
    pub name: Option<String>,
    /// HTTP method of the request, such as `POST`.
    pub method: &'static str,
    /// Path, with names in braces.
    pub path: String,
    /// Body, with names and moments in braces; null when there is none.
    pub body: Value,
    /// Content of the file, sent by the link of the answer.
    pub file: Option<String>,
}

/// All requests that were sent until now, by instant and then as they stand.
///
/// # Errors
/// When a line cannot be read.
pub fn in_order(data: &[&str], present: &Present) -> Result<Vec<Step>, Fault> {
    let mut steps = Vec::new();
    for (file, lines) in (1..).zip(data) {
        let lines: Vec<Line> =
            serde_json::from_str(lines).map_err(|error| Fault(format!("the demo data cannot be read: {error}")))?;
        for (number, line) in (1..).zip(lines) {
            let told = line.at.as_deref().unwrap_or(BEGINNING);
            let Some(Moment::Instant(at)) = present.moment(told) else {
                return Err(Fault(format!("the demo data has no instant {told}")));
            };
            let number = number_of(file, number);
            let (method, path) = match (line.post, line.get) {
                (Some(path), None) => ("POST", path),
                (None, Some(path)) => ("GET", path),
                (Some(_), Some(_)) | (None, None) => {
                    return Err(Fault("a line of the demo data has one of post and get".to_owned()));
                }
            };
            let (name, body, file) = (line.name, line.body.unwrap_or_default(), line.file);
            steps.push(Step { at, number, name, method, path, body, file });
        }
    }
    steps.retain(|step| step.at <= present.now());
    steps.sort_by_key(|step| step.at);
    Ok(steps)
}

/// A number after those of all records of the data.
pub fn after(data: &[&str]) -> u64 {
    (1..).zip(data).last().map_or(0, |(file, _)| number_of(file + 1, 0))
}

/// By file and line, whether the line was sent or not, with room for the records that one request makes.
const fn number_of(file: u64, line: u64) -> u64 {
    (file << 32) | (line << 16)
}

#[cfg(test)]
mod tests {
    use values::Timestamp;

    use super::{after, in_order};
    use crate::seed::moment::Present;

    const DATA: [&str; 2] = [
        r#"[{"name": "a", "post": "/a"}, {"name": "c", "post": "/c", "body": {"of": ["{a}"]}}, {"post": "/c/{c}/close"}]"#,
        r#"[{"at": "+9 mon 08:00", "post": "/later"}, {"at": "-1 mon 08:00", "post": "/second"},
            {"at": "-2 mon 08:00", "post": "/first"}]"#,
    ];

    #[test]
    fn a_step_is_sent_at_its_instant_and_has_the_same_number_on_every_day() {
        let sent = |now| {
            let present = Present::new(Timestamp::parse(now).expect("an instant"));
            let steps = in_order(&DATA, &present).expect("steps");
            steps.into_iter().map(|step| (step.path, step.number)).collect::<Vec<_>>()
        };
        let numbered = [("/a", 0x1_0001_0000), ("/c", 0x1_0002_0000), ("/c/{c}/close", 0x1_0003_0000)];
        let of_the_past = [("/first", 0x2_0003_0000), ("/second", 0x2_0002_0000)];
        let expected: Vec<_> = numbered.into_iter().chain(of_the_past).map(|(path, n)| (path.to_owned(), n)).collect();
        assert_eq!(sent("2026-11-18T12:00:00Z"), expected);
        assert_eq!(sent("2027-03-28T23:59:00Z"), expected);
        assert_eq!(after(&DATA), 0x3_0000_0000);
    }
}
