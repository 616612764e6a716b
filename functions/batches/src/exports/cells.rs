//! What of a record stands in the cells of its line. Pure.

use shared::api::{csv::Cell, json::Json};

/// A record's cells under these columns.
#[must_use]
pub fn row(record: &Json, columns: &[&str]) -> Vec<Cell> {
    columns.iter().map(|column| found(record, column).map_or_else(|| Cell::value(""), cell)).collect()
}

/// What stands at a path, such as `billing_address.city`.
fn found<'a>(record: &'a Json, path: &str) -> Option<&'a Json> {
    let Json::Object(members) = record else { return None };
    let (name, below) = path.split_once('.').map_or((path, None), |(name, below)| (name, Some(below)));
    let value = members.iter().find(|(known, _)| known == name).map(|(_, value)| value)?;
    below.map_or(Some(value), |below| found(value, below))
}

/// A value as a cell, in the form in which imports read it.
fn cell(value: &Json) -> Cell {
    match value {
        Json::Null => Cell::value(""),
        Json::Bool(_) | Json::Number(_) => Cell::value(value),
        Json::String(text) => Cell::text(text),
        Json::Array(items) if items.iter().all(is_plain) => {
            let texts: Vec<String> = items.iter().map(plain).collect();
            Cell::text(texts.join(";"))
        }
        Json::Object(members) if members.is_empty() => Cell::value(""),
        Json::Array(_) | Json::Object(_) => Cell::text(value.to_string()),
    }
}

/// Whether a value of a list is read between semicolons as it was.
fn is_plain(item: &Json) -> bool {
    match item {
        Json::Number(_) => true,
        Json::String(text) => !text.is_empty() && text.trim() == text && !text.contains(';') && !text.starts_with('['),
        _ => false,
    }
}

fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use shared::api::{csv::Cell, json};

    use super::row;

    #[test]
    fn fields_stand_under_their_names_in_the_form_that_imports_read() {
        let record = br#"{"name": "=1", "price": 0.10, "address": {"city": "Bonn"}, "ids": ["a", "b"], "off": null,
            "rates": [{"unit": "hour"}], "things": ["a;b"], "metadata": {"k": "v"}, "operation": {}, "is_active": true}"#;
        let record = json::parse(record).expect("a record");
        let plain = ["name", "price", "address.city", "ids", "off", "operation", "is_active", "no"];
        let columns = [&plain[..], &["rates", "things", "metadata"]].concat();
        let values = [Cell::text("=1"), Cell::value("0.10"), Cell::text("Bonn"), Cell::text("a;b"), Cell::value("")];
        let others = ["", "true", ""].map(Cell::value);
        let objects = ["[{\"unit\":\"hour\"}]", "[\"a;b\"]", "{\"k\":\"v\"}"].map(Cell::text);
        assert_eq!(row(&record, &columns), [values.to_vec(), others.to_vec(), objects.to_vec()].concat());
    }
}
