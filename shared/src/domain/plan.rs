//! Plan: the merchant-wide catalogue product (interface 2.1). It has no location: what is sold at a location is a
//! membership plan, which a plan is published as.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Amount, Currency, Entity, Id, Kind, KindName, Location, LongText, MembershipPlan, Name, ShortText, Timestamp,
    UniqueKey,
    price::{Price, PriceChangeView},
    text::comparable,
};
use crate::error::{ApiError, ErrorCode};

/// Most locations a plan is published to, so that a change of the plan reaches all its offers in one transaction.
pub const OFFERS_MAX: usize = 90;

/// A stored plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What people call it; unique among active plans.
    pub name: Name,
    /// What it is.
    pub description: LongText,
    /// Price of one billing cycle.
    pub price: Price,
    /// Currency of the price.
    pub currency: Currency,
    /// How long one cycle is.
    pub billing_cycle: BillingCycle,
    /// Credits granted each cycle.
    pub credits: i64,
    /// Day passes granted each cycle.
    pub day_passes: i64,
    /// Whether it can be published and newly subscribed to.
    pub is_active: bool,
    /// One line under the name.
    pub tagline: ShortText,
    /// Position in a catalogue, smallest first.
    pub display_order: i64,
    /// What it offers, line by line.
    pub features: Vec<ShortText>,
    /// Membership plans it was published as.
    pub offers: Vec<PublishedOffer>,
}

/// Where a plan was published, and as which membership plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedOffer {
    /// The location.
    pub location_id: Id<Location>,
    /// The membership plan.
    pub membership_plan_id: Id<MembershipPlan>,
}

/// How long one billing cycle of a plan is (interface 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BillingCycle {
    /// A calendar month.
    Monthly,
    /// A calendar year.
    Yearly,
}

impl Plan {
    /// The unique key of its name: held while the plan is active.
    #[must_use]
    pub fn name_key(&self) -> UniqueKey {
        UniqueKey::new("plan_name", comparable(self.name.as_str()))
    }
}

impl Plan {
    /// Enters a membership plan as this plan's offer at a location, which has none yet.
    ///
    /// # Errors
    /// 409 `invalid_state` when the plan is inactive, 409 `capacity_exceeded` above [`OFFERS_MAX`] offers.
    pub fn enter_offer(
        &mut self,
        location_id: Id<Location>,
        membership_plan_id: Id<MembershipPlan>,
    ) -> Result<(), ApiError> {
        if !self.is_active {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "an inactive plan cannot be published"));
        }
        if self.offers.len() >= OFFERS_MAX {
            let message = format!("a plan is published to at most {OFFERS_MAX} locations");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        self.offers.push(PublishedOffer { location_id, membership_plan_id });
        Ok(())
    }

    /// Whether anything that membership plans can inherit is different in `other`.
    #[must_use]
    pub fn inheritance_differs(&self, other: &Self) -> bool {
        let inherited = |plan: &Self| {
            let Self { name, description, price, currency, billing_cycle, credits, day_passes, .. } = plan.clone();
            (name, description, price, currency, billing_cycle, credits, day_passes)
        };
        inherited(self) != inherited(other)
    }
}

impl Kind for Plan {
    const KIND: KindName = KindName::Plan;
}

impl Entity for Plan {
    const PATH: &'static str = "/plans";
    type View = PlanView;

    fn view(&self, now: Timestamp) -> PlanView {
        PlanView {
            name: self.name.clone(),
            description: self.description.clone(),
            price: Amount::of(self.price.at(now), self.currency),
            currency: self.currency,
            billing_cycle: self.billing_cycle,
            credits: self.credits,
            day_passes: self.day_passes,
            is_active: self.is_active,
            tagline: self.tagline.clone(),
            display_order: self.display_order,
            features: self.features.clone(),
            published_location_ids: self.offers.iter().map(|offer| offer.location_id).collect(),
            price_changes: self.price.upcoming(self.currency, now),
        }
    }
}

/// A product of the merchant's catalogue.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Plan")]
pub struct PlanView {
    /// What people call it.
    pub name: Name,
    /// What it is.
    pub description: LongText,
    /// Price of one billing cycle now, in major units.
    pub price: Amount,
    /// Currency of the price.
    pub currency: Currency,
    /// How long one cycle is.
    pub billing_cycle: BillingCycle,
    /// Credits granted each cycle.
    pub credits: i64,
    /// Day passes granted each cycle.
    pub day_passes: i64,
    /// Whether it can be published and newly subscribed to.
    pub is_active: bool,
    /// One line under the name.
    pub tagline: ShortText,
    /// Position in a catalogue, smallest first.
    pub display_order: i64,
    /// What it offers, line by line.
    pub features: Vec<ShortText>,
    /// Locations it is published to.
    pub published_location_ids: Vec<Id<Location>>,
    /// Price changes still to come.
    pub price_changes: Vec<PriceChangeView>,
}
