//! Export tax as comma-separated values.

use shared::api::{Call, Csv, Query, csv::Cell};
use values::{ApiError, tax::TaxCategory};

use super::report::{TaxQuery, read};
use crate::revenue::csv::amount;

const COLUMNS: [&str; 6] = ["date", "currency", "tax_rate", "taxable", "tax", "category"];

/// Exports tax: a line for each month, rate and category, and one without a rate for what is not divided by rates.
pub async fn export(call: Call, Query(query): Query<TaxQuery>) -> Result<Csv, ApiError> {
    let found = read(&call, &query).await?;
    let mut lines = Vec::new();
    for (date, rates) in &found.periods {
        for ((rate, category), sum) in rates {
            lines.push([
                Cell::value(date),
                Cell::value(found.currency),
                Cell::value(rate.decimal()),
                amount(sum.taxable_minor, found.currency),
                amount(sum.tax_minor, found.currency),
                Cell::value(category.map_or("", TaxCategory::code)),
            ]);
        }
    }
    if found.unassigned_minor() != 0 {
        lines.push([
            Cell::value(query.from),
            Cell::value(found.currency),
            Cell::value(""),
            Cell::value(""),
            amount(found.unassigned_minor(), found.currency),
            Cell::value(""),
        ]);
    }
    Ok(Csv::of(COLUMNS, lines))
}
