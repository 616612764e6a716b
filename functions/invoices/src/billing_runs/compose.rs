//! What a billing run makes of what waits: the same for its preview, for what it expects and for its invoices.

use std::collections::BTreeMap;

use money_documents::{
    Invoice, InvoiceItem,
    fitting::{Fitting, fit},
    invoice::{ITEMS_MAX, InvoiceFields},
    invoice_party::BilledParty,
    taxing::tax_of_customer,
};
use records::Location;
use shared::api::Call;
use store::Record;
use values::{ApiError, Customer, Id, operation::OperationFailure};
use work::customer::CustomerRecord;

use super::{
    record::BilledSums,
    waiting::{ITEMS_OF_RUN_MAX, Waiting},
};

/// An invoice that a run would make.
pub struct Composed {
    /// The draft, with its items and their taxes as of today.
    pub invoice: Invoice,
    /// What it takes of what waits.
    pub fitting: Fitting,
}

/// What a customer would be asked for.
pub struct ExpectedCustomer {
    /// Who.
    pub customer_id: Id<Customer>,
    /// What people call them; none where there is nobody any more.
    pub name: Option<String>,
    /// How much.
    pub sums: BilledSums,
    /// Of it, before tax and discounts, in minor units.
    pub subtotal_minor: i64,
    /// Why it would be refused.
    pub error: Option<OperationFailure>,
}

/// The draft of a customer's items, as far as they fit on one invoice; none when nothing of them can be invoiced.
///
/// # Errors
/// 422 when an amount does not fit, 503 when the tax rates cannot be read.
pub async fn compose(
    call: &Call,
    location: &Record<Location>,
    customer: &CustomerRecord,
    items: Vec<Record<InvoiceItem>>,
) -> Result<Option<Composed>, ApiError> {
    let mut invoice = Invoice::draft(InvoiceFields::new(customer.id(), location.id), &location.body);
    let fitting = fit(&mut invoice, &[], items)?;
    if fitting.whole.is_empty() && fitting.part.is_none() {
        return Ok(None);
    }
    invoice.set_items(&fitting.clone().items())?;
    invoice.tax(call, &tax_of_customer(customer)).await?;
    Ok(Some(Composed { invoice, fitting }))
}

/// The refusal of a customer none of whose items fits an invoice.
pub fn fits_no_invoice() -> ApiError {
    ApiError::rule(
        "items",
        "fits_no_invoice",
        "nothing of what waits fits an invoice: an amount is too large, or below zero",
    )
}

/// What a run would invoice now, by customer in the order of their oldest items.
///
/// # Errors
/// 422 `too_many_items` naming `location_id`, 503 when the store cannot be read.
pub async fn expect(
    call: &Call,
    location: &Record<Location>,
    waiting: &Waiting,
) -> Result<Vec<ExpectedCustomer>, ApiError> {
    let found = waiting.read_after(call, None, ITEMS_OF_RUN_MAX).await?;
    if found.has_more {
        let message =
            format!("more than {ITEMS_OF_RUN_MAX} items wait at the location: invoice some customers by themselves");
        return Err(ApiError::rule("location_id", "too_many_items", message));
    }
    let mut places: BTreeMap<Id<Customer>, usize> = BTreeMap::new();
    let mut by_customer: Vec<(Id<Customer>, Vec<Record<InvoiceItem>>)> = Vec::new();
    for item in found.records.into_iter().filter(|item| waiting.has(item)) {
        let Some(customer) = item.body.customer_id else { continue };
        let place = *places.entry(customer).or_insert(by_customer.len());
        if place == by_customer.len() {
            by_customer.push((customer, Vec::new()));
        }
        by_customer[place].1.push(item);
    }
    let mut expected = Vec::with_capacity(by_customer.len());
    for (customer, items) in by_customer {
        expected.push(expect_of(call, location, customer, items).await?);
    }
    Ok(expected)
}

async fn expect_of(
    call: &Call,
    location: &Record<Location>,
    customer_id: Id<Customer>,
    items: Vec<Record<InvoiceItem>>,
) -> Result<ExpectedCustomer, ApiError> {
    let mut expected =
        ExpectedCustomer { customer_id, name: None, sums: BilledSums::default(), subtotal_minor: 0, error: None };
    let composed = match call.require_customer(customer_id, "customer_id").await {
        Ok(customer) => {
            expected.name = Some(BilledParty::of(&customer).name.as_str().to_owned());
            add_up(call, location, &customer, items, &mut expected).await
        }
        Err(error) => Err(error),
    };
    match composed {
        Err(error) if error.status() < 500 => expected.error = Some(OperationFailure::of(&error)),
        composed => composed?,
    }
    Ok(expected)
}

async fn add_up(
    call: &Call,
    location: &Record<Location>,
    customer: &CustomerRecord,
    items: Vec<Record<InvoiceItem>>,
    expected: &mut ExpectedCustomer,
) -> Result<(), ApiError> {
    let mut left = items;
    while !left.is_empty() {
        let next: Vec<_> = left.iter().take(ITEMS_MAX).cloned().collect();
        let composed = compose(call, location, customer, next).await?;
        let Composed { invoice, fitting } = composed.ok_or_else(fits_no_invoice)?;
        let sums = BilledSums { invoices: 1, items: invoice.items.len(), total_minor: invoice.money.total_minor };
        expected.sums = expected.sums.plus(sums);
        expected.subtotal_minor += invoice.subtotal_minor;
        let taken: Vec<_> = fitting.items().iter().map(|item| item.id).collect();
        left.retain(|item| !taken.contains(&item.id));
    }
    Ok(())
}
