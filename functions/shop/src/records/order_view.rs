//! What an order shows, and the same of one that is only previewed.

use schemars::JsonSchema;
use serde::Serialize;
use shared::domain::{Amount, Currency, Customer, Id, Location, LongText, ShortText, Timestamp};

use super::{
    order::{OrderPaymentSource, ShopOrder, ShopOrderFields},
    order_item::OrderItemView,
    order_state::{CancelledBy, OrderPaymentStatus, OrderStatus},
};

/// What an order costs, and who pays it: the same in a preview and in the order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ShopOrderPreview")]
pub struct OrderPriceView {
    /// Where.
    location_id: Id<Location>,
    /// Whose: a member's or a company's.
    customer_id: Id<Customer>,
    /// Who pays: the customer, or the company of a member.
    payer_id: Id<Customer>,
    /// What is ordered, at the prices of the moment in which it was.
    items: Vec<OrderItemView>,
    /// Currency.
    currency: Currency,
    /// Sum of the items before discounts.
    subtotal: Amount,
    /// What plans of the customer take off.
    discount_total: Amount,
    /// Tax.
    tax_total: Amount,
    /// What it costs, tax included.
    total: Amount,
    /// What it costs in credits; null when credits do not pay for all of it.
    credits_total: Option<i64>,
    /// With what it is paid.
    payment_source: OrderPaymentSource,
}

impl OrderPriceView {
    /// The wire form.
    #[must_use]
    pub fn of(order: &ShopOrder) -> Self {
        let amount = |minor| Amount::of(minor, order.currency);
        Self {
            location_id: order.location_id,
            customer_id: order.customer_id,
            payer_id: order.payer_id,
            items: order.items.iter().map(|item| item.view(order.currency)).collect(),
            currency: order.currency,
            subtotal: amount(order.subtotal_minor),
            discount_total: amount(order.discount_minor),
            tax_total: amount(order.tax_minor),
            total: amount(order.total_minor),
            credits_total: order.items.iter().map(|item| item.price.credits).sum(),
            payment_source: order.payment_source,
        }
    }
}

/// A customer's order of products.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ShopOrder")]
pub struct ShopOrderView {
    /// What clients may change.
    #[serde(flatten)]
    fields: ShopOrderFields,
    /// What it costs, and who pays it.
    #[serde(flatten)]
    price: OrderPriceView,
    /// Its number at the location, from 1.
    number: i64,
    /// State now.
    status: OrderStatus,
    /// Whether it is paid for.
    payment_status: OrderPaymentStatus,
    /// When it ends unless it is paid; null when it does not.
    expires_at: Option<Timestamp>,
    /// When it was paid; null when it is not.
    paid_at: Option<Timestamp>,
    /// What identifies the payment outside.
    payment_reference: ShortText,
    /// What of a paid order is no longer owed, tax included, because it was cancelled or came back. Of a payment outside, it is to be
    /// paid back there.
    refunded_total: Amount,
    /// When it was handed over; null before.
    completed_at: Option<Timestamp>,
    /// When it came to nothing; null when it did not.
    cancelled_at: Option<Timestamp>,
    /// Who or what ended it; null when it was not cancelled.
    cancelled_by: Option<CancelledBy>,
    /// Why it was cancelled, in words.
    cancelled_reason: LongText,
}

impl ShopOrderView {
    /// The wire form at an instant.
    #[must_use]
    pub fn of(order: &ShopOrder, now: Timestamp) -> Self {
        let cancellation = order.cancellation_at(now);
        let refunded = order.paid_at.map_or(0, |_| order.total_minor - order.owed_minor());
        Self {
            fields: order.fields.clone(),
            price: OrderPriceView::of(order),
            number: order.number,
            status: order.status_at(now),
            payment_status: order.payment_status(),
            expires_at: order.expires_at.filter(|_| order.paid_at.is_none()),
            paid_at: order.paid_at,
            payment_reference: order.payment_reference.clone(),
            refunded_total: Amount::of(refunded, order.currency),
            completed_at: order.completed_at,
            cancelled_at: cancellation.as_ref().map(|cancellation| cancellation.at),
            cancelled_by: cancellation.as_ref().map(|cancellation| cancellation.by),
            cancelled_reason: cancellation.map(|cancellation| cancellation.reason).unwrap_or_default(),
        }
    }
}
