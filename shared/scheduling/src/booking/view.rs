//! A booking as answers show it.

use records::{Location, Member, VisitorVisit, booking_policy::BookingPolicy};
use schemars::JsonSchema;
use serde::Serialize;
use settlement::source_account::ChargesView;
use values::{Amount, Currency, Customer, Id, LongText, ShortText, TimeZone, Timestamp};

use super::{
    Booking, BookingStatus, CancellationReason, PaymentSource, SeriesKind, ShopOrderReference,
    price_override::PriceOverrideView,
};
use crate::{booking_price::PriceBreakdownView, resource::Resource};

/// A customer's use of a resource for a period.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Booking")]
pub struct BookingView {
    /// The first resource that is booked; the others are `additional_resource_ids`.
    pub resource_id: Id<Resource>,
    /// Who books: a member or a company.
    pub customer_id: Id<Customer>,
    /// Where the resource is.
    pub location_id: Id<Location>,
    /// First instant of the booked time.
    pub start_time: Timestamp,
    /// First instant after it.
    pub end_time: Timestamp,
    /// State of the booking at the time of the answer.
    pub status: BookingStatus,
    /// What it is for.
    pub title: ShortText,
    /// How many people come, visitors not among them.
    pub attendees: i64,
    /// Visits of people who come to it beside its attendees; cancelled ones are not among them.
    pub visitor_ids: Vec<Id<VisitorVisit>>,
    /// Price including tax, in major units.
    pub total_amount: Amount,
    /// Currency of the price.
    pub currency: Currency,
    /// What is booked with it, all or nothing.
    pub additional_resource_ids: Vec<Id<Resource>>,
    /// Units of the resource.
    pub units: u32,
    /// Person who booked for a company.
    pub member_id: Option<Id<Member>>,
    /// Series it belongs to.
    pub series_id: Option<Id<SeriesKind>>,
    /// For the people who run the place.
    pub notes: LongText,
    /// How it is paid.
    pub payment_source: PaymentSource,
    /// Whether money pays what credits or day passes do not.
    pub allow_mixed: bool,
    /// Who pays: the customer, or the company that pays for a member; null when nobody does.
    pub payer_id: Option<Id<Customer>>,
    /// What is charged, after everything that became of the booking.
    pub charged: ChargesView,
    /// Quote it was booked by.
    pub quote_id: Option<Id<()>>,
    /// How the price came about.
    pub price_breakdown: PriceBreakdownView,
    /// Price that staff gave it instead of the one by its rates; null when none did.
    pub price_override: Option<PriceOverrideView>,
    /// What it would cost by its rates, where staff gave it another price; otherwise null.
    pub list_price: Option<PriceBreakdownView>,
    /// Policy of its resource when it was booked.
    pub policy_snapshot: BookingPolicy,
    /// Those of the additional resources, in their order. When there is none for them, `policy_snapshot` is theirs too.
    pub additional_policy_snapshots: Vec<BookingPolicy>,
    /// Whether policy was set aside for it.
    pub overridden: bool,
    /// Time zone of the location when it was booked.
    pub time_zone: TimeZone,
    /// When people checked in.
    pub checked_in_at: Option<Timestamp>,
    /// When people checked out.
    pub checked_out_at: Option<Timestamp>,
    /// Whether nobody came, as marked or seen by the missing check-in.
    pub no_show: bool,
    /// Until when a pending booking holds its slot.
    pub hold_expires_at: Option<Timestamp>,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// Why it was cancelled.
    pub cancellation_reason: Option<CancellationReason>,
    /// What was written about the cancellation.
    pub cancellation_comment: Option<LongText>,
    /// What the cancellation costs, in major units.
    pub cancellation_fee: Option<Amount>,
    /// Orders of extras for it, oldest first, also those that came to nothing.
    pub extras_order_ids: Vec<Id<ShopOrderReference>>,
    /// The booking of another customer whose time it took over; null when it was handed over by nobody.
    pub handed_over_from_id: Option<Id<Booking>>,
    /// The booking of another customer that took over its time; null when it was not handed over.
    pub handed_over_to_id: Option<Id<Booking>>,
}

impl BookingView {
    /// A booking at an instant.
    #[must_use]
    pub fn of(booking: &Booking, now: Timestamp) -> Self {
        let cancellation = booking.cancellation_at(now);
        let status = booking.status(now);
        Self {
            resource_id: booking.resource_id,
            customer_id: booking.customer_id,
            location_id: booking.location_id,
            start_time: booking.start,
            end_time: booking.end,
            status,
            title: booking.title.clone(),
            attendees: booking.attendees,
            visitor_ids: booking.visitor_ids.clone(),
            total_amount: Amount::of(booking.price.total_minor, booking.currency),
            currency: booking.currency,
            additional_resource_ids: booking.additional_resource_ids.clone(),
            units: booking.units,
            member_id: booking.member_id,
            series_id: booking.series_id,
            notes: booking.notes.clone(),
            payment_source: booking.payment_source,
            allow_mixed: booking.payment.as_ref().is_some_and(|payment| payment.account.terms.mixed_with.is_some()),
            payer_id: booking.payment.as_ref().map(|payment| payment.account.payer_id),
            charged: booking.payment.as_ref().map(|payment| payment.account.view(booking.currency)).unwrap_or_default(),
            quote_id: booking.quote_id.map(Id::new),
            price_breakdown: booking.price.view(booking.currency),
            price_override: booking.price_override.as_ref().map(|given| given.view(booking.currency)),
            list_price: booking.price_override.as_ref().map(|given| given.list.view(booking.currency)),
            policy_snapshot: booking.policy.clone(),
            additional_policy_snapshots: booking.additional_policies.clone(),
            overridden: booking.overridden,
            time_zone: booking.time_zone,
            checked_in_at: booking.checked_in_at,
            checked_out_at: booking.checked_out_at,
            no_show: booking.no_show
                || cancellation.as_ref().is_some_and(|own| own.reason == CancellationReason::NoShow),
            hold_expires_at: if status == BookingStatus::Pending { booking.void_at } else { None },
            cancelled_at: cancellation.as_ref().map(|own| own.at),
            cancellation_reason: cancellation.as_ref().map(|own| own.reason),
            cancellation_comment: cancellation.as_ref().map(|own| own.comment.clone()),
            cancellation_fee: cancellation.as_ref().map(|own| Amount::of(own.fee_minor, booking.currency)),
            extras_order_ids: booking.extras_order_ids.clone(),
            handed_over_from_id: booking.handed_over_from_id,
            handed_over_to_id: booking.handed_over_to_id,
        }
    }
}
