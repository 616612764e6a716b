//! Late fees of an invoice as answers show them.

use billing::{
    documents::InvoiceStatus,
    period::{local_day, plus_days, start_of},
};
use schemars::JsonSchema;
use serde::Serialize;
use values::{Amount, Id, Percent, ShortText, Timestamp};

use crate::{invoice::Invoice, invoice_item::InvoiceItem};

/// What is charged because an invoice is not paid in time: what it was issued under, and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "InvoiceLateFees")]
pub struct LateFeesView {
    /// Days after the due date for which nothing is charged.
    pub grace_days: u32,
    /// Fee that is charged once.
    pub fixed_fee: Amount,
    /// Simple interest of a year in percent, by day, of 365 days.
    pub yearly_interest_percent: Percent,
    /// Most that is charged, in percent of the total.
    pub cap_percent: Percent,
    /// What was charged so far, by items of the kind `late_fee`, without tax.
    pub charged: Amount,
    /// What would be charged besides if it were paid as of the beginning of today.
    pub uncharged: Amount,
    /// When something is charged next; null once nothing is.
    pub next_charge_at: Option<Timestamp>,
    /// Since when no days are counted and nothing is charged; null while they are.
    pub stopped_at: Option<Timestamp>,
    /// Why they are not; empty while they are.
    pub stop_reason: ShortText,
    /// The items by which it was charged, also those that were deleted since.
    pub item_ids: Vec<Id<InvoiceItem>>,
}

impl LateFeesView {
    /// Those of an invoice.
    pub(crate) fn of(invoice: &Invoice, now: Timestamp) -> Option<Self> {
        let late = invoice.late_fees.as_ref()?;
        let (terms, total_minor) = (&late.terms, invoice.money.total_minor);
        let amount = |minor| Amount::of(minor, invoice.currency);
        let mut account = late.account.clone();
        let yesterday = local_day(now, invoice.time_zone).and_then(|today| plus_days(today, -1));
        let uncharged = match (invoice.status, yesterday) {
            (InvoiceStatus::Issued, Some(yesterday)) => {
                account.count(yesterday, invoice.money.due_minor());
                account.uncharged(terms, total_minor)
            }
            (InvoiceStatus::Paid, _) => account.uncharged(terms, total_minor),
            _ => billing::documents::LateCharge::default(),
        };
        let next = account.next_charge(terms, total_minor, invoice.money.due_minor());
        let next = next.filter(|_| invoice.status == InvoiceStatus::Issued);
        Some(Self {
            grace_days: terms.grace_days,
            fixed_fee: amount(terms.fixed_minor),
            yearly_interest_percent: terms.yearly_interest,
            cap_percent: terms.cap,
            charged: amount(account.fixed_charged_minor + account.interest_charged_minor),
            uncharged: amount(uncharged.fixed_minor + uncharged.interest_minor),
            next_charge_at: next.and_then(|day| start_of(day, invoice.time_zone)),
            stopped_at: late.stopped.as_ref().map(|stopped| stopped.at),
            stop_reason: late.stopped.as_ref().map(|stopped| stopped.reason.clone()).unwrap_or_default(),
            item_ids: late.item_ids.iter().map(|id| id.cast()).collect(),
        })
    }
}
