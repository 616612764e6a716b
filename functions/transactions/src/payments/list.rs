//! The list of payments, and its filters.

use billing::documents::{PaymentMethod, PaymentStatus};
use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id, Timestamp};
use wallets_and_journal::PaymentTransaction;

use crate::range;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentFilter {
    /// Only payments of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only payments of this invoice.
    invoice_id: Option<Id<()>>,
    /// Only payments at this location.
    location_id: Option<Id<Location>>,
    /// Only payments made in this way.
    method: Option<PaymentMethod>,
    /// Only payments in this state.
    status: Option<PaymentStatus>,
    /// Only payments that were recorded at this instant or later.
    from: Option<Timestamp>,
    /// Only payments that were recorded before this instant.
    to: Option<Timestamp>,
}

/// Lists payments, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<PaymentFilter>) -> Lists<PaymentTransaction> {
    range::check(filter.from, filter.to)?;
    // The first filter that is given chooses the index; the others are compared record by record.
    let customer = if filter.invoice_id.is_some() { filter.customer_id.as_ref() } else { None };
    let is_narrower = filter.invoice_id.is_some() || filter.customer_id.is_some();
    let location = if is_narrower { filter.location_id.as_ref() } else { None };
    let payments = List::first_of([
        PaymentTransaction::BY_INVOICE.asked(filter.invoice_id.as_ref()),
        PaymentTransaction::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        PaymentTransaction::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("customer_id", customer)
    .only("location_id", location)
    .only("method", filter.method.as_ref())
    .only("status", filter.status.as_ref());
    let payments = match (filter.from, filter.to) {
        (None, None) => payments,
        (from, to) => payments.created(from, to),
    };
    call.page(payments, paging).await
}
