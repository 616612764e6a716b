//! Why a person may be at a location: by the booking that the request names, by a subscription there, by a booking on that day, by the day
//! pass that paid for the day already, or by one that is taken now.

use billing::wallet::{PostingKind, SpentAt, Unit};
use bookkeeping::{
    About, Charge, OpenWallet, Source, SourceKind, current_wallet, issuing::merchant_of,
    subscription::standing::Standing,
};
use scheduling::Booking;
use shared::{
    ApiError, ErrorCode,
    api::Call,
    customer::CustomerRecord,
    domain::{
        CheckIn, CustomerTier, Id, Location, Record,
        check_in::{Admission, AdmittedBy},
    },
    store::Transaction,
};

use super::{
    booked::{self, Visit},
    presence::Presence,
};

/// Who comes where.
#[derive(Clone, Copy, Debug)]
pub struct Visitor<'a> {
    /// The person.
    pub customer: &'a CustomerRecord,
    /// The location.
    pub location: &'a Record<Location>,
    /// The visit, as bookings are looked for.
    pub visit: Visit<'a>,
}

/// What admits a person without a day pass being taken now.
///
/// # Errors
/// 422 for a booking that is named and does not; 503 when the store cannot be read.
pub async fn free(
    call: &Call,
    transaction: &mut Transaction,
    visitor: Visitor<'_>,
    named: Option<Id<Booking>>,
) -> Result<Option<Admission>, ApiError> {
    if let Some(id) = named {
        return booked::named(call, transaction, id, visitor.visit).await.map(|id| Some(by_booking(id)));
    }
    let standing = Standing::of(call, visitor.customer, visitor.location).await?.at(call.now);
    if standing.tier == CustomerTier::Member {
        return Ok(Some(admission(AdmittedBy::Subscription)));
    }
    Ok(booked::found(call, transaction, visitor.visit).await?.map(by_booking))
}

/// Takes a day pass for the day of a check-in, unless one has paid for it.
///
/// # Errors
/// 402 `insufficient_balance`.
pub async fn by_day_pass(
    call: &Call,
    transaction: &mut Transaction,
    presence: &mut Presence,
    check_in: &Record<CheckIn>,
) -> Result<Admission, ApiError> {
    let CheckIn { member_id, location_id, day, ends_at, .. } = check_in.body;
    let paid = |id| Admission { day_pass_transaction_id: Some(id), ..admission(AdmittedBy::DayPass) };
    if let Some(id) = presence.paid(location_id, day) {
        return Ok(paid(id));
    }
    let (merchant, mut wallet) = tokio::try_join!(merchant_of(call), current_wallet::opened(call, member_id.cast()))?;
    let spent_at = SpentAt {
        location_id: Some(location_id),
        cross_location: merchant.body.credit_settings.cross_location,
        takes_place_at: None,
    };
    let id = charged(call, &mut wallet, spent_at, check_in)?;
    wallet.write(call, transaction).await?;
    presence.pay(&check_in.body, id, ends_at);
    Ok(paid(id))
}

fn charged(
    call: &Call,
    wallet: &mut OpenWallet,
    spent_at: SpentAt,
    check_in: &Record<CheckIn>,
) -> Result<Id<()>, ApiError> {
    let about = About {
        location_id: spent_at.location_id,
        source: Some(Source { kind: SourceKind::CheckIn, id: check_in.id.cast() }),
        ..About::default()
    };
    let charge = Charge { unit: Unit::DayPasses, amount: 1, kind: PostingKind::CheckIn, spent_at };
    let posted = wallet.charge(call, charge, &about).map_err(|error| match error.code {
        ErrorCode::InsufficientBalance => {
            let message = "nothing admits the person there today: no subscription, no booking, and no day pass is left";
            ApiError::new(ErrorCode::InsufficientBalance, message).at("member_id", "insufficient_balance")
        }
        _ => error,
    })?;
    Ok(posted.id)
}

const fn admission(admitted_by: AdmittedBy) -> Admission {
    Admission { admitted_by, booking_id: None, day_pass_transaction_id: None }
}

const fn by_booking(id: Id<Booking>) -> Admission {
    Admission { booking_id: Some(id.cast()), ..admission(AdmittedBy::Booking) }
}
