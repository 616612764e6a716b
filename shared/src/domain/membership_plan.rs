//! Membership plan: the offer at one location (interface 2.2), optionally published from a plan.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Amount, Currency, Entity, Id, Index, IndexBy, Indexes, Kind, KindName, Location, LongText, Name, Percent, Plan,
    RecordSet, Resource, ShortText, Timestamp, UniqueKey,
    plan::BillingCycle,
    price::{Price, PriceChangeView},
};

/// A benefit; the benefits area has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenefitKind;

impl Kind for BenefitKind {
    const KIND: KindName = KindName::BenefitReference;
}

/// A stored membership plan. It stands on the live list while it is active, on the other one after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MembershipPlan {
    /// Where it is sold.
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// How long one cycle is.
    pub cycle: Cycle,
    /// Price of one cycle.
    pub price: Price,
    /// Currency of the price: the location's.
    pub currency: Currency,
    /// What it is.
    pub description: LongText,
    /// Whether `tax_rate` applies instead of the location's.
    pub custom_tax_rate: bool,
    /// Tax; kept but not applied while `custom_tax_rate` is false.
    pub tax_rate: Percent,
    /// Whether a subscriber commits to `commitment_cycles`.
    pub minimum_commitment: bool,
    /// Cycles a subscriber commits to.
    pub commitment_cycles: i64,
    /// Credits granted each cycle, which expire at its end.
    pub expiring_credits: i64,
    /// Day passes granted each cycle, which expire at its end.
    pub expiring_day_passes: i64,
    /// What subscribers pay less.
    pub discounts: Discounts,
    /// Whether people can sign up by themselves.
    pub signup_enabled: bool,
    /// `immediate` or `request`; anything else behaves as `request`.
    pub signup_type: ShortText,
    /// Whether it can be subscribed to.
    pub is_active: bool,
    /// Resources only its subscribers may book.
    pub exclusive_resource_ids: Vec<Id<Resource>>,
    /// Plan it was published from.
    pub plan_id: Option<Id<Plan>>,
    /// Fields that follow the plan.
    pub inherits: Vec<InheritedField>,
    /// Charged once, in minor units.
    pub setup_fee_minor: i64,
    /// Held until the end, in minor units.
    pub deposit_minor: i64,
    /// Days between notice and the end of a subscription.
    pub notice_days: i64,
    /// Days before the first charge.
    pub trial_days: i64,
    /// Cycles for which unused credits live on.
    pub rollover_cycles: i64,
    /// Most subscribers at a time; no limit when there is none.
    pub max_subscribers: Option<i64>,
    /// Benefits only its subscribers get.
    pub exclusive_benefit_ids: Vec<Id<BenefitKind>>,
}

/// What subscribers pay less, per kind of thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discounts {
    /// Meeting rooms, event spaces and the like.
    pub rooms: Percent,
    /// Desks.
    pub desks: Percent,
    /// Equipment.
    pub equipment: Percent,
    /// Events.
    pub events: Percent,
    /// Shop products.
    pub shop: Percent,
    /// Credit packages.
    pub credit_packages: Percent,
}

/// How long one cycle of a membership plan is (interface 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cycle {
    /// A day.
    Daily,
    /// Seven days.
    Weekly,
    /// A calendar month.
    Monthly,
    /// Three calendar months.
    Quarterly,
    /// A calendar year.
    Yearly,
}

impl From<BillingCycle> for Cycle {
    fn from(cycle: BillingCycle) -> Self {
        match cycle {
            BillingCycle::Monthly => Self::Monthly,
            BillingCycle::Yearly => Self::Yearly,
        }
    }
}

/// A field that follows the plan a membership plan was published from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InheritedField {
    /// `name`
    Name,
    /// `description`
    Description,
    /// `price`
    Price,
    /// `currency`
    Currency,
    /// `cycle`, from `billing_cycle`
    Cycle,
    /// `expiring_credits`, from `credits`
    ExpiringCredits,
    /// `expiring_day_passes`, from `day_passes`
    ExpiringDayPasses,
}

impl InheritedField {
    /// Every field that can follow a plan.
    pub const ALL: [Self; 7] = [
        Self::Name,
        Self::Description,
        Self::Price,
        Self::Currency,
        Self::Cycle,
        Self::ExpiringCredits,
        Self::ExpiringDayPasses,
    ];
}

impl MembershipPlan {
    /// By location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// An offer with only what is required, and the defaults of `areas.md` 2.10 rule 6 for the rest.
    #[must_use]
    pub fn new(location_id: Id<Location>, name: Name, cycle: Cycle, price: Price, currency: Currency) -> Self {
        Self {
            location_id,
            name,
            cycle,
            price,
            currency,
            description: LongText::default(),
            custom_tax_rate: false,
            tax_rate: Percent::ZERO,
            minimum_commitment: false,
            commitment_cycles: 0,
            expiring_credits: 0,
            expiring_day_passes: 0,
            discounts: Discounts::default(),
            signup_enabled: false,
            signup_type: ShortText::new("request"),
            is_active: true,
            exclusive_resource_ids: Vec::new(),
            plan_id: None,
            inherits: Vec::new(),
            setup_fee_minor: 0,
            deposit_minor: 0,
            notice_days: 0,
            trial_days: 0,
            rollover_cycles: 0,
            max_subscribers: None,
            exclusive_benefit_ids: Vec::new(),
        }
    }

    /// Takes over what it inherits from its plan as the plan is now, planned price changes included.
    pub fn inherit(&mut self, plan: &Plan) {
        for field in self.inherits.clone() {
            match field {
                InheritedField::Name => self.name = plan.name.clone(),
                InheritedField::Description => self.description = plan.description.clone(),
                InheritedField::Price => self.price = plan.price.clone(),
                InheritedField::Currency => self.currency = plan.currency,
                InheritedField::Cycle => self.cycle = plan.billing_cycle.into(),
                InheritedField::ExpiringCredits => self.expiring_credits = plan.credits,
                InheritedField::ExpiringDayPasses => self.expiring_day_passes = plan.day_passes,
            }
        }
    }

    /// The list it stands on: the live one while it is active.
    #[must_use]
    pub const fn record_set(&self) -> RecordSet {
        if self.is_active { RecordSet::Live } else { RecordSet::Archived }
    }

    /// Held for each plan and location a plan is published to: publishing is idempotent per pair.
    #[must_use]
    pub fn published_key(plan: Id<Plan>, location: Id<Location>) -> UniqueKey {
        UniqueKey::new("plan_at_location", format!("{plan}#{location}"))
    }
}

impl Kind for MembershipPlan {
    const KIND: KindName = KindName::MembershipPlan;
}

impl Entity for MembershipPlan {
    const PATH: &'static str = "/memberships";
    type View = MembershipPlanView;

    fn view(&self, now: Timestamp) -> MembershipPlanView {
        let amount = |minor| Amount::of(minor, self.currency);
        MembershipPlanView {
            location_id: self.location_id,
            name: self.name.clone(),
            cycle: self.cycle,
            price: amount(self.price.at(now)),
            currency: self.currency,
            description: self.description.clone(),
            custom_tax_rate: self.custom_tax_rate,
            tax_rate: self.tax_rate,
            minimum_commitment: self.minimum_commitment,
            commitment_cycles: self.commitment_cycles,
            expiring_credits: self.expiring_credits,
            expiring_day_passes: self.expiring_day_passes,
            discount_rooms: self.discounts.rooms,
            discount_desks: self.discounts.desks,
            discount_equipment: self.discounts.equipment,
            discount_events: self.discounts.events,
            discount_shop: self.discounts.shop,
            discount_credit_packages: self.discounts.credit_packages,
            signup_enabled: self.signup_enabled,
            signup_type: self.signup_type.clone(),
            is_active: self.is_active,
            exclusive_resource_ids: self.exclusive_resource_ids.clone(),
            plan_id: self.plan_id,
            inherits: self.inherits.clone(),
            setup_fee: amount(self.setup_fee_minor),
            deposit_amount: amount(self.deposit_minor),
            notice_days: self.notice_days,
            trial_days: self.trial_days,
            rollover_cycles: self.rollover_cycles,
            max_subscribers: self.max_subscribers,
            exclusive_benefit_ids: self.exclusive_benefit_ids.clone(),
            price_changes: self.price.upcoming(self.currency, now),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}

/// A plan template at a location that customers can subscribe to.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MembershipPlan")]
pub struct MembershipPlanView {
    /// Where it is sold.
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// How long one cycle is.
    pub cycle: Cycle,
    /// Price of one cycle now, in major units.
    pub price: Amount,
    /// Currency of the price: the location's.
    pub currency: Currency,
    /// What it is.
    pub description: LongText,
    /// Whether `tax_rate` applies instead of the location's.
    pub custom_tax_rate: bool,
    /// Tax in percent; kept but not applied while `custom_tax_rate` is false.
    pub tax_rate: Percent,
    /// Whether a subscriber commits to `commitment_cycles`.
    pub minimum_commitment: bool,
    /// Cycles a subscriber commits to.
    pub commitment_cycles: i64,
    /// Credits granted each cycle, which expire at its end.
    pub expiring_credits: i64,
    /// Day passes granted each cycle, which expire at its end.
    pub expiring_day_passes: i64,
    /// Discount on rooms, in percent.
    pub discount_rooms: Percent,
    /// Discount on desks, in percent.
    pub discount_desks: Percent,
    /// Discount on equipment, in percent.
    pub discount_equipment: Percent,
    /// Discount on events, in percent.
    pub discount_events: Percent,
    /// Discount in the shop, in percent.
    pub discount_shop: Percent,
    /// Discount on credit packages, in percent.
    pub discount_credit_packages: Percent,
    /// Whether people can sign up by themselves.
    pub signup_enabled: bool,
    /// `immediate` or `request`; anything else behaves as `request`.
    pub signup_type: ShortText,
    /// Whether it can be subscribed to.
    pub is_active: bool,
    /// Resources only its subscribers may book.
    pub exclusive_resource_ids: Vec<Id<Resource>>,
    /// Plan it was published from.
    pub plan_id: Option<Id<Plan>>,
    /// Fields that follow the plan.
    pub inherits: Vec<InheritedField>,
    /// Charged once, in major units.
    pub setup_fee: Amount,
    /// Held until the end, in major units.
    pub deposit_amount: Amount,
    /// Days between notice and the end of a subscription.
    pub notice_days: i64,
    /// Days before the first charge.
    pub trial_days: i64,
    /// Cycles for which unused credits live on.
    pub rollover_cycles: i64,
    /// Most subscribers at a time; no limit when null.
    pub max_subscribers: Option<i64>,
    /// Benefits only its subscribers get.
    pub exclusive_benefit_ids: Vec<Id<BenefitKind>>,
    /// Price changes still to come.
    pub price_changes: Vec<PriceChangeView>,
}
