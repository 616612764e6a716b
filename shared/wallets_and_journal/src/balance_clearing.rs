//! What leaves a customer's balance without paying an invoice: it is paid out, given up by the customer, or kept by the
//! merchant, each for a reason that somebody names.

use billing::{
    documents::PaymentMethod,
    ledger::{DocumentKind, DocumentReference, Occasion, entries},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, Record, Transaction};
use values::{
    Amount, ApiError, Currency, Customer, Id, Kind, KindName, LongText, Metadata, Money, ShortText, Timestamp,
};
use work::UnitOfWork;

use crate::{journal, open_wallet::OpenWallet};

/// What becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClearingDecision {
    /// The merchant pays it to the customer.
    PaidOut,
    /// The customer gives it up.
    GivenUp,
    /// The merchant keeps it, as was agreed or as the law allows.
    Kept,
}

/// What left a customer's balance, as it is stored. All of it is set when it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceClearing {
    /// Whose balance it was: a member or a company.
    pub customer_id: Id<Customer>,
    /// Currency of the amount, as an ISO 4217 code.
    pub currency: Currency,
    /// How much, in minor units, above zero.
    pub amount_minor: i64,
    /// What became of it.
    pub decision: ClearingDecision,
    /// How it was paid out; none unless it was.
    pub method: Option<PaymentMethod>,
    /// What identifies the payment outside; empty when nothing does.
    pub gateway_reference: ShortText,
    /// Why.
    pub reason: LongText,
}

impl BalanceClearing {
    /// Index of those of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::First, "customer");
}

impl Kind for BalanceClearing {
    const KIND: KindName = KindName::BalanceClearing;
}

impl Entity for BalanceClearing {
    const PATH: &'static str = "/balance-clearings";
    type View = BalanceClearingView;

    fn view(&self, _now: Timestamp) -> BalanceClearingView {
        BalanceClearingView {
            customer_id: self.customer_id,
            currency: self.currency,
            amount: Amount::of(self.amount_minor, self.currency),
            decision: self.decision,
            method: self.method,
            gateway_reference: self.gateway_reference.clone(),
            reason: self.reason.clone(),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_CUSTOMER, &self.customer_id, id)
    }
}

/// What left a customer's balance without paying an invoice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "BalanceClearing")]
pub struct BalanceClearingView {
    /// Whose balance it was: a member or a company.
    pub customer_id: Id<Customer>,
    /// Currency of the amount, as an ISO 4217 code.
    pub currency: Currency,
    /// How much left the balance, in major units.
    pub amount: Amount,
    /// What became of it.
    pub decision: ClearingDecision,
    /// How it was paid out; null unless it was.
    pub method: Option<PaymentMethod>,
    /// What identifies the payment outside; empty when nothing does.
    pub gateway_reference: ShortText,
    /// Why.
    pub reason: LongText,
}

/// Takes what `clearing` says out of a wallet's balance, and posts its entry; whoever calls this writes the wallet.
///
/// # Errors
/// 402 `insufficient_balance`; 503 when the store cannot be read.
pub async fn clear(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    clearing: BalanceClearing,
    metadata: Option<Metadata>,
) -> Result<Record<BalanceClearing>, ApiError> {
    let money = Money::new(clearing.amount_minor, clearing.currency);
    wallet.pay_out(money)?;
    let is_paid_out = clearing.decision == ClearingDecision::PaidOut;
    let record = work.new_record(clearing, metadata);
    transaction.create(&record);
    let occasion = Occasion {
        at: work.now,
        document: DocumentReference { kind: DocumentKind::BalanceClearing, id: record.id.cast() },
        customer_id: wallet.customer_id(),
        location_id: None,
    };
    journal::post(work, transaction, entries::balance_cleared(occasion, money, is_paid_out)?).await?;
    Ok(record)
}
