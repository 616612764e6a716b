//! A new invoice as clients write it: its fields, its items, and whether it takes what waits.

use agreements::subscription::Subscription;
use billing::documents::ItemKind;
use money_documents::{
    InvoiceItem,
    fitting::{Fitting, fit},
    invoice::{ITEMS_MAX, Invoice, InvoiceFields},
    invoice_item::InvoiceItemFields,
    pending_items,
    taxing::{set_asked_tax, tax_of_customer},
};
use records::{Location, TaxRate};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use store::{Record, Transaction, fields::yes};
use values::{Amount, ApiError, Customer, Day, Decimal, Id, LongText, Metadata, Name, Percent, ShortText};
use wallets_and_journal::signed_amount::SignedAmount;
use work::customer::CustomerRecord;

/// An invoice to be created as a draft.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoiceCreate {
    /// Who is billed: a member or a company.
    pub customer_id: Id<Customer>,
    /// Where: it gives currency, time zone, and whether prices include tax.
    pub location_id: Id<Location>,
    /// Items that are made with it.
    #[serde(default)]
    #[schemars(length(max = ITEMS_MAX))]
    pub items: Vec<NewItem>,
    /// Whether it takes the customer's items at this location that wait for an invoice; the oldest, as many as fit.
    #[serde(default = "yes")]
    pub pending_items: bool,
    /// The subscription it is for.
    pub subscription_id: Option<Id<()>>,
    /// Local day on which it is due.
    pub due_date: Option<Day>,
    /// Days from issue until it is due, unless `due_date` says; the customer's or the merchant's when left out.
    #[schemars(range(min = 0, max = 365))]
    pub payment_terms_days: Option<u32>,
    /// First day of the period it is for.
    pub period_start: Option<Day>,
    /// Last day of the period it is for.
    pub period_end: Option<Day>,
    /// Taken off all items together, in proportion to their amounts.
    #[serde(default)]
    pub discount_amount: Amount,
    /// Whether the customer's balance pays what it can on issue.
    #[serde(default = "yes")]
    pub apply_balance: bool,
    /// Days on which people are reminded while it is unpaid, counted from the due date; below zero is before it. The
    /// merchant's when left out.
    #[schemars(length(max = 10), inner(range(min = -365, max = 365)), extend("uniqueItems" = true))]
    pub reminder_days: Option<Vec<i64>>,
    /// What the customer reads below the items.
    #[serde(default)]
    pub memo: LongText,
    /// For the merchant's own people; it stands on no document.
    #[serde(default)]
    pub internal_note: LongText,
    /// The customer's number for what it ordered.
    #[serde(default)]
    pub purchase_order: ShortText,
    /// Your own keys and values; at most 50 keys.
    pub metadata: Option<Metadata>,
}

/// An item that is made with its invoice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewInvoiceItem")]
pub struct NewItem {
    /// What it is for; `custom` when left out.
    pub kind: Option<ItemKind>,
    /// What the customer reads.
    pub description: Name,
    /// How many, with at most four decimals.
    #[schemars(range(min = 0.0001, max = 1_000_000), extend("multipleOf" = 0.0001))]
    pub quantity: Decimal,
    /// Price of one, in the location's currency; below zero for what is credited.
    pub unit_amount: SignedAmount,
    /// Discount on this item in percent; none when left out.
    #[serde(default)]
    pub discount_percent: Percent,
    /// Tax on it; the location's when left out, and none of a deposit. Not applied with `tax_rate_id`.
    pub tax_rate: Option<Percent>,
    /// Tax rate by date: what it is on the item's tax point applies.
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Local day whose tax rate applies; `period_start` when left out, and without that the day of the invoice.
    pub tax_point: Option<Day>,
    /// First day of the period it is for.
    pub period_start: Option<Day>,
    /// Last day of the period it is for.
    pub period_end: Option<Day>,
}

/// An invoice that is written and not yet stored.
pub struct Written {
    /// The draft invoice, not yet stored.
    pub record: Record<Invoice>,
    /// Location that bills: its currency and tax rules apply.
    pub location: Record<Location>,
    /// Member or company that is billed.
    pub customer: CustomerRecord,
}

impl InvoiceCreate {
    /// The fields of the invoice.
    pub fn fields(&self) -> InvoiceFields {
        let Self { customer_id, location_id, subscription_id, due_date, payment_terms_days, .. } = *self;
        InvoiceFields {
            customer_id,
            location_id,
            subscription_id,
            due_date,
            payment_terms_days,
            period_start: self.period_start,
            period_end: self.period_end,
            discount_amount: self.discount_amount,
            apply_balance: self.apply_balance,
            reminder_days: self.reminder_days.clone(),
            memo: self.memo.clone(),
            internal_note: self.internal_note.clone(),
            purchase_order: self.purchase_order.clone(),
        }
    }
}

impl NewItem {
    fn fields(&self) -> InvoiceItemFields {
        let kind = self.kind.unwrap_or(ItemKind::Custom);
        InvoiceItemFields {
            quantity: self.quantity,
            discount_percent: self.discount_percent,
            tax_rate: self.tax_rate,
            tax_rate_id: self.tax_rate_id,
            tax_point: self.tax_point,
            period_start: self.period_start,
            period_end: self.period_end,
            ..InvoiceItem::line(kind, self.description.clone(), self.unit_amount)
        }
    }
}

/// What of what waits an invoice takes beside its own items. Where these credit more than they charge, what waits is
/// taken whole: together they may ask for something.
fn fit_beside(
    draft: &Invoice,
    own: &[Record<InvoiceItem>],
    waiting: Vec<Record<InvoiceItem>>,
) -> Result<Fitting, ApiError> {
    let mut trial = draft.clone();
    if trial.set_items(own).is_err() {
        return Ok(Fitting { whole: waiting, part: None });
    }
    fit(&mut trial, own, waiting)
}

/// Writes a draft, and puts its items into `transaction`.
pub async fn write_draft(call: &Call, transaction: &mut Transaction, new: &InvoiceCreate) -> Result<Written, ApiError> {
    let (location, customer) = tokio::join!(
        call.require_reference(new.location_id, "location_id"),
        call.require_customer(new.customer_id, "customer_id")
    );
    let (location, customer) = (location?, customer?);
    if let Some(id) = new.subscription_id {
        let subscription = call.require_reference::<Subscription>(id.cast(), "subscription_id").await?;
        if subscription.body.customer_id != new.customer_id {
            return Err(ApiError::rule("subscription_id", "other_customer", "the subscription is another customer's"));
        }
        if subscription.body.location_id != new.location_id {
            return Err(ApiError::rule("subscription_id", "other_location", "the subscription is another location's"));
        }
    }
    for (position, item) in new.items.iter().enumerate() {
        call.require_tax_rate(None, item.tax_rate_id, &format!("items[{position}].tax_rate_id")).await?;
    }
    let room = if new.pending_items { ITEMS_MAX - new.items.len().min(ITEMS_MAX) } else { 0 };
    let waiting = pending_items::read_waiting(call, new.customer_id, new.location_id, room).await?;
    let mut record = call.new_record(Invoice::draft(new.fields(), &location.body), new.metadata.clone());
    record.body.check_days()?;
    let mut own: Vec<InvoiceItemFields> = new.items.iter().map(NewItem::fields).collect();
    set_asked_tax(call, &mut own.iter_mut().collect::<Vec<_>>(), &location.body).await?;
    let own = pending_items::make(call, transaction, own, record.id, new.customer_id, &location)?;
    let fitting = fit_beside(&record.body, &own, waiting)?;
    let mut items = fitting.take(call, transaction, record.id);
    items.extend(own);
    record.body.set_items(&items)?;
    record.body.tax(call, &tax_of_customer(&customer)).await?;
    Ok(Written { record, location, customer })
}
