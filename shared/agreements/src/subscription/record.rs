//! The subscription as it is stored, and its indexes.

use billing::{cycles::BillingSchedule, pause::Pause, wallet::Unit};
use records::{Location, MembershipPlan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Index, IndexBy};
use values::{Currency, Customer, Day, Id, Kind, KindName, TimeZone, Timestamp, notice::NoticeEnd, tax::TaxStatus};

use super::{
    agreed::{AgreedPlan, ScheduledChange},
    dues::ChargedDues,
    item::SubscriptionItem,
};

/// A customer's agreement on a membership plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// Customer who pays: a member or a company.
    pub customer_id: Id<Customer>,
    /// Location of the membership plan.
    pub location_id: Id<Location>,
    /// Plan of the present terms, as in `plan`; for lists.
    pub membership_plan_id: Id<MembershipPlan>,
    /// Zone in which its days are.
    pub zone: TimeZone,
    /// Currency of its amounts.
    pub currency: Currency,
    /// Whether its prices include tax.
    pub tax_inclusive: bool,
    /// The terms of now.
    pub plan: AgreedPlan,
    /// Terms that come later.
    pub scheduled: Option<ScheduledChange>,
    /// First local day, trial included.
    pub first: Day,
    /// Its periods; with a trial, the first one begins after it.
    pub schedule: BillingSchedule,
    /// How often its periods began anew, because it went to another cycle.
    pub restarts: u32,
    /// Last period that has begun and granted its allowance.
    pub renewed: Option<u32>,
    /// Last period that was invoiced.
    pub invoiced: Option<u32>,
    /// What was charged on invoices, and what of it is charged no more.
    pub charges: ChargedDues,
    /// What was spent of what had been granted for days that were credited since: it is taken off what is granted next.
    #[serde(default)]
    pub overdrawn: Overdrawn,
    /// Setup fee in minor units, charged once with the first period.
    pub setup_fee_minor: i64,
    /// Whether the setup fee is one that was agreed on with the customer, whatever a plan says.
    #[serde(default)]
    pub has_own_setup_fee: bool,
    /// Held until the end.
    pub deposit_minor: i64,
    /// What of it the merchant kept, in minor units.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub deposit_kept_minor: i64,
    /// Whole cycles that were committed to.
    pub commitment_cycles: u32,
    /// What a cycle costs of what was committed to, whatever the terms became since.
    pub committed_minor: i64,
    /// Percent of the dues still owed that ending earlier costs.
    pub early_termination_fee: values::Percent,
    /// Days between notice and its end, after the months.
    pub notice_days: u32,
    /// Calendar months between them.
    #[serde(default)]
    pub notice_months: u32,
    /// With what it ends after notice.
    #[serde(default)]
    pub notice_ends_with: NoticeEnd,
    /// Days for which benefits are kept when an invoice is overdue.
    pub grace_days: u32,
    /// Longest pause in days; no limit when none.
    pub pause_days_max: Option<u32>,
    /// Least days between the request and a pause.
    pub pause_notice_days: u32,
    /// Pauses of the present periods, in order; at most one has not ended.
    pub pauses: Vec<Pause>,
    /// What is charged besides.
    pub items: Vec<SubscriptionItem>,
    /// How it is paid.
    pub collection: Collection,
    /// Days before a period in which its invoice is written.
    pub invoice_days_in_advance: u32,
    /// Last day that was agreed on from the beginning.
    pub agreed_end: Option<Day>,
    /// First local day without it.
    pub ends: Option<Day>,
    /// How the customer was taxed when something was charged last: what is credited since is taxed so.
    #[serde(default, skip_serializing_if = "is_standard")]
    pub billed_tax_status: TaxStatus,
    /// When notice was given; none when it ends as agreed.
    pub notice_given_at: Option<Timestamp>,
    /// Whether it was ended at once: then it stays ended.
    pub is_ended_early: bool,
    /// Since when its first payment is awaited.
    pub incomplete_since: Option<Timestamp>,
    /// Invoices of it that are not paid.
    pub open_invoices: Vec<OpenInvoice>,
    /// Since when it was past due, once that was written down; null before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub past_due_written: Option<Timestamp>,
    /// Whether its end was written down: it counts no longer.
    pub is_over: bool,
    /// Instants at which its state changes, for lists.
    #[serde(flatten)]
    pub moments: Moments,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_standard(status: &TaxStatus) -> bool {
    *status == TaxStatus::Standard
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_nothing(minor: &i64) -> bool {
    *minor == 0
}

/// Instants at which the state of a subscription changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// First instant of its first local day, trial included.
    pub starts_at: Option<Timestamp>,
    /// Instant at which it ends; none while no end is set.
    pub ends_at: Option<Timestamp>,
    /// An invoice of it becomes overdue.
    pub past_due_at: Option<Timestamp>,
    /// Its last pause begins.
    pub paused_from: Option<Timestamp>,
    /// Its last pause ends.
    pub paused_until: Option<Timestamp>,
    /// Until when its first payment is awaited.
    pub awaited_until: Option<Timestamp>,
    /// When there is something to do.
    pub due_at: Option<Timestamp>,
}

/// Credits and day passes that were spent and not paid for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overdrawn {
    credits: i64,
    day_passes: i64,
}

impl Overdrawn {
    /// How many of a unit.
    #[must_use]
    pub const fn of(&self, unit: Unit) -> i64 {
        match unit {
            Unit::Credits => self.credits,
            Unit::DayPasses => self.day_passes,
        }
    }

    /// So many of a unit from now on.
    pub const fn set(&mut self, unit: Unit, amount: i64) {
        match unit {
            Unit::Credits => self.credits = amount,
            Unit::DayPasses => self.day_passes = amount,
        }
    }
}

/// How a subscription is paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SubscriptionCollection")]
pub enum Collection {
    /// Invoices are sent, and are due after the customer's days.
    #[default]
    SendInvoice,
    /// It begins when its first invoice is paid, within 23 hours.
    Charge,
}

/// An invoice that is not paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenInvoice {
    /// Identifier of the invoice.
    pub id: Id<()>,
    /// When it is due.
    pub due: Day,
}

impl Subscription {
    /// Index of the subscriptions of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Third, "customer");
    /// Index of the subscriptions to a membership plan.
    pub const BY_PLAN: IndexBy<Self, Id<MembershipPlan>> = IndexBy::new(Index::First, "membership_plan");
    /// Index of the subscriptions at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::Second, "location");
}

impl Kind for Subscription {
    const KIND: KindName = KindName::Subscription;
}
