//! Records a payment of a customer: one by `card` is pending, any other is made.

use agreements::subscription::{first_payment, paying};
use billing::documents::{Excess, InvoiceStatus, Paid, PaymentMethod};
use money_documents::{
    Invoice,
    invoice_payment::{self, RecordedPayment, Settlement},
};
use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, retry};
use store::{Record, Transaction};
use values::{Amount, ApiError, Currency, Customer, ErrorCode, Id, LongText, Metadata, Money, ShortText, Timestamp};
use wallets_and_journal::{
    OpenWallet, PaymentTransaction, paid_at,
    payment::{self, NewPayment},
};

use crate::references;

/// A payment to be recorded.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PaymentTransactionCreate")]
pub struct PaymentToRecord {
    /// Who paid: a member or a company.
    customer_id: Id<Customer>,
    /// How much; above zero.
    amount: Amount,
    /// Currency of the amount, as an ISO 4217 code.
    currency: Currency,
    /// How. What is paid by `card` is pending until its outcome is known; everything else has been made.
    method: PaymentMethod,
    /// The invoice that it pays; left out when it goes to the customer's balance.
    invoice_id: Option<Id<Invoice>>,
    /// What becomes of what is above what is due of the invoice.
    #[serde(default)]
    excess: Excess,
    /// When it was made; now when left out. Not before the day of issue of an invoice that it pays, nor in a closed
    /// period, within the last 366 days and at most a day ahead.
    paid_at: Option<Timestamp>,
    /// Where; of a payment of an invoice, it is the invoice's location.
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

/// Records a payment, which pays an invoice or goes to the customer's balance.
pub async fn create(call: Call, Body(new): Body<PaymentToRecord>) -> Creates<PaymentTransaction> {
    let minor = new.amount.minor_in(new.currency, "amount")?;
    if minor == 0 {
        return Err(ApiError::rule("amount", "out_of_range", "an amount is above zero"));
    }
    let money = Money::new(minor, new.currency);
    retry(&call, || async {
        match attempt(&call, &new, money).await {
            // Another request has recorded the same reference at the same moment.
            Err(error) if error.code == ErrorCode::AlreadyExists => match find_recorded(&call, &new, money).await? {
                Some(payment) => call.unchanged(Created(payment)),
                None => Err(error),
            },
            settled => settled,
        }
    })
    .await
}

async fn attempt(call: &Call, new: &PaymentToRecord, money: Money) -> Creates<PaymentTransaction> {
    if let Some(payment) = find_recorded(call, new, money).await? {
        return call.unchanged(Created(payment));
    }
    let mut transaction = call.transaction();
    let (payment, subscription) = match new.invoice_id {
        Some(invoice) if new.method != PaymentMethod::Card => {
            pay_invoice(call, &mut transaction, new, money, invoice).await?
        }
        _ => (pay_balance(call, &mut transaction, new, money).await?, None),
    };
    let made = call.commit(transaction, Created(payment)).await?;
    first_payment::follow(call, subscription).await;
    Ok(made)
}

/// What has been paid of an invoice, which takes it, and the subscription that it is of.
async fn pay_invoice(
    call: &Call,
    transaction: &mut Transaction,
    new: &PaymentToRecord,
    money: Money,
    id: Id<Invoice>,
) -> Result<(Record<PaymentTransaction>, Option<Id<()>>), ApiError> {
    let invoice = read_payable(call, new, id).await?;
    let subscription = invoice.body.subscription_id;
    let payment = RecordedPayment {
        method: new.method,
        amount_minor: money.minor(),
        excess: new.excess,
        gateway_reference: new.gateway_reference.clone(),
        note: new.note.clone(),
        metadata: new.metadata.clone(),
        paid_at: new.paid_at,
    };
    let settled = Box::pin(paying::pay(call, transaction, &invoice, payment)).await;
    // The customer's balance is read after the invoice: another payment may lie between them.
    let Settlement { invoice: after, payment } = match settled {
        Ok(settled) => settled,
        Err(refusal) => return Err(call.explain_refusal(&invoice, refusal).await),
    };
    transaction.replace(&invoice, &call.next_version(&invoice, after, None));
    Ok((payment, subscription))
}

/// The invoice that the request names, which is the customer's and in the payment's currency.
async fn read_payable(call: &Call, new: &PaymentToRecord, id: Id<Invoice>) -> Result<Record<Invoice>, ApiError> {
    let invoice = call.require_reference(id, "invoice_id").await?;
    if invoice.body.customer_id != new.customer_id {
        return Err(ApiError::rule("invoice_id", "other_customer", "the invoice is another customer's"));
    }
    if invoice.body.currency != new.currency {
        let message = format!("the invoice is in {}", invoice.body.currency);
        return Err(ApiError::rule("currency", "currency_mismatch", message));
    }
    if new.location_id.is_some_and(|location| location != invoice.body.location_id) {
        return Err(ApiError::rule("location_id", "other_location", "the invoice is another location's"));
    }
    Ok(invoice)
}

/// What has been paid to the customer's balance, or is asked for by card.
async fn pay_balance(
    call: &Call,
    transaction: &mut Transaction,
    new: &PaymentToRecord,
    money: Money,
) -> Result<Record<PaymentTransaction>, ApiError> {
    if new.method == PaymentMethod::Balance {
        return Err(ApiError::rule("invoice_id", "required_for_balance", "what the balance pays is an invoice"));
    }
    let invoice = match new.invoice_id {
        Some(id) => Some(read_payable(call, new, id).await?),
        None => None,
    };
    if let Some(at) = new.paid_at {
        paid_at::check(call, transaction, at, new.method, None).await?;
    }
    references::require(call, transaction, new.customer_id, new.location_id).await?;
    let mut wallet = OpenWallet::read(call, new.customer_id).await?;
    // A card's outcome says what becomes of it.
    let to_balance_minor = if new.method == PaymentMethod::Card { 0 } else { money.minor() };
    let payment = NewPayment {
        location_id: invoice.as_ref().map(|invoice| invoice.body.location_id).or(new.location_id),
        invoice_id: invoice.map(|invoice| invoice.id.cast()),
        money,
        method: new.method,
        gateway_reference: new.gateway_reference.clone(),
        note: new.note.clone(),
        metadata: new.metadata.clone(),
        paid: Paid { applied_minor: 0, to_balance_minor },
        paid_at: new.paid_at,
        before: InvoiceStatus::Issued,
    };
    let payment = payment::record(call, transaction, &mut wallet, payment).await?;
    wallet.write(call, transaction).await?;
    Ok(payment)
}

/// Finds the payment that has this reference already.
///
/// # Errors
/// 409 `already_exists` naming `gateway_reference` when it is another payment.
async fn find_recorded(
    call: &Call,
    new: &PaymentToRecord,
    money: Money,
) -> Result<Option<Record<PaymentTransaction>>, ApiError> {
    let Some(payment) = invoice_payment::find_by_reference(call, &new.gateway_reference).await? else {
        return Ok(None);
    };
    let body = &payment.body;
    let is_same = body.amount() == money
        && body.customer_id == new.customer_id
        && body.method == new.method
        && body.invoice_id == new.invoice_id.map(Id::cast);
    if is_same { Ok(Some(payment)) } else { Err(ApiError::already_exists("gateway_reference")) }
}
