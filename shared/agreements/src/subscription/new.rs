//! A new subscription: what a customer and a plan agree on.

use billing::{
    cycles::{Anchor, BillingSchedule},
    period::{days_between, local_day, plus_days},
    renewal::after_trial,
};
use records::{Location, MembershipPlan};
use store::Record;
use values::{ApiError, Customer, Day, Id, Timestamp, tax::TaxStatus};

use super::{
    agreed::{AgreedPlan, count},
    conditions::PlanConditions,
    dues::ChargedDues,
    item::SubscriptionItem,
    moments::instant,
    record::{Collection, Moments, Overdrawn, Subscription},
};

/// Most days that a subscription can begin before the day on which it is made, or after it.
const START_DAYS_MAX: i64 = 366;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct NewSubscription {
    /// Customer who subscribes and pays: a member or a company.
    pub customer_id: Id<Customer>,
    /// First local day; today when none.
    pub first: Option<Day>,
    /// Last local day; none when no end is agreed on.
    pub last: Option<Day>,
    /// On which days periods begin.
    pub anchor: Anchor,
    /// How many times the plan is subscribed to, from 1 to 10,000.
    pub quantity: u32,
    /// Charged once; the plan's when none.
    pub setup_fee: Option<values::Amount>,
    /// Price of one for a cycle that was agreed on with the customer; the plan's when none.
    pub price_minor: Option<i64>,
    /// Held until the end; the plan's when none.
    pub deposit_minor: Option<i64>,
    /// How it is paid.
    pub collection: Collection,
    /// Days before a period in which its invoice is written.
    pub invoice_days_in_advance: u32,
    /// What is charged besides.
    pub items: Vec<SubscriptionItem>,
}

impl NewSubscription {
    /// One of `plan` for a customer from today on, as a sign-up makes it.
    #[must_use]
    pub const fn of(customer_id: Id<Customer>) -> Self {
        Self {
            customer_id,
            first: None,
            last: None,
            anchor: Anchor::Rolling,
            quantity: 1,
            setup_fee: None,
            price_minor: None,
            deposit_minor: None,
            collection: Collection::SendInvoice,
            invoice_days_in_advance: 0,
            items: Vec::new(),
        }
    }

    /// The subscription that it makes to a plan at its location.
    ///
    /// # Errors
    /// 422 naming the field.
    pub fn agreed(
        self,
        plan: &Record<MembershipPlan>,
        location: &Record<Location>,
        now: Timestamp,
    ) -> Result<Subscription, ApiError> {
        let (zone, body) = (location.body.time_zone, &plan.body);
        let today = local_day(now, zone).ok_or_else(|| out_of_range("start_date"))?;
        let first = self.first.unwrap_or(today);
        if days_between(today, first).abs() > START_DAYS_MAX {
            return Err(out_of_range("start_date"));
        }
        if self.last.is_some_and(|last| last < first) {
            return Err(ApiError::rule("end_date", "end_before_start", "end_date must not be before start_date"));
        }
        let ends = self.last.map(|last| plus_days(last, 1).ok_or_else(|| out_of_range("end_date"))).transpose()?;
        let paid_from = after_trial(first, count(body.trial_days))?;
        let schedule = BillingSchedule::new(paid_from, body.cycle, self.anchor)?;
        let agreed_at = instant(first, zone)?.max(now);
        let offered = AgreedPlan::of(plan, &location.body, self.quantity, agreed_at)?;
        let agreed = self.price_minor.map_or_else(|| offered.clone(), |price_minor| offered.at_own_price(price_minor));
        let conditions = PlanConditions::of(body)?;
        let committed_minor = agreed.terms.dues.cycle_minor()?;
        let setup_fee_minor = match self.setup_fee {
            Some(own) => own.minor_in(body.currency, "setup_fee")?,
            None => conditions.setup_fee_minor,
        };
        let field = if self.quantity > 1 { "quantity" } else { "membership_plan_id" };
        let subscription = Subscription {
            customer_id: self.customer_id,
            location_id: location.id,
            membership_plan_id: plan.id,
            zone,
            currency: body.currency,
            tax_inclusive: location.body.tax_inclusive,
            plan: agreed,
            scheduled: None,
            first,
            schedule,
            restarts: 0,
            renewed: None,
            invoiced: None,
            charges: ChargedDues::default(),
            overdrawn: Overdrawn::default(),
            setup_fee_minor,
            has_own_setup_fee: self.setup_fee.is_some(),
            deposit_minor: self.deposit_minor.unwrap_or(conditions.deposit_minor),
            deposit_kept_minor: 0,
            commitment_cycles: conditions.commitment_cycles,
            committed_minor,
            early_termination_fee: conditions.early_termination_fee,
            notice_days: conditions.notice.days,
            notice_months: conditions.notice.months,
            notice_ends_with: conditions.notice.ends_with,
            grace_days: conditions.grace_days,
            pause_days_max: conditions.pause_days_max,
            pause_notice_days: conditions.pause_notice_days,
            pauses: Vec::new(),
            items: self.items,
            collection: self.collection,
            invoice_days_in_advance: self.invoice_days_in_advance,
            agreed_end: self.last,
            ends,
            billed_tax_status: TaxStatus::Standard,
            notice_given_at: None,
            incomplete_since: (self.collection == Collection::Charge).then_some(now),
            is_ended_early: false,
            past_due_written: None,
            open_invoices: Vec::new(),
            is_over: false,
            moments: Moments::default(),
        };
        subscription.check_can_be_invoiced(field)?;
        subscription.dated(now)
    }
}

fn out_of_range(field: &'static str) -> ApiError {
    ApiError::rule(field, "out_of_range", format!("the day is more than {START_DAYS_MAX} days from today"))
}
