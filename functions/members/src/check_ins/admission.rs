//! Why a person may be at a location: by the booking that the request names, by a subscription there, by a booking on
//! that day, by the day pass that paid for the day already, or by one that is taken now.

use agreements::subscription::entitlements::Entitlements;
use records::{
    CheckIn, Location,
    check_in::{Admission, AdmittedBy},
};
use scheduling::Booking;
use settlement::day_pass::{self, DayPassFor};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, CustomerTier, Id};
use wallets_and_journal::{Source, SourceKind};
use work::customer::CustomerRecord;

use super::{
    booked::{self, MemberDay},
    presence::Presence,
};

/// Why somebody is not admitted.
const NOTHING_ADMITS: &str =
    "nothing admits the person there today: no subscription, no booking, and no day pass is left";

/// A member who arrives at a location on a day.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// The member who arrives, as a customer.
    pub customer: &'a CustomerRecord,
    /// Location at which they arrive.
    pub location: &'a Record<Location>,
    /// The day, as bookings are looked for.
    pub member_day: MemberDay<'a>,
}

/// What admits a person without a day pass being taken now.
///
/// # Errors
/// 422 for a booking that is named and does not; 503 when the store cannot be read.
pub async fn find_free(
    call: &Call,
    transaction: &mut Transaction,
    arrival: Arrival<'_>,
    named: Option<Id<Booking>>,
) -> Result<Option<Admission>, ApiError> {
    if let Some(id) = named {
        return booked::require_named(call, transaction, id, arrival.member_day).await.map(|id| Some(by_booking(id)));
    }
    let entitlements = Entitlements::read(call, arrival.customer, arrival.location).await?.at(call.now);
    if entitlements.tier == CustomerTier::Member {
        return Ok(Some(admission(AdmittedBy::Subscription)));
    }
    Ok(booked::find(call, transaction, arrival.member_day).await?.map(by_booking))
}

/// Takes a day pass for the day of a check-in, unless one has paid for it.
///
/// # Errors
/// 402 `insufficient_balance`.
pub async fn take_day_pass(
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
    let source = Source { kind: SourceKind::CheckIn, id: check_in.id.cast() };
    let taken_for = DayPassFor { customer_id: member_id.cast(), location_id, source };
    let id = day_pass::take(call, transaction, taken_for, "member_id", NOTHING_ADMITS).await?;
    presence.pay(&check_in.body, id, ends_at);
    Ok(paid(id))
}

const fn admission(admitted_by: AdmittedBy) -> Admission {
    Admission { admitted_by, booking_id: None, day_pass_transaction_id: None }
}

const fn by_booking(id: Id<Booking>) -> Admission {
    Admission { booking_id: Some(id.cast()), ..admission(AdmittedBy::Booking) }
}
