//! Charges late fees when time has come: each charge is an item that waits for the customer's next invoice, made in the
//! transaction that notes it in the invoice.

use billing::{documents::ItemKind, period::plus_days};
use money_documents::{
    Invoice, InvoiceItem, billed_location, invoice_item::InvoiceItemFields, late_fees::LateFees,
    set_off::pay_out_of_balance, taxing::set_asked_tax,
};
use records::Location;
use shared::api::{Call, retry};
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Day, Id, Name};
use wallets_and_journal::{OpenWallet, SignedAmount};

/// Longest description of an item.
const DESCRIPTION_MAX: usize = 200;

/// Charges what is to be charged for an invoice now; whether there was anything to do.
pub async fn charge(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    let Some(invoice) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if !is_due(call, &invoice.body) {
        return Ok(false);
    }
    retry(call, || charge_once(call, id)).await
}

/// Whether something is to be charged.
pub fn is_due(call: &Call, invoice: &Invoice) -> bool {
    invoice.late_fee_at().is_some_and(|at| at <= call.now)
}

async fn charge_once(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if !is_due(call, &before.body) {
        return Ok(false);
    }
    let mut transaction = call.transaction();
    let mut wallet = OpenWallet::read(call, before.body.customer_id).await?;
    // Nobody is charged for what they have at the merchant.
    let mut after = pay_out_of_balance(call, &mut transaction, &mut wallet, &before).await?;
    wallet.write(call, &mut transaction).await?;
    if after.status == before.body.status {
        charge_into(call, &mut transaction, &before, &mut after).await?;
    }
    transaction.replace(&before, &call.next_version(&before, after, None));
    call.store.commit(transaction).await.map(|()| true)
}

/// Makes the items of what is to be charged, and notes them in the invoice as it will be. Nobody who has gone is charged.
async fn charge_into(
    call: &Call,
    transaction: &mut Transaction,
    before: &Record<Invoice>,
    after: &mut Invoice,
) -> Result<(), ApiError> {
    let customer = call.read_customer_of_documents(after.customer_id).await?;
    if customer.is_gone() {
        if let Some(late) = &mut after.late_fees {
            late.account.is_closed = true;
        }
        return Ok(());
    }
    let charged_before = after.late_fees.as_ref().and_then(|late| late.account.charged_through);
    let charge = after.take_late_charge(call.now);
    let location = call.get(after.location_id).await?;
    let number = after.number.clone().unwrap_or_default();
    let charges = [("Late fee", charge.fixed_minor), ("Interest", charge.interest_minor)];
    for (what, minor) in charges.into_iter().filter(|(_, minor)| *minor > 0) {
        let text: String = format!("{what}, invoice {number}").chars().take(DESCRIPTION_MAX).collect();
        let amount = SignedAmount::of(minor, after.currency);
        let mut fields = InvoiceItem::line(ItemKind::LateFee, Name::new(text), amount);
        if let Some(late) = &after.late_fees {
            fields.tax_rate_id = late.tax_rate_id;
            if what == "Interest" {
                (fields.period_start, fields.period_end) = period(late, charged_before);
            }
        }
        let item = waiting_item(call, before, fields, &location).await?;
        if let Some(late) = &mut after.late_fees {
            late.item_ids.push(item.id.cast());
        }
        transaction.create(&item);
    }
    if !charge.is_nothing() {
        billed_location::mark(call, transaction, &location).await?;
        customer.require_state_in(transaction, version_conflict());
    }
    Ok(())
}

/// First and last day of the interest that is charged.
fn period(late: &LateFees, charged_before: Option<Day>) -> (Option<Day>, Option<Day>) {
    let first = charged_before.map_or(Some(late.account.first), |day| plus_days(day, 1));
    (first.filter(|first| *first <= late.account.through), Some(late.account.through))
}

async fn waiting_item(
    call: &Call,
    invoice: &Record<Invoice>,
    mut fields: InvoiceItemFields,
    location: &Record<Location>,
) -> Result<Record<InvoiceItem>, ApiError> {
    set_asked_tax(call, &mut [&mut fields], &location.body).await?;
    let item = InvoiceItem::new(fields, invoice.body.customer_id, location);
    Ok(call.new_record(InvoiceItem { late_fee_of: Some(invoice.id), ..item }, None))
}
