//! What subscriptions take off a price. Of several subscriptions the best discount applies to a resource, not the sum
//! (`docs/areas/bookings.md`, 15).

use agreements::subscription::{entitlements::Entitlements, of_customer::PlanBenefits};
use values::{LongText, Percent, Timestamp};

use crate::resource::{ProductGroup, ResourceType};

/// What one subscription takes off, by kind of resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discount {
    /// What for, such as the plan's name.
    pub description: LongText,
    /// Percent taken off the price of meeting and conference rooms, event spaces, phone booths and studios.
    pub rooms: Percent,
    /// Off hot and dedicated desks.
    pub desks: Percent,
    /// Percent taken off the price of equipment.
    pub equipment: Percent,
}

impl Discount {
    fn of(plan: &PlanBenefits) -> Self {
        Self {
            description: LongText::new(plan.name.as_str()),
            rooms: plan.discounts.rooms,
            desks: plan.discounts.desks,
            equipment: plan.discounts.equipment,
        }
    }

    /// What it takes off a resource of this type: parking, offices and stations have no discount of their own.
    #[must_use]
    pub const fn on(&self, resource_type: ResourceType) -> Percent {
        match resource_type.product_group() {
            Some(ProductGroup::Rooms) => self.rooms,
            Some(ProductGroup::Desks) => self.desks,
            Some(ProductGroup::Equipment) => self.equipment,
            None => Percent::ZERO,
        }
    }
}

/// What the customer's subscriptions take off a booking that starts at an instant.
#[must_use]
pub fn discounts_at(entitlements: &Entitlements, start: Timestamp) -> Vec<Discount> {
    entitlements.plans_at(start).map(Discount::of).collect()
}
