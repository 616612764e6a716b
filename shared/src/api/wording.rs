//! The service's words: what a refused value would have to be, from the bounds and the allowed values of its schema,
//! and names of code as people write them.

use std::borrow::Cow;

use serde_json::Value;

use values::{
    error::Reason,
    text::{EMAIL_PATTERN, pattern_in_words},
};

/// Words that are written in capitals, wherever a name of code becomes a text.
const INITIALISMS: [&str; 10] = ["API", "CSV", "HTTP", "ICS", "ID", "ISO", "PDF", "URL", "UTC", "VAT"];

/// What a number is that has more digits than are read, or would have them without its exponent.
pub const DIGITS_RULE: &str = "must be a number of at most 30 digits";

/// A word of a name in code as people write it: `api` is `API`.
#[must_use]
pub fn spelled(word: &str) -> Cow<'_, str> {
    let found = INITIALISMS.into_iter().find(|initials| initials.eq_ignore_ascii_case(word));
    found.map_or(Cow::Borrowed(word), Cow::Borrowed)
}

/// `a` or `an`, before these words.
#[must_use]
pub fn article(words: &str) -> &'static str {
    if words.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'I']) { "an" } else { "a" }
}

/// What a value that `schema` refuses for `reason` must be: `must be between 1 and 100`.
#[must_use]
pub fn rule(schema: &Value, reason: Reason) -> Cow<'static, str> {
    match reason {
        Reason::InvalidType => typed(schema),
        Reason::InvalidValue => allowed(schema),
        Reason::InvalidFormat => written(schema),
        Reason::OutOfRange if schema["type"] == "array" => elements("at least", &schema["minItems"]),
        Reason::OutOfRange => between(schema),
        Reason::TooLong => format!("must have at most {} characters", schema["maxLength"]).into(),
        Reason::TooMany if schema["type"] == "array" => elements("at most", &schema["maxItems"]),
        Reason::TooMany => format!("must have at most {} keys", schema["maxProperties"]).into(),
        Reason::Required
        | Reason::UnknownField
        | Reason::UnknownParameter
        | Reason::Repeated
        | Reason::MalformedJson => reason.in_words().into(),
    }
}

fn typed(schema: &Value) -> Cow<'static, str> {
    let kind = match schema["type"].as_str() {
        Some("object") => "an object",
        Some("array") => "an array",
        Some("string") => "a string",
        Some("integer") => "a whole number",
        Some("number") => "a number",
        Some("boolean") => "true or false",
        _ => return Reason::InvalidType.in_words().into(),
    };
    format!("must be {kind}{}", if schema["nullable"] == true { ", or null" } else { "" }).into()
}

fn allowed(schema: &Value) -> Cow<'static, str> {
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        return match values.as_slice() {
            [only] => format!("must be {only}").into(),
            several => format!("must be one of {}", several.join(", ")).into(),
        };
    }
    match (&schema["multipleOf"], schema["minLength"].as_u64()) {
        (_, Some(1)) => "must not be empty".into(),
        (_, Some(least)) => format!("must have at least {least} characters").into(),
        (step @ Value::Number(_), None) => stepped(&step.to_string()),
        _ => Reason::InvalidValue.in_words().into(),
    }
}

/// A step of 0.0001 is told as four decimals: `0.1 + 0.2` of most languages has seventeen.
fn stepped(step: &str) -> Cow<'static, str> {
    let decimals = step.strip_prefix("0.").filter(|decimals| decimals.trim_start_matches('0') == "1");
    match decimals.map(str::len) {
        Some(1) => "must have at most 1 decimal".into(),
        Some(count) => format!("must have at most {count} decimals").into(),
        None => format!("must be a multiple of {step}").into(),
    }
}

fn written(schema: &Value) -> Cow<'static, str> {
    match (schema["format"].as_str(), schema["pattern"].as_str()) {
        (Some("uuid"), _) => "must be a UUID, such as 0199a000-0000-7000-8000-000000000000".into(),
        (Some("date-time"), _) => "must be a time of RFC 3339 from 1970 on, such as 2026-11-21T09:00:00Z".into(),
        (Some("date"), _) => "must be a day of the calendar from 1970 on, such as 2026-11-21".into(),
        (Some("iana-time-zone"), _) => "must be an IANA time zone, such as Europe/Amsterdam".into(),
        (Some("email"), _) => pattern_in_words(EMAIL_PATTERN).into(),
        (_, Some(pattern)) => pattern_in_words(pattern).into(),
        (_, None) => Reason::InvalidFormat.in_words().into(),
    }
}

fn between(schema: &Value) -> Cow<'static, str> {
    match (&schema["minimum"], &schema["maximum"]) {
        (Value::Null, Value::Null) => DIGITS_RULE.into(),
        (least, Value::Null) => format!("must be at least {least}").into(),
        (Value::Null, most) => format!("must be at most {most}").into(),
        (least, most) => format!("must be between {least} and {most}").into(),
    }
}

/// What a whole number must be that 64 bits do not hold: where its schema has no bound, theirs is one.
#[must_use]
pub fn within_64_bits(schema: &Value) -> Cow<'static, str> {
    let bound = |name: &str, of_type: i64| schema.get(name).map_or_else(|| of_type.to_string(), Value::to_string);
    format!("must be between {} and {}", bound("minimum", i64::MIN), bound("maximum", i64::MAX)).into()
}

fn elements(bound: &str, number: &Value) -> Cow<'static, str> {
    let noun = if *number == 1 { "element" } else { "elements" };
    format!("must have {bound} {number} {noun}").into()
}
