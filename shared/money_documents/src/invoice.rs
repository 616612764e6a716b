//! Invoice: what a customer is asked for. A draft is written; an issue numbers and freezes it.

pub mod calendar_entry;

use billing::customer_tax::CustomerTax;
use billing::documents::{
    Credited, Document, InvoiceItem as LineId, InvoiceMoney, InvoiceStatus, NumberSeries, ReminderPlan, TaxGroup,
};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Index, IndexBy, fields::yes, holds_fields};
use values::{
    Amount, Currency, Customer, Day, Id, Kind, KindName, LongText, ShortText, TimeZone, Timestamp, UniqueKey,
};

use crate::{
    exemption_reason::ExemptionReason,
    invoice_line::InvoiceLine,
    invoice_party::{BilledParty, BillingParty},
    late_fees::LateFees,
};

/// Most items of an invoice, so that they and the invoice fit one transaction.
pub const ITEMS_MAX: usize = 80;
/// Most credit notes of an invoice.
pub const CREDIT_NOTES_MAX: usize = 50;

/// What clients write of an invoice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InvoiceFields {
    /// Who is billed: a member or a company.
    #[schemars(extend("x-create-only" = true))]
    pub customer_id: Id<Customer>,
    /// Where: it gives currency, time zone, and whether prices include tax.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// The subscription it is for.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub subscription_id: Option<Id<()>>,
    /// Local day on which it is due; of a draft null unless it is set, of an issued one always there.
    #[serde(default)]
    pub due_date: Option<Day>,
    /// Days from issue until it is due, unless `due_date` says; the customer's or the merchant's when null.
    #[serde(default)]
    #[schemars(range(min = 0, max = 365))]
    pub payment_terms_days: Option<u32>,
    /// First day of the period it is for.
    #[serde(default)]
    pub period_start: Option<Day>,
    /// Last day of the period it is for.
    #[serde(default)]
    pub period_end: Option<Day>,
    /// Taken off all items together, in proportion to their amounts.
    #[serde(default)]
    pub discount_amount: Amount,
    /// Whether the customer's balance pays what it can on issue.
    #[serde(default = "yes")]
    pub apply_balance: bool,
    /// Days on which people are reminded while it is unpaid, counted from the due date; below zero is before it. The
    /// merchant's when null.
    #[serde(default)]
    #[schemars(length(max = 10), inner(range(min = -365, max = 365)), extend("uniqueItems" = true))]
    pub reminder_days: Option<Vec<i64>>,
    /// What the customer reads below the items.
    #[serde(default)]
    pub memo: LongText,
    /// For the merchant's own people; it stands on no document.
    #[serde(default)]
    pub internal_note: LongText,
    /// The customer's number for what it ordered.
    #[serde(default)]
    pub purchase_order: ShortText,
}

/// An invoice, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Invoice {
    /// What clients write. An issue sets the due date.
    #[serde(flatten)]
    pub fields: InvoiceFields,
    /// State; that of `money`, by which a list can be narrowed.
    pub status: InvoiceStatus,
    /// Currency of its amounts: that of the location.
    pub currency: Currency,
    /// The location's time zone, in which its days are.
    pub time_zone: TimeZone,
    /// Whether prices include tax.
    pub tax_inclusive: bool,
    /// Its items with their amounts.
    pub items: Vec<InvoiceLine>,
    /// Sum of the items before discounts.
    pub subtotal_minor: i64,
    /// Sum of what is taken off them.
    pub discount_minor: i64,
    /// Tax by rate and category, lowest first.
    pub taxes: Vec<TaxGroup>,
    /// How the customer is taxed, where that is not as everybody is: as of the last time that its lines were taxed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer_tax: Option<CustomerTax>,
    /// Why no tax is asked for on lines of its categories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exemption_reasons: Vec<ExemptionReason>,
    /// What became of its total.
    pub money: InvoiceMoney,
    /// Set by its issue.
    #[serde(default)]
    pub number: Option<ShortText>,
    /// What its issue set.
    #[serde(default)]
    pub issue: Option<Issue>,
    /// When nothing was due any more.
    #[serde(default)]
    pub paid_at: Option<Timestamp>,
    /// When it was voided.
    #[serde(default)]
    pub voided_at: Option<Timestamp>,
    /// When it was given up.
    #[serde(default)]
    pub uncollectible_at: Option<Timestamp>,
    /// Credit notes on it, the voided ones included.
    #[serde(default)]
    pub credit_note_ids: Vec<Id<()>>,
    /// Items below zero by which sources take back what it asks for, because it took no credit note of it: they end
    /// with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub correction_ids: Vec<Id<LineId>>,
    /// What sources did not give back of its items, because notes by hand had credited it: these notes stay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted_gifts: Vec<CountedGift>,
    /// What was taken off its lines without a note, because none could be written: one for each line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub booked: Vec<Credited>,
    /// How people were reminded of it.
    #[serde(default)]
    pub reminders: Reminders,
    /// What is charged while it is not paid in time, since its issue; none where its location charged nothing then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_fees: Option<LateFees>,
    /// How it was sent.
    #[serde(default)]
    pub sent: Sent,
    /// The instant from which it was overdue, once that was written down; null before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overdue_written: Option<Timestamp>,
}

holds_fields!(Invoice, InvoiceFields);

/// What a source owes no more of an item and did not give back, because notes by hand had credited it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedGift {
    /// Identifier of the item on the invoice.
    pub item_id: Id<LineId>,
    /// How much, as the item has it.
    pub minor: i64,
}

/// What the issue of an invoice set for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issue {
    /// The sequence of its number.
    pub series: NumberSeries,
    /// Its place in the sequence, from 1.
    pub number: u64,
    /// Instant at which it was issued.
    pub at: Timestamp,
    /// What clocks at its location showed then, read as if it were UTC: for ever, whatever is learned of its time zone
    /// later. None of what was issued before it was written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_at: Option<Timestamp>,
    /// On which local day.
    pub date: Day,
    /// First instant at which it is overdue, while it is unpaid.
    pub overdue_at: Timestamp,
    /// Creditor reference by which it is paid; none where its number is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creditor_reference: Option<ShortText>,
    /// The merchant who bills, as it was on issue.
    pub bill_from: BillingParty,
    /// The customer who is billed, as they were on issue.
    pub bill_to: BilledParty,
}

/// How people were reminded of an invoice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reminders {
    /// On which days they are.
    pub plan: ReminderPlan,
    /// How many of these days are over.
    pub done: usize,
    /// How often they were.
    pub sent_count: u32,
    /// When they were last.
    pub last_sent_at: Option<Timestamp>,
}

/// How often an invoice was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// How often the invoice was sent.
    pub count: u32,
    /// Instant at which it was sent last; none when never.
    pub last_at: Option<Timestamp>,
}

impl InvoiceFields {
    /// Of a customer at a location, with the defaults of everything else.
    #[must_use]
    pub fn new(customer_id: Id<Customer>, location_id: Id<Location>) -> Self {
        Self {
            customer_id,
            location_id,
            subscription_id: None,
            due_date: None,
            payment_terms_days: None,
            period_start: None,
            period_end: None,
            discount_amount: Amount::default(),
            apply_balance: true,
            reminder_days: None,
            memo: LongText::default(),
            internal_note: LongText::default(),
            purchase_order: ShortText::default(),
        }
    }
}

impl Invoice {
    /// Index of the invoices of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::First, "customer");
    /// Index of the invoices of a subscription.
    pub const BY_SUBSCRIPTION: IndexBy<Self, Id<()>> = IndexBy::new(Index::Second, "subscription");
    /// Those that were issued at a location, by the local time of it. Invoices that were issued before this index was
    /// made stand in it from the moment on at which the lists by days of issue are counted.
    pub const ISSUED_AT: IndexBy<Self, Id<Location>> = IndexBy::new(Index::Third, "issued");
    /// All that were issued, by the local time of it; those of before by the day, until they are counted.
    pub const ISSUED: IndexBy<Self, ()> = IndexBy::all(Index::Fourth, "issued");

    /// Held by the invoice or credit note with this number.
    #[must_use]
    pub fn number_key(number: &str) -> UniqueKey {
        UniqueKey::new("document_number", number).of_field("number")
    }

    /// Held by the invoice that is paid by this creditor reference.
    #[must_use]
    pub fn reference_key(reference: &str) -> UniqueKey {
        UniqueKey::new("creditor_reference", reference).of_field("number")
    }

    /// What a payer names: a creditor reference or its number; none in a draft.
    #[must_use]
    pub fn payment_reference(&self) -> Option<&ShortText> {
        self.issue.as_ref().and_then(|issue| issue.creditor_reference.as_ref()).or(self.number.as_ref())
    }

    /// Its lines, taxes and sums as the arithmetic of documents takes them.
    #[must_use]
    pub fn document(&self) -> Document {
        Document {
            currency: self.currency,
            tax_inclusive: self.tax_inclusive,
            lines: self.items.iter().map(|item| item.line).collect(),
            subtotal_minor: self.subtotal_minor,
            discount_minor: self.discount_minor,
            taxes: self.taxes.clone(),
            total_minor: self.money.total_minor,
        }
    }

    /// Whether it is unpaid after its due date.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        self.status == InvoiceStatus::Issued && self.issue.as_ref().is_some_and(|issue| issue.overdue_at <= now)
    }

    /// Writes a change of its money into it. The days that are over, today too, bore interest on what was due before.
    pub fn set_money(&mut self, money: InvoiceMoney, now: Timestamp) {
        self.count_late_days(now);
        let was_paid = self.status == InvoiceStatus::Paid;
        self.money = money;
        self.status = money.status;
        match money.status {
            InvoiceStatus::Paid if !was_paid => self.paid_at = Some(now),
            InvoiceStatus::Paid => {}
            InvoiceStatus::Draft | InvoiceStatus::Issued | InvoiceStatus::Voided | InvoiceStatus::Uncollectible => {
                self.paid_at = None;
            }
        }
    }

    /// When people are next reminded of it; never once nothing is asked for any more.
    #[must_use]
    pub fn reminder_at(&self) -> Option<Timestamp> {
        if self.status != InvoiceStatus::Issued {
            return None;
        }
        let day = self.reminders.plan.next(self.due_date?, self.reminders.done)?;
        billing::period::start_of(day, self.time_zone)
    }

    /// From when it is overdue, while it is unpaid and that is not written down yet.
    #[must_use]
    pub fn overdue_to_write(&self) -> Option<Timestamp> {
        if self.status != InvoiceStatus::Issued {
            return None;
        }
        let overdue_at = self.issue.as_ref()?.overdue_at;
        (self.overdue_written != Some(overdue_at)).then_some(overdue_at)
    }

    /// What in it does not add up, for the check of a whole table.
    #[must_use]
    pub fn disagreements(&self) -> Vec<String> {
        let mut faults = self.money.disagreements();
        if self.status != self.money.status {
            faults.push(format!("it is {:?}, its money {:?}", self.status, self.money.status));
        }
        if self.items.is_empty() {
            return faults;
        }
        faults.extend(self.document().disagreements());
        faults
    }
}

impl Kind for Invoice {
    const KIND: KindName = KindName::Invoice;
}
