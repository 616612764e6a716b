//! List transactions of credits or of day passes.

use billing::wallet::PostingKind;
use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id, Timestamp};
use wallets_and_journal::{
    current_wallet,
    wallet_transaction::{OfUnit, TransactionStatus},
};

use crate::range;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WalletTransactionFilter {
    /// Only transactions of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only transactions at this location.
    location_id: Option<Id<Location>>,
    /// Only transactions of this type.
    #[serde(rename = "type")]
    kind: Option<PostingKind>,
    /// Only transactions in this state.
    status: Option<TransactionStatus>,
    /// Only transactions that were written at this instant or later.
    from: Option<Timestamp>,
    /// Only transactions that were written before this instant.
    to: Option<Timestamp>,
}

/// Lists transactions of credits or of day passes, newest first.
pub async fn list<T: OfUnit>(call: Call, Listing { filter, paging }: Listing<WalletTransactionFilter>) -> Lists<T> {
    range::check(filter.from, filter.to)?;
    if let Some(customer) = filter.customer_id {
        // What time has done is written down first, as for whoever reads the balance.
        current_wallet::renew_to_show(&call, customer).await?;
    }
    // The customer chooses the index; then the location is compared record by record.
    let location = if filter.customer_id.is_some() { filter.location_id.as_ref() } else { None };
    let transactions = List::first_of([
        T::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        T::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("location_id", location)
    .only("type", filter.kind.as_ref())
    .only("status", filter.status.as_ref());
    let transactions = match (filter.from, filter.to) {
        (None, None) => transactions,
        (from, to) => transactions.created(from, to),
    };
    call.page(transactions, paging).await
}
