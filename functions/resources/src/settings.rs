//! What a create may set and an update may change, besides name and type: the same fields, applied to a new resource or to
//! the one that is there.

use scheduling::{Resource, opening::Schedule, rate::CreditRate, resource::Limits};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Nullable, set},
    domain::{
        Amount, Currency, Floor, Id, Location, LongText, Percent, ShortText, Url,
        audience::Audience,
        booking_policy::{BookingPolicy, CancellationPolicy, CheckInPolicy},
    },
};

use crate::rates::{RateInput, into_rates};

/// Settings of a resource; what is left out stays as it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ResourceSettings {
    /// What it is like.
    description: Option<LongText>,
    /// Most people at a time; no limit when null.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100_000))]
    capacity: Nullable<u32>,
    /// How many of it there are: so many customers may have it at a time.
    #[schemars(range(min = 1, max = 1000))]
    units: Option<u32>,
    /// Level it is on, at the same location.
    #[serde(default)]
    floor_id: Nullable<Id<Floor>>,
    /// What it offers.
    #[schemars(length(max = 100))]
    amenities: Option<Vec<ShortText>>,
    /// Addresses of pictures.
    #[schemars(length(max = 20))]
    media: Option<Vec<Url>>,
    /// Who sees it.
    visibility: Option<Audience>,
    /// Who may book it, as far as they see it.
    booking_permission: Option<Audience>,
    /// Whether a booking waits for somebody's approval.
    requires_approval: Option<bool>,
    /// Whether it can be booked.
    is_active: Option<bool>,
    /// The larger thing it is a part of, at the same location.
    #[serde(default)]
    parent_resource_id: Nullable<Id<Resource>>,
    /// Limits for non-members; null means the resource's own.
    public_limits: Option<Limits>,
    /// When it can be used; replaced as a whole.
    schedule: Option<Schedule>,
    /// Prices by length, shortest first; free when empty.
    #[schemars(length(max = 50))]
    rates: Option<Vec<RateInput>>,
    /// Prices in credits by length, shortest first; not for credits when empty.
    #[schemars(length(max = 50))]
    credit_rates: Option<Vec<CreditRate>>,
    /// Most that a customer pays for one local day, in major units.
    #[serde(default)]
    price_cap_per_day: Nullable<Amount>,
    /// Whether a day pass pays for a day.
    day_passes_enabled: Option<bool>,
    /// Tax in percent on its bookings; the location's when null.
    #[serde(default)]
    tax_rate: Nullable<Percent>,
    /// Its booking policy.
    #[serde(flatten)]
    policy: PolicySettings,
}

/// Keys of the booking policy, which stand in the body itself.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct PolicySettings {
    /// Start and length are multiples of this many minutes of the local day.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1440))]
    step_minutes: Nullable<u32>,
    /// Shortest booking.
    #[serde(default)]
    #[schemars(range(min = 1, max = 44640))]
    min_minutes: Nullable<u32>,
    /// Longest booking; 31 days is the most there is.
    #[serde(default)]
    #[schemars(range(min = 1, max = 44640))]
    max_minutes: Nullable<u32>,
    /// Time between booking and start.
    #[serde(default)]
    #[schemars(range(min = 0, max = 525_600))]
    lead_time_minutes: Nullable<u32>,
    /// How many days ahead a booking may start.
    #[serde(default)]
    #[schemars(range(min = 0, max = 3650))]
    book_ahead_days: Nullable<u32>,
    /// Minutes kept free before a booking.
    #[schemars(range(min = 0, max = 1440))]
    buffer_before_minutes: Option<u32>,
    /// Minutes kept free after a booking.
    #[schemars(range(min = 0, max = 1440))]
    buffer_after_minutes: Option<u32>,
    /// Minutes that the same customer keeps between two bookings of it.
    #[schemars(range(min = 0, max = 1440))]
    cooldown_minutes: Option<u32>,
    /// How many bookings free of charge the same customer has of it at a time, that are live and not over.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    max_free_bookings: Nullable<u32>,
    /// What a cancellation costs; replaced as a whole.
    cancellation_policy: Option<CancellationPolicy>,
    /// Whether people check in, and when; replaced as a whole.
    check_in: Option<CheckInPolicy>,
}

impl ResourceSettings {
    /// Whether the request makes it inactive.
    pub fn deactivates(&self) -> bool {
        self.is_active == Some(false)
    }

    /// Whether what it asks for may meet what others do at the same moment.
    pub fn meets_others(&self) -> bool {
        self.parent_resource_id != Nullable::Absent || self.units.is_some() || self.deactivates()
    }

    /// Writes what is given into `resource`; amounts are in the location's currency.
    ///
    /// # Errors
    /// 422 `too_many_decimals` naming the amount.
    pub fn apply(self, resource: &mut Resource, location: &Location) -> Result<(), ApiError> {
        set(&mut resource.description, self.description);
        self.capacity.apply(&mut resource.capacity);
        set(&mut resource.units, self.units);
        self.floor_id.apply(&mut resource.floor_id);
        set(&mut resource.amenities, self.amenities);
        set(&mut resource.media, self.media);
        set(&mut resource.visibility, self.visibility);
        set(&mut resource.booking_permission, self.booking_permission);
        set(&mut resource.requires_approval, self.requires_approval);
        set(&mut resource.is_active, self.is_active);
        self.parent_resource_id.apply(&mut resource.parent_resource_id);
        set(&mut resource.public_limits, self.public_limits);
        set(&mut resource.schedule, self.schedule);
        set(&mut resource.credit_rates, self.credit_rates);
        set(&mut resource.day_passes_enabled, self.day_passes_enabled);
        self.tax_rate.apply(&mut resource.tax_rate);
        self.policy.apply(&mut resource.policy);
        apply_prices(resource, self.rates, self.price_cap_per_day, location.currency)
    }
}

impl PolicySettings {
    fn apply(self, policy: &mut BookingPolicy) {
        self.step_minutes.apply(&mut policy.step_minutes);
        self.min_minutes.apply(&mut policy.min_minutes);
        self.max_minutes.apply(&mut policy.max_minutes);
        self.lead_time_minutes.apply(&mut policy.lead_time_minutes);
        self.book_ahead_days.apply(&mut policy.book_ahead_days);
        set(&mut policy.buffer_before_minutes, self.buffer_before_minutes);
        set(&mut policy.buffer_after_minutes, self.buffer_after_minutes);
        set(&mut policy.cooldown_minutes, self.cooldown_minutes);
        self.max_free_bookings.apply(&mut policy.max_free_bookings);
        set(&mut policy.cancellation_policy, self.cancellation_policy);
        set(&mut policy.check_in, self.check_in);
    }
}

/// A resource has the location's currency exactly while it has a price; while any has, the location keeps its currency.
fn apply_prices(
    resource: &mut Resource,
    rates: Option<Vec<RateInput>>,
    cap: Nullable<Amount>,
    currency: Currency,
) -> Result<(), ApiError> {
    if let Some(rates) = rates {
        resource.rates = into_rates(rates, currency)?;
    }
    match cap {
        Nullable::Absent => {}
        Nullable::Null => resource.price_cap_per_day_minor = None,
        Nullable::Set(cap) => resource.price_cap_per_day_minor = Some(cap.minor_in(currency, "price_cap_per_day")?),
    }
    resource.currency = resource.has_price().then_some(currency);
    Ok(())
}
