//! Export receivables as comma-separated values.

use shared::api::{Call, Csv, Query, csv::Cell};
use values::ApiError;

use super::report::{ReceivablesQuery, read};
use crate::revenue::csv::amount;

const COLUMNS: [&str; 10] = [
    "customer_id",
    "customer_name",
    "currency",
    "invoices",
    "total",
    "not_due",
    "overdue_1_to_30",
    "overdue_31_to_60",
    "overdue_61_to_90",
    "overdue_over_90",
];

/// Exports receivables: a line for each customer.
pub async fn export(call: Call, Query(query): Query<ReceivablesQuery>) -> Result<Csv, ApiError> {
    let found = read(&call, &query).await?;
    let lines = found.customers.iter().map(|(id, name, aged)| {
        let [not_due, to_30, to_60, to_90, over_90] = aged.by_age.map(|minor| amount(minor, found.currency));
        [
            Cell::value(id),
            Cell::text(&**name),
            Cell::value(found.currency),
            Cell::value(aged.invoices),
            amount(aged.total(), found.currency),
            not_due,
            to_30,
            to_60,
            to_90,
            over_90,
        ]
    });
    Ok(Csv::of(COLUMNS, lines))
}
