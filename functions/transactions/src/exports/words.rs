//! Values as files have them.

use serde::Serialize;
use values::Currency;

use crate::ledger::entries_csv::text;

/// A value as JSON has it, without quotes.
pub fn plain<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default().trim_matches('"').to_owned()
}

/// An amount in major units with all decimals of its currency; below zero with a minus sign.
pub fn signed(minor: i64, currency: Currency) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    format!("{sign}{}", text(minor.saturating_abs(), currency))
}
