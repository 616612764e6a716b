//! What is charged of the present period and of the next, and what happens to it with an invoice.

use billing::documents::{Credited, InvoiceStatus};
use money_documents::invoice::Invoice;
use values::{ApiError, ErrorCode, Id};
use work::UnitOfWork;

use super::{dues::ChargedFor, record::Subscription};

impl Subscription {
    /// The dues of the period of this number.
    #[must_use]
    pub const fn dues_of(&self, number: u32) -> ChargedFor {
        ChargedFor::Period { restarts: self.restarts, number }
    }

    /// The dues of the present period; none before the first.
    #[must_use]
    pub fn present_dues(&self) -> Option<ChargedFor> {
        self.renewed.map(|number| self.dues_of(number))
    }

    /// The dues of the next period, where that was invoiced in advance.
    #[must_use]
    pub fn dues_ahead(&self) -> Option<ChargedFor> {
        self.invoiced_ahead().map(|number| self.dues_of(number))
    }

    /// What is charged of the plan's dues for the present period: no more of them is credited.
    #[must_use]
    pub fn charged_minor(&self) -> i64 {
        self.present_dues().map_or(0, |dues| self.charges.left_minor(dues))
    }

    /// The same of the next period.
    #[must_use]
    pub fn charged_ahead_minor(&self) -> i64 {
        self.dues_ahead().map_or(0, |dues| self.charges.left_minor(dues))
    }

    /// The same after an invoice was voided.
    ///
    /// # Errors
    /// 409 `invalid_state` when what it charges was credited already.
    pub(super) fn with_voided(&self, invoice: Id<()>) -> Result<Self, ApiError> {
        if self.charges.is_credited(invoice) {
            let message = "what it charges was credited already; credit the rest of it by a credit note";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        let mut after = self.clone();
        after.charges.void(invoice);
        Ok(after)
    }

    /// The same after a credit note took these lines off an invoice, or after such a note was voided.
    ///
    /// # Errors
    /// 422 `above_rest` naming a line of which more is taken off than is charged, because it was credited otherwise.
    pub(super) fn with_note(&self, invoice: Id<()>, lines: &[Credited], is_valid: bool) -> Result<Self, ApiError> {
        let mut after = self.clone();
        after.charges.take_note(invoice, lines, is_valid).map_err(|index| {
            let message = "more than is left of the line: the subscription credited some of it already";
            ApiError::rule(format!("lines[{index}].amount"), "above_rest", message)
        })?;
        Ok(after)
    }

    /// The same with what was paid of invoices that had been given up: it was charged, and can be credited. Nothing is
    /// written.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn add_paid_after_all(mut self, work: &UnitOfWork) -> Result<Self, ApiError> {
        let ids = self.charges.given_up_invoices();
        if ids.is_empty() {
            return Ok(self);
        }
        let found = work.store.find_all::<Invoice>(work.tenant(), &ids).await?;
        for invoice in found.iter().filter(|invoice| invoice.body.status == InvoiceStatus::Paid) {
            self.charges.paid(invoice.id.cast());
        }
        Ok(self)
    }
}
