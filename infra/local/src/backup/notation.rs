//! DynamoDB's notation of an item as JSON, `{"pk": {"S": "…"}}`, which keeps every type: numbers as their digits, bytes
//! in base64.

use std::collections::HashMap;

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Map, Value, json};
use store::table::IMPORTED;

/// An item as the SDK has it.
pub type Item = HashMap<String, AttributeValue>;

/// An item as one line, its attributes sorted, so that the same item is always the same line; whether it was imported
/// is no part of it.
pub fn line(item: &Item) -> Result<String, String> {
    let mut item = item.clone();
    item.remove(IMPORTED);
    map(&item).map(|value| value.to_string())
}

/// The item of a line.
pub fn item(line: &str) -> Result<Item, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| format!("no JSON: {error}"))?;
    attributes(&value)
}

fn map(item: &Item) -> Result<Value, String> {
    // serde_json keeps the names of an object sorted.
    item.iter()
        .map(|(name, value)| Ok((name.clone(), written(value)?)))
        .collect::<Result<Map<_, _>, _>>()
        .map(Value::Object)
}

fn written(value: &AttributeValue) -> Result<Value, String> {
    Ok(match value {
        AttributeValue::S(text) => json!({"S": text}),
        AttributeValue::N(digits) => json!({"N": digits}),
        AttributeValue::B(bytes) => json!({"B": BASE64_STANDARD.encode(bytes)}),
        AttributeValue::Bool(truth) => json!({"BOOL": truth}),
        AttributeValue::Null(_) => json!({"NULL": true}),
        AttributeValue::L(values) => json!({"L": values.iter().map(written).collect::<Result<Vec<_>, _>>()?}),
        AttributeValue::M(values) => json!({"M": map(values)?}),
        AttributeValue::Ss(texts) => json!({"SS": texts}),
        AttributeValue::Ns(digits) => json!({"NS": digits}),
        // A type that is lost here would be lost for good.
        other => return Err(format!("an attribute has a type that is not exported: {other:?}")),
    })
}

fn attributes(value: &Value) -> Result<Item, String> {
    let object = value.as_object().ok_or("no item: an object is expected")?;
    object.iter().map(|(name, value)| Ok((name.clone(), read(value)?))).collect()
}

fn read(value: &Value) -> Result<AttributeValue, String> {
    let wrong = || format!("no attribute: {value}");
    let object = value.as_object().filter(|object| object.len() == 1).ok_or_else(wrong)?;
    let (kind, value) = object.iter().next().ok_or_else(wrong)?;
    let text = || value.as_str().map(str::to_owned).ok_or_else(wrong);
    let texts = || {
        let texts = value.as_array().ok_or_else(wrong)?;
        texts.iter().map(|text| text.as_str().map(str::to_owned).ok_or_else(wrong)).collect::<Result<Vec<_>, _>>()
    };
    Ok(match kind.as_str() {
        "S" => AttributeValue::S(text()?),
        "N" => AttributeValue::N(text()?),
        "B" => AttributeValue::B(Blob::new(BASE64_STANDARD.decode(text()?).map_err(|_| wrong())?)),
        "BOOL" => AttributeValue::Bool(value.as_bool().ok_or_else(wrong)?),
        "NULL" => AttributeValue::Null(true),
        "L" => AttributeValue::L(value.as_array().ok_or_else(wrong)?.iter().map(read).collect::<Result<_, _>>()?),
        "M" => AttributeValue::M(attributes(value)?),
        "SS" => AttributeValue::Ss(texts()?),
        "NS" => AttributeValue::Ns(texts()?),
        _ => return Err(wrong()),
    })
}

#[cfg(test)]
mod tests {
    use super::{item, line};

    #[test]
    fn an_item_of_every_type_is_the_same_after_it_was_written_and_read() {
        let text = r##"{"a":{"S":"ü\n\"#"},"b":{"N":"12345678901234567890.123456789"},"c":{"B":"AAEC/w=="},"d":{"BOOL":false},"e":{"NULL":true},"f":{"L":[{"N":"1"},{"M":{"x":{"S":""}}}]},"g":{"SS":["y","z"]},"h":{"NS":["1","2.5"]}}"##;
        let read = item(text).expect("an item");
        assert_eq!(line(&read).expect("a line"), text);
        assert_eq!(item(&line(&read).expect("a line")).expect("an item"), read);
    }

    #[test]
    fn what_is_no_item_is_refused() {
        for text in [
            "",
            "[]",
            r#"{"a":1}"#,
            r#"{"a":{"S":1}}"#,
            r#"{"a":{"B":"?"}}"#,
            r#"{"a":{"S":"x","N":"1"}}"#,
            r#"{"a":{"X":"x"}}"#,
        ] {
            assert!(item(text).is_err(), "{text}");
        }
    }
}
