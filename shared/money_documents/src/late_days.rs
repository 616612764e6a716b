//! Late fees of an invoice (`docs/areas/invoices.md`, 26): days are counted with every change of what is due.

use billing::{
    documents::{Credited, InvoiceItem as LineId, InvoiceStatus, ItemKind, LateCharge, LateFeeAccount, LateFeeTerms},
    period::{local_day, start_of},
};
use records::Location;
use values::{ApiError, Day, Id, Percent, Timestamp};

use crate::{invoice::Invoice, late_fees::LateFees};

impl LateFees {
    /// Those of an invoice that is issued at a location; none where it charges nothing, or nothing of the invoice bears
    /// interest.
    ///
    /// # Errors
    /// 422 naming `late_fees.fixed_fee` when the location's fee does not fit its currency.
    pub fn of(location: &Location, invoice: &Invoice) -> Result<Option<Self>, ApiError> {
        let (rule, Some(due)) = (&location.late_fees, invoice.due_date) else { return Ok(None) };
        let terms = LateFeeTerms {
            grace_days: rule.grace_days,
            fixed_minor: rule.fixed_fee.minor_in(location.currency, "late_fees.fixed_fee")?,
            yearly_interest: rule.yearly_interest_percent,
            cap: rule.cap_percent,
        };
        let lines = invoice.items.iter().filter(|item| is_exempt(item.line.input.kind));
        let exempt_minor = lines.map(|item| item.line.net_minor + item.line.tax_minor).sum::<i64>().max(0);
        let account = LateFeeAccount::new(due, &terms, exempt_minor);
        let charges = terms.fixed_minor > 0 || terms.yearly_interest > Percent::ZERO;
        let account = account.filter(|account| charges && account.bearing_minor(invoice.money.total_minor) > 0);
        Ok(account.map(|account| Self {
            terms,
            tax_rate_id: rule.tax_rate_id,
            account,
            item_ids: Vec::new(),
            stopped: None,
        }))
    }
}

/// A deposit is owed back, and there is no interest on interest.
const fn is_exempt(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Deposit | ItemKind::LateFee)
}

impl Invoice {
    /// Counts the days that are over, today too, with what is due until now.
    pub fn count_late_days(&mut self, now: Timestamp) {
        let due_minor = self.asked_for_minor();
        let today = local_day(now, self.time_zone);
        if let (Some(late), Some(today)) = (&mut self.late_fees, today) {
            late.account.count(today, due_minor);
        }
    }

    /// Less than `before_minor` is due, and was since an instant, or ever: by a payment that was made then, or a credit
    /// note, of which `exempt_minor` is of what bears no interest.
    pub fn recount_late_days(&mut self, since: Option<Timestamp>, before_minor: i64, exempt_minor: i64) {
        let (due_minor, time_zone) = (self.asked_for_minor(), self.time_zone);
        let Some(late) = &mut self.late_fees else { return };
        let before_minor = late.account.bearing_minor(before_minor);
        late.account.exempt_minor = (late.account.exempt_minor - exempt_minor).max(0);
        let after_minor = late.account.bearing_minor(due_minor);
        let since: Option<Day> = since.and_then(|at| local_day(at, time_zone));
        late.account.recount(since, before_minor, after_minor);
    }

    /// What of credited lines bears no interest.
    pub fn exempt_of<'a>(&self, lines: impl Iterator<Item = &'a Credited>) -> i64 {
        let kind_of = |id: Id<LineId>| self.items.iter().find(|item| item.line.input.id == id);
        let exempt = lines.filter(|line| kind_of(line.item).is_some_and(|item| is_exempt(item.line.input.kind)));
        exempt.map(|line| line.net_minor + line.tax_minor).sum()
    }

    /// When something is charged next because it is not paid in time.
    #[must_use]
    pub fn late_fee_at(&self) -> Option<Timestamp> {
        let late = self.late_fees.as_ref()?;
        let (terms, total_minor) = (&late.terms, self.money.total_minor);
        match self.status {
            InvoiceStatus::Issued => {
                start_of(late.account.next_charge(terms, total_minor, self.money.due_minor())?, self.time_zone)
            }
            InvoiceStatus::Paid if late.account.uncharged(terms, total_minor).is_nothing() => None,
            InvoiceStatus::Paid => self.paid_at,
            InvoiceStatus::Draft | InvoiceStatus::Voided | InvoiceStatus::Uncollectible => None,
        }
    }

    /// Takes as charged what is to be charged now, and answers it.
    pub fn take_late_charge(&mut self, now: Timestamp) -> LateCharge {
        let (due_minor, total_minor) = (self.money.due_minor(), self.money.total_minor);
        let (status, today) = (self.status, local_day(now, self.time_zone));
        let (Some(late), Some(today)) = (&mut self.late_fees, today) else { return LateCharge::default() };
        match status {
            InvoiceStatus::Issued => late.account.charge(&late.terms, total_minor, due_minor, today),
            InvoiceStatus::Paid => late.account.charge_rest(&late.terms, total_minor),
            InvoiceStatus::Draft | InvoiceStatus::Voided | InvoiceStatus::Uncollectible => LateCharge::default(),
        }
    }

    /// What is due while it is asked for.
    fn asked_for_minor(&self) -> i64 {
        if self.status == InvoiceStatus::Issued { self.money.due_minor() } else { 0 }
    }
}
