//! Get a customer's statement: what changed what they owe, document by document.

use billing::ledger::{DocumentKind, JournalEntry, statement::statement};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, PathId, Plain, Query};
use store::{List, Order};
use values::{ApiError, Currency, Customer, Id, Timestamp};
use wallets_and_journal::{PostedEntry, SignedAmount};

/// Most entries that a statement is made of, those before it included.
const ENTRIES_MAX: usize = 20_000;
/// Most lines of a statement.
const LINES_MAX: usize = 1_000;

/// Time and currency of the statement.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatementQuery {
    /// What holds at this instant or later.
    from: Timestamp,
    /// What holds before this instant.
    to: Timestamp,
    /// In this currency; the merchant's own when left out.
    currency: Option<Currency>,
}

/// What a customer owes, and how it came about. Below zero, the customer has so much.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CustomerStatement")]
pub struct StatementView {
    /// Member or company that the statement is for.
    customer_id: Id<Customer>,
    /// Currency of all amounts of the statement.
    currency: Currency,
    /// First instant that the statement covers.
    from: Timestamp,
    /// First instant after it.
    to: Timestamp,
    /// What was owed before.
    opening_balance: SignedAmount,
    /// What happened, earliest first.
    lines: Vec<StatementLineView>,
    /// What is owed after it.
    closing_balance: SignedAmount,
}

/// What changed what a customer owes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "StatementLine")]
pub struct StatementLineView {
    /// Instant at which the change holds.
    at: Timestamp,
    /// Kind of the document that caused the change.
    document_type: DocumentKind,
    /// Identifier of the document that caused the change.
    document_id: Id<()>,
    /// Where; null when it is bound to no location.
    location_id: Option<Id<Location>>,
    /// What the customer owes more, or below zero less.
    amount: SignedAmount,
    /// What the customer owes after it.
    balance: SignedAmount,
}

/// Statement of what changed what a customer owes, document by document, in one currency.
pub async fn get(
    call: Call,
    PathId(id): PathId<Customer>,
    Query(query): Query<StatementQuery>,
) -> Result<Data<Plain<StatementView>>, ApiError> {
    call.read_customer_of_documents(id).await?;
    if query.to < query.from {
        return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
    }
    let currency = match query.currency {
        Some(currency) => currency,
        None => call.read_merchant().await?.body.default_currency,
    };
    let list =
        List::by(&PostedEntry::BY_CUSTOMER, &id).ordered(Order::Ascending).between(None, Some(query.to.to_string()));
    let entries = call.store.all(call.tenant(), &list, ENTRIES_MAX).await?;
    if entries.has_more {
        return Err(ApiError::rule("to", "too_many_entries", "the customer has too many entries for a statement"));
    }
    let journal: Vec<JournalEntry> = entries.records.into_iter().map(|entry| entry.body.0).collect();
    let statement = statement(&journal, currency, (query.from, query.to));
    if statement.lines.len() > LINES_MAX {
        let message = format!("a statement has at most {LINES_MAX} lines: ask for a shorter time");
        return Err(ApiError::rule("to", "too_many_lines", message));
    }
    let amount = |minor| SignedAmount::of(minor, currency);
    let lines = statement.lines.iter().map(|line| StatementLineView {
        at: line.occasion.at,
        document_type: line.occasion.document.kind,
        document_id: line.occasion.document.id,
        location_id: line.occasion.location_id.map(Id::cast),
        amount: amount(line.amount_minor),
        balance: amount(line.balance_minor),
    });
    Ok(Data(Plain(StatementView {
        customer_id: id,
        currency,
        from: query.from,
        to: query.to,
        opening_balance: amount(statement.opening_minor),
        lines: lines.collect(),
        closing_balance: amount(statement.closing_minor),
    })))
}
