//! Credit note: what is taken off an issued invoice, and what becomes of it.

use billing::documents::{
    Credited, NumberSeries, PostPayment, Quantity, SplitCredit, TaxGroup, split_credit::CreditNoteType,
};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{
    Amount, Counter, Currency, Customer, Day, Decimal, Id, Kind, KindName, LongText, Name, Percent, ShortText,
    Timestamp, tax::TaxCategory,
};
use wallets_and_journal::{signed_amount::SignedAmount, wallet_transaction::Source};

use crate::{
    exemption_reason::ExemptionReason,
    invoice::Invoice,
    invoice_item::InvoiceItem,
    invoice_party::{BilledParty, BillingParty},
    invoice_view::TaxLine,
};

/// What clients write of a credit note, besides its lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CreditNoteFields {
    /// Issued invoice that it credits.
    pub invoice_id: Id<Invoice>,
    /// Reason for which something is credited.
    pub reason: CreditReason,
    /// What of it goes to the customer's balance.
    #[serde(default)]
    pub credit_amount: Amount,
    /// What of it is refunded to how it was paid.
    #[serde(default)]
    pub refund_amount: Amount,
    /// What of it is given back otherwise, outside of this service.
    #[serde(default)]
    pub out_of_band_amount: Amount,
    /// What the customer reads.
    #[serde(default)]
    pub memo: LongText,
}

impl CreditNoteFields {
    /// Of a note that a change of what was charged issues: what was paid goes to the customer's balance.
    #[must_use]
    pub fn of_change(invoice_id: Id<Invoice>, credit_amount: Amount) -> Self {
        Self {
            invoice_id,
            reason: CreditReason::OrderChange,
            credit_amount,
            refund_amount: Amount::default(),
            out_of_band_amount: Amount::default(),
            memo: LongText::default(),
        }
    }
}

/// Why something is credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CreditReason {
    /// It was charged twice.
    Duplicate,
    /// What was ordered or booked was changed or cancelled.
    OrderChange,
    /// The customer was not content.
    ProductUnsatisfactory,
    /// The charge came from a fraudulent purchase.
    Fraudulent,
    /// Any reason that is not one of the others.
    Other,
}

/// State of a credit note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CreditNoteStatus {
    /// It is valid: the invoice is credited by it.
    Issued,
    /// It was taken back.
    Voided,
}

/// A stored credit note. All of it is set by its issue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CreditNote {
    /// Fields of the credit note that clients write.
    #[serde(flatten)]
    pub fields: CreditNoteFields,
    /// Customer who is credited: that of the invoice.
    pub customer_id: Id<Customer>,
    /// Location of the invoice that it credits.
    pub location_id: Id<Location>,
    /// Whether it is valid or was taken back.
    pub status: CreditNoteStatus,
    /// Number that stands on it, with the prefix of its sequence.
    pub number: ShortText,
    /// The sequence of its number.
    pub series: NumberSeries,
    /// Its place in the sequence, from 1.
    pub place: u64,
    /// Local day of its issue.
    pub issue_date: Day,
    /// Number of the invoice that it credits.
    pub invoice_number: ShortText,
    /// Currency of its amounts: that of the invoice.
    pub currency: Currency,
    /// Whether the invoice's prices include tax.
    pub tax_inclusive: bool,
    /// Lines of the invoice that it credits, with amounts.
    pub lines: Vec<CreditedLine>,
    /// Tax by rate and category, lowest first: those of the invoice's lines, whatever rates are since.
    pub taxes: Vec<TaxGroup>,
    /// Why no tax is asked for on lines of its categories, as the invoice says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exemption_reasons: Vec<ExemptionReason>,
    /// What is credited, tax included.
    pub total_minor: i64,
    /// What became of it.
    pub split: SplitCredit,
    /// When it was taken back.
    #[serde(default)]
    pub voided_at: Option<Timestamp>,
    /// What settled it, if it was not a client who issued it: it is taken back by nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_by: Option<Source>,
    /// Who bills, as it was when the invoice was issued.
    pub bill_from: BillingParty,
    /// Who is billed, as it was then.
    pub bill_to: BilledParty,
}

holds_fields!(CreditNote, CreditNoteFields);

/// A line of a credit note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CreditedLine {
    /// What the customer reads: the invoice's line.
    pub description: Name,
    /// What is credited of it.
    pub credited: Credited,
    /// The same as the item has it, where a source settled it: a discount of the invoice makes what is credited less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_minor: Option<i64>,
}

impl CreditNote {
    /// Index of the credit notes of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::First, "customer");
    /// Index of the credit notes on an invoice.
    pub const BY_INVOICE: IndexBy<Self, Id<Invoice>> = IndexBy::new(Index::Second, "invoice");
    /// All, by the day of issue.
    pub const ISSUED: IndexBy<Self, ()> = IndexBy::all(Index::Fourth, "issued");

    /// Counts what was refunded of what a credit note promised.
    #[must_use]
    pub fn refunded(id: Id<Self>) -> Counter {
        Counter::new("credit_note_refunded", id)
    }

    /// Whether it is valid: issued and not taken back.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.status == CreditNoteStatus::Issued
    }

    /// What it credits, for the arithmetic of documents.
    #[must_use]
    pub fn credited(&self) -> billing::documents::CreditNote {
        billing::documents::CreditNote {
            lines: self.lines.iter().map(|line| line.credited).collect(),
            taxes: self.taxes.clone(),
            total_minor: self.total_minor,
        }
    }

    /// Its tax by rate and category, as answers show it.
    #[must_use]
    pub fn tax_lines(&self) -> Vec<TaxLine> {
        let line = |group| TaxLine::of(group, &self.exemption_reasons, self.currency, self.tax_inclusive);
        self.taxes.iter().map(line).collect()
    }

    /// What of it gives back what payments paid.
    #[must_use]
    pub const fn refunded_minor(&self) -> i64 {
        let PostPayment { refund_minor, out_of_band_minor, .. } = self.split.post_payment;
        refund_minor + out_of_band_minor
    }
}

impl Kind for CreditNote {
    const KIND: KindName = KindName::CreditNote;
}

impl Entity for CreditNote {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/credit-notes";
    type View = CreditNoteView;

    fn view(&self, _now: Timestamp) -> CreditNoteView {
        CreditNoteView::of(self)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .by(&Self::BY_INVOICE, &self.invoice_id, id)
            .by_sorted(&Self::ISSUED, &(), format!("{}#{id}", self.issue_date))
    }
}

/// What is taken off an issued invoice.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CreditNote")]
pub struct CreditNoteView {
    /// Fields of the credit note that clients write.
    #[serde(flatten)]
    pub fields: CreditNoteFields,
    /// Number that stands on it, with the prefix of its sequence.
    pub number: ShortText,
    /// Whether it is valid or was taken back.
    pub status: CreditNoteStatus,
    /// Which sides it has.
    #[serde(rename = "type")]
    pub kind: CreditNoteType,
    /// Customer who is credited: that of the invoice.
    pub customer_id: Id<Customer>,
    /// Location of the invoice that it credits.
    pub location_id: Id<Location>,
    /// Number of the invoice that it credits.
    pub invoice_number: ShortText,
    /// Currency of its amounts: that of the invoice.
    pub currency: Currency,
    /// Local day of its issue.
    pub issue_date: Day,
    /// Lines of the invoice that it credits, with amounts.
    pub lines: Vec<CreditedLineView>,
    /// Tax by rate and category, lowest first.
    pub tax_lines: Vec<TaxLine>,
    /// What is credited, tax included.
    pub total: Amount,
    /// What it takes off what was due.
    pub pre_payment_amount: Amount,
    /// What it gives back of what was paid: credited to the balance, refunded, and given back otherwise.
    pub post_payment_amount: Amount,
    /// When it was taken back.
    pub voided_at: Option<Timestamp>,
    /// What issued it, such as a booking that was cancelled; null when a client did.
    pub source: Option<Source>,
    /// Who bills, as it was when the invoice was issued.
    pub bill_from: BillingParty,
    /// Who is billed, as it was then.
    pub bill_to: BilledParty,
}

/// A line of a credit note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CreditNoteLine")]
pub struct CreditedLineView {
    /// The line of the invoice.
    pub invoice_item_id: Id<InvoiceItem>,
    /// What the customer reads.
    pub description: Name,
    /// How many of its quantity; null when an amount was credited.
    pub quantity: Option<Decimal>,
    /// What is credited, on the terms of the line: with tax where prices include it.
    pub amount: SignedAmount,
    /// Credited amount without tax, in major units.
    pub net_amount: SignedAmount,
    /// Tax of the credited amount, in major units.
    pub tax: SignedAmount,
    /// Tax rate of the line in percent.
    pub tax_rate: Percent,
    /// Category of its tax, as EN 16931 has it.
    pub tax_category: TaxCategory,
}

impl CreditNoteView {
    fn of(note: &CreditNote) -> Self {
        let amount = |minor| Amount::of(minor, note.currency);
        Self {
            fields: note.fields.clone(),
            number: note.number.clone(),
            status: note.status,
            kind: note.split.kind(),
            customer_id: note.customer_id,
            location_id: note.location_id,
            invoice_number: note.invoice_number.clone(),
            currency: note.currency,
            issue_date: note.issue_date,
            lines: note.lines.iter().map(|line| line.view(note.currency)).collect(),
            tax_lines: note.tax_lines(),
            total: amount(note.total_minor),
            pre_payment_amount: amount(note.split.pre_payment_minor),
            post_payment_amount: amount(note.split.post_payment_minor()),
            voided_at: note.voided_at,
            source: note.settled_by,
            bill_from: note.bill_from.clone(),
            bill_to: note.bill_to.clone(),
        }
    }
}

impl CreditedLine {
    /// The line as answers show it, with amounts in this currency.
    #[must_use]
    pub fn view(&self, currency: Currency) -> CreditedLineView {
        let Credited { item, quantity, amount_minor, net_minor, tax_minor, tax_rate, .. } = self.credited;
        let amount = |minor| SignedAmount::of(minor, currency);
        CreditedLineView {
            invoice_item_id: item.cast(),
            description: self.description.clone(),
            quantity: quantity.map(Quantity::decimal),
            amount: amount(amount_minor),
            net_amount: amount(net_minor),
            tax: amount(tax_minor),
            tax_rate,
            tax_category: self.credited.category(),
        }
    }
}
