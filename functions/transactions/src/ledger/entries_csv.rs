//! Export entries of the journal for accountants.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Csv, Query, csv::Cell};
use store::{Order, Record};
use values::{ApiError, Currency, Timestamp};
use wallets_and_journal::PostedEntry;

use super::entries::{name_of, within};
use crate::range;

/// Most entries of one export, which keeps the answer below 5 MB.
const ENTRIES_MAX: usize = 5_000;
const COLUMNS: [&str; 10] = [
    "entry_id",
    "at",
    "document_type",
    "document_id",
    "customer_id",
    "location_id",
    "account",
    "currency",
    "debit",
    "credit",
];

/// Time whose journal entries are exported.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JournalExportQuery {
    /// Entries that hold at this instant or later.
    from: Timestamp,
    /// Entries that hold before this instant.
    to: Timestamp,
}

/// Exports journal entries as CSV, oldest first, at most 5,000.
pub async fn export(call: Call, Query(query): Query<JournalExportQuery>) -> Result<Csv, ApiError> {
    range::check(Some(query.from), Some(query.to))?;
    let list = within(None, Some(query.from), Some(query.to)).ordered(Order::Ascending);
    let entries = call.store.all(call.tenant(), &list, ENTRIES_MAX).await?;
    if entries.has_more {
        let message = format!("an export has at most {ENTRIES_MAX} entries: ask for a shorter time");
        return Err(ApiError::rule("to", "too_many_entries", message));
    }
    Ok(Csv::of(COLUMNS, entries.records.iter().flat_map(lines)))
}

/// A line of the export for each line of an entry.
fn lines(entry: &Record<PostedEntry>) -> impl Iterator<Item = [Cell; COLUMNS.len()]> {
    let occasion = entry.body.0.occasion();
    let kind = serde_json::to_value(occasion.document.kind).unwrap_or_default();
    entry.body.0.lines().iter().map(move |line| {
        [
            Cell::value(entry.id),
            Cell::value(occasion.at),
            Cell::value(kind.as_str().unwrap_or_default()),
            Cell::value(occasion.document.id),
            Cell::value(occasion.customer_id),
            Cell::value(occasion.location_id.map(|id| id.to_string()).unwrap_or_default()),
            Cell::value(name_of(line.account)),
            Cell::value(line.currency),
            Cell::value(text(line.debit_minor, line.currency)),
            Cell::value(text(line.credit_minor, line.currency)),
        ]
    })
}

/// An amount in major units with all decimals of its currency.
pub fn text(minor: i64, currency: Currency) -> String {
    let decimals = usize::try_from(currency.decimals()).unwrap_or(0);
    let digits = format!("{minor:0>width$}", width = decimals + 1);
    let (major, rest) = digits.split_at(digits.len() - decimals);
    if rest.is_empty() { major.to_owned() } else { format!("{major}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::{Currency, text};

    #[test]
    fn an_amount_has_all_decimals_of_its_currency() {
        for (minor, code, expected) in [
            (0, "EUR", "0.00"),
            (5, "EUR", "0.05"),
            (1_234, "EUR", "12.34"),
            (12, "JPY", "12"),
            (1_234, "KWD", "1.234"),
        ] {
            assert_eq!(Currency::parse(code).map(|currency| text(minor, currency)).as_deref(), Some(expected));
        }
    }
}
