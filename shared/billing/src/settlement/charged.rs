//! What a source owes, what was charged for it, and the steps from one to the other.

use serde::{Deserialize, Serialize};
use values::{Id, Percent, Timestamp};

use crate::{
    arithmetic::{Overflow, share, share_up},
    wallet::{Bucket, SpentAt, Unit, refund::parts_of},
};

/// What a source owes: the same in money, in credits and in day passes. Field names are short in the store, where it
/// stands twice in each source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owed {
    /// In money, tax included: what is paid outside.
    #[serde(rename = "m")]
    pub money_minor: i64,
    /// The same as an item of an invoice has it: without tax, unless prices include it. The invoice taxes it with its
    /// other items of that rate.
    #[serde(rename = "i")]
    pub item_minor: i64,
    /// In credits; none when credits do not pay for it.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub credits: Option<i64>,
    /// In day passes; none when they do not pay for it.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub day_passes: Option<i64>,
}

/// A part that a cycle to come pays: a scheduled transaction. Field names are short in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserved {
    /// Identifier of the scheduled transaction.
    #[serde(rename = "t")]
    pub id: Id<()>,
    /// Unit that is reserved: credits or day passes.
    #[serde(rename = "u")]
    pub unit: Unit,
    /// How many of the unit are reserved.
    #[serde(rename = "n")]
    pub amount: i64,
    /// First instant of the cycle, when it is posted.
    #[serde(rename = "p")]
    pub posts_at: Timestamp,
    /// When what the cycle grants expires.
    #[serde(rename = "e")]
    pub expires_at: Timestamp,
    /// Subscription whose cycle it is.
    #[serde(rename = "s")]
    pub subscription_id: Id<()>,
}

/// What became of what was reserved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReservedOutcome {
    /// Its cycle has not begun.
    Waits,
    /// These parts were taken when it began.
    Posted(Vec<Bucket>),
    /// It did not come, or granted too little.
    Void,
}

impl Reserved {
    /// Whether its cycle pays for what takes place then.
    #[must_use]
    pub fn pays(&self, spent_at: &SpentAt) -> bool {
        spent_at.takes_place_at.is_none_or(|at| self.posts_at <= at && at < self.expires_at)
    }
}

/// What was really charged for a source: stored with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charged {
    /// Parts of buckets of credits, in the order in which they were taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub credits: Vec<Bucket>,
    /// Parts of buckets of day passes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub day_passes: Vec<Bucket>,
    /// What cycles to come pay, in the order in which it was reserved. It counts as charged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserved: Vec<Reserved>,
    /// On its pending item, which no issued invoice has yet, as the item has it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pending_minor: i64,
    /// On issued invoices, less what credit notes took off, as the items have it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub invoiced_minor: i64,
    /// By payments outside, asked for or made, less what was refunded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub external_minor: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_zero(minor: &i64) -> bool {
    *minor == 0
}

/// A step of settling, to be carried out in the transaction of the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Charge so many of the wallet.
    Take {
        /// Unit that is charged: credits or day passes.
        unit: Unit,
        /// How many of the unit are charged.
        amount: i64,
    },
    /// Reserve so many less of cycles to come: of what was reserved last first.
    Release {
        /// Unit whose reservation is reduced: credits or day passes.
        unit: Unit,
        /// How many of the unit are reserved no longer.
        amount: i64,
    },
    /// Give these parts back to the wallet.
    Return {
        /// Unit that is given back: credits or day passes.
        unit: Unit,
        /// Parts of the buckets that had paid.
        parts: Vec<Bucket>,
    },
    /// Make the source's one pending item this amount; 0 removes it.
    SetPendingItem {
        /// The item's amount: see [`Owed::item_minor`].
        minor: i64,
    },
    /// Take this off an issued invoice by a credit note.
    CreditInvoiced {
        /// What is credited of the items, last one first: see [`Owed::item_minor`].
        minor: i64,
    },
    /// Ask for a payment outside.
    AskPayment {
        /// The amount, tax included.
        minor: i64,
    },
    /// Give back of what was paid outside, or no longer ask for it.
    RefundPayment {
        /// The amount, tax included.
        minor: i64,
    },
}

impl Owed {
    /// Nothing is owed, in money, credits or day passes.
    pub const NOTHING: Self = Self { money_minor: 0, item_minor: 0, credits: Some(0), day_passes: Some(0) };

    /// A part of it, such as the fee of a late cancellation: money rounded half away from zero, begun credits and day
    /// passes whole.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn percent(&self, rate: Percent) -> Result<Self, Overflow> {
        self.part(rate.ten_thousandths(), Percent::HUNDRED.ten_thousandths())
    }

    /// `part / whole` of it, rounded as by [`Self::percent`].
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn part(&self, part: i64, whole: i64) -> Result<Self, Overflow> {
        let units = |units: Option<i64>| units.map(|units| share_up(units, part, whole)).transpose();
        Ok(Self {
            money_minor: share(self.money_minor, part, whole)?,
            item_minor: share(self.item_minor, part, whole)?,
            credits: units(self.credits)?,
            day_passes: units(self.day_passes)?,
        })
    }

    /// The same without units that go back although they are still owed: others are to pay for that.
    #[must_use]
    pub fn less(self, returned: &Action) -> Self {
        match returned {
            Action::Return { unit, parts } => self.less_units(*unit, parts.iter().map(|part| part.amount).sum()),
            _ => self,
        }
    }

    /// The same without so many units.
    #[must_use]
    pub fn less_units(mut self, unit: Unit, returned: i64) -> Self {
        let units = match unit {
            Unit::Credits => &mut self.credits,
            Unit::DayPasses => &mut self.day_passes,
        };
        *units = units.map(|units| units.saturating_sub(returned));
        self
    }

    pub(super) const fn units(&self, unit: Unit) -> Option<i64> {
        match unit {
            Unit::Credits => self.credits,
            Unit::DayPasses => self.day_passes,
        }
    }
}

impl Charged {
    /// Parts of a unit.
    #[must_use]
    pub fn parts(&self, unit: Unit) -> &[Bucket] {
        match unit {
            Unit::Credits => &self.credits,
            Unit::DayPasses => &self.day_passes,
        }
    }

    /// Units charged, with those that are reserved.
    #[must_use]
    pub fn units(&self, unit: Unit) -> i64 {
        self.parts(unit).iter().map(|part| part.amount).sum::<i64>() + self.reserved_units(unit)
    }

    /// Units that are reserved of cycles to come.
    #[must_use]
    pub fn reserved_units(&self, unit: Unit) -> i64 {
        self.reserved.iter().filter(|one| one.unit == unit).map(|one| one.amount).sum()
    }

    /// Of what is reserved of a unit, what is to be given up when so many less are: the last first, each with what is
    /// left of it.
    #[must_use]
    pub fn to_release(&self, unit: Unit, amount: i64) -> Vec<(Reserved, i64)> {
        let (mut rest, mut released) = (amount, Vec::new());
        for one in self.reserved.iter().rev().filter(|one| one.unit == unit) {
            if rest <= 0 {
                break;
            }
            let less = rest.min(one.amount);
            rest -= less;
            released.push((*one, one.amount - less));
        }
        released
    }

    /// Whether nothing is charged.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// What is charged once an action is carried out; of [`Action::Take`], `taken` are the parts that the wallet gave.
    #[must_use]
    pub fn after(mut self, action: &Action, taken: &[Bucket]) -> Self {
        match action {
            Action::Take { unit, .. } => self.parts_mut(*unit).extend_from_slice(taken),
            Action::Release { unit, amount } => {
                for (released, left) in self.to_release(*unit, *amount) {
                    self.reserved.iter_mut().filter(|one| one.id == released.id).for_each(|one| one.amount = left);
                }
                self.reserved.retain(|one| one.amount > 0);
            }
            Action::Return { unit, parts } => {
                let returned: i64 = parts.iter().map(|part| part.amount).sum();
                let (_, kept) = parts_of(self.parts(*unit), returned);
                *self.parts_mut(*unit) = kept;
            }
            Action::SetPendingItem { minor } => self.pending_minor = *minor,
            Action::CreditInvoiced { minor } => self.invoiced_minor -= minor,
            Action::AskPayment { minor } => self.external_minor += minor,
            Action::RefundPayment { minor } => self.external_minor -= minor,
        }
        self
    }

    /// Takes out the units that do not pay, and answers how they go back.
    #[must_use]
    pub fn without_unfit(&mut self, pays: impl Fn(&Bucket) -> bool) -> Vec<Action> {
        let mut actions = Vec::new();
        for unit in [Unit::Credits, Unit::DayPasses] {
            let (kept, parts): (Vec<_>, Vec<_>) = self.parts(unit).iter().cloned().partition(&pays);
            if !parts.is_empty() {
                *self.parts_mut(unit) = kept;
                actions.push(Action::Return { unit, parts });
            }
        }
        actions
    }

    /// Takes out what cycles to come do not pay.
    #[must_use]
    pub fn without_unfit_reserved(&mut self, pays: impl Fn(&Reserved) -> bool) -> Vec<Reserved> {
        let (kept, unfit) = self.reserved.iter().partition(|one| pays(one));
        self.reserved = kept;
        unfit
    }

    /// What is charged after what became of what was reserved, and how many of which unit are charged no more.
    #[must_use]
    pub fn after_time(&self, outcome: impl Fn(&Reserved) -> ReservedOutcome) -> (Self, Vec<(Unit, i64)>) {
        let (mut after, mut void) = (Self { reserved: Vec::new(), ..self.clone() }, Vec::new());
        for one in &self.reserved {
            match outcome(one) {
                ReservedOutcome::Waits => after.reserved.push(*one),
                ReservedOutcome::Posted(parts) => after.parts_mut(one.unit).extend(parts),
                ReservedOutcome::Void => void.push((one.unit, one.amount)),
            }
        }
        (after, void)
    }

    const fn parts_mut(&mut self, unit: Unit) -> &mut Vec<Bucket> {
        match unit {
            Unit::Credits => &mut self.credits,
            Unit::DayPasses => &mut self.day_passes,
        }
    }
}
