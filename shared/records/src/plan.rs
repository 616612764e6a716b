//! Plan: a product of the merchant's catalogue. It has no location: what is sold at a location is a membership plan,
//! which is made of a plan by publishing it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Location;
use store::holds_fields;
use store::{Entity, fields::yes};
use values::price::{PriceChange, PriceChanges};
use values::{
    Amount, Currency, Id, Kind, KindName, LongText, MembershipPlanReference, Name, ShortText, Timestamp, UniqueKey,
    billing_cycle::BillingCycle,
};
use values::{ApiError, ErrorCode};

/// Most locations a plan is published to, so that a change of the plan reaches all its membership plans in one
/// transaction.
pub const PUBLICATIONS_MAX: usize = 90;

/// What clients write of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanFields {
    /// What people call it; unique among active plans.
    pub name: Name,
    /// What subscribers get, in words for customers; may be empty.
    #[serde(default)]
    pub description: LongText,
    /// Price of one billing cycle now, in major units with at most the currency's decimals. Planned changes stay
    /// planned when it is set.
    pub price: Amount,
    /// ISO 4217 code of the price; fixed once the plan is published.
    pub currency: Currency,
    /// How long one cycle is; fixed once the plan is published.
    pub billing_cycle: BillingCycle,
    /// Credits granted each cycle.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub credits: i64,
    /// Day passes granted each cycle.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000))]
    pub day_passes: i64,
    /// Whether it can be published and newly subscribed to.
    #[serde(default = "yes")]
    pub is_active: bool,
    /// One line under the name.
    #[serde(default)]
    pub tagline: ShortText,
    /// Position in a catalogue, smallest first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub display_order: i64,
    /// What it offers, line by line.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub features: Vec<ShortText>,
}

/// A plan of the catalogue as it is stored, with its publications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What clients write. The price is that before all planned changes.
    #[serde(flatten)]
    pub fields: PlanFields,
    /// Planned changes of the price.
    pub price_changes: PriceChanges,
    /// Where it was published, in the order of its publications.
    pub publications: Vec<Publication>,
    /// How many subscribe to its membership plans, where that was read: it is counted apart from the record.
    #[serde(skip)]
    pub subscriber_count: Option<i64>,
}

holds_fields!(Plan, PlanFields);

/// Where a plan was published, and as which membership plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Publication {
    /// Location at which the plan was published.
    pub location_id: Id<Location>,
    /// Membership plan that the publication made there.
    pub membership_plan_id: Id<MembershipPlanReference>,
}

impl From<PlanFields> for Plan {
    /// A plan that is published nowhere yet.
    fn from(fields: PlanFields) -> Self {
        Self { fields, price_changes: PriceChanges::default(), publications: Vec::new(), subscriber_count: Some(0) }
    }
}

impl Plan {
    /// Enters a membership plan as this plan's publication at a location, which has none yet.
    ///
    /// # Errors
    /// 409 `invalid_state` when the plan is inactive, 409 `capacity_exceeded` above [`PUBLICATIONS_MAX`] locations.
    pub fn add_publication(
        &mut self,
        location_id: Id<Location>,
        membership_plan_id: Id<MembershipPlanReference>,
    ) -> Result<(), ApiError> {
        if !self.is_active {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "an inactive plan cannot be published"));
        }
        if self.publications.len() >= PUBLICATIONS_MAX {
            let message = format!("a plan is published to at most {PUBLICATIONS_MAX} locations");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        self.publications.push(Publication { location_id, membership_plan_id });
        Ok(())
    }

    /// Whether `other` differs in a field that membership plans can inherit.
    #[must_use]
    pub fn inheritance_differs(&self, other: &Self) -> bool {
        let inherited = |plan: &Self| {
            let PlanFields { name, description, price, currency, billing_cycle, credits, day_passes, .. } =
                plan.fields.clone();
            (name, description, price, plan.price_changes.clone(), currency, billing_cycle, credits, day_passes)
        };
        inherited(self) != inherited(other)
    }
}

impl Kind for Plan {
    const KIND: KindName = KindName::Plan;
}

impl Entity for Plan {
    const VISIBILITY: values::Visibility =
        values::Visibility::catalogue(&[("is_active", "true")], Some(&[("is_active", "true")]));
    const PATH: &'static str = "/plans";
    type View = PlanView;

    fn view(&self, now: Timestamp) -> PlanView {
        let price = self.price_changes.price_at(self.price, now);
        PlanView {
            fields: PlanFields { price, ..self.fields.clone() },
            published_location_ids: self.publications.iter().map(|publication| publication.location_id).collect(),
            price_changes: self.price_changes.upcoming(now),
            subscriber_count: self.subscriber_count,
        }
    }

    /// The name is held exactly while the plan is active.
    fn names(&self) -> Vec<&str> {
        vec![self.name.as_str()]
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        let name = UniqueKey::of_name("plan_name", self.name.as_str(), |name| name);
        if self.is_active { vec![name] } else { Vec::new() }
    }

    fn settled(mut self, now: Timestamp) -> Self {
        self.price_changes.settle(&mut self.fields.price, now);
        self
    }
}

/// A product of the merchant's catalogue.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Plan")]
pub struct PlanView {
    /// What clients write, at the price of now.
    #[serde(flatten)]
    pub fields: PlanFields,
    /// Locations it is published to.
    pub published_location_ids: Vec<Id<Location>>,
    /// Price changes still to come.
    pub price_changes: Vec<PriceChange>,
    /// Subscriptions to its membership plans, as each of these counts them.
    pub subscriber_count: Option<i64>,
}
