//! Issues an invoice: number, dates, who bills whom, what the customer's balance pays, and its journal entry, in the
//! transaction of whoever issues it.
//!
//! ```text
//! let issuing = Issuing::read(work, customer_id, location_id).await?;
//! let wallet = OpenWallet::read(work, customer_id).await?;
//! issuing.issue(work, &mut transaction, invoice_id, &mut invoice, wallet).await?; // the draft becomes an invoice
//! transaction.create(&record) or transaction.replace(&before, &after);            // by the caller
//! ```
//!
//! It stands inside `retried`: another issue may take the number, another change the wallet.

use billing::{
    documents::{DocumentError, DueTerms, ReminderPlan, SeriesKind, dates::due_date},
    ledger::{DocumentKind, DocumentReference, Occasion, entries},
    period::{local_day, plus_days, start_of},
};
use records::{Location, merchant::Merchant};
use store::{ReadAhead, Record, Transaction};
use values::{ApiError, Customer, Day, Id, Money, Timestamp};
use wallets_and_journal::{OpenWallet, journal};
use work::{UnitOfWork, customer::CustomerRecord};

use crate::{
    invoice::{Invoice, Issue, Reminders},
    invoice_party::{BilledParty, BillingParty},
    late_fees::LateFees,
    number::{NextNumber, series_of},
    taxing::tax_of_customer,
};

/// Largest invoice that is issued, in bytes of its JSON: payments, notes and reminders add to it later, and none of
/// them may be refused because it has no room (`docs/areas/invoices.md`, 3).
const ISSUED_BYTES_MAX: usize = 42 * 1024;

/// What an issue rests on.
pub struct Issuing {
    /// Merchant who bills, with the settings of invoices.
    pub merchant: Record<Merchant>,
    /// Location of the invoice.
    pub location: Record<Location>,
    /// Member or company that is billed.
    pub customer: CustomerRecord,
}

impl Issuing {
    /// Reads it. The customer may be archived: what it owes is still invoiced.
    ///
    /// # Errors
    /// 404 when the customer or the location does not exist.
    pub async fn read(work: &UnitOfWork, customer: Id<Customer>, location: Id<Location>) -> Result<Self, ApiError> {
        let (merchant, location, customer) =
            tokio::join!(work.read_merchant(), work.get(location), work.read_customer_of_documents(customer));
        Ok(Self { merchant: merchant?, location: location?, customer: customer? })
    }

    /// Issues `invoice`, a draft, on the local day of `work.now`; the customer's balance pays what it can.
    ///
    /// # Errors
    /// 409 `invalid_state` unless it is a draft, 422 naming `items` or `due_date`.
    pub async fn issue(
        &self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        id: Id<Invoice>,
        invoice: &mut Invoice,
        mut wallet: OpenWallet,
    ) -> Result<(), ApiError> {
        let balance = wallet.wallet().money_in(invoice.currency);
        let applied = self.issue_with(work, transaction, id, invoice, balance).await?;
        if applied.minor() > 0 {
            wallet.pay_out(applied)?;
            wallet.write(work, transaction).await?;
        }
        Ok(())
    }

    /// The same for a caller that has the customer's wallet open, because it writes the wallet itself: `balance` is
    /// what is in it, and what the invoice takes of it is answered, to be paid out of it.
    ///
    /// # Errors
    /// As [`Self::issue`].
    pub async fn issue_with(
        &self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        id: Id<Invoice>,
        invoice: &mut Invoice,
        balance: Money,
    ) -> Result<Money, ApiError> {
        invoice.check_draft()?;
        if invoice.items.is_empty() {
            return Err(DocumentError::Empty.into());
        }
        // Last, so that a change by law reaches whatever was not issued before.
        invoice.tax(work, &tax_of_customer(&self.customer)).await?;
        let date = self.date(work, invoice)?;
        let mut money = invoice.money;
        let applied_minor = money.issue(if invoice.apply_balance { balance.minor() } else { 0 })?;
        let settings = &self.merchant.body.invoice_settings;
        // Read last, so that little time is left in which another document takes the number.
        let series = series_of(settings, SeriesKind::Invoice, self.location.id, date);
        let number = NextNumber::read(work, transaction, series, settings).await?;
        number.take(transaction, id.cast());
        let reference = number.take_reference(work, transaction, id, settings.payment_reference).await?;
        invoice.number = Some(number.written.clone());
        invoice.issue = Some(Issue {
            series: number.series,
            number: number.number,
            at: work.now,
            local_at: Some(work.now.shown_in(invoice.time_zone)),
            date,
            overdue_at: overdue_at(invoice)?,
            creditor_reference: reference,
            bill_from: BillingParty::of(&self.merchant.body),
            bill_to: BilledParty::of(&self.customer),
        });
        invoice.set_money(money, work.now);
        invoice.late_fees = LateFees::of(&self.location.body, invoice)?;
        check_room(invoice)?;
        let entry = entries::invoice_issued(occasion(work.now, id, invoice), &invoice.document(), applied_minor)?;
        journal::post(work, transaction, entry).await?;
        Ok(Money::new(applied_minor, invoice.currency))
    }

    /// The same unit of work with the last number of an invoice's sequence read: beside something else that is read,
    /// and late, so that little time is left in which another document takes the number.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read_number_ahead(&self, work: &UnitOfWork, invoice: &Invoice) -> Result<UnitOfWork, ApiError> {
        let date = local_day(work.now, invoice.time_zone).ok_or_else(beyond_calendar)?;
        let settings = &self.merchant.body.invoice_settings;
        let series = series_of(settings, SeriesKind::Invoice, self.location.id, date);
        work.read_ahead(ReadAhead::of(work.tenant()).counted(&series.numbered())).await
    }

    /// Sets the due date of an invoice and the days on which people are reminded, as of an issue now. Answers the day
    /// of issue.
    ///
    /// # Errors
    /// 422 naming `due_date`.
    pub fn date(&self, work: &UnitOfWork, invoice: &mut Invoice) -> Result<Day, ApiError> {
        let date = local_day(work.now, invoice.time_zone).ok_or_else(beyond_calendar)?;
        let terms = match (invoice.due_date, invoice.payment_terms_days) {
            (Some(day), _) => DueTerms::Date(day),
            (None, Some(days)) => DueTerms::Days(days),
            (None, None) => DueTerms::Default,
        };
        let settings = &self.merchant.body.invoice_settings;
        let of_customer = match &self.customer {
            CustomerRecord::Member(_) => None,
            CustomerRecord::Company(company) => company.body.default_payment_terms_days,
        };
        let usual = of_customer.and_then(|days| u32::try_from(days).ok()).unwrap_or(settings.due_days);
        let due = due_date(date, terms, usual)?;
        let days = invoice.reminder_days.clone().unwrap_or_else(|| settings.reminder_days.clone());
        let plan = ReminderPlan::new(days);
        // Days that are over already are not made up for.
        let done = plan.done_on(due, date);
        invoice.due_date = Some(due);
        invoice.reminders = Reminders { plan, done, ..Reminders::default() };
        Ok(date)
    }
}

/// When and of what an entry of an invoice is made.
#[must_use]
pub fn occasion(at: Timestamp, id: Id<Invoice>, invoice: &Invoice) -> Occasion {
    Occasion {
        at,
        document: DocumentReference { kind: DocumentKind::Invoice, id: id.cast() },
        customer_id: invoice.customer_id,
        location_id: Some(invoice.location_id.cast()),
    }
}

fn check_room(invoice: &Invoice) -> Result<(), ApiError> {
    let bytes = serde_json::to_vec(invoice).map_or(usize::MAX, |bytes| bytes.len());
    if bytes > ISSUED_BYTES_MAX {
        let message = "the texts of the invoice and the merchant's footer leave no room for what happens to it later";
        return Err(ApiError::rule("body", "record_too_large", message));
    }
    Ok(())
}

fn overdue_at(invoice: &Invoice) -> Result<Timestamp, ApiError> {
    let after = invoice.due_date.and_then(|due| plus_days(due, 1));
    after.and_then(|day| start_of(day, invoice.time_zone)).ok_or_else(beyond_calendar)
}

fn beyond_calendar() -> ApiError {
    ApiError::rule("due_date", "out_of_range", "the day lies after the year 9999")
}
