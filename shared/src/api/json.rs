//! Reads a request body exactly: numbers keep their text, and repeated keys are kept, so that both can be checked.

use std::{collections::HashSet, fmt};

use serde::{
    Deserialize,
    de::{Deserializer, MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// Deepest nesting of a body.
const DEPTH_MAX: usize = 32;

/// A JSON value as it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`: a field without a value.
    Null,
    /// `true` or `false`, written without quotation marks.
    Bool(bool),
    /// A number, by its text.
    Number(String),
    /// A string with its escapes resolved.
    String(String),
    /// An array, in the order it was written.
    Array(Vec<Json>),
    /// An object, in the order it was written.
    Object(Vec<(String, Json)>),
}

impl fmt::Display for Json {
    /// As JSON, with the digits that numbers were written with.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Self::Null => formatter.write_str("null"),
            Self::Bool(value) => write!(formatter, "{value}"),
            Self::Number(digits) => formatter.write_str(digits),
            Self::String(text) => formatter.write_str(&quoted(text)),
            Self::Array(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(formatter, "[{}]", items.join(","))
            }
            Self::Object(members) => {
                let members: Vec<String> =
                    members.iter().map(|(name, value)| format!("{}:{value}", quoted(name))).collect();
                write!(formatter, "{{{}}}", members.join(","))
            }
        }
    }
}

/// Why a body is refused as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonFault {
    /// It is not JSON, not UTF-8, or nested too deep.
    Malformed,
    /// An object names this key twice.
    Repeated(String),
}

/// Reads a text that is exactly one JSON document.
///
/// # Errors
/// [`JsonFault`] for anything that is not exactly one.
pub fn parse(bytes: &[u8]) -> Result<Json, JsonFault> {
    let text = std::str::from_utf8(bytes).map_err(|_| JsonFault::Malformed)?;
    let raw: &RawValue = serde_json::from_str(text).map_err(|_| JsonFault::Malformed)?;
    value(raw.get(), 0)
}

fn value(text: &str, depth: usize) -> Result<Json, JsonFault> {
    if depth > DEPTH_MAX {
        return Err(JsonFault::Malformed);
    }
    match text.as_bytes().first() {
        Some(b'{') => object(text, depth),
        Some(b'[') => {
            let items: Vec<&RawValue> = read(text)?;
            Ok(Json::Array(items.iter().map(|item| value(item.get(), depth + 1)).collect::<Result<_, _>>()?))
        }
        Some(b'"') => Ok(Json::String(read(text)?)),
        Some(b't' | b'f') => Ok(Json::Bool(read(text)?)),
        Some(b'n') => Ok(Json::Null),
        Some(_) => Ok(Json::Number(text.to_owned())),
        None => Err(JsonFault::Malformed),
    }
}

fn object(text: &str, depth: usize) -> Result<Json, JsonFault> {
    let Members(members) = read(text)?;
    let mut seen = HashSet::new();
    let mut object = Vec::with_capacity(members.len());
    for (name, member) in members {
        if !seen.insert(name.clone()) {
            return Err(JsonFault::Repeated(name));
        }
        object.push((name, value(member.get(), depth + 1)?));
    }
    Ok(Json::Object(object))
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, JsonFault> {
    serde_json::from_str(text).map_err(|_| JsonFault::Malformed)
}

/// All members of an object, repeated ones too.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, JsonFault, parse};

    #[test]
    fn numbers_keep_their_digits() {
        for text in ["9007199254740993", "1.10", "-0", "1e2", "123456789012345678901234567890.5"] {
            assert_eq!(parse(text.as_bytes()), Ok(Json::Number(text.to_owned())));
        }
    }

    #[test]
    fn what_was_read_is_written_with_the_same_digits() {
        let text = r#"{"price":1.10,"names":["a\"b",null,true],"of":{}}"#;
        assert_eq!(parse(text.as_bytes()).expect("JSON").to_string(), text);
    }

    #[test]
    fn a_key_given_twice_is_noticed_at_any_depth() {
        assert_eq!(parse(br#"{"a":1,"a":2}"#), Err(JsonFault::Repeated("a".to_owned())));
        assert_eq!(parse(br#"[{"b":{"c":1,"\u0063":2}}]"#), Err(JsonFault::Repeated("c".to_owned())));
    }

    #[test]
    fn what_is_not_one_json_document_is_malformed() {
        let deep = "[".repeat(40) + &"]".repeat(40);
        for text in [
            "",
            " ",
            "{",
            "{\"a\":1,}",
            "1 2",
            "{}{}",
            "// x\n1",
            "'a'",
            "NaN",
            "+1",
            "01",
            ".5",
            "1.",
            "\u{feff}{}",
            "\"\\ud800\"",
            &deep,
        ] {
            assert_eq!(parse(text.as_bytes()), Err(JsonFault::Malformed), "{text}");
        }
        assert_eq!(parse(&[b'"', 0xff, b'"']), Err(JsonFault::Malformed));
    }
}
