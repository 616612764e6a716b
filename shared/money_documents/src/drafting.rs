//! Drafts: an invoice that is being written, and its amounts, which follow from its items.

use billing::{
    customer_tax::LineTax,
    documents::{Document, DocumentError, InvoiceMoney, InvoiceStatus, ItemKind, LineInput},
};
use records::{AskedTax, Location, TaxRate};
use store::Record;
use values::{ApiError, Day, Id, Name, money::AMOUNT_MAX};

use crate::{
    invoice::{ITEMS_MAX, Invoice, InvoiceFields, Reminders, Sent},
    invoice_item::InvoiceItem,
    invoice_line::InvoiceLine,
};

/// What a line takes of its item.
#[derive(Clone, Debug)]
pub struct DraftLine {
    description: Name,
    period_start: Option<Day>,
    period_end: Option<Day>,
    source_id: Option<Id<()>>,
    asked_tax: AskedTax,
    tax_point: Option<Day>,
    input: LineInput,
}

impl DraftLine {
    /// Of an item.
    ///
    /// # Errors
    /// 422 naming a field whose value the currency or the arithmetic does not take.
    pub fn of_item(item: &Record<InvoiceItem>) -> Result<Self, ApiError> {
        Ok(Self {
            description: item.body.description.clone(),
            period_start: item.body.period_start,
            period_end: item.body.period_end,
            source_id: item.body.source_id,
            asked_tax: item.body.asked_tax(),
            tax_point: item.body.tax_point,
            input: item.body.input(item.id)?,
        })
    }

    /// The draft line of a line that stands on an invoice.
    #[must_use]
    pub fn of_line(line: &InvoiceLine) -> Self {
        Self {
            description: line.description.clone(),
            period_start: line.period_start,
            period_end: line.period_end,
            source_id: line.source_id,
            asked_tax: line.asked_tax(),
            tax_point: line.tax_point,
            input: line.line.input,
        }
    }

    /// What it is for.
    #[must_use]
    pub const fn kind(&self) -> ItemKind {
        self.input.kind
    }

    /// The tax that its item asks for.
    #[must_use]
    pub const fn asked_tax(&self) -> AskedTax {
        self.asked_tax
    }

    /// Tax rate by date that its item asks for; none where a plain rate holds.
    #[must_use]
    pub const fn tax_rate_id(&self) -> Option<Id<TaxRate>> {
        self.asked_tax.tax_rate_id
    }

    /// Local day whose tax rate applies; `today` is that of the invoice.
    #[must_use]
    pub fn tax_point(&self, today: Day) -> Day {
        self.tax_point.or(self.period_start).unwrap_or(today)
    }

    /// The same with this tax.
    #[must_use]
    pub fn taxed(mut self, tax: &LineTax) -> Self {
        (self.input.tax_rate, self.input.tax_category) = (tax.rate, tax.own_category());
        self
    }

    /// Identifier of the item that the line stands for.
    #[must_use]
    pub const fn id(&self) -> Id<InvoiceItem> {
        self.input.id.cast()
    }

    /// Whether it is below zero.
    #[must_use]
    pub const fn is_credit(&self) -> bool {
        self.input.unit_minor < 0
    }
}

impl Invoice {
    /// A draft at a location, without items.
    #[must_use]
    pub fn draft(fields: InvoiceFields, location: &Location) -> Self {
        Self {
            fields,
            status: InvoiceStatus::Draft,
            currency: location.currency,
            time_zone: location.time_zone,
            tax_inclusive: location.tax_inclusive,
            items: Vec::new(),
            subtotal_minor: 0,
            discount_minor: 0,
            taxes: Vec::new(),
            customer_tax: None,
            exemption_reasons: Vec::new(),
            money: InvoiceMoney::draft(0),
            number: None,
            issue: None,
            paid_at: None,
            voided_at: None,
            uncollectible_at: None,
            credit_note_ids: Vec::new(),
            correction_ids: Vec::new(),
            counted_gifts: Vec::new(),
            booked: Vec::new(),
            reminders: Reminders::default(),
            late_fees: None,
            sent: Sent::default(),
            overdue_written: None,
        }
    }

    /// The lines that it has.
    #[must_use]
    pub fn draft_lines(&self) -> Vec<DraftLine> {
        self.items.iter().map(DraftLine::of_line).collect()
    }

    /// Gives a draft these lines, and computes its amounts anew.
    ///
    /// # Errors
    /// 422 naming `items` or `discount_amount`.
    pub fn set_lines(&mut self, lines: Vec<DraftLine>) -> Result<(), ApiError> {
        let discount_minor = self.discount_amount.minor_in(self.currency, "discount_amount")?;
        if lines.len() > ITEMS_MAX {
            return Err(ApiError::rule("items", "too_many", format!("an invoice has at most {ITEMS_MAX} items")));
        }
        if lines.is_empty() && discount_minor == 0 {
            (self.subtotal_minor, self.discount_minor) = (0, 0);
            (self.items, self.taxes, self.money) = (Vec::new(), Vec::new(), InvoiceMoney::draft(0));
            return Ok(());
        }
        if lines.is_empty() {
            return Err(DocumentError::DiscountTooLarge.into());
        }
        let inputs: Vec<LineInput> = lines.iter().map(|line| line.input).collect();
        let document = Document::new(self.currency, self.tax_inclusive, &inputs, discount_minor)?;
        check_size(&document)?;
        let stored = |(line, amounts): (DraftLine, _)| InvoiceLine {
            description: line.description,
            period_start: line.period_start,
            period_end: line.period_end,
            source_id: line.source_id,
            tax_rate_id: line.asked_tax.tax_rate_id,
            tax_point: line.tax_point,
            asked_tax_rate: Some(line.asked_tax.rate).filter(|rate| *rate != line.input.tax_rate),
            line: amounts,
        };
        self.items = lines.into_iter().zip(document.lines).map(stored).collect();
        self.subtotal_minor = document.subtotal_minor;
        self.discount_minor = document.discount_minor;
        self.taxes = document.taxes;
        self.money = InvoiceMoney::draft(document.total_minor);
        Ok(())
    }

    /// Gives a draft these items.
    ///
    /// # Errors
    /// As [`Self::set_lines`].
    pub fn set_items(&mut self, items: &[Record<InvoiceItem>]) -> Result<(), ApiError> {
        self.set_lines(items.iter().map(DraftLine::of_item).collect::<Result<_, _>>()?)
    }

    /// Refuses a change of what an issue has frozen.
    ///
    /// # Errors
    /// 409 `invalid_state` unless it is a draft.
    pub fn check_draft(&self) -> Result<(), ApiError> {
        match self.status {
            InvoiceStatus::Draft => Ok(()),
            InvoiceStatus::Issued | InvoiceStatus::Paid | InvoiceStatus::Voided | InvoiceStatus::Uncollectible => {
                let message = "the invoice is issued: what it asks for is changed by a credit note";
                Err(ApiError::conflict(values::ErrorCode::InvalidState, message))
            }
        }
    }

    /// Refuses days that contradict each other.
    ///
    /// # Errors
    /// 422 naming `period_end` or `payment_terms_days`.
    pub fn check_days(&self) -> Result<(), ApiError> {
        if let (Some(start), Some(end)) = (self.period_start, self.period_end)
            && end < start
        {
            return Err(ApiError::rule("period_end", "end_before_start", "a period does not end before it begins"));
        }
        if self.due_date.is_some() && self.payment_terms_days.is_some() {
            let message = "an invoice is due on a day or days after its issue, not both";
            return Err(ApiError::rule("payment_terms_days", "contradicts_due_date", message));
        }
        Ok(())
    }
}

/// Amounts of documents are at most those that an answer can show.
fn check_size(document: &Document) -> Result<(), ApiError> {
    let most = document.currency.amount_max_minor();
    let of_lines = document.lines.iter().flat_map(|line| [line.gross_minor, line.amount_minor]);
    let mut amounts = of_lines.chain([document.subtotal_minor, document.total_minor]);
    if amounts.any(|minor| minor.abs() > most) {
        return Err(ApiError::rule("items", "out_of_range", format!("an amount is at most {AMOUNT_MAX}")));
    }
    Ok(())
}
