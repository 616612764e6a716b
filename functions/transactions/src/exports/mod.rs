//! Files for accountants: the journal as comma-separated values, as a posting batch for DATEV and as a ledger of
//! beancount; invoices, credit notes and payments by line (`docs/areas/accounting.md`).

mod beancount;
mod beancount_text;
mod booked_lines;
mod datev;
mod datev_batch;
mod datev_text;
mod documents;
mod entries;
mod journal_csv;
mod lines_csv;
mod payments_csv;
mod query;
mod words;

use shared::api::Route;
use values::ErrorCode::RuleViolation;

/// The operations that answer files.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("export_journal", "/ledger/journal.csv", journal_csv::export)
            .described(
                "A line for each amount of each entry, oldest first: account and number by the chart of accounts, kind, tax rate, \
                 document number, counterparty and cost centre. The pages of `Link` one after another are the file.",
            )
            .refusing(&[RuleViolation]),
        Route::get("export_journal_for_datev", "/ledger/journal-datev.csv", datev::export)
            .labelled("Export journal for DATEV")
            .described(
                "The entries in the merchant's currency as a posting batch (EXTF, header version 700, category 21, format version 13) \
                 within one fiscal year. It needs `datev` of the books. Letters are those of ASCII, which is a part of Windows-1252. \
                 The pages of `Link` one after another are the file.",
            )
            .refusing(&[RuleViolation]),
        Route::get("export_journal_for_beancount", "/ledger/journal-beancount", beancount::export)
            .labelled("Export journal for beancount")
            .described(
                "The entries as transactions of beancount, which balance to nought. Accounts are opened on the first page. The pages \
                 of `Link` one after another are the file.",
            )
            .refusing(&[RuleViolation]),
        Route::get("export_invoice_lines", "/ledger/invoice-lines.csv", lines_csv::export_invoices)
            .described(
                "A line for each line of the invoices that were issued on local days of their locations, with kind, rate, number and \
                 counterparty. The pages of `Link` one after another are the file. It may lag a moment.",
            )
            .refusing(&[RuleViolation]),
        Route::get("export_credit_note_lines", "/ledger/credit-note-lines.csv", lines_csv::export_notes)
            .described(
                "The same of credit notes that were issued on days of the merchant's time zone, with the number of the invoice that \
                 each credits.",
            )
            .refusing(&[RuleViolation]),
        Route::get("export_payments", "/ledger/payments.csv", payments_csv::export)
            .described(
                "A line for each payment and refund that is booked on days of the merchant's time zone, oldest first, with method, \
                 reference, invoice number and counterparty. A page may be empty and not the last: `Link` says.",
            )
            .refusing(&[RuleViolation]),
    ]
}
