//! What becomes of a credit note's total: it first takes off what is due, the rest gives back what was paid.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{credit_note::CreditNoteError, invoice::InvoiceMoney};
use crate::arithmetic::sum;

/// What becomes of the part of a note that gives back what was paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostPayment {
    /// To the customer's balance.
    pub credit_minor: i64,
    /// Back to how it was paid.
    pub refund_minor: i64,
    /// Given back outside of this service, such as in cash.
    pub out_of_band_minor: i64,
}

/// Which sides a credit note has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CreditNoteType {
    /// It only takes off what was due.
    PrePayment,
    /// It only gives back what was paid.
    PostPayment,
    /// It takes off what was due and gives back what was paid.
    Mixed,
}

/// A note's total, divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitCredit {
    /// What it takes off what was due: first, as much as it can.
    pub pre_payment_minor: i64,
    /// What it gives back of what was paid.
    pub post_payment: PostPayment,
}

impl SplitCredit {
    /// Divides a note's total: it first takes off what is due or was written off, and `post_payment` must make up the rest exactly.
    ///
    /// Only payments are refunded, and at most what they paid; what the customer's balance paid goes back there.
    ///
    /// # Errors
    /// [`CreditNoteError::NotDivided`], [`CreditNoteError::AbovePaid`].
    pub fn new(
        total_minor: i64,
        invoice: &InvoiceMoney,
        refundable_minor: i64,
        post_payment: PostPayment,
    ) -> Result<Self, CreditNoteError> {
        let pre_payment_minor = total_minor.min(invoice.unpaid_minor());
        let post_payment_minor = total_minor - pre_payment_minor;
        let PostPayment { credit_minor, refund_minor, out_of_band_minor } = post_payment;
        let parts = [credit_minor, refund_minor, out_of_band_minor];
        if parts.iter().any(|part| *part < 0) || sum(parts)? != post_payment_minor {
            return Err(CreditNoteError::NotDivided { post_payment_minor });
        }
        if sum([refund_minor, out_of_band_minor])? > refundable_minor {
            return Err(CreditNoteError::AbovePaid { refundable_minor });
        }
        Ok(Self { pre_payment_minor, post_payment })
    }

    /// What it gives back of what was paid.
    #[must_use]
    pub const fn post_payment_minor(&self) -> i64 {
        self.post_payment.credit_minor + self.post_payment.refund_minor + self.post_payment.out_of_band_minor
    }

    /// Which sides it has.
    #[must_use]
    pub const fn kind(&self) -> CreditNoteType {
        match (self.pre_payment_minor > 0, self.post_payment_minor() > 0) {
            (true, true) => CreditNoteType::Mixed,
            (false, true) => CreditNoteType::PostPayment,
            (true | false, false) => CreditNoteType::PrePayment,
        }
    }
}
