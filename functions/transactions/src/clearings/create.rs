//! Clears a customer's balance, or a part of it: it is paid out, given up by the customer, or kept by the merchant.

use billing::documents::PaymentMethod;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, retry};
use values::{Amount, ApiError, Currency, Customer, ErrorCode, Id, LongText, Metadata, ShortText};
use wallets_and_journal::{
    BalanceClearing, OpenWallet,
    balance_clearing::{ClearingDecision, clear},
};

/// What is to leave a customer's balance.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BalanceClearingCreate")]
pub struct ClearingToMake {
    /// Whose balance: a member or a company.
    customer_id: Id<Customer>,
    /// Currency of the balance, as an ISO 4217 code.
    currency: Currency,
    /// How much; all of it when left out.
    amount: Option<Amount>,
    /// What becomes of it.
    decision: ClearingDecision,
    /// How it is paid out; only with `paid_out`, and needed there.
    method: Option<PaidOutBy>,
    /// What identifies the payment outside, such as the bank's reference; only with `paid_out`.
    #[serde(default)]
    gateway_reference: ShortText,
    /// Why, for whoever asks later.
    reason: LongText,
    /// Your own keys and values; at most 50 keys.
    metadata: Option<Metadata>,
}

/// How a balance is paid out.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PayOutMethod")]
pub enum PaidOutBy {
    /// Transfer to the customer's bank account.
    BankTransfer,
    /// Cash that the customer got.
    Cash,
    /// Cheque that the customer got.
    Cheque,
    /// Something outside of this service.
    External,
}

impl From<PaidOutBy> for PaymentMethod {
    fn from(method: PaidOutBy) -> Self {
        match method {
            PaidOutBy::BankTransfer => Self::BankTransfer,
            PaidOutBy::Cash => Self::Cash,
            PaidOutBy::Cheque => Self::Cheque,
            PaidOutBy::External => Self::External,
        }
    }
}

/// Clears a balance, in part or whole.
pub async fn create(call: Call, Body(new): Body<ClearingToMake>) -> Creates<BalanceClearing> {
    check(&new)?;
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &ClearingToMake) -> Creates<BalanceClearing> {
    // Of an archived company, too, something may come back of what it had booked.
    let customer_id = call.read_customer_of_documents(new.customer_id).await.map_err(not_found)?.id();
    let mut wallet = OpenWallet::read(call, customer_id).await?;
    let there_minor = wallet.wallet().money_in(new.currency).minor();
    let amount_minor = new.amount.map_or(Ok(there_minor), |amount| amount.minor_in(new.currency, "amount"))?;
    if amount_minor <= 0 || there_minor < amount_minor {
        let message = "the customer's balance does not hold as much";
        return Err(ApiError::new(ErrorCode::InsufficientBalance, message).at("amount", "insufficient_balance"));
    }
    let clearing = BalanceClearing {
        customer_id,
        currency: new.currency,
        amount_minor,
        decision: new.decision,
        method: new.method.map(PaymentMethod::from),
        gateway_reference: new.gateway_reference.clone(),
        reason: new.reason.clone(),
    };
    let mut transaction = call.transaction();
    let record = clear(call, &mut transaction, &mut wallet, clearing, new.metadata.clone()).await?;
    wallet.write(call, &mut transaction).await?;
    call.commit(transaction, Created(record)).await
}

fn not_found(error: ApiError) -> ApiError {
    if error.code == ErrorCode::NotFound { ApiError::reference_not_found("customer_id") } else { error }
}

/// Refuses what says nothing of why, or of how it is paid, or says that of what is not paid.
fn check(new: &ClearingToMake) -> Result<(), ApiError> {
    if new.reason.as_str().trim().is_empty() {
        return Err(ApiError::rule("reason", "required", "what leaves a balance has a reason"));
    }
    if new.amount.is_some_and(|amount| amount == Amount::default()) {
        return Err(ApiError::rule("amount", "out_of_range", "an amount is above zero"));
    }
    match (new.decision, new.method) {
        (ClearingDecision::PaidOut, None) => {
            Err(ApiError::rule("method", "required", "what is paid out is paid in some way"))
        }
        (ClearingDecision::GivenUp | ClearingDecision::Kept, Some(_)) => {
            Err(ApiError::rule("method", "not_of_this_decision", "only what is paid out is paid in some way"))
        }
        (ClearingDecision::GivenUp | ClearingDecision::Kept, None) if !new.gateway_reference.as_str().is_empty() => {
            let message = "only what is paid out has a reference";
            Err(ApiError::rule("gateway_reference", "not_of_this_decision", message))
        }
        (ClearingDecision::PaidOut, Some(_)) | (ClearingDecision::GivenUp | ClearingDecision::Kept, None) => Ok(()),
    }
}
