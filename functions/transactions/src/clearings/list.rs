//! The list of what left balances, and its filters.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id};
use wallets_and_journal::{BalanceClearing, balance_clearing::ClearingDecision};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BalanceClearingFilter {
    /// Only of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only of this decision.
    decision: Option<ClearingDecision>,
}

/// Lists what left balances, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<BalanceClearingFilter>) -> Lists<BalanceClearing> {
    let clearings = List::first_of([BalanceClearing::BY_CUSTOMER.asked(filter.customer_id.as_ref())])
        .only("decision", filter.decision.as_ref());
    call.page(clearings, paging).await
}
