//! What a subscription was made under, and what a period of it makes.

use serde::{Deserialize, Serialize};
use values::{Day, Id, Timestamp};

use crate::{period::BillingPeriod, proration::Dues, wallet::Unit};

/// What a subscription costs and grants each cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Price of a cycle.
    pub dues: Dues,
    /// Credits of a cycle, of one.
    pub credits: i64,
    /// Day passes of a cycle, of one.
    pub day_passes: i64,
    /// Cycles for which what is not used lives on.
    pub rollover_cycles: u32,
}

/// Terms from a day on: a period has the last that began on or before its first day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatedTerms {
    /// First local day on which a period begins under these terms.
    pub from: Day,
    /// Terms that hold from that day on.
    pub terms: Terms,
}

/// What is charged besides the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddOn {
    /// Which item of the subscription it is.
    pub id: Id<()>,
    /// Price of one for a cycle, or once.
    pub unit_minor: i64,
    /// How many of the add-on are charged.
    pub quantity: u32,
    /// Whether it is charged once or with every period.
    pub recurrence: Recurrence,
}

/// How often an add-on is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recurrence {
    /// With every period that begins on or after this day; a period in part costs its part.
    Recurring {
        /// First local day from which periods are charged.
        from: Day,
    },
    /// Once, whole, with the first period that begins on or after this day.
    OneOff {
        /// First local day from which a period is charged.
        from: Day,
    },
}

/// What a line of a renewal is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RenewalCharge {
    /// The dues of the plan.
    Dues,
    /// An add-on, by its identifier.
    AddOn(Id<()>),
    /// The fee charged once.
    SetupFee,
    /// The deposit, which is owed back and not taxed.
    Deposit,
}

/// A line that a renewal makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenewalLine {
    /// What the line charges for: dues, an add-on, a fee or a deposit.
    pub charge: RenewalCharge,
    /// How many are charged on the line.
    pub quantity: u32,
    /// Price of one for a whole cycle.
    pub unit_minor: i64,
    /// What is charged, for all of them and the days of the period.
    pub amount_minor: i64,
}

/// Allowance that a renewal grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenewalGrant {
    /// Unit that is granted: credits or day passes.
    pub unit: Unit,
    /// How many of the unit are granted.
    pub amount: i64,
    /// When it is granted.
    pub at: Timestamp,
    /// Instant at which the rest expires.
    pub expires_at: Timestamp,
}

/// What becomes of a renewal's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invoicing {
    /// They are put on an invoice.
    Issue,
    /// They wait in a draft, because the subscription is paused.
    Draft,
    /// There are no lines to invoice.
    Nothing,
}

/// What one period makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// The period, cut where the subscription ends.
    pub period: BillingPeriod,
    /// First instant of the period, when it is renewed.
    pub at: Timestamp,
    /// What becomes of the lines.
    pub invoicing: Invoicing,
    /// Lines that the period is invoiced with.
    pub lines: Vec<RenewalLine>,
    /// Grants; what earlier ones left expires by itself at their own instants.
    pub grants: Vec<RenewalGrant>,
    /// First day of the next period; none when the subscription ends with this one.
    pub next: Option<Day>,
}
