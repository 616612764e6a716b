//! What a customer agreed on: a membership plan as it was then.

use billing::{cycles::BillingSchedule, renewal::Terms};
use money_documents::known_tax_rates::read_asked_on;
use records::{AskedTax, Location, MembershipPlan, TaxRate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Record;
use values::{Amount, ApiError, Day, Id, Name, Percent, Timestamp};
use work::UnitOfWork;

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
    /// Tax on the dues in percent: of a tax rate by date, what it was on `tax_point`.
    pub tax_rate: Percent,
    /// Tax rate by date; none where a plain rate was agreed on, and neither the plan nor its location has one now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// First day of the period for which the tax rate by date was read last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_point: Option<Day>,
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
        let tax = tax_of_plan(body, location);
        let unit_minor = body.price_at(from).minor_in(body.currency, "membership_plan_id")?;
        Ok(Self {
            membership_plan_id: plan.id,
            name: body.name.clone(),
            agreed_at: from,
            tax_rate: tax.rate,
            tax_rate_id: tax.tax_rate_id,
            tax_point: None,
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

    /// The same for a period that begins on `first`, taxed as the plan is now: at what its tax rate by date is on that
    /// day, where it or its location has one, and otherwise as was agreed on. A change by law so reaches renewals.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn taxed_from(
        self,
        work: &UnitOfWork,
        first: Day,
        (plan, location): (&MembershipPlan, &Location),
    ) -> Result<Self, ApiError> {
        let asked = tax_of_plan(plan, location);
        if asked.tax_rate_id.is_none() {
            return Ok(Self { tax_rate_id: None, tax_point: None, ..self });
        }
        let AskedTax { rate, tax_rate_id } = read_asked_on(work, asked, first).await?;
        Ok(Self { tax_rate: rate, tax_rate_id, tax_point: Some(first), ..self })
    }

    /// The tax that it asks for.
    #[must_use]
    pub const fn tax(&self) -> AskedTax {
        AskedTax { rate: self.tax_rate, tax_rate_id: self.tax_rate_id }
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

/// The tax that a plan asks for at its location.
fn tax_of_plan(plan: &MembershipPlan, location: &Location) -> AskedTax {
    AskedTax::of(plan.tax_rate_id, plan.custom_tax_rate.then_some(plan.tax_rate), location)
}

/// A number of a plan's fields, none of which is below zero.
#[must_use]
pub fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
