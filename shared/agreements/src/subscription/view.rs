//! A subscription as others find it: what an answer shows, of which states and periods are derived from the instant,
//! and where lists have it.

use billing::{
    pause::{Pause, PauseBehaviour},
    period::{plus_days, start_of},
    subscription_status::SubscriptionStatus,
};
use records::{Location, MembershipPlan};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Entity, Indexes};
use values::{Amount, Currency, Customer, Day, Id, Name, Percent, Timestamp, cycle::Cycle, notice::NoticeEnd};

use super::{
    agreed::{Discounts, ScheduledChange},
    anchor::AnchorView,
    dues::ChargedFor,
    item::SubscriptionItemView,
    record::{Collection, Subscription},
};

impl Entity for Subscription {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/subscriptions";
    type View = SubscriptionView;

    fn view(&self, now: Timestamp) -> SubscriptionView {
        SubscriptionView::of(self, now)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_PLAN, &self.membership_plan_id, id)
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .due(self.moments.due_at)
    }
}

/// A customer's agreement on a membership plan.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Subscription")]
pub struct SubscriptionView {
    /// Who pays: a member or a company.
    customer_id: Id<Customer>,
    /// What it is to.
    membership_plan_id: Id<MembershipPlan>,
    /// Location of the membership plan.
    location_id: Id<Location>,
    /// State at this moment.
    status: SubscriptionStatus,
    /// How many times the plan is subscribed to, from 1 to 10,000.
    quantity: u32,
    /// First local day, trial included.
    start_date: Day,
    /// Last local day; null while it goes on.
    end_date: Option<Day>,
    /// On which days its periods begin.
    anchor: AnchorView,
    /// First instant of the present period, or of the trial; null while it has not begun or has ended.
    current_period_start: Option<Timestamp>,
    /// First instant after it.
    current_period_end: Option<Timestamp>,
    /// Last local day of the trial; null without one.
    trial_end_date: Option<Day>,
    /// Price of one for a cycle, in major units.
    price: Amount,
    /// Currency of its amounts.
    currency: Currency,
    /// How long a cycle is.
    cycle: Cycle,
    /// Tax on the dues in percent, from 0 to 100.
    tax_rate: Percent,
    /// Discounts that come with it.
    discounts: Discounts,
    /// Credits that a cycle grants, of one.
    credits_per_cycle: i64,
    /// Day passes that a cycle grants, of one.
    day_passes_per_cycle: i64,
    /// Guests that a cycle includes, of one; null when they are not counted.
    guest_passes_per_cycle: Option<u32>,
    /// Cycles for which unused credits live on.
    rollover_cycles: u32,
    /// Charged once, with the first period, in major units.
    setup_fee: Amount,
    /// Held until the end; null without one.
    deposit: Option<DepositView>,
    /// First local day on which it can end without a fee; null without a commitment.
    commitment_ends_at: Option<Day>,
    /// Days between notice and its end, after the months.
    notice_days: u32,
    /// Calendar months between notice and its end.
    notice_months: u32,
    /// With what it ends after notice.
    notice_ends_with: NoticeEnd,
    /// Whether notice was given, so that it ends as `notice_ends_with` says.
    cancel_at_period_end: bool,
    /// Instant at which it ends; null while it goes on.
    cancel_at: Option<Timestamp>,
    /// When it ended; null while it has not.
    cancelled_at: Option<Timestamp>,
    /// When notice was given.
    notice_given_at: Option<Timestamp>,
    /// The pause that it is in, or that is to come; null without one.
    pause: Option<PauseView>,
    /// How it is paid.
    collection: Collection,
    /// Days before a period in which its invoice is written.
    invoice_days_in_advance: u32,
    /// What changes with a period to come; null when nothing does.
    scheduled_change: Option<ScheduledChangeView>,
    /// What is charged besides the plan.
    items: Vec<SubscriptionItemView>,
}

/// What is held until the end.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SubscriptionDeposit")]
pub struct DepositView {
    /// Amount that is held, in major units of the currency.
    amount: Amount,
    /// What of it the merchant kept.
    kept_amount: Amount,
    /// What became of it.
    status: DepositStatus,
}

/// What became of a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DepositStatus {
    /// It is on no invoice, or on none that asks for it.
    Pending,
    /// It is on an invoice.
    Invoiced,
    /// It is owed back, because the subscription has ended: the credit is written in a moment.
    Returnable,
    /// It came back: a credit note took it off what is due, and what was paid of it went to the customer's balance.
    Returned,
    /// The merchant kept all of it.
    Kept,
}

/// Time without charges and benefits.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SubscriptionPause")]
pub struct PauseView {
    /// First local day of the pause.
    from: Day,
    /// First local day after it; null until somebody resumes.
    until: Option<Day>,
    /// What becomes of the invoices of the time between.
    behaviour: PauseBehaviour,
}

/// What changes with a period to come.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ScheduledSubscriptionChange")]
pub struct ScheduledChangeView {
    /// First local day of it.
    effective_date: Day,
    /// Membership plan that applies from that day on.
    membership_plan_id: Id<MembershipPlan>,
    /// Name of that plan when the change was agreed on.
    membership_plan_name: Name,
    /// How many times that plan is subscribed to, from 1 to 10,000.
    quantity: u32,
    /// Price of one for a cycle, in major units.
    price: Amount,
    /// How long a cycle is.
    cycle: Cycle,
}

impl SubscriptionView {
    /// What is shown at an instant.
    fn of(stored: &Subscription, now: Timestamp) -> Self {
        let status = stored.status(now);
        let today = stored.day_of(now).unwrap_or(stored.first);
        let of_today = stored.as_of(today);
        let is_running = status.is_live() && status != SubscriptionStatus::Scheduled;
        let (from, until) = if is_running { of_today.present_period(today) } else { (None, None) };
        let terms = &of_today.plan.terms;
        let is_shown = |pause: &&Pause| status.is_live() && pause.until.is_none_or(|until| today < until);
        let pause = of_today.pauses.last().filter(is_shown);
        let trial = stored.restarts == 0 && stored.first < stored.schedule.first();
        Self {
            customer_id: stored.customer_id,
            membership_plan_id: of_today.membership_plan_id,
            location_id: stored.location_id,
            status,
            quantity: terms.dues.quantity,
            start_date: stored.first,
            end_date: stored.ends.and_then(|ends| plus_days(ends, -1)),
            anchor: AnchorView::of(of_today.schedule.anchor()),
            current_period_start: from,
            current_period_end: until,
            trial_end_date: trial.then(|| plus_days(stored.schedule.first(), -1)).flatten(),
            price: of_today.plan.price(stored.currency),
            currency: stored.currency,
            cycle: terms.dues.cycle,
            tax_rate: of_today.plan.tax_rate,
            discounts: of_today.plan.discounts,
            credits_per_cycle: terms.credits,
            day_passes_per_cycle: terms.day_passes,
            guest_passes_per_cycle: stored.plan.guest_passes,
            rollover_cycles: terms.rollover_cycles,
            setup_fee: Amount::of(stored.setup_fee_minor, stored.currency),
            deposit: stored.deposit(status),
            commitment_ends_at: of_today.commitment_ends().ok().flatten(),
            notice_days: stored.notice_days,
            notice_months: stored.notice_months,
            notice_ends_with: stored.notice_ends_with,
            cancel_at_period_end: stored.notice_given_at.is_some() && status.is_live(),
            cancel_at: stored.moments.ends_at,
            cancelled_at: stored.moments.ends_at.filter(|ends_at| *ends_at <= now),
            notice_given_at: stored.notice_given_at,
            pause: pause.map(|pause| PauseView { from: pause.from, until: pause.until, behaviour: pause.behaviour }),
            collection: stored.collection,
            invoice_days_in_advance: stored.invoice_days_in_advance,
            scheduled_change: of_today.scheduled.as_ref().map(|change| change.view(stored.currency)),
            items: stored.items.iter().map(|item| item.view(stored.currency)).collect(),
        }
    }
}

impl Subscription {
    /// First instant of the period of a day, and the first one after it; of the trial on a day in it.
    fn present_period(&self, today: Day) -> (Option<Timestamp>, Option<Timestamp>) {
        let days = if today < self.first {
            None
        } else if today < self.schedule.first() {
            Some((self.first, self.ends.map_or(self.schedule.first(), |ends| ends.min(self.schedule.first()))))
        } else {
            self.period_on(today).ok().flatten().map(|period| (period.first(), period.after()))
        };
        let Some((first, after)) = days else { return (None, None) };
        (start_of(first, self.zone), start_of(after, self.zone))
    }

    fn deposit(&self, status: SubscriptionStatus) -> Option<DepositView> {
        let is_charged = self.charges.left_minor(ChargedFor::Deposit) > 0;
        (self.deposit_minor > 0).then(|| DepositView {
            amount: Amount::of(self.deposit_minor, self.currency),
            kept_amount: Amount::of(self.deposit_kept_minor, self.currency),
            status: match (is_charged, status.is_live()) {
                (true, true) => DepositStatus::Invoiced,
                (true, false) => DepositStatus::Returnable,
                (false, _) if self.deposit_kept_minor >= self.deposit_minor => DepositStatus::Kept,
                (false, _) if self.charges.is_taken_off(ChargedFor::Deposit) => DepositStatus::Returned,
                (false, _) => DepositStatus::Pending,
            },
        })
    }
}

impl ScheduledChange {
    fn view(&self, currency: Currency) -> ScheduledChangeView {
        ScheduledChangeView {
            effective_date: self.effective,
            membership_plan_id: self.plan.membership_plan_id,
            membership_plan_name: self.plan.name.clone(),
            quantity: self.plan.terms.dues.quantity,
            price: self.plan.price(currency),
            cycle: self.plan.terms.dues.cycle,
        }
    }
}
