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
        Json::Array(items) if items.iter().all(|item| matches!(item, Json::String(_) | Json::Number(_))) => {
            let texts: Vec<String> = items.iter().map(plain).collect();
            Cell::text(texts.join(";"))
        }
        Json::Array(_) => Cell::value(value),
        Json::Object(members) if members.is_empty() => Cell::value(""),
        Json::Object(_) => Cell::value(value),
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
            "rates": [{"unit": "hour"}], "metadata": {"k": "v"}, "operation": {}, "is_active": true}"#;
        let record = json::parse(record).expect("a record");
        let columns =
            ["name", "price", "address.city", "ids", "off", "rates", "metadata", "operation", "is_active", "no"];
        let values = [Cell::text("=1"), Cell::value("0.10"), Cell::text("Bonn"), Cell::text("a;b"), Cell::value("")];
        let others = ["[{\"unit\":\"hour\"}]", "{\"k\":\"v\"}", "", "true", ""].map(Cell::value);
        assert_eq!(row(&record, &columns), [values, others].concat());
    }
}
