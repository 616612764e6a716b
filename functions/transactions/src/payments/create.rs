//! Record a payment.

use billing::documents::{InvoiceStatus, Paid, PaymentMethod};
use bookkeeping::{
    OpenWallet, PaymentTransaction,
    payment::{self, NewPayment},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Created, Creates, retried},
    domain::{Amount, Currency, Customer, Id, Location, LongText, Metadata, Money, Record, ShortText},
    store::Transaction,
};

/// A payment to be recorded.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PaymentTransactionCreate")]
pub struct PaymentToRecord {
    /// Who paid: a member or a company.
    customer_id: Id<Customer>,
    /// How much; above zero.
    amount: Amount,
    /// Currency.
    currency: Currency,
    /// How. What is paid by `card` is pending until its outcome is known; everything else has been made.
    method: PaymentMethod,
    /// Where.
    location_id: Option<Id<Location>>,
    /// What identifies the payment outside, such as the bank's reference. The same reference is the same payment.
    #[serde(default)]
    gateway_reference: ShortText,
    /// What the operator says.
    #[serde(default)]
    note: LongText,
    /// The client's own keys.
    metadata: Option<Metadata>,
}

/// Record a payment
pub async fn create(call: Call, Body(new): Body<PaymentToRecord>) -> Creates<PaymentTransaction> {
    let minor = new.amount.minor_in(new.currency, "amount")?;
    if minor == 0 {
        return Err(ApiError::rule("amount", "out_of_range", "an amount is above zero"));
    }
    let money = Money::new(minor, new.currency);
    retried(&call, || async {
        match attempt(&call, &new, money).await {
            // Another request has recorded the same reference at the same moment.
            Err(error) if error.code == ErrorCode::AlreadyExists => match recorded(&call, &new, money).await? {
                Some(payment) => call.unchanged(Created(payment)),
                None => Err(error),
            },
            settled => settled,
        }
    })
    .await
}

async fn attempt(call: &Call, new: &PaymentToRecord, money: Money) -> Creates<PaymentTransaction> {
    if let Some(payment) = recorded(call, new, money).await? {
        return call.unchanged(Created(payment));
    }
    let mut transaction = call.transaction();
    require_references(call, &mut transaction, new).await?;
    if new.method == PaymentMethod::Balance {
        return Err(ApiError::rule("method", "nothing_to_pay", "the balance pays an invoice, not itself"));
    }
    let mut wallet = OpenWallet::load(call, new.customer_id).await?;
    let payment = NewPayment {
        location_id: new.location_id,
        invoice_id: None,
        money,
        method: new.method,
        gateway_reference: new.gateway_reference.clone(),
        note: new.note.clone(),
        metadata: new.metadata.clone(),
        paid: Paid { applied_minor: 0, to_balance_minor: money.minor() },
        before: InvoiceStatus::Issued,
    };
    let payment = payment::record(call, (&mut transaction, &mut wallet), payment).await?;
    wallet.write(call, &mut transaction).await?;
    call.commit(transaction, Created(payment)).await
}

/// The payment that has this reference already.
///
/// # Errors
/// 409 `already_exists` naming `gateway_reference` when it is another payment.
async fn recorded(
    call: &Call,
    new: &PaymentToRecord,
    money: Money,
) -> Result<Option<Record<PaymentTransaction>>, ApiError> {
    if new.gateway_reference.as_str().is_empty() {
        return Ok(None);
    }
    let reference = PaymentTransaction::reference(&new.gateway_reference);
    let Some(holder) = call.store.holder(call.tenant(), &reference).await? else { return Ok(None) };
    let id = Id::parse(&holder).ok_or_else(|| ApiError::internal("a reference is held by no payment"))?;
    let payment: Record<PaymentTransaction> = call.get(id).await?;
    let body = &payment.body;
    let is_same = body.amount() == money && body.customer_id == new.customer_id && body.method == new.method;
    if is_same { Ok(Some(payment)) } else { Err(ApiError::already_exists("gateway_reference")) }
}

/// The customer is not archived, and the location exists.
async fn require_references(call: &Call, transaction: &mut Transaction, new: &PaymentToRecord) -> Result<(), ApiError> {
    let customer = call.customer(new.customer_id, "customer_id").await?;
    customer.require_in(transaction, "customer_id");
    if let Some(location) = new.location_id {
        let location = call.reference(location, "location_id").await?;
        transaction.require_reference(&location, "location_id");
    }
    Ok(())
}
