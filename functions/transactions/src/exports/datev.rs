//! Export the journal as a posting batch for DATEV.

use chrono::{Datelike as _, NaiveDate};
use shared::api::{Call, FilePage, Query};
use store::Record;
use values::{ApiError, Currency};
use wallets_and_journal::PostedEntry;

use super::{
    booked_lines::booked_lines,
    datev_batch::{Batch, Pair, pairs},
    datev_text::{DatevBatch, Posting, captions, document_field},
    entries::JournalPage,
    query::ExportQuery,
    words::plain,
};

/// Exports a page of the journal as a posting batch, of which the first has the two lines at its head.
pub async fn export(call: Call, Query(query): Query<ExportQuery>) -> Result<FilePage<DatevBatch>, ApiError> {
    let page = JournalPage::read(&call, &query).await?;
    let currency = page.merchant.default_currency;
    if currency.decimals() != 2 {
        let message = format!("a batch has amounts of two decimals, and {currency} has not");
        return Err(ApiError::rule("default_currency", "too_many_decimals", message));
    }
    let batch = batch_of(&page, &query)?;
    let mut text = String::new();
    if query.is_first() {
        text.push_str(&batch.header(call.now, currency));
        text.push_str(&captions());
    }
    for entry in &page.entries {
        for posting in postings(&page, entry, currency) {
            text.push_str(&posting.written());
        }
    }
    Ok(query.answer(DatevBatch(text), page.next.clone()))
}

/// What the head of the batch says.
fn batch_of(page: &JournalPage, query: &ExportQuery) -> Result<Batch, ApiError> {
    let settings = page.books.datev;
    let needed = |number: Option<u32>, field| {
        let message = "a batch says whose it is: set it in the books";
        number.ok_or_else(|| ApiError::rule(field, "required", message))
    };
    let (from, to) = (query.from.date(), query.to.date());
    let year_start = fiscal_year_start(from, settings.fiscal_year_month);
    if fiscal_year_start(to, settings.fiscal_year_month) != year_start {
        let message = "a batch lies within one fiscal year: its postings have days without a year";
        return Err(ApiError::rule("to", "several_fiscal_years", message));
    }
    let lengths = page.books.chart().accounts().into_iter().filter(|account| !account.is_of_persons());
    Ok(Batch {
        consultant: needed(settings.consultant_number, "datev.consultant_number")?,
        client: needed(settings.client_number, "datev.client_number")?,
        year_start,
        account_length: lengths.map(|account| account.number.len()).max().unwrap_or(4).clamp(4, 8),
        from,
        to,
        chart: page.books.chart,
    })
}

/// The first day of the fiscal year in which a day lies.
fn fiscal_year_start(day: NaiveDate, month: u32) -> Option<NaiveDate> {
    let year = if day.month() >= month { day.year() } else { day.year() - 1 };
    NaiveDate::from_ymd_opt(year, month, 1)
}

/// The postings of an entry, each from one account to another. What is in other currencies is left out.
fn postings(page: &JournalPage, entry: &Record<PostedEntry>, currency: Currency) -> Vec<Posting> {
    let chart = page.books.chart();
    let mut lines = booked_lines(&entry.body.0, &chart);
    lines.retain(|line| line.currency == currency);
    let (occasion, described) = (entry.body.0.occasion(), page.documents.describe(&entry.body));
    let text = format!("{} {}", described.counterparty, plain(&occasion.document.kind));
    let posting = |pair: Pair| Posting {
        minor: pair.minor,
        currency,
        debit: pair.debit,
        credit: pair.credit,
        key: pair.posting_key,
        date: occasion.at.day_in(page.zone()),
        document: document_field(&described.number),
        text: text.trim().to_owned(),
        cost_centre: page.books.cost_centre(occasion.location_id).to_owned(),
        entry_id: entry.id.to_string(),
    };
    pairs(&lines).into_iter().map(posting).collect()
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::fiscal_year_start;

    #[test]
    fn a_fiscal_year_begins_with_its_month() {
        let day = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").expect("a day");
        for (of, month, start) in
            [("2026-03-15", 1, "2026-01-01"), ("2026-03-15", 7, "2025-07-01"), ("2026-07-01", 7, "2026-07-01")]
        {
            assert_eq!(fiscal_year_start(day(of), month), Some(day(start)), "{of}");
        }
    }
}
