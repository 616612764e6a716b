//! An invoice as others find it: its wire form, and where lists have it.

use billing::documents::{InvoiceStatus, TaxGroup};
use schemars::JsonSchema;
use serde::Serialize;
use store::{CalendarEntry, Entity, Index, Indexes, RareState};
use values::{Amount, Currency, Day, Id, LongText, Percent, ShortText, TimeZone, Timestamp, tax::TaxCategory};
use wallets_and_journal::signed_amount::SignedAmount;

use crate::{
    exemption_reason::{ExemptionReason, reason_of},
    invoice::{Invoice, InvoiceFields, calendar_entry::RARE_STATES},
    invoice_line::InvoiceLineView,
    invoice_party::{BilledParty, BillingParty},
    late_fees_view::LateFeesView,
};

impl Entity for Invoice {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const RARE_STATE: Option<RareState> =
        Some(RareState { states: RARE_STATES, indexes: &[Index::Third, Index::Fourth] });
    const PATH: &'static str = "/invoices";
    type View = InvoiceView;

    fn view(&self, now: Timestamp) -> InvoiceView {
        InvoiceView::of(self, now)
    }

    fn calendar_entry(&self) -> Option<CalendarEntry> {
        self.counted()
    }

    /// What was put away is a draft, which never was a document: nothing of what people wrote in it is kept.
    fn put_away(&self) -> Option<Self> {
        let mut draft = self.clone();
        draft.items.clear();
        (draft.customer_tax, draft.exemption_reasons) = (None, Vec::new());
        draft.fields.memo = LongText::default();
        draft.fields.internal_note = LongText::default();
        draft.fields.purchase_order = ShortText::default();
        Some(draft)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let indexes = Indexes::default()
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .by_any(&Self::BY_SUBSCRIPTION, self.subscription_id.as_ref(), id)
            .due(self.reminder_at().into_iter().chain(self.overdue_to_write()).chain(self.late_fee_at()).min());
        match self.listed_at() {
            Some(at) => indexes.by_sorted(&Self::ISSUED_AT, &self.location_id, format!("{at}#{id}")).by_sorted(
                &Self::ISSUED,
                &(),
                format!("{at}#{id}"),
            ),
            None => indexes,
        }
    }
}

/// What a customer is asked for.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Invoice")]
pub struct InvoiceView {
    /// Fields of the invoice that clients write.
    #[serde(flatten)]
    pub fields: InvoiceFields,
    /// Its number; null in a draft.
    pub number: Option<ShortText>,
    /// What a payer names: a creditor reference (ISO 11649) where the merchant's settings say so, otherwise the number;
    /// null in a draft.
    pub payment_reference: Option<ShortText>,
    /// State of the invoice, such as `draft`, `issued` or `paid`.
    pub status: InvoiceStatus,
    /// Currency of its amounts: that of the location.
    pub currency: Currency,
    /// The location's time zone, in which its days are.
    pub time_zone: TimeZone,
    /// Whether prices include tax.
    pub tax_inclusive: bool,
    /// Local day of its issue; null in a draft.
    pub issue_date: Option<Day>,
    /// When it was issued.
    pub issued_at: Option<Timestamp>,
    /// Lines of the invoice, one for each item, with amounts.
    pub items: Vec<InvoiceLineView>,
    /// Sum of the items before discounts.
    pub subtotal: SignedAmount,
    /// Sum of what is taken off them.
    pub discount_total: SignedAmount,
    /// Tax by rate and category, lowest first.
    pub tax_lines: Vec<TaxLine>,
    /// What it asks for, tax included.
    pub total: Amount,
    /// What the customer's balance paid on issue.
    pub applied_balance: Amount,
    /// What payments paid; a refund that makes it due again lowers it.
    pub amount_paid: Amount,
    /// What credit notes credited.
    pub credit_notes_total: Amount,
    /// The small rest that a payment left and that was written off; null when there is none.
    pub write_off: Option<WriteOff>,
    /// What is due; of a draft or a voided invoice nothing.
    pub amount_due: Amount,
    /// Whether it is unpaid after its due date.
    pub overdue: bool,
    /// Days since its due date, while it is overdue.
    pub overdue_days: i64,
    /// What is charged because it is not paid in time; null where nothing ever is.
    pub late_fees: Option<LateFeesView>,
    /// Who bills, as it was on issue; null in a draft.
    pub bill_from: Option<BillingParty>,
    /// Who is billed, as it was on issue; null in a draft.
    pub bill_to: Option<BilledParty>,
    /// When nothing was due any more; null while something is.
    pub paid_at: Option<Timestamp>,
    /// When it was voided.
    pub voided_at: Option<Timestamp>,
    /// When it was given up.
    pub uncollectible_at: Option<Timestamp>,
    /// Credit notes on it, the voided ones included.
    pub credit_note_ids: Vec<Id<()>>,
    /// How often people were reminded of it.
    pub reminders_sent: u32,
    /// When they were reminded last.
    pub last_reminded_at: Option<Timestamp>,
    /// When they are reminded next, while it is unpaid.
    pub next_reminder_at: Option<Timestamp>,
    /// How often it was sent.
    pub times_sent: u32,
    /// When it was sent last.
    pub last_sent_at: Option<Timestamp>,
}

/// What is asked for no more of a paid invoice.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "InvoiceWriteOff")]
pub struct WriteOff {
    /// How much was written off.
    pub amount: Amount,
    /// Why it was written off.
    pub reason: WriteOffReason,
}

/// Why something is asked for no more of a paid invoice.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "InvoiceWriteOffReason")]
pub enum WriteOffReason {
    /// A payment left no more than `write_off_up_to` of the merchant's settings says.
    SmallRest,
}

impl WriteOff {
    fn of(minor: i64, currency: Currency) -> Option<Self> {
        (minor > 0).then(|| Self { amount: Amount::of(minor, currency), reason: WriteOffReason::SmallRest })
    }
}

/// Tax of one rate and category.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "InvoiceTaxLine")]
pub struct TaxLine {
    /// Tax rate in percent, from 0 to 100.
    pub rate: Percent,
    /// Category of the tax, as EN 16931 has it.
    pub category: TaxCategory,
    /// Why no tax is asked for; empty in categories `S` and `Z`.
    pub exemption_reason: String,
    /// What is taxed, without the tax.
    pub taxable: SignedAmount,
    /// Tax at this rate, in major units.
    pub amount: SignedAmount,
    /// Whether prices include it.
    pub inclusive: bool,
}

impl TaxLine {
    /// Tax of one rate and category of a document.
    #[must_use]
    pub fn of(group: &TaxGroup, reasons: &[ExemptionReason], currency: Currency, inclusive: bool) -> Self {
        Self {
            rate: group.rate,
            category: group.category(),
            exemption_reason: reason_of(group.category(), reasons),
            taxable: SignedAmount::of(group.taxable_minor, currency),
            amount: SignedAmount::of(group.tax_minor, currency),
            inclusive,
        }
    }
}

impl Invoice {
    /// Its tax by rate and category, as answers show it.
    #[must_use]
    pub fn tax_lines(&self) -> Vec<TaxLine> {
        let line = |group| TaxLine::of(group, &self.exemption_reasons, self.currency, self.tax_inclusive);
        self.taxes.iter().map(line).collect()
    }
}

impl InvoiceView {
    fn of(invoice: &Invoice, now: Timestamp) -> Self {
        let currency = invoice.currency;
        let (amount, money) = (|minor| Amount::of(minor, currency), &invoice.money);
        let overdue = invoice.is_overdue(now);
        let today = billing::period::local_day(now, invoice.time_zone);
        let days = invoice.due_date.zip(today).map_or(0, |(due, today)| money.overdue_days(due, today));
        let issue = invoice.issue.as_ref();
        Self {
            fields: invoice.fields.clone(),
            number: invoice.number.clone(),
            payment_reference: invoice.payment_reference().cloned(),
            status: invoice.status,
            currency,
            time_zone: invoice.time_zone,
            tax_inclusive: invoice.tax_inclusive,
            issue_date: issue.map(|issue| issue.date),
            issued_at: issue.map(|issue| issue.at),
            items: invoice.items.iter().map(|item| item.view(currency)).collect(),
            subtotal: SignedAmount::of(invoice.subtotal_minor, currency),
            discount_total: SignedAmount::of(invoice.discount_minor, currency),
            tax_lines: invoice.tax_lines(),
            total: amount(money.total_minor),
            applied_balance: amount(money.applied_balance_minor),
            amount_paid: amount(money.paid_minor),
            credit_notes_total: amount(money.pre_payment_minor + money.post_payment_minor),
            write_off: WriteOff::of(money.written_off_minor, currency),
            amount_due: amount(money.due_minor()),
            overdue,
            overdue_days: if overdue { days } else { 0 },
            late_fees: LateFeesView::of(invoice, now),
            bill_from: issue.map(|issue| issue.bill_from.clone()),
            bill_to: issue.map(|issue| issue.bill_to.clone()),
            paid_at: invoice.paid_at,
            voided_at: invoice.voided_at,
            uncollectible_at: invoice.uncollectible_at,
            credit_note_ids: invoice.credit_note_ids.clone(),
            reminders_sent: invoice.reminders.sent_count,
            last_reminded_at: invoice.reminders.last_sent_at,
            next_reminder_at: invoice.reminder_at(),
            times_sent: invoice.sent.count,
            last_sent_at: invoice.sent.last_at,
        }
    }
}
