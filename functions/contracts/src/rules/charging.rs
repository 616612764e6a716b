//! What signing charges: subscriptions to the plans of a contract, or one invoice of all its items.

use agreements::subscription::{
    Subscription, SubscriptionItem,
    agreeing::{self, Offer},
    item::ItemRecurrence,
    new::NewSubscription,
};
use billing::documents::ItemKind;
use money_documents::{
    Invoice, InvoiceItem, billed_location, invoice::InvoiceFields, invoice_item::InvoiceItemFields, issuing::Issuing,
    pending_items,
};
use records::{Location, MembershipPlan};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Decimal, Id, Name, ShortText};
use wallets_and_journal::{OpenWallet, SignedAmount};

use super::{
    agreed::{self, AgreedItem},
    checks::at_field,
};
use crate::records::{
    contract::Contract,
    contract_fields::{ContractItem, ContractItemKind, OnSigned},
};

/// A subscription that a contract makes.
pub struct Planned {
    /// The subscription, which is not stored yet.
    pub subscription: Subscription,
    /// What it stands on.
    pub offer: Offer,
}

/// The plans of a contract, each with its position among the items.
fn plans(contract: &Contract) -> impl Iterator<Item = (usize, &ContractItem, Id<MembershipPlan>)> {
    let items = contract.items.iter().enumerate();
    items.filter_map(|(position, item)| item.membership_plan_id.map(|plan| (position, item, plan)))
}

/// How many subscriptions a contract makes.
#[must_use]
pub fn count(contract: &Contract) -> usize {
    match contract.on_signed {
        OnSigned::CreateSubscriptions => plans(contract).count(),
        OnSigned::None | OnSigned::CreateInvoice => 0,
    }
}

/// The subscription that a contract makes of the plan with this number, as it would be made now.
///
/// # Errors
/// 422 naming `items[n].membership_plan_id`, or `items` when it charges more than an invoice can ask for.
pub async fn prepare_subscription(
    call: &Call,
    contract: &Record<Contract>,
    number: usize,
) -> Result<Option<Planned>, ApiError> {
    let Some((position, item, plan)) = plans(&contract.body).nth(number) else { return Ok(None) };
    let field = format!("items[{position}].membership_plan_id");
    let offer = agreeing::offer(call, plan, &field).await?;
    let currency = contract.body.currency;
    let is_first = number == 0;
    let deposit = contract.body.deposit.map(|deposit| deposit.minor_in(currency, "deposit")).transpose()?;
    let once = if is_first { charged_once(call, &contract.body)? } else { Vec::new() };
    let new = NewSubscription {
        first: Some(contract.body.start_date),
        last: contract.body.known_end(),
        quantity: item.quantity,
        price_minor: item.price.map(|price| price.minor_in(currency, "price")).transpose()?,
        // The first one holds the deposit of the contract.
        deposit_minor: Some(if is_first { deposit.unwrap_or(0) } else { 0 }),
        items: once,
        ..NewSubscription::of(contract.body.customer_id)
    };
    let terms = contract.body.terms.as_ref();
    let (plan, location) = match terms {
        Some(terms) => (&terms.plan(number, &offer.plan), &terms.location(&offer.location)),
        None => (&offer.plan, &offer.location),
    };
    let agreed = new.agreed(plan, location, call.now);
    let subscription = agreed.map_err(|refusal| at_day_or_plan(&field, refusal))?;
    Ok(Some(Planned { subscription, offer }))
}

/// A refusal of a subscription's own field, at that of the contract.
fn at_day_or_plan(field: &str, refusal: ApiError) -> ApiError {
    let is_day = refusal.fields.first().is_some_and(|fault| fault.field == "start_date" || fault.field == "end_date");
    if is_day { refusal } else { at_field(field, refusal) }
}

/// What is charged once, as items of the first subscription.
fn charged_once(call: &Call, contract: &Contract) -> Result<Vec<SubscriptionItem>, ApiError> {
    let once = contract.items.iter().filter(|item| item.kind == ContractItemKind::OneOff);
    once.map(|item| {
        let price = item.price.unwrap_or_default();
        Ok(SubscriptionItem {
            id: call.ids.next(),
            description: Name::new(item.description.as_str()),
            unit_minor: price.minor_in(contract.currency, "price")?,
            quantity: item.quantity,
            recurrence: ItemRecurrence::OneOff,
            from: contract.start_date,
        })
    })
    .collect()
}

/// Refuses what could not be charged if all signed now.
///
/// # Errors
/// 422 naming the item, or `items` when all of them together are too much for an invoice.
pub async fn check(call: &Call, contract: &Record<Contract>) -> Result<(), ApiError> {
    for number in 0..count(&contract.body) {
        prepare_subscription(call, contract, number).await?;
    }
    if contract.body.on_signed == OnSigned::CreateInvoice {
        let location = call.get(contract.body.location_id).await?;
        // Nothing of this is written: the transaction is dropped.
        draft_invoice(call, &mut call.transaction(), &contract.body, &location)
            .await
            .map_err(|refusal| at_field("items", refusal))?;
    }
    Ok(())
}

/// Puts the one invoice of all items of a contract into `transaction`, issued; none when they cost nothing.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn invoice(
    call: &Call,
    transaction: &mut Transaction,
    contract: &Contract,
) -> Result<Option<Id<Invoice>>, ApiError> {
    let customer = contract.customer_id;
    let (issuing, wallet) =
        tokio::join!(Issuing::read(call, customer, contract.location_id), OpenWallet::read(call, customer));
    let (issuing, wallet) = (issuing?, wallet?);
    let location = &issuing.location;
    let Some(mut invoice) = draft_invoice(call, transaction, contract, location).await? else { return Ok(None) };
    billed_location::mark(call, transaction, location).await?;
    issuing.issue(call, transaction, invoice.id, &mut invoice.body, wallet).await?;
    transaction.create(&invoice);
    Ok(Some(invoice.id))
}

/// The draft of that invoice, with its items in `transaction`; none when they cost nothing.
async fn draft_invoice(
    call: &Call,
    transaction: &mut Transaction,
    contract: &Contract,
    location: &Record<Location>,
) -> Result<Option<Record<Invoice>>, ApiError> {
    let agreed = as_issued(contract, agreed::read_items(call, &contract.fields).await?);
    let mut own: Vec<InvoiceItemFields> = Vec::new();
    for item in &agreed {
        let minor = item.price_minor(contract.currency, call.now)?;
        if minor > 0 {
            own.push(line(item, minor, contract));
        }
    }
    if own.is_empty() {
        return Ok(None);
    }
    let then = contract.terms.as_ref().map(|terms| terms.location(location));
    let location = then.as_ref().unwrap_or(location);
    let fields = InvoiceFields {
        period_start: Some(contract.start_date),
        period_end: contract.known_end(),
        purchase_order: contract.number.map(|number| ShortText::new(format!("Contract {number}"))).unwrap_or_default(),
        ..InvoiceFields::new(contract.customer_id, contract.location_id)
    };
    let mut invoice = call.new_record(Invoice::draft(fields, &location.body), None);
    let items = pending_items::make(call, transaction, own, invoice.id, contract.customer_id, location)?;
    invoice.body.set_items(&items)?;
    Ok(Some(invoice))
}

/// Items with their plans as they were at the issue of the contract.
fn as_issued(contract: &Contract, mut agreed: Vec<AgreedItem>) -> Vec<AgreedItem> {
    let Some(terms) = &contract.terms else { return agreed };
    let plans = agreed.iter_mut().filter_map(|item| item.plan.as_mut());
    for (number, plan) in plans.enumerate() {
        *plan = terms.plan(number, plan);
    }
    agreed
}

/// An item of a contract as a line of an invoice, with the tax of its plan where that has its own.
fn line(item: &AgreedItem, minor: i64, contract: &Contract) -> InvoiceItemFields {
    let kind = match item.item.kind {
        ContractItemKind::Plan => ItemKind::Subscription,
        ContractItemKind::Resource | ContractItemKind::OneOff => ItemKind::Custom,
    };
    let own_tax = item.plan.as_ref().filter(|plan| plan.body.custom_tax_rate).map(|plan| plan.body.tax_rate);
    InvoiceItemFields {
        quantity: Decimal::new(i64::from(item.item.quantity), 0),
        tax_rate: own_tax,
        tax_rate_id: item.plan.as_ref().and_then(|plan| plan.body.tax_rate_id),
        ..InvoiceItem::line(kind, Name::new(item.name()), SignedAmount::of(minor, contract.currency))
    }
}
