//! On which invoices the dues of the present period and of the next stand, so that what is voided, given up or taken off them is
//! not credited too, and what was credited is not voided.

use billing::documents::Credited;
use shared::{
    domain::Id,
    error::{ApiError, ErrorCode},
};

use super::{
    charging::Issued,
    record::{DuesOnInvoice, Subscription},
};

/// Most invoices that are remembered with what they charge of dues: the latest.
const DUES_MAX: usize = 100;

impl Subscription {
    /// Notes what an invoice that was issued charges of the dues of a period, in these of its lines.
    pub fn note_dues(&mut self, invoice: &Issued, lines: Vec<Id<()>>, (period, minor): (u32, i64)) {
        let id = invoice.id.cast();
        self.dues_on.push(DuesOnInvoice { id, lines, period: Some(period), minor, is_credited: false });
        let too_many = self.dues_on.len().saturating_sub(DUES_MAX);
        self.dues_on.drain(..too_many);
    }

    /// Notes that dues of a period were credited: what charged them is not voided any more.
    pub fn note_credited(&mut self, period: u32) {
        for dues in self.dues_on.iter_mut().filter(|dues| dues.period == Some(period) && dues.minor > 0) {
            dues.is_credited = true;
        }
    }

    /// Keeps the dues of a period; of others, which are over, only what was credited.
    pub(super) fn keep_dues_of(&mut self, period: Option<u32>) {
        self.dues_on.retain(|dues| dues.is_credited || (period.is_some() && dues.period == period));
        for dues in self.dues_on.iter_mut().filter(|dues| dues.period != period) {
            dues.period = None;
        }
    }

    /// The same after an invoice was voided.
    ///
    /// # Errors
    /// 409 `invalid_state` when what it charges was credited already.
    pub(super) fn with_voided(&self, invoice: Id<()>) -> Result<Self, ApiError> {
        if self.dues_on.iter().any(|dues| dues.id == invoice && dues.is_credited) {
            let message = "what it charges was credited already; credit the rest of it by a credit note";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        Ok(self.with_given_up(invoice))
    }

    /// The same after an invoice was given up.
    pub(super) fn with_given_up(&self, invoice: Id<()>) -> Self {
        let minor = self.dues_on.iter().find(|dues| dues.id == invoice).map_or(0, |dues| dues.minor);
        let mut after = self.less_charged(invoice, minor);
        after.dues_on.retain(|dues| dues.id != invoice || dues.is_credited);
        after
    }

    /// The same after a credit note took these lines off an invoice, or after such a note was voided.
    pub(super) fn with_note(&self, invoice: Id<()>, lines: &[Credited], is_valid: bool) -> Self {
        let Some(dues) = self.dues_on.iter().find(|dues| dues.id == invoice) else { return self.clone() };
        let of_dues = lines.iter().filter(|line| dues.lines.contains(&line.item.cast()));
        let minor = of_dues.map(|line| line.amount_minor).fold(0, i64::saturating_add);
        self.less_charged(invoice, if is_valid { minor } else { minor.saturating_neg() })
    }

    /// The same with so much less charged on an invoice.
    fn less_charged(&self, invoice: Id<()>, minor: i64) -> Self {
        let mut after = self.clone();
        let Some(dues) = after.dues_on.iter_mut().find(|dues| dues.id == invoice) else { return after };
        dues.minor = dues.minor.saturating_sub(minor);
        let Some(period) = dues.period else { return after };
        let is_ahead = self.is_invoiced_ahead() && self.invoiced == Some(period);
        let charged = if is_ahead { &mut after.charged_ahead_minor } else { &mut after.charged_minor };
        *charged = charged.saturating_sub(minor);
        after
    }
}
