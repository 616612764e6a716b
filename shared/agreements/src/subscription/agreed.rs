//! What a customer agreed on: a membership plan as it was then.

use billing::{cycles::BillingSchedule, renewal::Terms};
use records::{Location, MembershipPlan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Record;
use values::{Amount, ApiError, Day, Id, Name, Percent, Timestamp};

/// A membership plan as it was when it was agreed on. Later changes of the plan do not reach it, but for price changes
/// that are for renewals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedPlan {
    /// Membership plan that was agreed on.
    pub membership_plan_id: Id<MembershipPlan>,
    /// Name of the plan when it was agreed on.
    pub name: Name,
    /// When it was agreed on, or the first instant of the agreement if that was later: price changes from before are in
    /// the price.
    pub agreed_at: Timestamp,
    /// Tax on the dues in percent.
    pub tax_rate: Percent,
    /// Discounts that come with it.
    pub discounts: Discounts,
    /// What a cycle costs and grants.
    pub terms: Terms,
    /// Guests that a cycle of one includes; none when they are not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest_passes: Option<u32>,
    /// Whether the price is one that was agreed on with the customer, such as in a contract, whatever the plan costs
    /// now or later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_own_price: bool,
}

/// Discounts that come with a subscription, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SubscriptionDiscounts")]
pub struct Discounts {
    /// Discount on bookings of rooms, in percent.
    pub rooms: Percent,
    /// Discount on bookings of desks, in percent.
    pub desks: Percent,
    /// Discount on bookings of equipment, in percent.
    pub equipment: Percent,
    /// Discount on tickets of events, in percent.
    pub events: Percent,
    /// Discount on goods of the shop, in percent.
    pub shop: Percent,
    /// Discount on packages of credits, in percent.
    pub credit_packages: Percent,
}

/// Another plan, or another quantity, from a day on that has not come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledChange {
    /// First day of the new terms: the first of a period.
    pub effective: Day,
    /// Plan, price and quantity from that day on.
    pub plan: AgreedPlan,
    /// The periods from then on, when they begin anew.
    pub schedule: Option<BillingSchedule>,
}

impl AgreedPlan {
    /// The plan with its price at the instant `from`, for so many.
    ///
    /// # Errors
    /// 500 when what is stored of the plan does not fit.
    pub fn of(
        plan: &Record<MembershipPlan>,
        location: &Location,
        quantity: u32,
        from: Timestamp,
    ) -> Result<Self, ApiError> {
        let body = &plan.body;
        let unit_minor = body.price_at(from).minor_in(body.currency, "membership_plan_id")?;
        Ok(Self {
            membership_plan_id: plan.id,
            name: body.name.clone(),
            agreed_at: from,
            tax_rate: if body.custom_tax_rate { body.tax_rate } else { location.tax_rate },
            discounts: Discounts {
                rooms: body.discount_rooms,
                desks: body.discount_desks,
                equipment: body.discount_equipment,
                events: body.discount_events,
                shop: body.discount_shop,
                credit_packages: body.discount_credit_packages,
            },
            terms: Terms {
                dues: billing::proration::Dues { unit_minor, quantity, cycle: body.cycle },
                credits: body.expiring_credits,
                day_passes: body.expiring_day_passes,
                rollover_cycles: count(body.rollover_cycles),
            },
            guest_passes: body.guest_passes_per_cycle.map(count),
            has_own_price: false,
        })
    }

    /// The same at a price of one that was agreed on with the customer.
    #[must_use]
    pub fn at_own_price(&self, unit_minor: i64) -> Self {
        Self { has_own_price: true, ..self.priced(unit_minor) }
    }

    /// The same at another price of one.
    #[must_use]
    pub fn priced(&self, unit_minor: i64) -> Self {
        let mut priced = self.clone();
        priced.terms.dues.unit_minor = unit_minor;
        priced
    }

    /// Price of one for a cycle, in major units.
    #[must_use]
    pub fn price(&self, currency: values::Currency) -> Amount {
        Amount::of(self.terms.dues.unit_minor, currency)
    }
}

/// A number of a plan's fields, none of which is below zero.
#[must_use]
pub fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
