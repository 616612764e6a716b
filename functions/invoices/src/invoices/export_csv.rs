//! Export invoices for accountants.

use money_documents::Invoice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Csv, Query, csv::Cell};
use store::{Order, Record};
use values::{ApiError, Day};
use wallets_and_journal::signed_amount::SignedAmount;

use super::by_days::Days;

/// Most invoices of one export: they are read within the time of a request.
const INVOICES_MAX: usize = 2_000;
const COLUMNS: [&str; 19] = [
    "invoice_id",
    "number",
    "status",
    "issue_date",
    "due_date",
    "customer_id",
    "customer_name",
    "customer_tax_id",
    "location_id",
    "currency",
    "net",
    "tax",
    "total",
    "applied_balance",
    "amount_paid",
    "credit_notes_total",
    "amount_due",
    "purchase_order",
    "written_off",
];

/// Days of issue whose invoices are exported.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoiceExportQuery {
    /// First local day of issue.
    from: Day,
    /// Last local day of issue.
    to: Day,
}

/// Exports the invoices issued on a range of local days as CSV, at most 2,000.
pub async fn export(call: Call, Query(query): Query<InvoiceExportQuery>) -> Result<Csv, ApiError> {
    if query.to < query.from {
        return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
    }
    let list = Days::of(Some(query.from), Some(query.to))?.issued().ordered(Order::Ascending);
    let invoices = call.store.all(call.tenant(), &list, INVOICES_MAX).await?;
    if invoices.has_more {
        let message = format!("an export has at most {INVOICES_MAX} invoices: ask for fewer days");
        return Err(ApiError::rule("to", "too_many_entries", message));
    }
    Ok(Csv::of(COLUMNS, invoices.records.iter().map(line)))
}

fn line(record: &Record<Invoice>) -> [Cell; COLUMNS.len()] {
    let invoice = &record.body;
    let amount = |minor| Cell::value(plain(&SignedAmount::of(minor, invoice.currency)));
    let (issue, money) = (invoice.issue.as_ref(), &invoice.money);
    let tax_minor: i64 = invoice.taxes.iter().map(|group| group.tax_minor).sum();
    [
        Cell::value(record.id),
        Cell::text(invoice.number.as_ref().map_or("", |number| number.as_str())),
        Cell::value(plain(&invoice.status)),
        Cell::value(issue.map(|issue| issue.date.to_string()).unwrap_or_default()),
        Cell::value(invoice.due_date.map(|day| day.to_string()).unwrap_or_default()),
        Cell::value(invoice.customer_id),
        Cell::text(issue.map_or("", |issue| issue.bill_to.billed_name())),
        Cell::text(issue.map_or("", |issue| issue.bill_to.tax_id.as_str())),
        Cell::value(invoice.location_id),
        Cell::value(invoice.currency),
        amount(money.total_minor - tax_minor),
        amount(tax_minor),
        amount(money.total_minor),
        amount(money.applied_balance_minor),
        amount(money.paid_minor),
        amount(money.pre_payment_minor + money.post_payment_minor),
        amount(money.due_minor()),
        Cell::text(invoice.purchase_order.as_str()),
        amount(money.written_off_minor),
    ]
}

/// A value as JSON has it, without quotes.
fn plain<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default().trim_matches('"').to_owned()
}
