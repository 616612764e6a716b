//! Get an invoice as PDF: who bills whom, dates, lines, tax, totals, how to pay.

use billing::documents::InvoiceStatus;
use drawing::{LEFT, Place, RIGHT, SMALL, STRONG, Sheet, Style, TEXT, TITLE, address, amount, line_height};
use money_documents::{Invoice, invoice::Issue, invoice_line::InvoiceLine};
use shared::api::{Call, PathId, Pdf};
use values::{ApiError, Currency, ErrorCode};

/// Right edges of the columns of lines: quantity, price, discount, tax.
const COLUMNS: [i64; 4] = [325_000, 395_000, 455_000, 490_000];
/// Right edge of the description.
const DESCRIPTION: i64 = 285_000;
/// Where the names of dates and totals begin.
const LABELS: i64 = 340_000;

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
    head(&mut sheet, issue);
    dates(&mut sheet, invoice, issue, &title);
    lines(&mut sheet, invoice);
    totals(&mut sheet, invoice);
    terms(&mut sheet, invoice, issue, &number);
    sheet.written(&title)
}

/// Who bills. The upper right corner is left to a logo.
fn head(sheet: &mut Sheet, issue: &Issue) {
    let from = &issue.bill_from;
    let contact = [from.email.as_str(), from.phone.as_str()].into_iter().filter(|text| !text.is_empty());
    let contact = contact.collect::<Vec<_>>().join(" · ");
    sheet.paragraph(Style { size: 14_000, ..TITLE }, LEFT, LABELS, from.name.as_str());
    for text in [from.billed_name(), &address(&from.address), &contact] {
        sheet.paragraph(SMALL, LEFT, LABELS, text);
    }
    if !from.tax_id.as_str().is_empty() {
        sheet.paragraph(SMALL, LEFT, LABELS, &format!("Tax number {}", from.tax_id));
    }
    sheet.y -= 25_000;
}

/// Who is billed, and beside it what identifies the invoice.
fn dates(sheet: &mut Sheet, invoice: &Invoice, issue: &Issue, title: &str) {
    let title = if invoice.status == InvoiceStatus::Voided { format!("{title} (voided)") } else { title.to_owned() };
    sheet.paragraph(TITLE, LEFT, RIGHT, &title);
    sheet.y -= 10_000;
    let top = sheet.y;
    let to = &issue.bill_to;
    sheet.paragraph(SMALL, LEFT, DESCRIPTION, "Billed to");
    sheet.y -= 2_000;
    sheet.paragraph(STRONG, LEFT, DESCRIPTION, to.billed_name());
    sheet.paragraph(TEXT, LEFT, DESCRIPTION, &address(&to.address));
    if !to.tax_id.as_str().is_empty() {
        sheet.paragraph(TEXT, LEFT, DESCRIPTION, &format!("Tax number {}", to.tax_id));
    }
    let below = sheet.y;
    sheet.y = top;
    let day = |day: Option<values::Day>| day.map(|day| day.to_string()).unwrap_or_default();
    let period = [day(invoice.period_start), day(invoice.period_end)];
    let period = if period.concat().is_empty() { String::new() } else { period.join(" to ") };
    for (label, text) in [
        ("Date", issue.date.to_string()),
        ("Due", day(invoice.due_date)),
        ("Period", period),
        ("Your order", invoice.purchase_order.to_string()),
    ] {
        if !text.is_empty() {
            sheet.at(SMALL, Place::Left(LABELS), label);
            sheet.at(TEXT, Place::Right(RIGHT), &text);
            sheet.y -= line_height(TEXT);
        }
    }
    sheet.y = sheet.y.min(below) - 20_000;
}

fn lines(sheet: &mut Sheet, invoice: &Invoice) {
    table_head(sheet);
    for line in &invoice.items {
        let texts = sheet.lines(TEXT, DESCRIPTION - LEFT, line.description.as_str());
        let rows = texts.len().max(1) + usize::from(line.period_start.or(line.period_end).is_some());
        if sheet.room(line_height(TEXT) * i64::try_from(rows).unwrap_or(1) + 5_000) {
            table_head(sheet);
        }
        row(sheet, invoice.currency, line, &texts);
    }
    sheet.y += 4_000;
    sheet.rule();
    sheet.y -= 16_000;
}

fn table_head(sheet: &mut Sheet) {
    sheet.at(SMALL, Place::Left(LEFT), "Description");
    for (right, label) in COLUMNS.into_iter().zip(["Quantity", "Price", "Discount", "Tax"]) {
        sheet.at(SMALL, Place::Right(right), label);
    }
    sheet.at(SMALL, Place::Right(RIGHT), "Amount");
    sheet.y -= 6_000;
    sheet.rule();
    sheet.y -= 14_000;
}

fn row(sheet: &mut Sheet, currency: Currency, line: &InvoiceLine, texts: &[String]) {
    let input = &line.line.input;
    let discount =
        if line.line.discount_minor == 0 { String::new() } else { amount(-line.line.discount_minor, currency) };
    let cells = [
        input.quantity.decimal().to_string(),
        amount(input.unit_minor, currency),
        discount,
        format!("{} %", input.tax_rate.decimal()),
    ];
    for (right, text) in COLUMNS.into_iter().zip(&cells) {
        sheet.at(TEXT, Place::Right(right), text);
    }
    sheet.at(TEXT, Place::Right(RIGHT), &amount(line.line.amount_minor, currency));
    for text in texts {
        sheet.at(TEXT, Place::Left(LEFT), text);
        sheet.y -= line_height(TEXT);
    }
    let days: Vec<String> = line.period_start.into_iter().chain(line.period_end).map(|day| day.to_string()).collect();
    if !days.is_empty() {
        sheet.at(SMALL, Place::Left(LEFT), &days.join(" to "));
        sheet.y -= line_height(TEXT);
    }
    sheet.y -= 5_000;
}

/// Tax by rate and sums.
fn totals(sheet: &mut Sheet, invoice: &Invoice) {
    let currency = invoice.currency;
    let net_minor: i64 = invoice.taxes.iter().map(|group| group.taxable_minor).sum();
    let mut rows = vec![("Total without tax".to_owned(), net_minor)];
    for group in &invoice.taxes {
        let of = amount(group.taxable_minor, currency);
        let included = if invoice.tax_inclusive { ", included" } else { "" };
        rows.push((format!("Tax {} % of {of}{included}", group.rate.decimal()), group.tax_minor));
    }
    let applied_minor = invoice.money.applied_balance_minor;
    rows.push(("Total".to_owned(), invoice.money.total_minor));
    if applied_minor > 0 {
        rows.push(("Paid from your balance".to_owned(), -applied_minor));
    }
    sheet.room(line_height(TEXT) * i64::try_from(rows.len() + 2).unwrap_or(1));
    for (label, minor) in rows {
        let style = if label == "Total" { STRONG } else { TEXT };
        sheet.at(style, Place::Left(LABELS), &label);
        sheet.at(style, Place::Right(RIGHT), &amount(minor, currency));
        sheet.y -= line_height(TEXT);
    }
    let due = format!("{currency} {}", amount(invoice.money.total_minor - applied_minor, currency));
    sheet.y -= 4_000;
    sheet.at(Style { size: 11_000, ..STRONG }, Place::Left(LABELS), "To pay");
    sheet.at(Style { size: 11_000, ..STRONG }, Place::Right(RIGHT), &due);
    sheet.y -= 30_000;
}

/// How to pay, what the merchant says of this invoice and of all.
fn terms(sheet: &mut Sheet, invoice: &Invoice, issue: &Issue, number: &str) {
    let iban = issue.bill_from.iban.as_str();
    let due = invoice.due_date.map(|day| format!("Due on {day}.")).unwrap_or_default();
    let account = if iban.is_empty() { String::new() } else { format!(" Pay to {iban}, naming {number}.") };
    sheet.paragraph(TEXT, LEFT, RIGHT, &format!("{due}{account}"));
    sheet.y -= 6_000;
    sheet.paragraph(TEXT, LEFT, RIGHT, invoice.memo.as_str());
    sheet.y -= 6_000;
    sheet.paragraph(SMALL, LEFT, RIGHT, issue.bill_from.footer.as_str());
}
