//! An invoice's money: what was applied, paid and credited of it, what is due, and what state that puts it in.

use serde::{Deserialize, Serialize};
use values::Day;

use super::{
    dates::overdue_days,
    invoice_status::{Excess, InvoiceError, InvoiceStatus, Paid},
};

/// What became of an invoice's total. Nothing here is below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceMoney {
    /// State: draft, issued, paid, voided or uncollectible.
    pub status: InvoiceStatus,
    /// What it asks for.
    pub total_minor: i64,
    /// What the customer's balance paid when it was issued.
    pub applied_balance_minor: i64,
    /// What payments paid and still pay: a refund that reopens it lowers this.
    pub paid_minor: i64,
    /// What credit notes took off what was due.
    pub pre_payment_minor: i64,
    /// What credit notes gave back of what was paid.
    pub post_payment_minor: i64,
    /// The small rest that a payment left and nobody asks for. While there is one, it is paid.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub written_off_minor: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
const fn is_zero(minor: &i64) -> bool {
    *minor == 0
}

impl InvoiceMoney {
    /// The money of a draft with this total: nothing is paid yet.
    #[must_use]
    pub const fn draft(total_minor: i64) -> Self {
        Self {
            status: InvoiceStatus::Draft,
            total_minor,
            applied_balance_minor: 0,
            paid_minor: 0,
            pre_payment_minor: 0,
            post_payment_minor: 0,
            written_off_minor: 0,
        }
    }

    /// What is due: never below zero. A draft and a voided invoice ask for nothing.
    #[must_use]
    pub const fn due_minor(&self) -> i64 {
        match self.status {
            InvoiceStatus::Draft | InvoiceStatus::Voided => 0,
            InvoiceStatus::Issued | InvoiceStatus::Paid | InvoiceStatus::Uncollectible => self.rest_minor(),
        }
    }

    /// What a credit note takes off before it gives anything back: what is due, and what was written off.
    #[must_use]
    pub const fn unpaid_minor(&self) -> i64 {
        self.due_minor() + self.written_off_minor
    }

    /// Whether money or the customer's balance paid something of it, and nothing is due any more: not by credit notes
    /// alone.
    #[must_use]
    pub fn is_paid_by_money(&self) -> bool {
        let paid_minor = self.applied_balance_minor + self.paid_minor - self.post_payment_minor;
        self.status == InvoiceStatus::Paid && (self.total_minor == 0 || paid_minor > 0)
    }

    /// What its credit notes can still credit.
    #[must_use]
    pub const fn creditable_minor(&self) -> i64 {
        self.total_minor - self.pre_payment_minor - self.post_payment_minor
    }

    /// Days for which it is overdue on the local day `today`.
    #[must_use]
    pub fn overdue_days(&self, due: Day, today: Day) -> i64 {
        if self.status == InvoiceStatus::Issued { overdue_days(due, today) } else { 0 }
    }

    /// Issues it; the customer's balance pays as much as it can, unless it is left alone. Answers what it pays.
    ///
    /// # Errors
    /// [`InvoiceError::State`] unless it is a draft.
    pub fn issue(&mut self, balance_minor: i64) -> Result<i64, InvoiceError> {
        self.expect(&[InvoiceStatus::Draft])?;
        self.applied_balance_minor = balance_minor.clamp(0, self.total_minor);
        self.status = InvoiceStatus::Issued;
        self.settle();
        Ok(self.applied_balance_minor)
    }

    /// Takes a payment. One of an invoice that was given up is taken too.
    ///
    /// # Errors
    /// [`InvoiceError`].
    pub fn pay(&mut self, amount_minor: i64, excess: Excess) -> Result<Paid, InvoiceError> {
        self.expect(&[InvoiceStatus::Issued, InvoiceStatus::Uncollectible])?;
        if amount_minor <= 0 {
            return Err(InvoiceError::NotPositive);
        }
        let due_minor = self.due_minor();
        if amount_minor > due_minor && excess == Excess::Refuse {
            return Err(InvoiceError::AboveDue { due_minor });
        }
        let applied_minor = amount_minor.min(due_minor);
        self.paid_minor += applied_minor;
        self.settle();
        Ok(Paid { applied_minor, to_balance_minor: amount_minor - applied_minor })
    }

    /// Writes off what a payment has left of an issued invoice, if that is at most `up_to_minor`; it is paid then.
    /// Answers what is written off.
    pub fn write_off_rest(&mut self, up_to_minor: i64) -> i64 {
        let rest_minor = self.rest_minor();
        if self.status != InvoiceStatus::Issued || rest_minor > up_to_minor {
            return 0;
        }
        self.written_off_minor = rest_minor;
        self.settle();
        rest_minor
    }

    /// Takes a payment back that failed or was refunded without a credit note: what it paid is due again, and so is the
    /// rest that was written off. Answers this rest.
    ///
    /// # Errors
    /// [`InvoiceError::State`], [`InvoiceError::AbovePaid`].
    pub fn unpay(&mut self, amount_minor: i64) -> Result<i64, InvoiceError> {
        self.expect(&[InvoiceStatus::Issued, InvoiceStatus::Paid, InvoiceStatus::Uncollectible])?;
        // What a credit note gave back of it is not there any more.
        let paid_minor = (self.paid_minor + self.applied_balance_minor - self.post_payment_minor).min(self.paid_minor);
        if amount_minor <= 0 {
            return Err(InvoiceError::NotPositive);
        }
        if amount_minor > paid_minor {
            return Err(InvoiceError::AbovePaid { paid_minor });
        }
        self.paid_minor -= amount_minor;
        if self.status == InvoiceStatus::Paid {
            self.status = InvoiceStatus::Issued;
        }
        Ok(std::mem::take(&mut self.written_off_minor))
    }

    /// Takes a credit note's parts: what it takes off what is due or was written off, and what it gives back of what was
    /// paid.
    ///
    /// # Errors
    /// [`InvoiceError::State`], [`InvoiceError::AboveDue`].
    pub fn credit(&mut self, pre_payment_minor: i64, post_payment_minor: i64) -> Result<(), InvoiceError> {
        self.expect(&[InvoiceStatus::Issued, InvoiceStatus::Paid, InvoiceStatus::Uncollectible])?;
        if pre_payment_minor > self.unpaid_minor() {
            return Err(InvoiceError::AboveDue { due_minor: self.due_minor() });
        }
        if pre_payment_minor + post_payment_minor > self.creditable_minor() {
            return Err(InvoiceError::AbovePaid { paid_minor: self.creditable_minor() - pre_payment_minor });
        }
        self.written_off_minor -= (pre_payment_minor - self.due_minor()).max(0);
        self.pre_payment_minor += pre_payment_minor;
        self.post_payment_minor += post_payment_minor;
        self.settle();
        Ok(())
    }

    /// Takes a credit note back that gave nothing back yet: what it took off is due again, and so is the rest that was
    /// written off, with what the note had taken off that. Answers what of it was written off until now.
    ///
    /// # Errors
    /// [`InvoiceError::State`].
    pub fn uncredit(&mut self, pre_payment_minor: i64) -> Result<i64, InvoiceError> {
        self.expect(&[InvoiceStatus::Issued, InvoiceStatus::Paid, InvoiceStatus::Uncollectible])?;
        self.pre_payment_minor = (self.pre_payment_minor - pre_payment_minor).max(0);
        let reopened_minor = std::mem::take(&mut self.written_off_minor);
        if self.status == InvoiceStatus::Paid && self.rest_minor() > 0 {
            self.status = InvoiceStatus::Issued;
        }
        Ok(reopened_minor)
    }

    /// Takes it back. Answers what goes back to the customer's balance.
    ///
    /// # Errors
    /// [`InvoiceError::State`], [`InvoiceError::HasPayments`], [`InvoiceError::HasCreditNotes`].
    pub fn void(&mut self) -> Result<i64, InvoiceError> {
        let covered_by_balance =
            self.status == InvoiceStatus::Paid && self.paid_minor == 0 && self.pre_payment_minor == 0;
        if !covered_by_balance {
            self.expect(&[InvoiceStatus::Issued, InvoiceStatus::Uncollectible]).map_err(|error| match error {
                InvoiceError::State(InvoiceStatus::Paid) if self.paid_minor > 0 => InvoiceError::HasPayments,
                other => other,
            })?;
        }
        if self.paid_minor > 0 {
            return Err(InvoiceError::HasPayments);
        }
        if self.pre_payment_minor + self.post_payment_minor > 0 {
            return Err(InvoiceError::HasCreditNotes);
        }
        self.status = InvoiceStatus::Voided;
        Ok(self.applied_balance_minor)
    }

    /// Gives it up. Answers what is lost.
    ///
    /// # Errors
    /// [`InvoiceError::State`] unless it is issued.
    pub fn give_up(&mut self) -> Result<i64, InvoiceError> {
        self.expect(&[InvoiceStatus::Issued])?;
        self.status = InvoiceStatus::Uncollectible;
        Ok(self.rest_minor())
    }

    /// What in it does not add up, for the check of a whole table.
    #[must_use]
    pub fn disagreements(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let parts = [
            self.total_minor,
            self.applied_balance_minor,
            self.paid_minor,
            self.pre_payment_minor,
            self.post_payment_minor,
            self.rest_minor(),
            self.creditable_minor(),
            self.written_off_minor,
        ];
        if parts.iter().any(|part| *part < 0) {
            faults.push(format!("an amount is below zero: {self:?}"));
        }
        if (self.status == InvoiceStatus::Paid && self.rest_minor() != 0)
            || (self.status == InvoiceStatus::Issued && self.rest_minor() == 0)
        {
            faults.push(format!("{} is due in state {:?}", self.rest_minor(), self.status));
        }
        if self.written_off_minor > 0 && (self.status != InvoiceStatus::Paid || self.paid_minor == 0) {
            faults.push(format!("a rest is written off of what no payment left: {self:?}"));
        }
        faults
    }

    const fn rest_minor(&self) -> i64 {
        self.total_minor
            - self.applied_balance_minor
            - self.paid_minor
            - self.pre_payment_minor
            - self.written_off_minor
    }

    /// Paid as soon as nothing is due.
    fn settle(&mut self) {
        if self.rest_minor() == 0 {
            self.status = InvoiceStatus::Paid;
        }
    }

    fn expect(&self, states: &[InvoiceStatus]) -> Result<(), InvoiceError> {
        if states.contains(&self.status) { Ok(()) } else { Err(InvoiceError::State(self.status)) }
    }
}

#[cfg(test)]
mod tests;
