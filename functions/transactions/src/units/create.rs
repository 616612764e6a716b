//! Post a transaction by hand: a grant, a charge, or a charge that is scheduled.

use billing::wallet::{Bucket, PostingKind};
use records::{Location, merchant::CreditSettings};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, retry};
use store::Record;
use values::{ApiError, Customer, Id, LongText, Metadata, Timestamp};
use wallets_and_journal::{
    About, Charge, OpenWallet, current_wallet, open_wallet::ScheduledOn, wallet_transaction::OfUnit,
};

use super::settings;
use crate::references;

/// Most units of one transaction.
const AMOUNT_MAX: i64 = 1_000_000;

/// What an operator posts by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PostedByHand")]
pub enum PostedByHand {
    /// The operator gives it.
    AdminAllocation,
    /// It was bought elsewhere.
    PurchaseAllocation,
    /// What had been paid elsewhere comes back.
    Refund,
    /// The operator takes it.
    AdminCharge,
}

impl PostedByHand {
    const fn kind(self) -> PostingKind {
        match self {
            Self::AdminAllocation => PostingKind::AdminAllocation,
            Self::PurchaseAllocation => PostingKind::PurchaseAllocation,
            Self::Refund => PostingKind::Refund,
            Self::AdminCharge => PostingKind::AdminCharge,
        }
    }
}

/// A transaction to be posted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WalletTransactionCreate")]
pub struct NewTransaction {
    /// Whose wallet: a member's or a company's.
    customer_id: Id<Customer>,
    /// Type of the transaction: a grant or a charge.
    #[serde(rename = "type")]
    posted: PostedByHand,
    /// Number of credits or day passes, from 1 to 1,000,000.
    #[schemars(range(min = 1, max = AMOUNT_MAX))]
    amount: i64,
    /// Of a grant: where they can be used, everywhere when left out. Of a charge: where they are spent.
    location_id: Option<Id<Location>>,
    /// What the operator says.
    #[serde(default)]
    reason: LongText,
    /// When a grant expires; left out when it does not.
    expires_at: Option<Timestamp>,
    /// When a charge is posted; left out for now.
    scheduled_for: Option<Timestamp>,
    /// The client's own keys.
    metadata: Option<Metadata>,
}

/// Posts a transaction by hand, which grants or charges credits or day passes.
pub async fn create<T: OfUnit>(call: Call, Body(new): Body<NewTransaction>) -> Creates<T> {
    check(&new, call.now)?;
    retry(&call, || attempt(&call, &new)).await
}

fn check(new: &NewTransaction, now: Timestamp) -> Result<(), ApiError> {
    let is_charge = new.posted == PostedByHand::AdminCharge;
    for (field, at, is_allowed) in
        [("expires_at", new.expires_at, !is_charge), ("scheduled_for", new.scheduled_for, is_charge)]
    {
        let Some(at) = at else { continue };
        if !is_allowed {
            let message = "grants expire, charges are scheduled";
            return Err(ApiError::rule(field, "not_of_this_type", message));
        }
        if at <= now {
            return Err(ApiError::rule(field, "in_the_past", "the instant must lie ahead"));
        }
    }
    Ok(())
}

async fn attempt<T: OfUnit>(call: &Call, new: &NewTransaction) -> Creates<T> {
    let mut transaction = call.transaction();
    let (settings, wallet, ()) = tokio::try_join!(
        settings::read_settings(call),
        current_wallet::renew(call, new.customer_id),
        references::require(call, &mut transaction, new.customer_id, new.location_id)
    )?;
    settings::check_enabled(&settings, T::UNIT)?;
    let (wallet, made) = post::<T>(call, wallet, &settings, new)?;
    wallet.write(call, &mut transaction).await?;
    call.commit(transaction, Created(made)).await
}

fn post<T: OfUnit>(
    call: &Call,
    mut wallet: OpenWallet,
    settings: &CreditSettings,
    new: &NewTransaction,
) -> Result<(OpenWallet, Record<T>), ApiError> {
    let (kind, unit) = (new.posted.kind(), T::UNIT);
    let about = About {
        location_id: new.location_id,
        reason: new.reason.clone(),
        source: None,
        metadata: new.metadata.clone(),
    };
    let spent_at = settings::spent_at(settings, new.location_id);
    let charge = Charge { unit, amount: new.amount, kind, spent_at };
    let id = match (new.posted, new.scheduled_for) {
        (PostedByHand::AdminCharge, Some(at)) => {
            // No cycle of a subscription grants it: it takes what the wallet holds by then.
            wallet.schedule(call, charge, at, ScheduledOn::NO_CYCLE, &about)?
        }
        (PostedByHand::AdminCharge, None) => wallet.charge(call, charge, &about)?.id,
        (PostedByHand::AdminAllocation | PostedByHand::PurchaseAllocation | PostedByHand::Refund, _) => {
            let is_bought = new.posted == PostedByHand::PurchaseAllocation;
            let origin = if is_bought { Bucket::bought } else { Bucket::given };
            let bucket = origin(call.ids.next(), new.amount, new.expires_at);
            let bucket = Bucket { location_id: new.location_id.map(Id::cast), ..bucket };
            wallet.grant(call, unit, kind, bucket, &about)?.id
        }
    };
    let made = wallet.record(call, id).ok_or_else(|| ApiError::internal("a transaction was not noted"))?;
    Ok((wallet, made))
}
