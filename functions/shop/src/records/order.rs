//! Order: the stored record, and what follows from it and the time.

use records::Location;
use scheduling::Booking;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{Amount, Counter, Currency, Customer, Day, Id, Kind, KindName, LongText, ShortText, Timestamp};

use super::{
    extra::ForBooking,
    order_fields::{OrderPaymentSource, ShopOrderFields},
    order_item::OrderItem,
    order_state::{Cancellation, CancelledBy, OrderPaymentStatus, OrderStatus},
    order_view::{OrderPriceView, ShopOrderView},
};

/// A shop order as it is stored; amounts are in minor units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShopOrder {
    /// What clients may change.
    #[serde(flatten)]
    pub fields: ShopOrderFields,
    /// Its number at the location.
    pub number: i64,
    /// Location whose shop the order is from.
    pub location_id: Id<Location>,
    /// Member or company that ordered.
    pub customer_id: Id<Customer>,
    /// Customer who pays: the one who ordered, or a member's company.
    pub payer_id: Id<Customer>,
    /// Currency of all amounts: the location's when it was ordered.
    pub currency: Currency,
    /// The location's day on which it was made.
    pub ordered_on: Day,
    /// Whether credits of one location paid at another when it was made.
    pub cross_location: bool,
    /// With what it is paid.
    pub payment_source: OrderPaymentSource,
    /// Booking for which it is; none of an order by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_booking: Option<ForBooking>,
    /// What is ordered: at most 10 items, each of another option.
    pub items: Vec<OrderItem>,
    /// Sum of the items before discounts.
    pub subtotal_minor: i64,
    /// What is taken off them.
    pub discount_minor: i64,
    /// Tax on all items, in minor units.
    pub tax_minor: i64,
    /// What it costs, tax included.
    pub total_minor: i64,
    /// State, as it was written down last.
    pub status: OrderStatus,
    /// When it ends unless it is paid; of one that is not paid. It is kept once it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// When it was paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<Timestamp>,
    /// What identifies the payment outside.
    #[serde(default)]
    pub payment_reference: ShortText,
    /// When it was handed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
    /// How it came to nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation: Option<Cancellation>,
    /// Why something of it came back, as was said last.
    #[serde(default)]
    pub return_reason: LongText,
}

holds_fields!(ShopOrder, ShopOrderFields);

impl ShopOrder {
    /// Index of the orders of a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the orders for bookings of a location's day.
    pub const BY_DAY: IndexBy<Self, (Id<Location>, Day)> =
        IndexBy::compared(Index::Third, "day", |(location, day)| format!("{location}#{day}"));
    /// Index of the orders for a booking.
    pub const BY_BOOKING: IndexBy<Self, Id<Booking>> = IndexBy::new(Index::Fourth, "booking");
    /// Index of the orders of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");

    /// The last number given at a location.
    #[must_use]
    pub fn numbers(location: Id<Location>) -> Counter {
        Counter::new("shop_order_number", location)
    }

    /// The state at an instant: what was not paid in time is cancelled, whether that was written down or not.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> OrderStatus {
        if self.is_overdue(now) { OrderStatus::Cancelled } else { self.status }
    }

    /// Whether it has ended unpaid, and nobody has written that down.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        self.unpaid_until().is_some_and(|at| at <= now)
    }

    /// When its booking is looked at next, while it is open.
    fn look_at(&self) -> Option<Timestamp> {
        let is_open = matches!(self.status, OrderStatus::New | OrderStatus::InProgress);
        self.for_booking.as_ref().filter(|_| is_open)?.look_at
    }

    /// When it ends, if it is open and not paid.
    fn unpaid_until(&self) -> Option<Timestamp> {
        if self.status == OrderStatus::New && self.paid_at.is_none() { self.expires_at } else { None }
    }

    /// How it came to nothing, at an instant.
    #[must_use]
    pub fn cancellation_at(&self, now: Timestamp) -> Option<Cancellation> {
        let overdue = self.unpaid_until().filter(|at| *at <= now);
        let by_time = overdue.map(|at| Cancellation { at, by: CancelledBy::Time, reason: LongText::default() });
        by_time.or_else(|| self.cancellation.clone())
    }

    /// What of its price is still owed, tax included.
    #[must_use]
    pub fn owed_minor(&self) -> i64 {
        self.items.iter().map(|item| item.account.owed.money_minor).sum()
    }

    /// Whether it is paid.
    #[must_use]
    pub fn payment_status(&self) -> OrderPaymentStatus {
        let came_back = self.items.iter().any(|item| item.returned > 0);
        let is_over = self.status == OrderStatus::Cancelled || self.status == OrderStatus::Returned;
        match self.paid_at {
            None => OrderPaymentStatus::Unpaid,
            Some(_) if is_over && self.owed_minor() > 0 => OrderPaymentStatus::PartiallyRefunded,
            Some(_) if is_over => OrderPaymentStatus::Refunded,
            Some(_) if came_back => OrderPaymentStatus::PartiallyRefunded,
            Some(_) => OrderPaymentStatus::Paid,
        }
    }

    /// What it costs, and who pays it, for an answer.
    #[must_use]
    pub fn price_view(&self) -> OrderPriceView {
        let amount = |minor| Amount::of(minor, self.currency);
        OrderPriceView {
            location_id: self.location_id,
            customer_id: self.customer_id,
            payer_id: self.payer_id,
            booking_id: self.for_booking.as_ref().map(|booking| booking.booking_id),
            takes_place_at: self.for_booking.as_ref().map(|booking| booking.starts_at),
            changes_until: self.for_booking.as_ref().map(ForBooking::changes_until),
            items: self.items.iter().map(|item| item.view(self.currency)).collect(),
            currency: self.currency,
            subtotal: amount(self.subtotal_minor),
            discount_total: amount(self.discount_minor),
            tax_total: amount(self.tax_minor),
            total: amount(self.total_minor),
            credits_total: self.items.iter().map(|item| item.price.credits).sum(),
            payment_source: self.payment_source,
        }
    }
}

impl Kind for ShopOrder {
    const KIND: KindName = KindName::ShopOrder;
}

impl Entity for ShopOrder {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/shop-orders";
    type View = ShopOrderView;

    fn view(&self, now: Timestamp) -> ShopOrderView {
        let cancellation = self.cancellation_at(now);
        let refunded = self.paid_at.map_or(0, |_| self.total_minor - self.owed_minor());
        ShopOrderView {
            fields: self.fields.clone(),
            price: self.price_view(),
            number: self.number,
            status: self.status_at(now),
            payment_status: self.payment_status(),
            expires_at: if self.paid_at.is_none() { self.expires_at } else { None },
            paid_at: self.paid_at,
            payment_reference: self.payment_reference.clone(),
            refunded_total: Amount::of(refunded, self.currency),
            completed_at: self.completed_at,
            cancelled_at: cancellation.as_ref().map(|cancellation| cancellation.at),
            cancelled_by: cancellation.as_ref().map(|cancellation| cancellation.by),
            return_reason: self.return_reason.clone(),
            cancelled_reason: cancellation.map(|cancellation| cancellation.reason).unwrap_or_default(),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let indexes = Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .due(self.unpaid_until().into_iter().chain(self.look_at()).min());
        match &self.for_booking {
            Some(booking) => indexes.by(&Self::BY_DAY, &(self.location_id, booking.day), id).by(
                &Self::BY_BOOKING,
                &booking.booking_id,
                id,
            ),
            None => indexes,
        }
    }
}
