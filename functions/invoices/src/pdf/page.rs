//! What pages of invoices and credit notes have alike: who bills whom, what identifies the document, a table of lines,
//! and sums.

use billing::documents::TaxGroup;
use drawing::{LEFT, Place, RIGHT, SMALL, STRONG, Sheet, Style, TEXT, TITLE, address, amount, line_height};
use money_documents::{
    exemption_reason::{ExemptionReason, reason_of},
    invoice_party::{BilledParty, BillingParty},
};
use values::{Currency, Day};

/// Right edge of the description.
pub const DESCRIPTION: i64 = 285_000;
/// Where the names of dates and totals begin.
pub const LABELS: i64 = 340_000;
/// The name of the row with the total, which is drawn strong.
pub const TOTAL: &str = "Total";
/// Size of the sum that matters most.
const LARGE: i64 = 11_000;

/// A column of a table: its right edge, and its name.
pub type Column = (i64, &'static str);

/// Who bills. The upper right corner is left to a logo.
pub fn head(sheet: &mut Sheet, from: &BillingParty) {
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

/// The title, who is billed, and beside it what identifies the document: names and texts, of which empty ones are left
/// out.
pub fn identity(sheet: &mut Sheet, title: &str, to: &BilledParty, facts: &[(&str, String)]) {
    sheet.paragraph(TITLE, LEFT, RIGHT, title);
    sheet.y -= 10_000;
    let top = sheet.y;
    sheet.paragraph(SMALL, LEFT, DESCRIPTION, "Billed to");
    sheet.y -= 2_000;
    sheet.paragraph(STRONG, LEFT, DESCRIPTION, to.billed_name());
    sheet.paragraph(TEXT, LEFT, DESCRIPTION, &address(&to.address));
    if !to.tax_id.as_str().is_empty() {
        sheet.paragraph(TEXT, LEFT, DESCRIPTION, &format!("Tax number {}", to.tax_id));
    }
    let below = sheet.y;
    sheet.y = top;
    for (label, text) in facts.iter().filter(|(_, text)| !text.is_empty()) {
        sheet.at(SMALL, Place::Left(LABELS), label);
        sheet.at(TEXT, Place::Right(RIGHT), text);
        sheet.y -= line_height(TEXT);
    }
    sheet.y = sheet.y.min(below) - 20_000;
}

/// A row of a table.
pub struct Row<'a> {
    /// What it is for.
    pub description: &'a str,
    /// Text of each column.
    pub cells: Vec<String>,
    /// What stands below the description, small; nothing when it is empty.
    pub days: String,
}

/// The rows of a table, which goes on over pages under its names again.
pub fn table(sheet: &mut Sheet, columns: &[Column], rows: &[Row<'_>]) {
    table_head(sheet, columns);
    for row in rows {
        let texts = sheet.lines(TEXT, DESCRIPTION - LEFT, row.description);
        let lines = texts.len().max(1) + usize::from(!row.days.is_empty());
        if sheet.room(line_height(TEXT) * i64::try_from(lines).unwrap_or(1) + 5_000) {
            table_head(sheet, columns);
        }
        draw_row(sheet, columns, row, &texts);
    }
    sheet.y += 4_000;
    sheet.rule();
    sheet.y -= 16_000;
}

fn table_head(sheet: &mut Sheet, columns: &[Column]) {
    sheet.at(SMALL, Place::Left(LEFT), "Description");
    for (right, label) in columns {
        sheet.at(SMALL, Place::Right(*right), label);
    }
    sheet.y -= 6_000;
    sheet.rule();
    sheet.y -= 14_000;
}

fn draw_row(sheet: &mut Sheet, columns: &[Column], row: &Row<'_>, texts: &[String]) {
    for ((right, _), text) in columns.iter().zip(&row.cells) {
        sheet.at(TEXT, Place::Right(*right), text);
    }
    for text in texts {
        sheet.at(TEXT, Place::Left(LEFT), text);
        sheet.y -= line_height(TEXT);
    }
    if !row.days.is_empty() {
        sheet.at(SMALL, Place::Left(LEFT), &row.days);
        sheet.y -= line_height(TEXT);
    }
    sheet.y -= 5_000;
}

/// Sums in minor units, each with its name, and below them the one that matters most.
pub fn sums(sheet: &mut Sheet, currency: Currency, rows: &[(String, i64)], (label, minor): (&str, i64)) {
    sheet.room(line_height(TEXT) * i64::try_from(rows.len() + 2).unwrap_or(1));
    for (label, minor) in rows {
        let style = if label == TOTAL { STRONG } else { TEXT };
        sheet.at(style, Place::Left(LABELS), label);
        sheet.at(style, Place::Right(RIGHT), &amount(*minor, currency));
        sheet.y -= line_height(TEXT);
    }
    sheet.y -= 4_000;
    let style = Style { size: LARGE, ..STRONG };
    sheet.at(style, Place::Left(LABELS), label);
    sheet.at(style, Place::Right(RIGHT), &format!("{currency} {}", amount(minor, currency)));
    sheet.y -= 30_000;
}

/// The name of a row with tax: of what is taxed its rate, of what is not the category.
pub fn tax_words(group: &TaxGroup, of: &str) -> String {
    let category = group.category();
    if category.has_reason() {
        return format!("Not taxed ({}), {of}", category.code());
    }
    format!("Tax {} % of {of}", group.rate.decimal())
}

/// Why no tax is asked for, for each category that says so.
pub fn exemptions(sheet: &mut Sheet, groups: &[TaxGroup], reasons: &[ExemptionReason]) {
    for category in groups.iter().map(TaxGroup::category).filter(|category| category.has_reason()) {
        let reason = reason_of(category, reasons);
        if !reason.is_empty() {
            sheet.paragraph(TEXT, LEFT, RIGHT, &format!("{}: {reason}", category.code()));
            sheet.y -= 6_000;
        }
    }
}

/// Days with a word between them; nothing without any.
pub fn days(from: Option<Day>, to: Option<Day>) -> String {
    from.into_iter().chain(to).map(|day| day.to_string()).collect::<Vec<_>>().join(" to ")
}
