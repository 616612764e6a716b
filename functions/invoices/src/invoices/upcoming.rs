//! What the next invoices ask for: of what waits for a customer's next ones, and of the next renewal of a subscription.

use std::collections::BTreeMap;

use agreements::subscription::{
    Subscription,
    renewing::{self, Limits},
    upcoming_invoice::preview_invoice,
};
use money_documents::{
    Invoice, InvoiceItem,
    fitting::fit,
    invoice::{ITEMS_MAX, InvoiceFields},
    issuing::Issuing,
};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Plain, Query};
use store::{List, Order, Record};
use values::{ApiError, Customer, ErrorCode, Id, Money};
use wallets_and_journal::OpenWallet;
use work::customer::CustomerRecord;

use super::preview::{InvoicePreview, issued_now};

/// Periods of a subscription that are renewed first, when nothing has written them down.
const STEPS_MAX: usize = 12;

/// Invoices that are to come.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UpcomingInvoices {
    /// Who would be billed.
    customer_id: Id<Customer>,
    /// Of a customer, one for each location with items that wait; of a subscription, that of its next renewal.
    invoices: Vec<InvoicePreview>,
}

/// Customer or subscription whose upcoming invoices are asked for; exactly one of the two.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpcomingQuery {
    /// What waits for the next invoices of this customer; or `subscription_id`.
    customer_id: Option<Id<Customer>>,
    /// What the next renewal of this subscription will invoice; or `customer_id`.
    subscription_id: Option<Id<Subscription>>,
}

/// Computes the next invoices of a customer or of a subscription; stores nothing.
pub async fn upcoming(
    call: Call,
    Query(query): Query<UpcomingQuery>,
) -> Result<Data<Plain<UpcomingInvoices>>, ApiError> {
    let upcoming = match (query.customer_id, query.subscription_id) {
        (Some(customer), None) => preview_of_customer(&call, customer).await?,
        (None, Some(subscription)) => Box::pin(preview_of_subscription(&call, subscription)).await?,
        _ => {
            let message = "it is asked for a customer or for a subscription";
            return Err(ApiError::rule("customer_id", "one_of_customer_id_and_subscription_id", message));
        }
    };
    Ok(Data(Plain(upcoming)))
}

/// What the next renewal will invoice, as of the day on which that is done.
async fn preview_of_subscription(call: &Call, id: Id<Subscription>) -> Result<UpcomingInvoices, ApiError> {
    let mut subscription = call.require_reference(id, "subscription_id").await?;
    if subscription.body.moments.due_at.is_some_and(|due| due <= call.now) {
        Box::pin(renewing::catch_up(call, id, None, Limits::yielding(STEPS_MAX, 1))).await?;
        subscription = call.require_reference(id, "subscription_id").await?;
    }
    let customer_id = subscription.body.customer_id;
    let (customer, merchant, wallet, location) = tokio::join!(
        call.read_customer_of_documents(customer_id),
        call.read_merchant(),
        OpenWallet::read(call, customer_id),
        call.get(subscription.body.location_id),
    );
    let (customer, merchant, wallet, location) = (customer?, merchant?, wallet?, location?);
    let Some(next) = preview_invoice(call, id, &subscription.body, &location).await? else {
        return Ok(UpcomingInvoices { customer_id, invoices: Vec::new() });
    };
    let mut balance = wallet.wallet().money_in(next.invoice.currency);
    let issuing = Issuing { merchant, location, customer };
    let invoice = issued_now(&call.at(next.at), &issuing, next.invoice, &mut balance).await?;
    Ok(UpcomingInvoices { customer_id, invoices: vec![invoice] })
}

/// The invoices that the items make that wait for the customer's next ones.
async fn preview_of_customer(call: &Call, customer_id: Id<Customer>) -> Result<UpcomingInvoices, ApiError> {
    let waiting = List::by(&InvoiceItem::WAITING, &customer_id).ordered(Order::Ascending);
    let (customer, merchant, wallet, waiting) = tokio::join!(
        call.read_customer_of_documents(customer_id),
        call.read_merchant(),
        OpenWallet::read(call, customer_id),
        call.store.all(call.tenant(), &waiting, ITEMS_MAX),
    );
    let nobody = |error: ApiError| match error.code {
        ErrorCode::NotFound => ApiError::reference_not_found("customer_id"),
        _ => error,
    };
    let (customer, merchant, wallet): (CustomerRecord, _, _) = (customer.map_err(nobody)?, merchant?, wallet?);
    let mut by_location: BTreeMap<Id<Location>, Vec<Record<InvoiceItem>>> = BTreeMap::new();
    for item in waiting?.records {
        if let Some(location) = item.body.location_id {
            by_location.entry(location).or_default().push(item);
        }
    }
    let mut balances: BTreeMap<&'static str, Money> = BTreeMap::new();
    let mut invoices = Vec::with_capacity(by_location.len());
    for (location_id, items) in by_location {
        let location = call.get(location_id).await?;
        let mut invoice = Invoice::draft(InvoiceFields::new(customer_id, location_id), &location.body);
        // Credits that nothing is charged against go on waiting.
        let items = fit(&mut invoice, &[], items)?.items();
        if items.is_empty() {
            continue;
        }
        invoice.set_items(&items)?;
        let currency = invoice.currency;
        let balance = balances.entry(currency.code()).or_insert_with(|| wallet.wallet().money_in(currency));
        let issuing = Issuing { merchant: merchant.clone(), location, customer: customer.clone() };
        invoices.push(issued_now(call, &issuing, invoice, balance).await?);
    }
    Ok(UpcomingInvoices { customer_id, invoices })
}
