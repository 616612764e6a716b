//! List entries of the journal.

use billing::ledger::{Account, DocumentKind};
use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id, Timestamp};
use wallets_and_journal::PostedEntry;

use crate::range;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JournalEntryFilter {
    /// Only entries of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only entries at this location.
    location_id: Option<Id<Location>>,
    /// Only entries of this kind of document.
    document_type: Option<DocumentKind>,
    /// Only entries of this document.
    document_id: Option<Id<()>>,
    /// Only entries that hold at this instant or later.
    from: Option<Timestamp>,
    /// Only entries that hold before this instant.
    to: Option<Timestamp>,
}

/// Lists entries of the journal, newest first, or in order of time when one is given.
pub async fn list(call: Call, Listing { filter, paging }: Listing<JournalEntryFilter>) -> Lists<PostedEntry> {
    range::check(filter.from, filter.to)?;
    let entries = within(filter.customer_id.as_ref(), filter.from, filter.to)
        .only("location_id", filter.location_id.as_ref())
        .only("document.kind", filter.document_type.as_ref())
        .only("document.id", filter.document_id.as_ref());
    call.page(entries, paging).await
}

/// Entries of a customer, or all, that hold in a range, latest first; without a range all in order of creation.
pub fn within(customer: Option<&Id<Customer>>, from: Option<Timestamp>, to: Option<Timestamp>) -> List<PostedEntry> {
    let is_ranged = from.is_some() || to.is_some();
    List::first_of([PostedEntry::BY_CUSTOMER.asked(customer), PostedEntry::BY_TIME.asked(is_ranged.then_some(&()))])
        .between(from.map(|at| at.to_string()), to.map(|at| at.to_string()))
}

/// An account's name as the API has it.
pub fn name_of(account: Account) -> String {
    serde_json::to_value(account).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
}
