//! Export the journal as a ledger of beancount.

use shared::api::{Call, FilePage, Query};
use values::ApiError;

use super::{
    beancount_text::{BeancountLedger, Transaction, opened, titled},
    booked_lines::booked_lines,
    entries::JournalPage,
    query::ExportQuery,
    words::plain,
};

/// Exports a page of the journal as transactions, with the accounts on the first page.
pub async fn export(call: Call, Query(query): Query<ExportQuery>) -> Result<FilePage<BeancountLedger>, ApiError> {
    let page = JournalPage::read(&call, &query).await?;
    let chart = page.books.chart();
    let mut text = String::new();
    if query.is_first() {
        text.push_str(&titled(page.merchant.name.as_str(), page.merchant.default_currency));
        text.push_str(&opened(&chart.accounts()));
    }
    for entry in &page.entries {
        let (occasion, described) = (entry.body.0.occasion(), page.documents.describe(&entry.body));
        let narration = format!("{} {}", plain(&occasion.document.kind), described.number);
        let metadata = [
            ("entry_id", entry.id.to_string()),
            ("document_id", occasion.document.id.to_string()),
            ("customer_id", occasion.customer_id.to_string()),
            ("cost_centre", page.books.cost_centre(occasion.location_id).to_owned()),
            ("gateway_reference", described.reference),
        ];
        let transaction = Transaction {
            date: occasion.at.day_in(page.zone()),
            payee: &described.counterparty,
            narration: narration.trim(),
            metadata: metadata.into_iter().filter(|(_, value)| !value.is_empty()).collect(),
            lines: booked_lines(&entry.body.0, &chart),
        };
        text.push_str(&transaction.written());
    }
    Ok(query.answer(BeancountLedger(text), page.next.clone()))
}
