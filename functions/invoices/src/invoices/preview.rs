//! What an invoice of a body that would make one would ask for.

use money_documents::{
    Invoice, invoice_line::InvoiceLineView, invoice_view::TaxLine, issuing::Issuing, taxing::tax_of_customer,
};
use records::Location;
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Body, Call, Data, Plain};
use values::{Amount, ApiError, Currency, Customer, Day, Id, Money};
use wallets_and_journal::{OpenWallet, signed_amount::SignedAmount};

use super::new_invoice::{InvoiceCreate, Written, write_draft};

/// An invoice as it would be if it were issued now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InvoicePreview {
    /// Who would be billed.
    customer_id: Id<Customer>,
    /// Location that would bill.
    location_id: Id<Location>,
    /// Currency of all amounts: that of the location.
    currency: Currency,
    /// Whether prices include tax.
    tax_inclusive: bool,
    /// On which local day it would be due.
    due_date: Option<Day>,
    /// Lines that the invoice would have, with computed amounts.
    items: Vec<InvoiceLineView>,
    /// Sum of the items before discounts.
    subtotal: SignedAmount,
    /// Sum of what is taken off them.
    discount_total: SignedAmount,
    /// Tax by rate and category, lowest first.
    tax_lines: Vec<TaxLine>,
    /// What it would ask for, tax included.
    total: Amount,
    /// What the customer's balance would pay.
    applied_balance: Amount,
    /// What would be due.
    amount_due: Amount,
}

/// Computes the invoice that the same body would create if issued now; stores nothing.
pub async fn preview(call: Call, Body(new): Body<InvoiceCreate>) -> Result<Data<Plain<InvoicePreview>>, ApiError> {
    // Nothing of it is committed.
    let mut transaction = call.transaction();
    let (written, wallet) =
        tokio::join!(write_draft(&call, &mut transaction, &new), OpenWallet::read(&call, new.customer_id));
    let Written { record, location, customer } = written?;
    let merchant = call.read_merchant().await?;
    let mut balance = wallet?.wallet().money_in(record.body.currency);
    let issuing = Issuing { merchant, location, customer };
    issued_now(&call, &issuing, record.body, &mut balance).await.map(|preview| Data(Plain(preview)))
}

/// The preview of a draft; what its customer's balance would pay is taken off `balance`.
pub async fn issued_now(
    call: &Call,
    issuing: &Issuing,
    mut invoice: Invoice,
    balance: &mut Money,
) -> Result<InvoicePreview, ApiError> {
    issuing.date(call, &mut invoice)?;
    invoice.tax(call, &tax_of_customer(&issuing.customer)).await?;
    let (currency, total_minor) = (invoice.currency, invoice.money.total_minor);
    let applied_minor = if invoice.apply_balance { balance.minor().clamp(0, total_minor) } else { 0 };
    *balance = Money::new(balance.minor() - applied_minor, currency);
    Ok(InvoicePreview {
        customer_id: invoice.customer_id,
        location_id: invoice.location_id,
        currency,
        tax_inclusive: invoice.tax_inclusive,
        due_date: invoice.due_date,
        items: invoice.items.iter().map(|item| item.view(currency)).collect(),
        subtotal: SignedAmount::of(invoice.subtotal_minor, currency),
        discount_total: SignedAmount::of(invoice.discount_minor, currency),
        tax_lines: invoice.tax_lines(),
        total: Amount::of(total_minor, currency),
        applied_balance: Amount::of(applied_minor, currency),
        amount_due: Amount::of(total_minor - applied_minor, currency),
    })
}
