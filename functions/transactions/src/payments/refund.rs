//! Refund a payment, or a part of it.

use agreements::subscription::of_invoice;
use billing::documents::{InvoiceStatus, PaymentMethod};
use money_documents::{
    CreditNote, Invoice,
    crediting::{read_notes, refundable_minor},
    customer_balance, small_rest,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry};
use store::{Record, Transaction};
use values::{Amount, ApiError, Id, LongText};
use wallets_and_journal::{
    OpenWallet, PaymentTransaction,
    payment::{self, NewRefund},
};

/// How much of a payment is refunded, and why.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentRefundRequest {
    /// How much; all that is left when left out.
    amount: Option<Amount>,
    /// The credit note that promised it; what it refunds is not due again. Without one, what an invoice took is.
    credit_note_id: Option<Id<CreditNote>>,
    /// What the operator says.
    #[serde(default)]
    reason: LongText,
}

/// Refunds a payment, or a part of it.
pub async fn refund(
    call: Call,
    PathId(id): PathId<PaymentTransaction>,
    Body(input): Body<PaymentRefundRequest>,
) -> Changes<PaymentTransaction> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<PaymentTransaction>, input: &PaymentRefundRequest) -> Changes<PaymentTransaction> {
    let mut update = call.update(id).await?;
    let rest_minor = update.before.body.payment.refundable_minor();
    let amount = input.amount.map(|amount| amount.minor_in(update.after.currency, "amount")).transpose()?;
    let amount_minor = amount.unwrap_or(rest_minor);
    let is_paid_out = is_paid_out(call, &update.before.body, input).await?;
    if update.before.body.method == PaymentMethod::Balance && !is_paid_out {
        // It goes back to where it came from.
        let customer = update.after.customer_id;
        customer_balance::require_customer(call, &mut update.transaction, customer, "customer_id").await?;
    }
    let mut wallet = OpenWallet::read(call, update.after.customer_id).await?;
    let credit_note_id = input.credit_note_id.map(Id::cast);
    let invoice = match update.after.invoice_id {
        Some(id) => Some(call.get::<Invoice>(id.cast()).await?),
        None => None,
    };
    let before = invoice.as_ref().map_or(InvoiceStatus::Issued, |invoice| invoice.body.status);
    let new = NewRefund { amount_minor, credit_note_id, reason: input.reason.clone(), before, is_paid_out };
    let refunded = payment::refund(call, &mut update.transaction, &mut wallet, &update.before, new).await;
    // The wallet was read after the payment: another refund may lie between them.
    let (after, from_invoice) = match refunded {
        Ok(refunded) => refunded,
        Err(refusal) => return Err(call.explain_refusal(&update.before, refusal).await),
    };
    if let Some(note) = input.credit_note_id {
        require_promised(call, &mut update.transaction, &update.before.body, note, amount_minor).await?;
    }
    if from_invoice > 0
        && let Some(invoice) = invoice
        && let Err(refusal) = give_back(call, &mut update.transaction, &invoice, from_invoice).await
    {
        // The invoice was read after the payment, too.
        return Err(call.explain_refusal(&update.before, refusal).await);
    }
    update.after = after;
    wallet.write(call, &mut update.transaction).await?;
    update.commit().await
}

/// Whether what a credit note promised of a payment by the customer's balance is paid out: the customer has gone, and
/// no balance is left that it could go back to.
async fn is_paid_out(
    call: &Call,
    payment: &PaymentTransaction,
    input: &PaymentRefundRequest,
) -> Result<bool, ApiError> {
    if payment.method != PaymentMethod::Balance || input.credit_note_id.is_none() {
        return Ok(false);
    }
    Ok(call.read_customer_of_documents(payment.customer_id).await?.is_gone())
}

/// The credit note is on the payment's invoice, and has promised as much that was not refunded yet.
async fn require_promised(
    call: &Call,
    transaction: &mut Transaction,
    payment: &PaymentTransaction,
    id: Id<CreditNote>,
    minor: i64,
) -> Result<(), ApiError> {
    let note = call.require_reference(id, "credit_note_id").await?;
    if payment.invoice_id != Some(note.body.invoice_id.cast()) {
        let message = "the credit note is not on the payment's invoice";
        return Err(ApiError::rule("credit_note_id", "other_invoice", message));
    }
    let promised = note.body.split.post_payment.refund_minor;
    let above = ApiError::rule("amount", "above_amount_promised", "the credit note does not promise as much");
    transaction.add_up_to(&CreditNote::refunded(id), minor, promised, above);
    Ok(())
}

/// The invoice gives back what it took of the payment: it is due again.
async fn give_back(
    call: &Call,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    minor: i64,
) -> Result<(), ApiError> {
    let notes = read_notes(call, &invoice.body).await?;
    if minor > refundable_minor(&invoice.body, &notes) {
        let message = "a credit note promises to refund it: name that";
        return Err(ApiError::rule("amount", "promised_by_credit_note", message));
    }
    let mut after = invoice.body.clone();
    let reopened_minor = after.give_back_payment(call, minor)?;
    small_rest::ask_again(call, transaction, invoice, reopened_minor).await?;
    of_invoice::note_due(call, transaction, invoice.id, &after).await?;
    transaction.replace(invoice, &call.next_version(invoice, after, None));
    Ok(())
}
