//! Get an invoice as PDF: who bills whom, dates, lines, tax, totals, how to pay.

use billing::documents::{InvoiceStatus, creditor_reference};
use drawing::{LEFT, RIGHT, SMALL, Sheet, TEXT, amount};
use money_documents::{Invoice, invoice::Issue, invoice_line::InvoiceLine};
use shared::api::{Call, PathId, Pdf};
use values::{ApiError, Currency, ErrorCode};

use super::page::{self, Column, Row, TOTAL};

/// The columns of lines beside the description.
const COLUMNS: [Column; 5] =
    [(325_000, "Quantity"), (395_000, "Price"), (455_000, "Discount"), (490_000, "Tax"), (RIGHT, "Amount")];

/// The issued invoice as a PDF to read and print.
pub async fn invoice(call: Call, PathId(id): PathId<Invoice>) -> Result<Pdf, ApiError> {
    of_invoice(&call.get(id).await?.body).map(Pdf)
}

/// An issued invoice as a PDF document.
///
/// # Errors
/// 409 `invalid_state` for a draft; 500 when a font cannot be embedded.
pub fn of_invoice(invoice: &Invoice) -> Result<String, ApiError> {
    let draft = || ApiError::conflict(ErrorCode::InvalidState, "the invoice is a draft");
    drawn(invoice, invoice.issue.as_ref().ok_or_else(draft)?)
}

/// The invoice as it was issued. What was paid or credited since is not on it, but that it was voided is.
fn drawn(invoice: &Invoice, issue: &Issue) -> Result<String, ApiError> {
    let mut sheet = Sheet::new()?;
    let number = invoice.number.as_ref().map(ToString::to_string).unwrap_or_default();
    let title = format!("Invoice {number}");
    page::head(&mut sheet, &issue.bill_from);
    let shown = if is_void(invoice) { format!("{title} – VOID") } else { title.clone() };
    page::identity(&mut sheet, &shown, &issue.bill_to, &facts(invoice, issue));
    let rows: Vec<_> = invoice.items.iter().map(|line| row(invoice.currency, line)).collect();
    page::table(&mut sheet, &COLUMNS, &rows);
    totals(&mut sheet, invoice);
    page::exemptions(&mut sheet, &invoice.taxes, &invoice.exemption_reasons);
    terms(&mut sheet, invoice, issue);
    sheet.written(&title)
}

fn is_void(invoice: &Invoice) -> bool {
    invoice.status == InvoiceStatus::Voided
}

/// What identifies the invoice.
fn facts(invoice: &Invoice, issue: &Issue) -> [(&'static str, String); 4] {
    [
        ("Date", issue.date.to_string()),
        ("Due", if is_void(invoice) { String::new() } else { page::days(invoice.due_date, None) }),
        ("Period", page::days(invoice.period_start, invoice.period_end)),
        ("Your order", invoice.purchase_order.to_string()),
    ]
}

fn row(currency: Currency, line: &InvoiceLine) -> Row<'_> {
    let input = &line.line.input;
    let discount =
        if line.line.discount_minor == 0 { String::new() } else { amount(-line.line.discount_minor, currency) };
    let cells = vec![
        input.quantity.decimal().to_string(),
        amount(input.unit_minor, currency),
        discount,
        format!("{} %", input.tax_rate.decimal()),
        amount(line.line.amount_minor, currency),
    ];
    Row { description: line.description.as_str(), cells, days: page::days(line.period_start, line.period_end) }
}

/// Tax by rate and sums. Of an invoice that was voided nothing is to be paid.
fn totals(sheet: &mut Sheet, invoice: &Invoice) {
    let currency = invoice.currency;
    let net_minor: i64 = invoice.taxes.iter().map(|group| group.taxable_minor).sum();
    let mut rows = vec![("Total without tax".to_owned(), net_minor)];
    for group in &invoice.taxes {
        let of = amount(group.taxable_minor, currency);
        let included = if invoice.tax_inclusive { ", included" } else { "" };
        rows.push((page::tax_words(group, &format!("{of}{included}")), group.tax_minor));
    }
    let applied_minor = invoice.money.applied_balance_minor;
    rows.push((TOTAL.to_owned(), invoice.money.total_minor));
    if applied_minor > 0 {
        rows.push(("Paid from your balance".to_owned(), -applied_minor));
    }
    let due_minor = if is_void(invoice) { 0 } else { invoice.money.total_minor - applied_minor };
    page::sums(sheet, currency, &rows, ("To pay", due_minor));
}

/// How to pay, what the merchant says of this invoice and of all.
fn terms(sheet: &mut Sheet, invoice: &Invoice, issue: &Issue) {
    sheet.paragraph(TEXT, LEFT, RIGHT, &how_to_pay(invoice, issue));
    sheet.y -= 6_000;
    sheet.paragraph(TEXT, LEFT, RIGHT, invoice.memo.as_str());
    sheet.y -= 6_000;
    sheet.paragraph(SMALL, LEFT, RIGHT, issue.bill_from.footer.as_str());
}

/// Until when and where to; of a voided invoice that there is nothing to be paid, and no account.
fn how_to_pay(invoice: &Invoice, issue: &Issue) -> String {
    if is_void(invoice) {
        return "This invoice is void. Please do not pay it.".to_owned();
    }
    let iban = issue.bill_from.iban.as_str();
    let due = invoice.due_date.map(|day| format!("Due on {day}.")).unwrap_or_default();
    let named = match (&issue.creditor_reference, &invoice.number) {
        (Some(reference), _) => creditor_reference::printed(reference.as_str()),
        (None, number) => number.as_ref().map(ToString::to_string).unwrap_or_default(),
    };
    let account = if iban.is_empty() { String::new() } else { format!(" Pay to {iban}, naming {named}.") };
    format!("{due}{account}")
}
