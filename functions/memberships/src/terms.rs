//! What a create and an update of a membership plan have in common: everything the interface does not require.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Nullable, set},
    domain::{
        Amount, Id, LongText, MembershipPlan, Percent, ResourceReference, ShortText,
        membership_plan::{BenefitKind, InheritedField},
    },
};

/// Fields that may be left out: of a create for their default, of an update to stay as they are.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct MembershipPlanTerms {
    /// What it is.
    pub description: Option<LongText>,
    /// Whether `tax_rate`, which then is needed, applies instead of the location's.
    pub custom_tax_rate: Option<bool>,
    /// Tax in percent; kept but not applied while `custom_tax_rate` is false.
    pub tax_rate: Option<Percent>,
    /// Whether a subscriber commits to `commitment_cycles`, which then are needed.
    pub minimum_commitment: Option<bool>,
    /// Cycles a subscriber commits to.
    #[schemars(range(min = 0, max = 1_200))]
    pub commitment_cycles: Option<i64>,
    /// Credits granted each cycle, which expire at its end.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub expiring_credits: Option<i64>,
    /// Day passes granted each cycle, which expire at its end.
    #[schemars(range(min = 0, max = 10_000))]
    pub expiring_day_passes: Option<i64>,
    /// Discount on rooms, in percent.
    pub discount_rooms: Option<Percent>,
    /// Discount on desks, in percent.
    pub discount_desks: Option<Percent>,
    /// Discount on equipment, in percent.
    pub discount_equipment: Option<Percent>,
    /// Discount on events, in percent.
    pub discount_events: Option<Percent>,
    /// Discount in the shop, in percent.
    pub discount_shop: Option<Percent>,
    /// Discount on credit packages, in percent.
    pub discount_credit_packages: Option<Percent>,
    /// Whether people can sign up by themselves.
    pub signup_enabled: Option<bool>,
    /// `immediate` or `request`; anything else behaves as `request`.
    pub signup_type: Option<ShortText>,
    /// Whether it can be subscribed to; true when left out of a create.
    pub is_active: Option<bool>,
    /// Resources only its subscribers may book.
    #[schemars(length(max = 100), extend("uniqueItems" = true))]
    pub exclusive_resource_ids: Option<Vec<Id<ResourceReference>>>,
    /// Fields that follow the plan; only with a plan.
    #[schemars(length(max = 7), extend("uniqueItems" = true))]
    pub inherits: Option<Vec<InheritedField>>,
    /// Charged once, in major units.
    pub setup_fee: Option<Amount>,
    /// Held until the end, in major units.
    pub deposit_amount: Option<Amount>,
    /// Days between notice and the end of a subscription.
    #[schemars(range(min = 0, max = 3_650))]
    pub notice_days: Option<i64>,
    /// Days before the first charge.
    #[schemars(range(min = 0, max = 3_650))]
    pub trial_days: Option<i64>,
    /// Cycles for which unused credits live on.
    #[schemars(range(min = 0, max = 1_200))]
    pub rollover_cycles: Option<i64>,
    /// Most subscribers at a time; no limit when null.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_subscribers: Nullable<i64>,
    /// Benefits only its subscribers get.
    #[schemars(length(max = 100), extend("uniqueItems" = true))]
    pub exclusive_benefit_ids: Option<Vec<Id<BenefitKind>>>,
}

impl MembershipPlanTerms {
    /// Writes what was given into a membership plan; `inherits` is not among it, because it takes the plan to link.
    ///
    /// # Errors
    /// 422 `too_many_decimals` naming the amount.
    pub fn apply(self, offer: &mut MembershipPlan) -> Result<(), ApiError> {
        if let Some(fee) = self.setup_fee {
            offer.setup_fee_minor = fee.minor_in(offer.currency, "setup_fee")?;
        }
        if let Some(deposit) = self.deposit_amount {
            offer.deposit_minor = deposit.minor_in(offer.currency, "deposit_amount")?;
        }
        set(&mut offer.description, self.description);
        set(&mut offer.custom_tax_rate, self.custom_tax_rate);
        set(&mut offer.tax_rate, self.tax_rate);
        set(&mut offer.minimum_commitment, self.minimum_commitment);
        set(&mut offer.commitment_cycles, self.commitment_cycles);
        set(&mut offer.expiring_credits, self.expiring_credits);
        set(&mut offer.expiring_day_passes, self.expiring_day_passes);
        set(&mut offer.discounts.rooms, self.discount_rooms);
        set(&mut offer.discounts.desks, self.discount_desks);
        set(&mut offer.discounts.equipment, self.discount_equipment);
        set(&mut offer.discounts.events, self.discount_events);
        set(&mut offer.discounts.shop, self.discount_shop);
        set(&mut offer.discounts.credit_packages, self.discount_credit_packages);
        set(&mut offer.signup_enabled, self.signup_enabled);
        set(&mut offer.signup_type, self.signup_type);
        set(&mut offer.is_active, self.is_active);
        set(&mut offer.exclusive_resource_ids, self.exclusive_resource_ids);
        set(&mut offer.notice_days, self.notice_days);
        set(&mut offer.trial_days, self.trial_days);
        set(&mut offer.rollover_cycles, self.rollover_cycles);
        self.max_subscribers.apply(&mut offer.max_subscribers);
        set(&mut offer.exclusive_benefit_ids, self.exclusive_benefit_ids);
        Ok(())
    }
}
