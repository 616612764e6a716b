//! Settlement: what a source (a booking, an order, a ticket of an event) owes, before and after a change,
//! becomes the actions that settle the difference with what was really charged.
//!
//! Create, move, cancel, no-show, early check-out, expiry: all of them state what is owed afterwards and carry the
//! actions out in their own transaction. Settling what is settled does nothing, so nothing is charged twice.

pub mod charged;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode};

pub use self::charged::{Action, Charged, Owed, Reserved, ReservedOutcome};
use crate::{
    arithmetic::{Overflow, share},
    wallet::{Unit, refund::parts_of},
};

/// How a source is paid for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentSource {
    /// Nobody pays: nothing is charged.
    #[default]
    None,
    /// Credits of the payer's wallet.
    Credits,
    /// Day passes of the payer's wallet.
    DayPass,
    /// The customer's next invoice.
    Invoice,
    /// A payment outside of this service.
    External,
}

/// How money is paid that credits or day passes do not cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoneyBy {
    /// On the customer's next invoice.
    Invoice,
    /// By a payment outside of this service.
    External,
}

/// How a source is to be paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentTerms {
    /// What pays first: credits, day passes, an invoice or an outside payment.
    pub source: PaymentSource,
    /// What may pay the rest when credits or day passes do not suffice; nothing may when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixed_with: Option<MoneyBy>,
}

/// What can be taken of a customer now, besides what was charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Funds {
    /// Credits that pay here.
    pub credits: i64,
    /// Day passes that pay here.
    pub day_passes: i64,
}

/// Why a source cannot be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettlementError {
    /// Credits or day passes do not suffice, and nothing may pay the rest.
    Insufficient {
        /// The unit of which there is too little: credits or day passes.
        unit: Unit,
        /// What more is needed.
        needed: i64,
        /// How many of the unit can be spent.
        available: i64,
    },
    /// The source cannot be paid for with this.
    NotPayable {
        /// The unit that cannot pay for it: credits or day passes.
        unit: Unit,
    },
    /// An amount does not fit.
    Overflow,
}

impl From<Overflow> for SettlementError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<SettlementError> for ApiError {
    /// 402 `insufficient_balance` or 422, naming `payment_source`.
    fn from(error: SettlementError) -> Self {
        let name = |unit| match unit {
            Unit::Credits => "credits",
            Unit::DayPasses => "day passes",
        };
        match error {
            SettlementError::Insufficient { unit, needed, available } => {
                let message = format!("{needed} {} are needed, {available} are there", name(unit));
                Self::new(ErrorCode::InsufficientBalance, message).at("payment_source", "insufficient_balance")
            }
            SettlementError::NotPayable { unit } => {
                Self::rule("payment_source", "not_payable", format!("{} do not pay for it", name(unit)))
            }
            SettlementError::Overflow => Overflow.into(),
        }
    }
}

/// What is to be charged after a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Credits that are to be charged in all.
    pub credits: i64,
    /// Day passes that are to be charged in all.
    pub day_passes: i64,
    /// On invoices, as items have it.
    pub invoiced_minor: i64,
    /// By payments outside, tax included.
    pub external_minor: i64,
}

/// What is to be charged for a source that owed `before`, of which `charged` was charged, and that owes `after` now.
///
/// Of credits or day passes first, as far as they reach; money pays the rest in proportion. What was charged stays
/// charged as far as it is still owed: a source that costs less gives money back first, then the units taken last, and
/// one that costs more does not exchange money for units that were bought meanwhile.
///
/// # Errors
/// [`SettlementError`].
pub fn target(
    terms: PaymentTerms,
    before: &Owed,
    charged: &Charged,
    after: &Owed,
    funds: Funds,
) -> Result<Target, SettlementError> {
    let (unit, available) = match terms.source {
        PaymentSource::None => return Ok(Target::default()),
        PaymentSource::Invoice => return Ok(Target { invoiced_minor: after.item_minor, ..Target::default() }),
        PaymentSource::External => return Ok(Target { external_minor: after.money_minor, ..Target::default() }),
        PaymentSource::Credits => (Unit::Credits, funds.credits),
        PaymentSource::DayPass => (Unit::DayPasses, funds.day_passes),
    };
    let Some(owed) = after.units(unit) else { return Err(SettlementError::NotPayable { unit }) };
    let kept = charged.units(unit).min(owed);
    // What money paid of it before, it goes on paying.
    let paid_by_money = before.units(unit).unwrap_or_default().saturating_sub(charged.units(unit)).max(0);
    let needed = owed.saturating_sub(kept).saturating_sub(paid_by_money).max(0);
    let taken = needed.min(available.max(0));
    if taken < needed && terms.mixed_with.is_none() {
        return Err(SettlementError::Insufficient { unit, needed, available });
    }
    let units = kept + taken;
    let rest_of = |minor| share(minor, owed - units, owed);
    let mut target = match unit {
        Unit::Credits => Target { credits: units, ..Target::default() },
        Unit::DayPasses => Target { day_passes: units, ..Target::default() },
    };
    match terms.mixed_with {
        Some(MoneyBy::Invoice) => target.invoiced_minor = rest_of(after.item_minor)?,
        // Without anything else to pay with there is no rest.
        Some(MoneyBy::External) | None => target.external_minor = rest_of(after.money_minor)?,
    }
    Ok(target)
}

/// The actions that bring what was charged to what is to be charged; none when that is the same.
#[must_use]
pub fn difference(charged: &Charged, target: &Target) -> Vec<Action> {
    let mut actions = Vec::new();
    for (unit, wanted) in [(Unit::Credits, target.credits), (Unit::DayPasses, target.day_passes)] {
        let more = wanted - charged.units(unit);
        if more > 0 {
            actions.push(Action::Take { unit, amount: more });
        } else if more < 0 {
            // What has not been taken yet goes first.
            let released = charged.reserved_units(unit).min(-more);
            if released > 0 {
                actions.push(Action::Release { unit, amount: released });
            }
            if released < -more {
                let (parts, _) = parts_of(charged.parts(unit), -more - released);
                actions.push(Action::Return { unit, parts });
            }
        }
    }
    // An issued invoice does not change: more goes to the next one, less is a credit note.
    let pending_minor = (target.invoiced_minor - charged.invoiced_minor).max(0);
    if pending_minor != charged.pending_minor {
        actions.push(Action::SetPendingItem { minor: pending_minor });
    }
    let credited_minor = charged.invoiced_minor - target.invoiced_minor;
    if credited_minor > 0 {
        actions.push(Action::CreditInvoiced { minor: credited_minor });
    }
    let external_minor = target.external_minor - charged.external_minor;
    if external_minor > 0 {
        actions.push(Action::AskPayment { minor: external_minor });
    } else if external_minor < 0 {
        actions.push(Action::RefundPayment { minor: -external_minor });
    }
    actions
}

/// The actions that settle a source: [`target`] and [`difference`] in one.
///
/// # Errors
/// [`SettlementError`].
pub fn settle(
    terms: PaymentTerms,
    before: &Owed,
    charged: &Charged,
    after: &Owed,
    funds: Funds,
) -> Result<Vec<Action>, SettlementError> {
    Ok(difference(charged, &target(terms, before, charged, after, funds)?))
}

#[cfg(test)]
mod tests;
