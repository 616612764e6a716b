//! Pay an invoice: a payment that has been made is recorded, and the invoice takes it.

use agreements::subscription::{first_payment, paying};
use billing::documents::{Excess, PaymentMethod};
use money_documents::{
    Invoice,
    invoice_payment::{self, RecordedPayment, Settlement},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use store::transaction::version_conflict;
use values::{Amount, ApiError, ErrorCode, Id, LongText, ShortText, Timestamp};

/// A payment of an invoice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoicePay {
    /// How much; all that is due when left out.
    amount: Option<Amount>,
    /// How it was paid.
    method: RecordedMethod,
    /// When it was paid; now when left out. Not before the day of issue, nor in a closed period, within the last 366 days
    /// and at most a day ahead.
    paid_at: Option<Timestamp>,
    /// What becomes of what is above what is due.
    #[serde(default)]
    excess: Excess,
    /// What identifies the payment outside; the same again changes nothing. Empty when nothing does.
    #[serde(default)]
    gateway_reference: ShortText,
    /// What the operator says.
    #[serde(default)]
    note: LongText,
}

/// How something was paid that is recorded here. Card payments go through a provider.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "RecordedPaymentMethod")]
pub enum RecordedMethod {
    /// Transfer to the merchant's bank account.
    BankTransfer,
    /// Cash that the merchant received.
    Cash,
    /// Cheque that the merchant received.
    Cheque,
    /// Something outside of this service.
    External,
    /// Money in the customer's balance: at most what it holds.
    Balance,
}

impl From<RecordedMethod> for PaymentMethod {
    fn from(method: RecordedMethod) -> Self {
        match method {
            RecordedMethod::BankTransfer => Self::BankTransfer,
            RecordedMethod::Cash => Self::Cash,
            RecordedMethod::Cheque => Self::Cheque,
            RecordedMethod::External => Self::External,
            RecordedMethod::Balance => Self::Balance,
        }
    }
}

/// Records a payment of an invoice that has been made, in part or in full.
pub async fn pay(call: Call, PathId(id): PathId<Invoice>, Body(input): Body<InvoicePay>) -> Changes<Invoice> {
    retry(&call, || pay_once(&call, id, &input)).await
}

/// Another request has recorded the same payment at the same moment: it is then found.
fn told_at_once(error: ApiError) -> ApiError {
    if error.code == ErrorCode::AlreadyExists { version_conflict() } else { error }
}

async fn pay_once(call: &Call, id: Id<Invoice>, input: &InvoicePay) -> Changes<Invoice> {
    let mut update = call.update(id).await?;
    if let Some(payment) = invoice_payment::find_by_reference(call, &input.gateway_reference).await? {
        return if payment.body.invoice_id == Some(id.cast()) {
            call.unchanged(Data(update.before))
        } else {
            Err(ApiError::already_exists("gateway_reference"))
        };
    }
    let due_minor = update.before.body.money.due_minor();
    let currency = update.before.body.currency;
    let amount_minor = input.amount.map_or(Ok(due_minor), |amount| amount.minor_in(currency, "amount"))?;
    let payment = RecordedPayment {
        method: input.method.into(),
        amount_minor,
        excess: input.excess,
        gateway_reference: input.gateway_reference.clone(),
        note: input.note.clone(),
        metadata: None,
        paid_at: input.paid_at,
    };
    let Settlement { invoice, .. } =
        Box::pin(paying::pay(call, &mut update.transaction, &update.before, payment)).await?;
    let subscription = invoice.subscription_id;
    update.after = invoice;
    let paid = update.commit().await.map_err(told_at_once)?;
    first_payment::follow(call, subscription).await;
    Ok(paid)
}
