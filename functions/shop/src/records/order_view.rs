//! What an order shows, and the same of one that is only previewed.

use records::Location;
use scheduling::Booking;
use schemars::JsonSchema;
use serde::Serialize;
use values::{Amount, Currency, Customer, Id, LongText, ShortText, Timestamp};

use super::{
    order_fields::{OrderPaymentSource, ShopOrderFields},
    order_item::OrderItemView,
    order_state::{CancelledBy, OrderPaymentStatus, OrderStatus},
};

/// What an order costs, and who pays it: the same in a preview and in the order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ShopOrderPreview")]
pub struct OrderPriceView {
    /// Location whose shop the order is from.
    pub location_id: Id<Location>,
    /// Whose: a member's or a company's.
    pub customer_id: Id<Customer>,
    /// Who pays: the customer, or the company of a member.
    pub payer_id: Id<Customer>,
    /// Booking for which extras are ordered; null of an order by itself.
    pub booking_id: Option<Id<Booking>>,
    /// When that booking begins; null without one.
    pub takes_place_at: Option<Timestamp>,
    /// Until when the customer cancels what was ordered for a booking; null without one.
    pub changes_until: Option<Timestamp>,
    /// What is ordered, at the prices of the moment in which it was.
    pub items: Vec<OrderItemView>,
    /// Currency of all amounts: that of the location.
    pub currency: Currency,
    /// Sum of the items before discounts.
    pub subtotal: Amount,
    /// What plans of the customer take off.
    pub discount_total: Amount,
    /// Tax on all items together.
    pub tax_total: Amount,
    /// What it costs, tax included.
    pub total: Amount,
    /// What it costs in credits; null when credits do not pay for all of it.
    pub credits_total: Option<i64>,
    /// With what it is paid.
    pub payment_source: OrderPaymentSource,
}

/// A customer's order of products.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ShopOrder")]
pub struct ShopOrderView {
    /// What clients may change.
    #[serde(flatten)]
    pub fields: ShopOrderFields,
    /// What it costs, and who pays it.
    #[serde(flatten)]
    pub price: OrderPriceView,
    /// Its number at the location, from 1.
    pub number: i64,
    /// State of the order at the moment of the request.
    pub status: OrderStatus,
    /// Whether it is paid for.
    pub payment_status: OrderPaymentStatus,
    /// When it ends unless it is paid; null when it does not.
    pub expires_at: Option<Timestamp>,
    /// When it was paid; null when it is not.
    pub paid_at: Option<Timestamp>,
    /// What identifies the payment outside.
    pub payment_reference: ShortText,
    /// What of a paid order is no longer owed, tax included, because it was cancelled or came back. Of a payment
    /// outside, it is to be paid back there.
    pub refunded_total: Amount,
    /// When it was handed over; null before.
    pub completed_at: Option<Timestamp>,
    /// When it came to nothing; null when it did not.
    pub cancelled_at: Option<Timestamp>,
    /// Who or what ended it; null when it was not cancelled.
    pub cancelled_by: Option<CancelledBy>,
    /// Why it was cancelled, in words.
    pub cancelled_reason: LongText,
    /// Why something of it came back, in words, as was said last.
    pub return_reason: LongText,
}
