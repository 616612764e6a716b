//! Create a credit note, and what it would be.

use agreements::subscription::of_invoice;
use billing::documents::{Credit, CreditRequest, PostPayment, Quantity, split_credit::CreditNoteType};
use money_documents::{
    CreditNote, Invoice, InvoiceItem,
    credit_note::{CreditNoteFields, CreditReason, CreditedLine, CreditedLineView},
    crediting::{self, Crediting, refundable_minor},
    invoice::ITEMS_MAX,
    invoice_view::TaxLine,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Created, Creates, Data, Plain, retry};
use values::{Amount, ApiError, Currency, Decimal, Id, LongText, Metadata};
use wallets_and_journal::signed_amount::SignedAmount;

/// A new credit note.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreditNoteCreate {
    /// Issued invoice of which something is credited.
    invoice_id: Id<Invoice>,
    /// Reason for which something is credited.
    reason: CreditReason,
    /// Lines of the invoice that are credited, each once, by quantity or by amount.
    #[schemars(length(min = 1, max = ITEMS_MAX))]
    lines: Vec<NewLine>,
    /// What of it goes to the customer's balance.
    #[serde(default)]
    credit_amount: Amount,
    /// What of it is refunded to how it was paid.
    #[serde(default)]
    refund_amount: Amount,
    /// What of it is given back otherwise, outside of this service.
    #[serde(default)]
    out_of_band_amount: Amount,
    /// What the customer reads.
    #[serde(default)]
    memo: LongText,
    /// Your own keys and values; at most 50 keys.
    metadata: Option<Metadata>,
}

/// What is credited of a line: a quantity or an amount.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewCreditNoteLine")]
pub struct NewLine {
    /// The line of the invoice.
    invoice_item_id: Id<InvoiceItem>,
    /// So many of its quantity, with their share of its discount.
    #[schemars(range(min = 0.0001, max = 1_000_000), extend("multipleOf" = 0.0001))]
    quantity: Option<Decimal>,
    /// So much of its amount: with tax where prices include it. Below zero for a line below zero.
    amount: Option<SignedAmount>,
}

/// A credit note as it would be.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CreditNotePreview {
    /// Invoice of which something would be credited.
    invoice_id: Id<Invoice>,
    /// Currency of all amounts: that of the invoice.
    currency: Currency,
    /// Which sides it would have.
    #[serde(rename = "type")]
    kind: CreditNoteType,
    /// Lines that the credit note would have, with computed amounts.
    lines: Vec<CreditedLineView>,
    /// Tax by rate, lowest first.
    tax_lines: Vec<TaxLine>,
    /// What would be credited, tax included.
    total: Amount,
    /// What it would take off what is due.
    pre_payment_amount: Amount,
    /// What it would give back of what was paid.
    post_payment_amount: Amount,
    /// The most that could be refunded or given back otherwise.
    max_refund_amount: Amount,
}

/// Creates a credit note for an invoice, and issues it at once.
pub async fn create(call: Call, Body(new): Body<CreditNoteCreate>) -> Creates<CreditNote> {
    retry(&call, || create_once(&call, &new)).await
}

async fn create_once(call: &Call, new: &CreditNoteCreate) -> Creates<CreditNote> {
    let invoice = call.require_reference(new.invoice_id, "invoice_id").await?;
    let notes = crediting::read_notes(call, &invoice.body).await?;
    let currency = invoice.body.currency;
    let crediting =
        crediting::worked_out(&invoice.body, &notes, &new.requests(currency)?, new.post_payment(currency)?)?;
    let fields = CreditNoteFields {
        invoice_id: new.invoice_id,
        reason: new.reason,
        credit_amount: new.credit_amount,
        refund_amount: new.refund_amount,
        out_of_band_amount: new.out_of_band_amount,
        memo: new.memo.clone(),
    };
    let mut transaction = call.transaction();
    let metadata = new.metadata.clone();
    let note = crediting::issue_note(call, &mut transaction, &invoice, crediting, fields, metadata).await?;
    of_invoice::note_credited(call, &mut transaction, &invoice, &note.body).await?;
    call.commit(transaction, Created(note)).await
}

/// Computes the credit note that the same body would create; stores nothing.
pub async fn preview(
    call: Call,
    Body(new): Body<CreditNoteCreate>,
) -> Result<Data<Plain<CreditNotePreview>>, ApiError> {
    let invoice = call.require_reference(new.invoice_id, "invoice_id").await?;
    let notes = crediting::read_notes(&call, &invoice.body).await?;
    let currency = invoice.body.currency;
    let requests = new.requests(currency)?;
    let given = new.post_payment(currency)?;
    let undivided = given == PostPayment::default();
    let Crediting { note, split, .. } = if undivided {
        // Without a division the preview says what there is to be divided.
        crediting::undivided(&invoice.body, &notes, &requests)?
    } else {
        crediting::worked_out(&invoice.body, &notes, &requests, given)?
    };
    of_invoice::check_credited(&call, &invoice, &note.lines).await?;
    let amount = |minor| Amount::of(minor, currency);
    let described = |credited: &billing::documents::Credited| {
        let of_invoice = invoice.body.items.iter().find(|item| item.line.input.id == credited.item)?;
        Some(
            CreditedLine { description: of_invoice.description.clone(), credited: *credited, item_minor: None }
                .view(currency),
        )
    };
    let tax_line = |group| TaxLine::of(group, &invoice.body.exemption_reasons, currency, invoice.body.tax_inclusive);
    Ok(Data(Plain(CreditNotePreview {
        invoice_id: new.invoice_id,
        currency,
        kind: split.kind(),
        lines: note.lines.iter().filter_map(described).collect(),
        tax_lines: note.taxes.iter().map(tax_line).collect(),
        total: amount(note.total_minor),
        pre_payment_amount: amount(split.pre_payment_minor),
        post_payment_amount: amount(split.post_payment_minor()),
        max_refund_amount: amount(refundable_minor(&invoice.body, &notes).min(split.post_payment_minor())),
    })))
}

impl CreditNoteCreate {
    /// What is asked for, line by line.
    fn requests(&self, currency: Currency) -> Result<Vec<CreditRequest>, ApiError> {
        let request = |(position, line): (usize, &NewLine)| {
            let field = |name: &str| format!("lines[{position}].{name}");
            let unfit = || ApiError::rule(field("quantity"), "out_of_range", "a quantity is above zero");
            let credit = match (line.quantity, line.amount) {
                (Some(quantity), None) => Credit::Quantity(Quantity::from_decimal(quantity).ok_or_else(unfit)?),
                (None, Some(amount)) => Credit::Amount(amount.minor_in(currency, &field("amount"))?),
                (Some(_), Some(_)) | (None, None) => {
                    let message = "a line is credited by a quantity or by an amount";
                    return Err(ApiError::rule(field("quantity"), "quantity_or_amount", message));
                }
            };
            Ok(CreditRequest { item: line.invoice_item_id.cast(), credit })
        };
        self.lines.iter().enumerate().map(request).collect()
    }

    /// What becomes of what was paid.
    fn post_payment(&self, currency: Currency) -> Result<PostPayment, ApiError> {
        Ok(PostPayment {
            credit_minor: self.credit_amount.minor_in(currency, "credit_amount")?,
            refund_minor: self.refund_amount.minor_in(currency, "refund_amount")?,
            out_of_band_minor: self.out_of_band_amount.minor_in(currency, "out_of_band_amount")?,
        })
    }
}
