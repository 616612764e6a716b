//! Export lines of invoices and of credit notes.

use billing::ledger::{Account, BookedKind, EntryLine};
use money_documents::{Invoice, credit_note::CreditedLine, invoice_line::InvoiceLine};
use shared::api::{Call, Csv, FilePage, PartOfList, Query, csv::Cell};
use store::{List, Record};
use values::{ApiError, Currency, Percent};
use wallets_and_journal::{Books, PostedEntry, books};

use super::{
    entries::JournalPage,
    query::ExportQuery,
    words::{plain, signed},
};

const COLUMNS: [&str; 19] = [
    "document_id",
    "number",
    "invoice_number",
    "status",
    "date",
    "voided_at",
    "customer_id",
    "customer_name",
    "customer_tax_id",
    "location_id",
    "cost_centre",
    "description",
    "kind",
    "tax_rate",
    "quantity",
    "currency",
    "net",
    "tax",
    "total",
];

/// A line of a document, whatever the document.
struct Row {
    document: [Cell; 11],
    description: String,
    kind: Option<BookedKind>,
    tax_rate: Percent,
    quantity: String,
    currency: Currency,
    net_minor: i64,
    tax_minor: i64,
}

/// Exports a page of lines of invoices that were issued on local days.
pub async fn export_invoices(call: Call, Query(query): Query<ExportQuery>) -> Result<FilePage<Csv>, ApiError> {
    query.check()?;
    let (merchant_books, list) = (books::read(&call).await?.body, List::by(&Invoice::ISSUED, &()));
    // `~` comes after `T`, with which a time begins behind the day.
    let range = (query.from.to_string(), format!("{}~", query.to));
    let sort_of = |invoice: &Record<Invoice>| {
        let at = invoice.body.listed_at().map(|at| at.to_string()).unwrap_or_default();
        format!("{at}#{}", invoice.id)
    };
    let part = PartOfList { list, range, bound_to: 0 };
    let (invoices, next) = call.page_of_file(part, query.page(), sort_of).await?;
    let rows = invoices.iter().flat_map(|invoice| of_invoice(invoice, &merchant_books));
    Ok(query.answer(page(&query, rows), next))
}

/// Exports a page of lines of credit notes, as they are booked: below zero when a note is issued, above when it is taken
/// back.
pub async fn export_notes(call: Call, Query(query): Query<ExportQuery>) -> Result<FilePage<Csv>, ApiError> {
    let journal = JournalPage::read(&call, &query).await?;
    let rows = journal.entries.iter().flat_map(|entry| of_note(&journal, &entry.body));
    let csv = page(&query, rows);
    Ok(query.answer(csv, journal.next.clone()))
}

fn page(query: &ExportQuery, rows: impl Iterator<Item = Row>) -> Csv {
    let cells = rows.map(|row| {
        let amount = |minor| Cell::value(signed(minor, row.currency));
        let [id, number, of, status, date, voided, customer, name, tax_id, location, centre] = row.document;
        let kind = row.kind.map(|kind| plain(&kind)).unwrap_or_default();
        [
            id,
            number,
            of,
            status,
            date,
            voided,
            customer,
            name,
            tax_id,
            location,
            centre,
            Cell::text(row.description),
            Cell::value(kind),
            Cell::value(plain(&row.tax_rate)),
            Cell::value(row.quantity),
            Cell::value(row.currency),
            amount(row.net_minor),
            amount(row.tax_minor),
            amount(row.net_minor + row.tax_minor),
        ]
    });
    if query.is_first() { Csv::of(COLUMNS, cells) } else { Csv::going_on(cells) }
}

fn of_invoice(record: &Record<Invoice>, books: &Books) -> Vec<Row> {
    let (id, invoice) = (record.id, &record.body);
    let Some(issue) = invoice.issue.as_ref() else { return Vec::new() };
    let number = invoice.number.as_ref().map(ToString::to_string).unwrap_or_default();
    let document = [
        Cell::value(id),
        Cell::text(&*number),
        Cell::text(&*number),
        Cell::value(plain(&invoice.status)),
        Cell::value(issue.date),
        Cell::value(invoice.voided_at.map(|at| at.to_string()).unwrap_or_default()),
        Cell::value(invoice.customer_id),
        Cell::text(issue.bill_to.billed_name()),
        Cell::text(issue.bill_to.tax_id.as_str()),
        Cell::value(invoice.location_id),
        Cell::text(books.cost_centre(Some(invoice.location_id))),
    ];
    let line = |line: &InvoiceLine| Row {
        document: document.clone(),
        description: line.description.to_string(),
        kind: Some(line.line.input.kind.into()),
        tax_rate: line.line.input.tax_rate,
        quantity: plain(&line.line.input.quantity.decimal()),
        currency: invoice.currency,
        net_minor: line.line.net_minor,
        tax_minor: line.line.tax_minor,
    };
    invoice.items.iter().map(line).collect()
}

/// The lines of the note that an entry was made of; none of other entries.
fn of_note(journal: &JournalPage, entry: &PostedEntry) -> Vec<Row> {
    let Some(record) = journal.documents.note(entry) else { return Vec::new() };
    let (id, note) = (record.id, &record.body);
    let document = [
        Cell::value(id),
        Cell::text(note.number.as_str()),
        Cell::text(note.invoice_number.as_str()),
        Cell::value(plain(&note.status)),
        Cell::value(entry.at().day_in(journal.zone())),
        Cell::value(note.voided_at.map(|at| at.to_string()).unwrap_or_default()),
        Cell::value(note.customer_id),
        Cell::text(note.bill_to.billed_name()),
        Cell::text(note.bill_to.tax_id.as_str()),
        Cell::value(note.location_id),
        Cell::text(journal.books.cost_centre(Some(note.location_id))),
    ];
    let sign = if takes_back(entry) { -1 } else { 1 };
    let line = |line: &CreditedLine| Row {
        document: document.clone(),
        description: line.description.to_string(),
        kind: journal.documents.kind_of(note.fields.invoice_id, line.credited.item),
        tax_rate: line.credited.tax_rate,
        quantity: line.credited.quantity.map(|quantity| plain(&quantity.decimal())).unwrap_or_default(),
        currency: note.currency,
        net_minor: sign * line.credited.net_minor,
        tax_minor: sign * line.credited.tax_minor,
    };
    note.lines.iter().map(line).collect()
}

/// Whether an entry takes something back of what was earned, as the issue of a note does.
fn takes_back(entry: &PostedEntry) -> bool {
    let earned = |line: &&EntryLine| matches!(line.account, Account::Revenue | Account::Deposits | Account::Tax);
    let minor: i64 = entry.0.lines().iter().filter(earned).map(|line| line.debit_minor - line.credit_minor).sum();
    minor > 0
}
