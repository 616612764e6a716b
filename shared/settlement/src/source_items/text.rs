//! What the invoice item of a source says.

use billing::documents::ItemKind;
use money_documents::invoice_item::InvoiceItem;
use records::{AskedTax, Location};
use values::{ApiError, Currency, Customer, Day, Decimal, Id, Name};
use wallets_and_journal::{signed_amount::SignedAmount, wallet_transaction::Source};

/// What the item of a source says.
#[derive(Clone, Debug)]
pub struct ItemText<'a> {
    /// Source that owes the item, such as a booking.
    pub source: Source,
    /// What it is for.
    pub kind: ItemKind,
    /// Customer who is charged: a member or a company.
    pub payer_id: Id<Customer>,
    /// Location at which the source takes place.
    pub location_id: Id<Location>,
    /// Currency of the amount: that of the location.
    pub currency: Currency,
    /// What the customer reads; what the item said before, when none.
    pub description: Option<&'a Name>,
    /// First and last local day.
    pub period: (Day, Day),
    /// Tax on it, as of its first day; none when it has several rates, and one item cannot say so.
    pub tax: Option<AskedTax>,
}

impl ItemText<'_> {
    /// The item of this amount; `before` is the one whose next version it is.
    pub(super) fn item(&self, minor: i64, before: Option<&InvoiceItem>) -> Result<InvoiceItem, ApiError> {
        let tax = self.tax.ok_or_else(|| {
            let message = "what is taxed at several rates does not go on an invoice as one item";
            ApiError::rule("payment_source", "not_payable", message)
        })?;
        let unit_amount = SignedAmount::of(minor, self.currency);
        let before_text = || before.map(|before| before.description.clone());
        let otherwise = || Name::new(format!("Booking, {} to {}", self.period.0, self.period.1));
        let description = self.description.cloned().or_else(before_text).unwrap_or_else(otherwise);
        let mut fields = InvoiceItem::line(self.kind, description, unit_amount);
        fields.invoice_id = before.and_then(|before| before.invoice_id);
        fields.customer_id = Some(self.payer_id);
        fields.location_id = Some(self.location_id);
        fields.quantity = Decimal::new(1, 0);
        (fields.tax_rate, fields.tax_rate_id) = (Some(tax.rate), tax.tax_rate_id);
        (fields.period_start, fields.period_end) = (Some(self.period.0), Some(self.period.1));
        fields.source_id = Some(self.source.id);
        let waited = before.is_some_and(|before| before.waited);
        let settled_by = Some(self.source);
        Ok(InvoiceItem {
            fields,
            currency: self.currency,
            waited,
            settled_by,
            corrects: None,
            credits_dues_of: None,
            late_fee_of: None,
            booked: None,
        })
    }
}
