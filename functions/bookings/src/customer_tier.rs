//! What a customer is to the merchant, and what a subscription takes off a price.
//!
//! The one place that will ask subscriptions. Until that area exists nobody has one: everybody is a non-member, as
//! `GET /members/{id}` says too, and pays the list price. Of several subscriptions the best discount will win, not the
//! sum (`areas.md` 2.2 rule 5).

use scheduling::resource::ResourceType;
use shared::{
    customer::CustomerRecord,
    domain::{CustomerTier, LongText, Percent, audience::Audience},
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

/// Whether a customer may book without asking. Exclusive resources need a plan that names them, which nobody has yet;
/// those for admins are never a customer's.
#[must_use]
pub const fn may_book(tier: CustomerTier, audience: Audience) -> bool {
    match audience {
        Audience::Public => true,
        Audience::NetworkMembers | Audience::Members => matches!(tier, CustomerTier::Member),
        Audience::ExclusiveMembers | Audience::Admins => false,
    }
}
