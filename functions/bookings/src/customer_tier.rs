//! What a customer is to the merchant, and what a subscription takes off a price.
//!
//! Everything that depends on a customer's subscriptions is decided here. As long as prices do not look at subscriptions, everybody is a
//! non-member, as `GET /members/{id}` says too, and pays the list price. Of several subscriptions the best discount
//! will apply, not the sum (`docs/AREAS.md`, Bookings 15).

use scheduling::resource::ResourceType;
use shared::{
    customer::CustomerRecord,
    domain::{CustomerTier, LongText, Percent},
};

/// What a subscription takes off, by kind of resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discount {
    /// What for, such as the plan's name.
    pub description: LongText,
    /// Off rooms.
    pub rooms: Percent,
    /// Off hot and dedicated desks.
    pub desks: Percent,
    /// Off equipment.
    pub equipment: Percent,
}

impl Discount {
    /// What it takes off a resource of this type: parking, offices and stations have no discount of their own.
    #[must_use]
    pub const fn on(&self, resource_type: ResourceType) -> Percent {
        match resource_type {
            ResourceType::MeetingRoom
            | ResourceType::ConferenceRoom
            | ResourceType::EventSpace
            | ResourceType::PhoneBooth
            | ResourceType::Studio => self.rooms,
            ResourceType::HotDesk | ResourceType::DedicatedDesk => self.desks,
            ResourceType::Equipment => self.equipment,
            ResourceType::Office | ResourceType::Parking | ResourceType::Station => Percent::ZERO,
        }
    }
}

/// What the customer is when policy is applied.
#[must_use]
pub fn tier_of(_customer: &CustomerRecord) -> CustomerTier {
    CustomerTier::Public
}

/// What the customer's subscription takes off.
#[must_use]
pub fn discount_of(_customer: &CustomerRecord) -> Option<Discount> {
    None
}
