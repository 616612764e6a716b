//! What a billing run would invoice.

use std::cmp::Reverse;

use records::Location;
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Body, Call, Data, Plain};
use values::{ApiError, Currency, Customer, Day, Id, operation::OperationFailure, total::Total};

use super::{
    compose::{ExpectedCustomer, expect},
    create::{BillingRunCreate, read},
    record::BilledSums,
};

/// What a run would invoice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BillingRunPreview {
    /// Where it waits.
    location_id: Id<Location>,
    /// Its last day; everything when null.
    up_to: Option<Day>,
    /// Currency of all amounts: that of the location.
    currency: Currency,
    /// Whether prices include tax.
    tax_inclusive: bool,
    /// Customers who would get an invoice.
    customer_count: usize,
    /// Customers of whom nothing could be invoiced.
    refused_count: usize,
    /// Invoices that they would get.
    invoice_count: usize,
    /// Items on these.
    item_count: usize,
    /// Sum of the items.
    subtotal: Total,
    /// What the invoices would ask for, tax included.
    total: Total,
    /// Each customer, whoever would be asked for most first, and after them those who would be refused.
    customers: Vec<BillingRunCustomer>,
}

/// What a run would ask a customer for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BillingRunCustomer {
    /// Who is billed: a member or a company.
    customer_id: Id<Customer>,
    /// What people call them; null where there is nobody any more.
    name: Option<String>,
    /// Invoices that they would get.
    invoice_count: usize,
    /// Items on these.
    item_count: usize,
    /// What these would ask for, tax included.
    total: Total,
    /// Why nothing could be invoiced; null otherwise.
    error: Option<OperationFailure>,
}

/// Computes what a run would invoice; stores nothing.
pub async fn preview(
    call: Call,
    Body(input): Body<BillingRunCreate>,
) -> Result<Data<Plain<BillingRunPreview>>, ApiError> {
    let (location, waiting) = read(&call, input.location_id, input.up_to).await?;
    let mut expected = expect(&call, &location, &waiting).await?;
    expected.sort_by_key(|customer| (customer.error.is_some(), Reverse(customer.sums.total_minor)));
    let currency = location.body.currency;
    let sums = expected.iter().fold(BilledSums::default(), |sums, customer| sums.plus(customer.sums));
    let subtotal_minor = expected.iter().map(|customer| customer.subtotal_minor).sum();
    let refused_count = expected.iter().filter(|customer| customer.error.is_some()).count();
    Ok(Data(Plain(BillingRunPreview {
        location_id: location.id,
        up_to: input.up_to,
        currency,
        tax_inclusive: location.body.tax_inclusive,
        customer_count: expected.iter().filter(|customer| customer.sums.invoices > 0).count(),
        refused_count,
        invoice_count: sums.invoices,
        item_count: sums.items,
        subtotal: Total::of(subtotal_minor, currency),
        total: Total::of(sums.total_minor, currency),
        customers: expected.into_iter().map(|customer| view(customer, currency)).collect(),
    })))
}

fn view(customer: ExpectedCustomer, currency: Currency) -> BillingRunCustomer {
    BillingRunCustomer {
        customer_id: customer.customer_id,
        name: customer.name,
        invoice_count: customer.sums.invoices,
        item_count: customer.sums.items,
        total: Total::of(customer.sums.total_minor, currency),
        error: customer.error,
    }
}
