//! Get a credit note as PDF: of which invoice what is credited, and what became of it.

use billing::documents::PostPayment;
use drawing::{LEFT, RIGHT, SMALL, Sheet, TEXT, amount};
use money_documents::{CreditNote, credit_note::CreditedLine};
use shared::api::{Call, PathId, Pdf};
use values::{ApiError, Currency};

use super::page::{self, Column, Row, TOTAL};

/// The columns of lines beside the description. An amount is without tax.
const COLUMNS: [Column; 4] = [(355_000, "Quantity"), (415_000, "Tax"), (475_000, "Tax amount"), (RIGHT, "Amount")];

/// The credit note as a PDF to read and print.
pub async fn credit_note(call: Call, PathId(id): PathId<CreditNote>) -> Result<Pdf, ApiError> {
    of_credit_note(&call.get(id).await?.body).map(Pdf)
}

/// A credit note as a PDF document, as it was issued; of one that was taken back it says so.
///
/// # Errors
/// 500 when a font cannot be embedded.
pub fn of_credit_note(note: &CreditNote) -> Result<String, ApiError> {
    let mut sheet = Sheet::new()?;
    let title = format!("Credit note {}", note.number);
    page::head(&mut sheet, &note.bill_from);
    let shown = if note.is_valid() { title.clone() } else { format!("{title} – VOID") };
    let facts = [("Date", note.issue_date.to_string()), ("Of invoice", note.invoice_number.to_string())];
    page::identity(&mut sheet, &shown, &note.bill_to, &facts);
    let rows: Vec<_> = note.lines.iter().map(|line| row(note.currency, line)).collect();
    page::table(&mut sheet, &COLUMNS, &rows);
    totals(&mut sheet, note);
    page::exemptions(&mut sheet, &note.taxes, &note.exemption_reasons);
    sheet.paragraph(TEXT, LEFT, RIGHT, &what_became(note));
    sheet.y -= 6_000;
    sheet.paragraph(TEXT, LEFT, RIGHT, note.fields.memo.as_str());
    sheet.y -= 6_000;
    sheet.paragraph(SMALL, LEFT, RIGHT, note.bill_from.footer.as_str());
    sheet.written(&title)
}

fn row(currency: Currency, line: &CreditedLine) -> Row<'_> {
    let credited = &line.credited;
    let cells = vec![
        credited.quantity.map(|quantity| quantity.decimal().to_string()).unwrap_or_default(),
        format!("{} %", credited.tax_rate.decimal()),
        amount(credited.tax_minor, currency),
        amount(credited.net_minor, currency),
    ];
    Row { description: line.description.as_str(), cells, days: String::new() }
}

/// Tax by rate, and what is credited.
fn totals(sheet: &mut Sheet, note: &CreditNote) {
    let net_minor: i64 = note.taxes.iter().map(|group| group.taxable_minor).sum();
    let mut rows = vec![("Total without tax".to_owned(), net_minor)];
    for group in &note.taxes {
        let of = amount(group.taxable_minor, note.currency);
        rows.push((page::tax_words(group, &of), group.tax_minor));
    }
    rows.push((TOTAL.to_owned(), note.total_minor));
    page::sums(sheet, note.currency, &rows, ("Credited", note.total_minor));
}

/// What was taken off the invoice, and what was given back how.
fn what_became(note: &CreditNote) -> String {
    if !note.is_valid() {
        return format!("This credit note is void: {} is to be paid as if it had not been.", note.invoice_number);
    }
    let PostPayment { credit_minor, refund_minor, out_of_band_minor } = note.split.post_payment;
    let parts = [
        (note.split.pre_payment_minor, format!("is taken off {}", note.invoice_number)),
        (credit_minor, "is added to your balance".to_owned()),
        (refund_minor, "is refunded to how you paid".to_owned()),
        (out_of_band_minor, "is given back otherwise".to_owned()),
    ];
    let said = parts.into_iter().filter(|(minor, _)| *minor > 0);
    let said = said.map(|(minor, what)| format!("{} {} {what}.", note.currency, amount(minor, note.currency)));
    said.collect::<Vec<_>>().join(" ")
}
