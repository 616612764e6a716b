//! What the membership plans of a contract asked for when it was issued, beside their prices, which stand in its items.
//! What is signed is what is charged, whatever becomes of the plans before the last signature and after it.

use records::{Location, MembershipPlan};
use serde::{Deserialize, Serialize};
use store::Record;
use values::cycle::Cycle;
use values::{Amount, Percent, notice::NoticeEnd};

/// Most bytes of the terms of one plan, as JSON.
pub const PLAN_BYTES_MAX: usize = 750;

/// The terms of a contract at its issue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContractTerms {
    /// Tax at the location.
    pub tax_rate: Percent,
    /// Those of its plans, in the order of its items.
    pub plans: Vec<PlanTerms>,
}

/// What a membership plan asked for and granted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanTerms {
    cycle: Cycle,
    #[serde(default, skip_serializing_if = "is_usual")]
    tax_rate: Option<Percent>,
    #[serde(default, skip_serializing_if = "is_usual")]
    setup_fee: Amount,
    #[serde(default, skip_serializing_if = "is_usual")]
    deposit: Amount,
    #[serde(default, skip_serializing_if = "is_usual")]
    trial_days: i64,
    #[serde(default, skip_serializing_if = "is_usual")]
    commitment_cycles: Option<i64>,
    #[serde(default, skip_serializing_if = "is_usual")]
    early_termination_fee: Percent,
    #[serde(default, skip_serializing_if = "is_usual")]
    notice_days: i64,
    #[serde(default, skip_serializing_if = "is_usual")]
    notice_months: i64,
    #[serde(default, skip_serializing_if = "is_usual")]
    notice_ends_with: NoticeEnd,
    #[serde(default, skip_serializing_if = "is_usual")]
    grace_days: i64,
    #[serde(default, skip_serializing_if = "is_usual")]
    pause_days_max: Option<i64>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pause_notice_days: i64,
    #[serde(default, skip_serializing_if = "is_usual")]
    credits: i64,
    #[serde(default, skip_serializing_if = "is_usual")]
    day_passes: i64,
    #[serde(default, skip_serializing_if = "is_usual")]
    rollover_cycles: i64,
    #[serde(default, skip_serializing_if = "is_usual")]
    guest_passes: Option<i64>,
    /// On rooms, desks, equipment, events, in the shop and on credit packages.
    #[serde(default, skip_serializing_if = "is_usual")]
    discounts: [Percent; 6],
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl ContractTerms {
    /// Those of plans as they are now, at their location.
    pub fn of<'a>(location: &Location, plans: impl Iterator<Item = &'a Record<MembershipPlan>>) -> Self {
        Self { tax_rate: location.tax_rate, plans: plans.map(|plan| PlanTerms::of(&plan.body)).collect() }
    }

    /// The location, with the tax that it had.
    #[must_use]
    pub fn location(&self, location: &Record<Location>) -> Record<Location> {
        let mut then = location.clone();
        then.body.tax_rate = self.tax_rate;
        then
    }

    /// The plan with this number among those of the contract, with what it asked for.
    #[must_use]
    pub fn plan(&self, number: usize, plan: &Record<MembershipPlan>) -> Record<MembershipPlan> {
        let mut then = plan.clone();
        if let Some(terms) = self.plans.get(number) {
            terms.put(&mut then.body);
        }
        then
    }
}

impl PlanTerms {
    fn of(plan: &MembershipPlan) -> Self {
        Self {
            cycle: plan.cycle,
            tax_rate: plan.custom_tax_rate.then_some(plan.tax_rate),
            setup_fee: plan.setup_fee,
            deposit: plan.deposit_amount,
            trial_days: plan.trial_days,
            commitment_cycles: plan.minimum_commitment.then_some(plan.commitment_cycles),
            early_termination_fee: plan.early_termination_fee_percent,
            notice_days: plan.notice_days,
            notice_months: plan.notice_months,
            notice_ends_with: plan.notice_ends_with,
            grace_days: plan.grace_days,
            pause_days_max: plan.pause_days_max,
            pause_notice_days: plan.pause_notice_days,
            credits: plan.expiring_credits,
            day_passes: plan.expiring_day_passes,
            rollover_cycles: plan.rollover_cycles,
            guest_passes: plan.guest_passes_per_cycle,
            discounts: [
                plan.discount_rooms,
                plan.discount_desks,
                plan.discount_equipment,
                plan.discount_events,
                plan.discount_shop,
                plan.discount_credit_packages,
            ],
        }
    }

    fn put(&self, plan: &mut MembershipPlan) {
        plan.fields.cycle = self.cycle;
        plan.fields.custom_tax_rate = self.tax_rate.is_some();
        plan.fields.tax_rate = self.tax_rate.unwrap_or_default();
        plan.fields.setup_fee = self.setup_fee;
        plan.fields.deposit_amount = self.deposit;
        plan.fields.trial_days = self.trial_days;
        plan.fields.minimum_commitment = self.commitment_cycles.is_some();
        plan.fields.commitment_cycles = self.commitment_cycles.unwrap_or_default();
        plan.fields.early_termination_fee_percent = self.early_termination_fee;
        plan.fields.notice_days = self.notice_days;
        plan.fields.notice_months = self.notice_months;
        plan.fields.notice_ends_with = self.notice_ends_with;
        plan.fields.grace_days = self.grace_days;
        plan.fields.pause_days_max = self.pause_days_max;
        plan.fields.pause_notice_days = self.pause_notice_days;
        plan.fields.expiring_credits = self.credits;
        plan.fields.expiring_day_passes = self.day_passes;
        plan.fields.rollover_cycles = self.rollover_cycles;
        plan.fields.guest_passes_per_cycle = self.guest_passes;
        [
            plan.fields.discount_rooms,
            plan.fields.discount_desks,
            plan.fields.discount_equipment,
            plan.fields.discount_events,
            plan.fields.discount_shop,
            plan.fields.discount_credit_packages,
        ] = self.discounts;
    }
}
