//! Resource: something at a location that can be booked or assigned, with its policy, schedule and prices.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::domain::{
    Currency, CustomerTier, Id, Index, IndexBy, Kind, KindName, Location, LongText, Name, Percent, ShortText,
    Timestamp, UniqueKey, Url, audience::Audience, booking_policy::BookingPolicy, floor::Floor, text::comparable,
};

use crate::{
    location_closing::LocationClosing,
    opening::Schedule,
    rate::{CreditRate, Rate},
};

/// Most children of one resource, so that a booking of all of them fits one transaction.
pub const CHILDREN_MAX: usize = 20;

/// A stored resource.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resource {
    /// Where it is.
    pub location_id: Id<Location>,
    /// What people call it; unique at its location.
    pub name: Name,
    /// What it is.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
    /// What it is like.
    pub description: LongText,
    /// Most people at a time; no limit when there is none.
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
    pub parent_resource_id: Option<Id<Self>>,
    /// Its parts, oldest first: kept here because an index lags. At most [`CHILDREN_MAX`].
    pub child_resource_ids: Vec<Id<Self>>,
    /// Step, limits, buffers, cancellation and check-in.
    pub policy: BookingPolicy,
    /// Limits for non-members, where they differ.
    pub public_limits: Limits,
    /// When it can be used.
    pub schedule: Schedule,
    /// Prices by length, shortest first; free when empty.
    pub rates: Vec<Rate>,
    /// Prices in credits by length, shortest first; not for credits when empty.
    pub credit_rates: Vec<CreditRate>,
    /// Most that a customer pays for one local day, in minor units.
    pub price_cap_per_day_minor: Option<i64>,
    /// Currency of rates and cap, the location's; none while it has no price.
    pub currency: Option<Currency>,
    /// Whether a day pass pays for a day.
    pub day_passes_enabled: bool,
    /// Tax on its bookings; the location's when there is none.
    pub tax_rate: Option<Percent>,
    /// Until when nothing new is taken of it, because it is being decided whether a change fits what is taken. Never
    /// told; whoever writes the resource opens it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_until: Option<Timestamp>,
    /// Set while it is decided whether its location may be deactivated. Never told; whoever else writes the resource
    /// leaves it as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location_closing: Option<LocationClosing>,
}

/// What a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResourceType {
    /// Room for meetings.
    MeetingRoom,
    /// Large room for meetings.
    ConferenceRoom,
    /// Space for events.
    EventSpace,
    /// Booth for calls.
    PhoneBooth,
    /// Studio for sound or pictures.
    Studio,
    /// Desk for whoever comes.
    HotDesk,
    /// Desk for one customer.
    DedicatedDesk,
    /// Office for one customer.
    Office,
    /// Place for a vehicle.
    Parking,
    /// Thing to borrow.
    Equipment,
    /// Workplace with a machine.
    Station,
}

/// Limits on bookings of one kind of customer; null means the resource's own limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Shortest booking.
    #[schemars(range(min = 1, max = 44640), extend("x-nullable" = true))]
    pub min_minutes: Option<u32>,
    /// Longest booking.
    #[schemars(range(min = 1, max = 44640), extend("x-nullable" = true))]
    pub max_minutes: Option<u32>,
    /// Time between booking and start.
    #[schemars(range(min = 0, max = 525_600), extend("x-nullable" = true))]
    pub lead_time_minutes: Option<u32>,
    /// How many days ahead a booking may start.
    #[schemars(range(min = 0, max = 3650), extend("x-nullable" = true))]
    pub book_ahead_days: Option<u32>,
}

impl ResourceType {
    /// Whether customers get it for days or for good: what is used by the hour, or lent, is booked instead.
    #[must_use]
    pub const fn is_assignable(self) -> bool {
        match self {
            Self::Office | Self::DedicatedDesk | Self::Parking | Self::Station => true,
            Self::MeetingRoom
            | Self::ConferenceRoom
            | Self::EventSpace
            | Self::PhoneBooth
            | Self::Studio
            | Self::HotDesk
            | Self::Equipment => false,
        }
    }
}

impl Resource {
    /// By location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// By parent.
    pub const BY_PARENT: IndexBy<Self, Id<Self>> = IndexBy::new(Index::Second, "parent");
    /// By floor.
    pub const BY_FLOOR: IndexBy<Self, Id<Floor>> = IndexBy::new(Index::Third, "floor");

    /// A resource with only what is required: bookable by everybody at once, around the clock, without limits, free.
    #[must_use]
    pub fn new(location_id: Id<Location>, name: Name, resource_type: ResourceType) -> Self {
        Self {
            location_id,
            name,
            resource_type,
            description: LongText::default(),
            capacity: None,
            units: 1,
            floor_id: None,
            amenities: Vec::new(),
            media: Vec::new(),
            visibility: Audience::Public,
            booking_permission: Audience::Public,
            requires_approval: false,
            is_active: true,
            parent_resource_id: None,
            child_resource_ids: Vec::new(),
            policy: BookingPolicy::default(),
            public_limits: Limits::default(),
            schedule: Schedule::default(),
            rates: Vec::new(),
            credit_rates: Vec::new(),
            price_cap_per_day_minor: None,
            currency: None,
            day_passes_enabled: false,
            tax_rate: None,
            closed_until: None,
            location_closing: None,
        }
    }

    /// Held by the live resource of this name at its location.
    #[must_use]
    pub fn name_key(&self) -> UniqueKey {
        UniqueKey::new("resource_name", format!("{}#{}", self.location_id, comparable(self.name.as_str())))
    }

    /// Whether it has a price in its location's currency.
    #[must_use]
    pub fn has_price(&self) -> bool {
        !self.rates.is_empty() || self.price_cap_per_day_minor.is_some()
    }

    /// Who may book it without asking: nobody books what they do not see.
    #[must_use]
    pub fn bookable_by(&self) -> Audience {
        self.visibility.max(self.booking_permission)
    }

    /// The limits that apply to a customer; a limit that is null does not exist.
    #[must_use]
    pub fn limits(&self, tier: CustomerTier) -> Limits {
        let own = Limits {
            min_minutes: self.policy.min_minutes,
            max_minutes: self.policy.max_minutes,
            lead_time_minutes: self.policy.lead_time_minutes,
            book_ahead_days: self.policy.book_ahead_days,
        };
        match tier {
            CustomerTier::Member => own,
            CustomerTier::Public => Limits {
                min_minutes: self.public_limits.min_minutes.or(own.min_minutes),
                max_minutes: self.public_limits.max_minutes.or(own.max_minutes),
                lead_time_minutes: self.public_limits.lead_time_minutes.or(own.lead_time_minutes),
                book_ahead_days: self.public_limits.book_ahead_days.or(own.book_ahead_days),
            },
        }
    }

    /// Whether nothing new is taken of it at this moment.
    #[must_use]
    pub fn is_closed(&self, now: Timestamp) -> bool {
        self.closed_until.is_some_and(|until| now < until)
    }

    /// Every other resource that shares its space: its parent, or its children.
    pub fn parent_and_children(&self) -> impl Iterator<Item = Id<Self>> {
        self.parent_resource_id.iter().chain(&self.child_resource_ids).copied()
    }
}

impl Kind for Resource {
    const KIND: KindName = KindName::Resource;
}
