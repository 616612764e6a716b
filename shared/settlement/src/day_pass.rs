//! Takes a day pass for a person's day at a location.

use billing::wallet::{PostingKind, SpentAt, Unit};
use records::Location;
use store::Transaction;
use values::{ApiError, Customer, ErrorCode, Id};
use wallets_and_journal::{
    current_wallet,
    open_wallet::{About, Charge},
    wallet_transaction::Source,
};
use work::UnitOfWork;

/// Who pays where for what.
#[derive(Clone, Copy, Debug)]
pub struct DayPassFor {
    /// Whose day pass it is.
    pub customer_id: Id<Customer>,
    /// Where the day is spent.
    pub location_id: Id<Location>,
    /// What it is taken for.
    pub source: Source,
}

/// Takes one day pass; the transaction that does it. `field` and `message` are those of the refusal when there
/// is none.
///
/// # Errors
/// 402 `insufficient_balance`.
pub async fn take(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    DayPassFor { customer_id, location_id, source }: DayPassFor,
    field: &'static str,
    message: &'static str,
) -> Result<Id<()>, ApiError> {
    let (merchant, mut wallet) = tokio::try_join!(work.read_merchant(), current_wallet::renew(work, customer_id))?;
    let cross_location = merchant.body.credit_settings.cross_location;
    let spent_at = SpentAt { location_id: Some(location_id.cast()), cross_location, takes_place_at: None };
    let about = About { location_id: Some(location_id), source: Some(source), ..About::default() };
    let charge = Charge { unit: Unit::DayPasses, amount: 1, kind: PostingKind::CheckIn, spent_at };
    let posted = wallet.charge(work, charge, &about).map_err(|error| match error.code {
        ErrorCode::InsufficientBalance => {
            ApiError::new(ErrorCode::InsufficientBalance, message).at(field, "insufficient_balance")
        }
        _ => error,
    })?;
    wallet.write(work, transaction).await?;
    Ok(posted.id)
}
