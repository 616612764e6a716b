//! What a membership plan asks for besides its terms, as it was agreed on.

use billing::notice::Notice;
use records::MembershipPlan;
use values::{ApiError, Percent};

use super::{agreed::count, record::Subscription};

/// What a membership plan asks for once, and how a subscription to it can be paused and ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanConditions {
    /// Setup fee in minor units, charged once with the first period.
    pub setup_fee_minor: i64,
    /// Held until the end.
    pub deposit_minor: i64,
    /// Whole cycles that are committed to.
    pub commitment_cycles: u32,
    /// Percent of the dues still owed that ending earlier costs.
    pub early_termination_fee: Percent,
    /// How long before its end notice is given, and with what the subscription ends.
    pub notice: Notice,
    /// Days for which benefits are kept when an invoice is overdue.
    pub grace_days: u32,
    /// Longest pause in days; no limit when none.
    pub pause_days_max: Option<u32>,
    /// Least days between the request and a pause.
    pub pause_notice_days: u32,
}

impl PlanConditions {
    /// Those of a plan now.
    ///
    /// # Errors
    /// 500 when what is stored of the plan does not fit.
    pub fn of(plan: &MembershipPlan) -> Result<Self, ApiError> {
        Ok(Self {
            setup_fee_minor: plan.setup_fee.minor_in(plan.currency, "setup_fee")?,
            deposit_minor: plan.deposit_amount.minor_in(plan.currency, "membership_plan_id")?,
            commitment_cycles: if plan.minimum_commitment { count(plan.commitment_cycles) } else { 0 },
            early_termination_fee: plan.early_termination_fee_percent,
            notice: Notice {
                months: count(plan.notice_months),
                days: count(plan.notice_days),
                ends_with: plan.notice_ends_with,
            },
            grace_days: count(plan.grace_days),
            pause_days_max: plan.pause_days_max.map(count),
            pause_notice_days: count(plan.pause_notice_days),
        })
    }
}

impl Subscription {
    /// The same under the conditions of another plan, as if they had been agreed on from the beginning. A setup fee
    /// that was agreed on with the customer stays.
    pub(super) fn agree_on(&mut self, conditions: &PlanConditions) {
        if !self.has_own_setup_fee {
            self.setup_fee_minor = conditions.setup_fee_minor;
        }
        self.deposit_minor = conditions.deposit_minor;
        self.commitment_cycles = conditions.commitment_cycles;
        self.early_termination_fee = conditions.early_termination_fee;
        self.notice_days = conditions.notice.days;
        self.notice_months = conditions.notice.months;
        self.notice_ends_with = conditions.notice.ends_with;
        self.grace_days = conditions.grace_days;
        self.pause_days_max = conditions.pause_days_max;
        self.pause_notice_days = conditions.pause_notice_days;
    }
}
