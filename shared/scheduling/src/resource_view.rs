//! How a resource is listed and shown: booking policy at the top level, amounts in major units.

use schemars::JsonSchema;
use serde::Serialize;
use shared::domain::{
    Amount, Currency, Entity, Id, Indexes, Location, LongText, Name, Percent, ShortText, Timestamp, Url,
    audience::Audience,
    booking_policy::{CancellationPolicy, CheckInPolicy},
    floor::Floor,
};

use crate::{
    opening::Schedule,
    rate::{CreditRate, Rate, RateWindow},
    resource::{Limits, Resource, ResourceType},
};

impl Entity for Resource {
    const PATH: &'static str = "/resources";
    type View = ResourceView;

    fn view(&self, _now: Timestamp) -> ResourceView {
        ResourceView::of(self)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by_any(&Self::BY_PARENT, self.parent_resource_id.as_ref(), id)
            .by_any(&Self::BY_FLOOR, self.floor_id.as_ref(), id)
    }
}

/// Something at a location that can be booked or assigned.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Resource")]
pub struct ResourceView {
    /// Where it is.
    pub location_id: Id<Location>,
    /// What people call it; unique at its location.
    pub name: Name,
    /// What it is.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
    /// What it is like.
    pub description: LongText,
    /// Most people at a time; no limit when null.
    pub capacity: Option<u32>,
    /// How many of it there are: so many customers may have it at a time.
    pub units: u32,
    /// Level it is on.
    pub floor_id: Option<Id<Floor>>,
    /// What it offers.
    pub amenities: Vec<ShortText>,
    /// Addresses of pictures.
    pub media: Vec<Url>,
    /// Who sees it.
    pub visibility: Audience,
    /// Who may book it, as far as they see it.
    pub booking_permission: Audience,
    /// Whether a booking waits for somebody's approval.
    pub requires_approval: bool,
    /// Whether it can be booked.
    pub is_active: bool,
    /// The larger thing it is a part of.
    pub parent_resource_id: Option<Id<Resource>>,
    /// Its parts, oldest first.
    pub child_resource_ids: Vec<Id<Resource>>,
    /// Start and length are multiples of this many minutes of the local day.
    pub step_minutes: Option<u32>,
    /// Shortest booking.
    pub min_minutes: Option<u32>,
    /// Longest booking.
    pub max_minutes: Option<u32>,
    /// Time between booking and start.
    pub lead_time_minutes: Option<u32>,
    /// How many days ahead a booking may start.
    pub book_ahead_days: Option<u32>,
    /// Minutes kept free before a booking.
    pub buffer_before_minutes: u32,
    /// Minutes kept free after a booking.
    pub buffer_after_minutes: u32,
    /// Minutes that the same customer keeps between two bookings of it.
    pub cooldown_minutes: u32,
    /// How many bookings free of charge the same customer has of it at a time, that are live and not over; no limit when
    /// null.
    pub max_free_bookings: Option<u32>,
    /// Limits for non-members; null means the resource's own.
    pub public_limits: Limits,
    /// When it can be used.
    pub schedule: Schedule,
    /// Prices by length, shortest first; free when empty.
    pub rates: Vec<RateView>,
    /// Prices in credits by length, shortest first; not for credits when empty.
    pub credit_rates: Vec<CreditRate>,
    /// Most that a customer pays for one local day, in major units.
    pub price_cap_per_day: Option<Amount>,
    /// Currency of its prices, the location's; null while it has none.
    pub currency: Option<Currency>,
    /// Whether a day pass pays for a day.
    pub day_passes_enabled: bool,
    /// Tax in percent on its bookings; the location's when null.
    pub tax_rate: Option<Percent>,
    /// What a cancellation costs.
    pub cancellation_policy: CancellationPolicy,
    /// Whether people check in, and when.
    pub check_in: CheckInPolicy,
}

/// A price for bookings from a length on.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rate")]
pub struct RateView {
    /// Shortest booking it is for.
    pub from_minutes: u32,
    /// Charged once, in major units.
    pub flat_amount: Amount,
    /// Charged for every `per_minutes`, in major units.
    pub unit_amount: Amount,
    /// Minutes that one unit amount pays for.
    pub per_minutes: u32,
    /// Starts it is for; every start when null.
    pub valid: Option<RateWindow>,
}

impl RateView {
    fn of(rate: &Rate, currency: Currency) -> Self {
        Self {
            from_minutes: rate.from_minutes,
            flat_amount: Amount::of(rate.flat_amount_minor, currency),
            unit_amount: Amount::of(rate.unit_amount_minor, currency),
            per_minutes: rate.per_minutes,
            valid: rate.valid.clone(),
        }
    }
}

impl ResourceView {
    /// The wire form of a resource.
    #[must_use]
    pub fn of(resource: &Resource) -> Self {
        let Resource { policy, .. } = resource;
        let rates = |currency| resource.rates.iter().map(|rate| RateView::of(rate, currency)).collect();
        let cap = resource.price_cap_per_day_minor.zip(resource.currency);
        Self {
            location_id: resource.location_id,
            name: resource.name.clone(),
            resource_type: resource.resource_type,
            description: resource.description.clone(),
            capacity: resource.capacity,
            units: resource.units,
            floor_id: resource.floor_id,
            amenities: resource.amenities.clone(),
            media: resource.media.clone(),
            visibility: resource.visibility,
            booking_permission: resource.booking_permission,
            requires_approval: resource.requires_approval,
            is_active: resource.is_active,
            parent_resource_id: resource.parent_resource_id,
            child_resource_ids: resource.child_resource_ids.clone(),
            step_minutes: policy.step_minutes,
            min_minutes: policy.min_minutes,
            max_minutes: policy.max_minutes,
            lead_time_minutes: policy.lead_time_minutes,
            book_ahead_days: policy.book_ahead_days,
            buffer_before_minutes: policy.buffer_before_minutes,
            buffer_after_minutes: policy.buffer_after_minutes,
            cooldown_minutes: policy.cooldown_minutes,
            max_free_bookings: policy.max_free_bookings,
            public_limits: resource.public_limits.clone(),
            schedule: resource.schedule.clone(),
            rates: resource.currency.map(rates).unwrap_or_default(),
            credit_rates: resource.credit_rates.clone(),
            price_cap_per_day: cap.map(|(minor, currency)| Amount::of(minor, currency)),
            currency: resource.currency,
            day_passes_enabled: resource.day_passes_enabled,
            tax_rate: resource.tax_rate,
            cancellation_policy: policy.cancellation_policy.clone(),
            check_in: policy.check_in.clone(),
        }
    }
}
