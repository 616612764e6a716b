//! Export revenue as comma-separated values.

use shared::api::{Call, Csv, Query, csv::Cell};
use values::{ApiError, Currency};

use super::report::{RevenueQuery, read};
use values::total::Total;

const COLUMNS: [&str; 11] = [
    "date",
    "currency",
    "revenue",
    "bad_debt",
    "invoice",
    "credit_note",
    "payment",
    "credit_transaction",
    "day_pass_transaction",
    "invoice_item",
    "balance_clearing",
];

/// Exports revenue: a line for each day or month.
pub async fn export(call: Call, Query(query): Query<RevenueQuery>) -> Result<Csv, ApiError> {
    let found = read(&call, &query).await?;
    let lines = found.periods.iter().map(|(date, earned)| {
        let amount = |minor| amount(minor, found.currency);
        let [invoice, credit_note, payment, credits, day_passes, items, clearings] = earned.by_document.map(amount);
        [
            Cell::value(date),
            Cell::value(found.currency),
            amount(earned.revenue()),
            amount(earned.bad_debt),
            invoice,
            credit_note,
            payment,
            credits,
            day_passes,
            items,
            clearings,
        ]
    });
    Ok(Csv::of(COLUMNS, lines))
}

/// An amount in major units.
pub fn amount(minor: i64, currency: Currency) -> Cell {
    Cell::value(Total::of(minor, currency))
}
