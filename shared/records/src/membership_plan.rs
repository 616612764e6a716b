//! Membership plan: what customers can subscribe to at one location, optionally published from a plan.

mod inherited_field;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::inherited_field::InheritedField;
use super::{Location, Plan, TaxRate};
use store::holds_fields;
use store::{Entity, Index, IndexBy, Indexes, RecordSet, fields::yes};
use values::price::{PriceChange, PriceChangeScope, PriceChanges};
use values::{
    Amount, Counter, Currency, Id, Kind, KindName, LongText, Name, Percent, ResourceReference, ShortText, Timestamp,
    UniqueKey, cycle::Cycle, notice::NoticeEnd,
};

/// A benefit; the benefits area has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenefitKind;

impl Kind for BenefitKind {
    const KIND: KindName = KindName::BenefitReference;
}

/// What clients write of a membership plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MembershipPlanFields {
    /// Where it is sold.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// How long one cycle is.
    pub cycle: Cycle,
    /// Price of one cycle now, in major units with at most the currency's decimals.
    pub price: Amount,
    /// ISO 4217 code of the price: the location's, which does not change while something there has a price.
    pub currency: Currency,
    /// What subscribers get, in words for customers; may be empty.
    #[serde(default)]
    pub description: LongText,
    /// Whether `tax_rate`, which then is needed, applies instead of the location's.
    #[serde(default)]
    pub custom_tax_rate: bool,
    /// Tax in percent; kept but not applied while `custom_tax_rate` is false or `tax_rate_id` is given.
    #[serde(default)]
    pub tax_rate: Percent,
    /// Tax rate by date, which applies instead of `tax_rate` and of what the location has, also to the renewals of
    /// subscriptions that there are; null when it has none of its own.
    #[serde(default)]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Whether a subscriber commits to `commitment_cycles`, which then are needed.
    #[serde(default)]
    pub minimum_commitment: bool,
    /// Cycles a subscriber commits to.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_200))]
    pub commitment_cycles: i64,
    /// Credits granted each cycle, which expire at its end.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub expiring_credits: i64,
    /// Day passes granted each cycle, which expire at its end.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000))]
    pub expiring_day_passes: i64,
    /// Discount on rooms, in percent.
    #[serde(default)]
    pub discount_rooms: Percent,
    /// Discount on desks, in percent.
    #[serde(default)]
    pub discount_desks: Percent,
    /// Discount on equipment, in percent.
    #[serde(default)]
    pub discount_equipment: Percent,
    /// Discount on events, in percent.
    #[serde(default)]
    pub discount_events: Percent,
    /// Discount in the shop, in percent.
    #[serde(default)]
    pub discount_shop: Percent,
    /// Discount on credit packages, in percent.
    #[serde(default)]
    pub discount_credit_packages: Percent,
    /// Whether people can sign up by themselves.
    #[serde(default)]
    pub signup_enabled: bool,
    /// `immediate` or `request`; anything else behaves as `request`.
    #[serde(default = "signup_by_request")]
    pub signup_type: ShortText,
    /// Whether it can be subscribed to.
    #[serde(default = "yes")]
    pub is_active: bool,
    /// Resources only its subscribers may book.
    #[serde(default)]
    #[schemars(length(max = 100), extend("uniqueItems" = true))]
    pub exclusive_resource_ids: Vec<Id<ResourceReference>>,
    /// Plan of the catalogue that it is published from.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub plan_id: Option<Id<Plan>>,
    /// Fields that follow the plan; only with a plan.
    #[serde(default)]
    #[schemars(length(max = 7), extend("uniqueItems" = true))]
    pub inherits: Vec<InheritedField>,
    /// Charged once, in major units.
    #[serde(default)]
    pub setup_fee: Amount,
    /// Held until the end, in major units.
    #[serde(default)]
    pub deposit_amount: Amount,
    /// Days between notice and the end of a subscription, after `notice_months`.
    #[serde(default)]
    #[schemars(range(min = 0, max = 3_650))]
    pub notice_days: i64,
    /// Calendar months between notice and the end of a subscription.
    #[serde(default)]
    #[schemars(range(min = 0, max = 24))]
    pub notice_months: i64,
    /// With what a subscription ends after notice.
    #[serde(default)]
    pub notice_ends_with: NoticeEnd,
    /// Days before the first charge.
    #[serde(default)]
    #[schemars(range(min = 0, max = 3_650))]
    pub trial_days: i64,
    /// Cycles for which unused credits live on.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_200))]
    pub rollover_cycles: i64,
    /// Most subscribers at a time; no limit when null.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_subscribers: Option<i64>,
    /// What leaving before the commitment is met costs: percent of the dues still owed.
    #[serde(default = "all_of_it")]
    pub early_termination_fee_percent: Percent,
    /// Days for which benefits are kept when an invoice is overdue.
    #[serde(default = "grace_days")]
    #[schemars(range(min = 0, max = 3_650))]
    pub grace_days: i64,
    /// Longest pause in days, whose end must then be said; no limit when null.
    #[serde(default)]
    #[schemars(range(min = 1, max = 3_650))]
    pub pause_days_max: Option<i64>,
    /// Least days between the request and a pause.
    #[serde(default)]
    #[schemars(range(min = 0, max = 3_650))]
    pub pause_notice_days: i64,
    /// Guests of a subscriber that a cycle includes; one more takes a day pass of the host. Guests are not counted when
    /// null.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000))]
    pub guest_passes_per_cycle: Option<i64>,
    /// Benefits only its subscribers get.
    #[serde(default)]
    #[schemars(length(max = 100), extend("uniqueItems" = true))]
    pub exclusive_benefit_ids: Vec<Id<BenefitKind>>,
}

/// A stored membership plan. It stands among the live records while it is active, among the archived ones after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MembershipPlan {
    /// What clients write. The price is that before all planned changes.
    #[serde(flatten)]
    pub fields: MembershipPlanFields,
    /// Planned changes of the price, which it inherits.
    pub price_changes: PriceChanges,
    /// Changes for renewals that have begun, oldest first: a renewal that is written down late pays the price of its
    /// day.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past_price_changes: Vec<PriceChange>,
    /// How many subscribe to it, where that was read: it is counted apart from the record.
    #[serde(skip)]
    pub subscriber_count: Option<i64>,
}

/// Most changes that have begun and are remembered; a subscription that was renewed since does not need them any more.
const PAST_PRICE_CHANGES_MAX: usize = 60;

holds_fields!(MembershipPlan, MembershipPlanFields);

fn signup_by_request() -> ShortText {
    ShortText::new("request")
}

const fn all_of_it() -> Percent {
    Percent::HUNDRED
}

const fn grace_days() -> i64 {
    7
}

impl MembershipPlanFields {
    /// A membership plan with only what is required, and the defaults for the rest.
    #[must_use]
    pub fn new(location_id: Id<Location>, name: Name, cycle: Cycle, price: Amount, currency: Currency) -> Self {
        Self {
            location_id,
            name,
            cycle,
            price,
            currency,
            description: LongText::default(),
            custom_tax_rate: false,
            tax_rate: Percent::ZERO,
            tax_rate_id: None,
            minimum_commitment: false,
            commitment_cycles: 0,
            expiring_credits: 0,
            expiring_day_passes: 0,
            discount_rooms: Percent::ZERO,
            discount_desks: Percent::ZERO,
            discount_equipment: Percent::ZERO,
            discount_events: Percent::ZERO,
            discount_shop: Percent::ZERO,
            discount_credit_packages: Percent::ZERO,
            signup_enabled: false,
            signup_type: signup_by_request(),
            is_active: true,
            exclusive_resource_ids: Vec::new(),
            plan_id: None,
            inherits: Vec::new(),
            setup_fee: Amount::default(),
            deposit_amount: Amount::default(),
            notice_days: 0,
            notice_months: 0,
            notice_ends_with: NoticeEnd::Period,
            trial_days: 0,
            rollover_cycles: 0,
            max_subscribers: None,
            early_termination_fee_percent: all_of_it(),
            grace_days: grace_days(),
            guest_passes_per_cycle: None,
            pause_days_max: None,
            pause_notice_days: 0,
            exclusive_benefit_ids: Vec::new(),
        }
    }
}

impl From<MembershipPlanFields> for MembershipPlan {
    fn from(fields: MembershipPlanFields) -> Self {
        Self {
            fields,
            price_changes: PriceChanges::default(),
            past_price_changes: Vec::new(),
            subscriber_count: Some(0),
        }
    }
}

impl MembershipPlan {
    /// Index of the membership plans that are sold at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// Price of one cycle at an instant, in major units.
    #[must_use]
    pub fn price_at(&self, now: Timestamp) -> Amount {
        self.price_changes.price_at(self.price, now)
    }

    /// Every change of the price that can reach a renewal, those that have begun among them.
    #[must_use]
    pub fn known_price_changes(&self) -> Vec<PriceChange> {
        self.past_price_changes.iter().chain(self.price_changes.iter()).cloned().collect()
    }

    /// Remembers changes for renewals that are planned no longer because they have begun.
    fn remember(&mut self, begun: impl Fn(&PriceChange) -> bool) {
        let for_renewals = |change: &&PriceChange| change.apply_to == PriceChangeScope::Renewals && begun(change);
        let begun: Vec<PriceChange> = self.price_changes.iter().filter(for_renewals).cloned().collect();
        for change in begun.into_iter().filter(|change| !self.past_price_changes.contains(change)).collect::<Vec<_>>() {
            self.past_price_changes.push(change);
        }
        let forgotten = self.past_price_changes.len().saturating_sub(PAST_PRICE_CHANGES_MAX);
        self.past_price_changes.drain(..forgotten);
    }

    /// Takes over what it inherits from its plan as the plan is now, planned price changes included.
    pub fn inherit(&mut self, plan: &Plan) {
        for field in self.inherits.clone() {
            match field {
                InheritedField::Name => self.name = plan.name.clone(),
                InheritedField::Description => self.description = plan.description.clone(),
                InheritedField::Price => {
                    self.price = plan.price;
                    // What the plan plans no longer has begun, unless another change took its place.
                    let planned = |one: &PriceChange| {
                        plan.price_changes.iter().any(|other| other.effective_from == one.effective_from)
                    };
                    self.remember(|change| !planned(change));
                    self.price_changes = plan.price_changes.clone();
                }
                InheritedField::Currency => self.currency = plan.currency,
                InheritedField::Cycle => self.cycle = plan.billing_cycle.into(),
                InheritedField::ExpiringCredits => self.expiring_credits = plan.credits,
                InheritedField::ExpiringDayPasses => self.expiring_day_passes = plan.day_passes,
            }
        }
    }

    /// Counts the subscriptions to a plan that were not written down as ended, and those that will change to it.
    #[must_use]
    pub fn subscribers(id: Id<Self>) -> Counter {
        Counter::new("membership_plan_subscribers", id)
    }

    /// Counts the active membership plans that name a benefit: above 0 only their subscribers get it.
    #[must_use]
    pub fn naming(benefit: Id<BenefitKind>) -> Counter {
        Counter::new("benefit_exclusive", benefit)
    }

    /// The unique key of a plan's publication at a location: there is at most one.
    #[must_use]
    pub fn published_key(plan: Id<Plan>, location: Id<Location>) -> UniqueKey {
        UniqueKey::new("plan_at_location", format!("{plan}#{location}"))
    }
}

impl Kind for MembershipPlan {
    const KIND: KindName = KindName::MembershipPlan;
}

impl Entity for MembershipPlan {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(
        &[("is_active", "true")],
        Some(&[("is_active", "true"), ("signup_enabled", "true")]),
    );
    const PATH: &'static str = "/memberships";
    type View = MembershipPlanView;

    fn view(&self, now: Timestamp) -> MembershipPlanView {
        MembershipPlanView {
            fields: MembershipPlanFields { price: self.price_at(now), ..self.fields.clone() },
            price_changes: self.price_changes.upcoming(now),
            subscriber_count: self.subscriber_count,
        }
    }

    fn record_set(&self) -> Option<RecordSet> {
        Some(if self.is_active { RecordSet::Live } else { RecordSet::Archived })
    }

    fn settled(mut self, now: Timestamp) -> Self {
        self.remember(|change| change.effective_from <= now);
        self.price_changes.settle(&mut self.fields.price, now);
        self
    }

    fn names(&self) -> Vec<&str> {
        vec![self.name.as_str()]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}

/// A plan template at a location that customers can subscribe to.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MembershipPlan")]
pub struct MembershipPlanView {
    /// What clients write, at the price of now.
    #[serde(flatten)]
    pub fields: MembershipPlanFields,
    /// Price changes still to come.
    pub price_changes: Vec<PriceChange>,
    /// Subscriptions to it whose end has not come, as far as that is written down, and those that will change to it.
    pub subscriber_count: Option<i64>,
}
