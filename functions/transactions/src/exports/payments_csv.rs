//! Export payments and refunds as they are booked.

use billing::ledger::{Account, DocumentKind};
use shared::api::{Call, Csv, FilePage, Query, csv::Cell};
use store::Record;
use values::ApiError;
use wallets_and_journal::PostedEntry;

use super::{
    entries::JournalPage,
    query::ExportQuery,
    words::{plain, signed},
};

const COLUMNS: [&str; 15] = [
    "payment_id",
    "entry_id",
    "booked_at",
    "date",
    "paid_at",
    "kind",
    "method",
    "gateway_reference",
    "invoice_number",
    "customer_id",
    "customer_name",
    "location_id",
    "cost_centre",
    "currency",
    "amount",
];

/// Exports a page of payments and refunds.
pub async fn export(call: Call, Query(query): Query<ExportQuery>) -> Result<FilePage<Csv>, ApiError> {
    let page = JournalPage::read(&call, &query).await?;
    let paid = page.entries.iter().filter(|entry| entry.body.0.occasion().document.kind == DocumentKind::Payment);
    let rows: Vec<_> = paid.filter_map(|entry| row(&page, entry)).collect();
    let csv = if query.is_first() { Csv::of(COLUMNS, rows) } else { Csv::going_on(rows) };
    Ok(query.answer(csv, page.next.clone()))
}

/// A payment above zero, or what of it went back below.
fn row(page: &JournalPage, entry: &Record<PostedEntry>) -> Option<[Cell; COLUMNS.len()]> {
    let (occasion, described) = (entry.body.0.occasion(), page.documents.describe(&entry.body));
    let payment = page.documents.payment(&entry.body);
    let from_balance = described.method == "balance";
    let source = if from_balance { Account::CustomerBalance } else { Account::Cash };
    // What a balance had paid is paid out where nobody is left who has one.
    let line = entry.body.0.lines().iter().find(|line| line.account == source);
    let line = line.or_else(|| entry.body.0.lines().iter().find(|line| line.account == Account::Cash))?;
    let minor = line.debit_minor - line.credit_minor;
    Some([
        Cell::value(occasion.document.id),
        Cell::value(entry.id),
        Cell::value(occasion.at),
        Cell::value(occasion.at.day_in(page.zone())),
        Cell::value(payment.map(|payment| payment.body.paid_at.to_string()).unwrap_or_default()),
        Cell::value(if minor < 0 { "refund" } else { "payment" }),
        Cell::value(payment.map(|payment| plain(&payment.body.method)).unwrap_or_default()),
        Cell::text(&*described.reference),
        Cell::text(&*described.number),
        Cell::value(occasion.customer_id),
        Cell::text(&*described.counterparty),
        Cell::value(occasion.location_id.map(|id| id.to_string()).unwrap_or_default()),
        Cell::text(page.books.cost_centre(occasion.location_id)),
        Cell::value(line.currency),
        Cell::value(signed(minor, line.currency)),
    ])
}
