//! Resource: something at a location that can be booked or assigned, with its policy, schedule and prices.

use records::{
    FileKey, Floor, Location, MembershipPlan, RecordOperation, TaxRate,
    booking_policy::{AHEAD_DAYS_MAX, BookingPolicy, LEAD_MINUTES_MAX, LENGTH_MINUTES_MAX},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Index, IndexBy, fields::yes, holds_fields};
use values::{
    Amount, Currency, CustomerTier, Id, Kind, KindName, LongText, Name, Percent, ShortText, Timestamp, Url,
    audience::Audience,
};

use crate::{
    location_closing::LocationClosing,
    opening::Schedule,
    rate::{CreditRate, Rate},
};

/// Most children of one resource, so that a booking of all of them fits one transaction.
pub const CHILDREN_MAX: usize = 20;

/// What clients write of a resource. With only what is required it is bookable at once: around the clock, without
/// limits, free.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResourceFields {
    /// Location of the resource; fixed once it is made.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// What people call it; unique at its location.
    pub name: Name,
    /// What kind of resource it is, which decides whether it can be assigned.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
    /// What it is like.
    #[serde(default)]
    pub description: LongText,
    /// Most people at a time; no limit when null.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100_000))]
    pub capacity: Option<u32>,
    /// How many of it there are: so many customers may have it at a time.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1000))]
    pub units: u32,
    /// Level it is on, at the same location.
    #[serde(default)]
    pub floor_id: Option<Id<Floor>>,
    /// What it offers, one amenity an entry, such as `projector`.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub amenities: Vec<ShortText>,
    /// Web addresses of pictures of the resource.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub media: Vec<Url>,
    /// Keys of pictures that were uploaded to this merchant.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub media_keys: Vec<FileKey>,
    /// Who sees it in lists and availability.
    #[serde(default)]
    pub visibility: Audience,
    /// Who may book it, as far as they see it.
    #[serde(default)]
    pub booking_permission: Audience,
    /// Whether a booking waits for somebody's approval.
    #[serde(default)]
    pub requires_approval: bool,
    /// Whether it can be booked.
    #[serde(default = "yes")]
    pub is_active: bool,
    /// The larger thing it is a part of, at the same location.
    #[serde(default)]
    pub parent_resource_id: Option<Id<Resource>>,
    /// Step, limits, buffers, cancellation and check-in, whose keys stand beside the others.
    #[serde(flatten)]
    pub policy: BookingPolicy,
    /// Limits for non-members; null means the resource's own.
    #[serde(default)]
    pub public_limits: Limits,
    /// When it can be used.
    #[serde(default)]
    pub schedule: Schedule,
    /// Prices by length, shortest first; free when empty.
    #[serde(default)]
    #[schemars(length(max = 50))]
    pub rates: Vec<Rate>,
    /// Prices in credits by length, shortest first; not for credits when empty.
    #[serde(default)]
    #[schemars(length(max = 50))]
    pub credit_rates: Vec<CreditRate>,
    /// Most that a customer pays for one local day, in major units.
    #[serde(default)]
    pub price_cap_per_day: Option<Amount>,
    /// Whether a day pass pays for a day.
    #[serde(default)]
    pub day_passes_enabled: bool,
    /// Tax in percent on its bookings; the location's when null. Kept but not applied while `tax_rate_id` is given.
    #[serde(default)]
    pub tax_rate: Option<Percent>,
    /// Tax rate by date: what it is on the local day on which a booking begins applies. Null when it has none of its own.
    #[serde(default)]
    pub tax_rate_id: Option<Id<TaxRate>>,
}

/// A resource as it is stored, with its children and currency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resource {
    /// Policy, schedule, rates and description, as clients write them.
    #[serde(flatten)]
    pub fields: ResourceFields,
    /// Its children, oldest first. They are kept here because an index lags. At most [`CHILDREN_MAX`].
    pub child_resource_ids: Vec<Id<Self>>,
    /// Currency of rates and cap, the location's; none while it has no price.
    pub currency: Option<Currency>,
    /// Membership plans that name it, active or not: only their subscribers book it. A plan and the resources that it
    /// names change in one transaction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclusive_membership_plan_ids: Vec<Id<MembershipPlan>>,
    /// Until when it is closed: nothing new is taken of it while it is decided whether a change fits what is taken. It
    /// is never shown, and writing the resource opens it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_until: Option<Timestamp>,
    /// Set while it is decided whether its location may be deactivated or have another time zone. It is never shown,
    /// and whoever else writes the resource leaves it as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location_closing: Option<LocationClosing>,
    /// What is carried out for the resource in steps after its request, or was last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<RecordOperation>,
}

holds_fields!(Resource, ResourceFields);

const fn one() -> u32 {
    1
}

/// What a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResourceType {
    /// Room for meetings, booked by the hour or the day.
    MeetingRoom,
    /// Large room for meetings.
    ConferenceRoom,
    /// Space for events, such as a hall.
    EventSpace,
    /// Booth for telephone and video calls.
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
    /// Thing to borrow, such as a projector.
    Equipment,
    /// Workplace with a machine.
    Station,
}

/// What a resource is sold as: discounts of membership plans and what members may put on their company's invoice go by
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductGroup {
    /// Meeting rooms, event spaces and the like.
    Rooms,
    /// Hot and dedicated desks.
    Desks,
    /// Equipment that is borrowed; discounts and company invoices treat it apart.
    Equipment,
}

/// Limits on bookings of one kind of customer; null means the resource's own limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "BookingLimits")]
pub struct Limits {
    /// Shortest booking in minutes; the resource's own limit when null.
    #[schemars(range(min = 1, max = LENGTH_MINUTES_MAX), extend("x-nullable" = true))]
    pub min_minutes: Option<u32>,
    /// Longest booking in minutes; the resource's own limit when null.
    #[schemars(range(min = 1, max = LENGTH_MINUTES_MAX), extend("x-nullable" = true))]
    pub max_minutes: Option<u32>,
    /// Time between booking and start.
    #[schemars(range(min = 0, max = LEAD_MINUTES_MAX), extend("x-nullable" = true))]
    pub lead_time_minutes: Option<u32>,
    /// How many days ahead a booking may start.
    #[schemars(range(min = 0, max = AHEAD_DAYS_MAX), extend("x-nullable" = true))]
    pub book_ahead_days: Option<u32>,
}

impl ResourceType {
    /// What it is sold as; offices, parking and stations are in no group.
    #[must_use]
    pub const fn product_group(self) -> Option<ProductGroup> {
        match self {
            Self::MeetingRoom | Self::ConferenceRoom | Self::EventSpace | Self::PhoneBooth | Self::Studio => {
                Some(ProductGroup::Rooms)
            }
            Self::HotDesk | Self::DedicatedDesk => Some(ProductGroup::Desks),
            Self::Equipment => Some(ProductGroup::Equipment),
            Self::Office | Self::Parking | Self::Station => None,
        }
    }

    /// Whether it can be assigned for days. What is used by the hour or lent is booked instead.
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

impl From<ResourceFields> for Resource {
    /// A resource without parts, and without a price yet.
    fn from(fields: ResourceFields) -> Self {
        Self {
            fields,
            child_resource_ids: Vec::new(),
            currency: None,
            exclusive_membership_plan_ids: Vec::new(),
            closed_until: None,
            location_closing: None,
            operation: None,
        }
    }
}

impl Resource {
    /// Index of the resources at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the children of a resource.
    pub const BY_PARENT: IndexBy<Self, Id<Self>> = IndexBy::new(Index::Second, "parent");
    /// Index of the resources on a floor.
    pub const BY_FLOOR: IndexBy<Self, Id<Floor>> = IndexBy::new(Index::Third, "floor");

    /// Whether it has a price in its location's currency.
    #[must_use]
    pub fn has_price(&self) -> bool {
        !self.rates.is_empty() || self.price_cap_per_day.is_some()
    }

    /// With the currency of its location exactly while it has a price; while anything there has one, the location keeps
    /// its currency.
    #[must_use]
    pub fn priced_in(mut self, currency: Currency) -> Self {
        self.currency = self.has_price().then_some(currency);
        self
    }

    /// Who may book it without approval: the narrower of who sees it and who may book it.
    #[must_use]
    pub fn bookable_by(&self) -> Audience {
        self.visibility.max(self.booking_permission)
    }

    /// The limits that apply to a customer; `None` is no limit.
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

    /// The resources that share its space: its parent, or its children.
    pub fn parent_and_children(&self) -> impl Iterator<Item = Id<Self>> {
        self.parent_resource_id.iter().chain(&self.child_resource_ids).copied()
    }
}

impl Kind for Resource {
    const KIND: KindName = KindName::Resource;
}
