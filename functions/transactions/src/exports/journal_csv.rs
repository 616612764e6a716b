//! Export the journal as comma-separated values.

use shared::api::{Call, Csv, FilePage, Query, csv::Cell};
use store::Record;
use values::ApiError;
use wallets_and_journal::PostedEntry;

use super::{
    booked_lines::{BookedLine, booked_lines},
    documents::Described,
    entries::JournalPage,
    query::ExportQuery,
    words::plain,
};
use crate::ledger::{entries::name_of, entries_csv::text};

const COLUMNS: [&str; 21] = [
    "entry_id",
    "at",
    "date",
    "document_type",
    "document_id",
    "number",
    "customer_id",
    "customer_name",
    "customer_tax_id",
    "location_id",
    "cost_centre",
    "account",
    "account_number",
    "account_name",
    "kind",
    "tax_rate",
    "currency",
    "debit",
    "credit",
    "method",
    "gateway_reference",
];

/// Exports a page of the journal: a line for each amount of each entry.
pub async fn export(call: Call, Query(query): Query<ExportQuery>) -> Result<FilePage<Csv>, ApiError> {
    let page = JournalPage::read(&call, &query).await?;
    let chart = page.books.chart();
    let rows = page.entries.iter().flat_map(|entry| {
        let described = page.documents.describe(&entry.body);
        let lines = booked_lines(&entry.body.0, &chart);
        lines.into_iter().map(|line| row(&page, entry, &described, &line)).collect::<Vec<_>>()
    });
    let csv = if query.is_first() { Csv::of(COLUMNS, rows) } else { Csv::going_on(rows) };
    Ok(query.answer(csv, page.next.clone()))
}

fn row(
    page: &JournalPage,
    entry: &Record<PostedEntry>,
    described: &Described,
    line: &BookedLine,
) -> [Cell; COLUMNS.len()] {
    let occasion = entry.body.0.occasion();
    let amount = |minor: i64| Cell::value(text(minor.max(0), line.currency));
    [
        Cell::value(entry.id),
        Cell::value(occasion.at),
        Cell::value(occasion.at.day_in(page.zone())),
        Cell::value(plain(&occasion.document.kind)),
        Cell::value(occasion.document.id),
        Cell::text(&*described.number),
        Cell::value(occasion.customer_id),
        Cell::text(&*described.counterparty),
        Cell::text(&*described.tax_id),
        Cell::value(occasion.location_id.map(|id| id.to_string()).unwrap_or_default()),
        Cell::text(page.books.cost_centre(occasion.location_id)),
        Cell::value(name_of(line.booked.account)),
        Cell::value(&line.account.number),
        Cell::text(line.account.name.as_str()),
        Cell::value(line.booked.kind.map(|kind| plain(&kind)).unwrap_or_default()),
        Cell::value(line.booked.tax_rate.map(|rate| plain(&rate)).unwrap_or_default()),
        Cell::value(line.currency),
        amount(line.minor),
        amount(-line.minor),
        Cell::value(&described.method),
        Cell::text(&*described.reference),
    ]
}
