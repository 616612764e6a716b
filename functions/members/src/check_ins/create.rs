//! Check in at a location.

use agreements::subscription::CustomerSubscriptions;
use records::publication::RequireActive as _;
use records::{
    CheckIn, Location, Member,
    check_in::{Admission, AdmittedBy},
};
use scheduling::Booking;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Created, Creates, retry},
    together,
};
use store::Record;
use values::{ApiError, Customer, Day, Id, Metadata, Period, Timestamp};
use work::{customer::CustomerRecord, on_heap};

use super::{
    admission::{self, Arrival},
    booked::MemberDay,
    presence::Presence,
};

/// A person who comes to a location.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CheckInCreate")]
pub struct NewCheckIn {
    /// Who: a member, neither blocked nor anonymised.
    member_id: Id<Member>,
    /// Where; the location is active.
    location_id: Id<Location>,
    /// Since when, on the present local day of the location; now when left out.
    checked_in_at: Option<Timestamp>,
    /// The booking by which the person comes; one of that day is looked for when left out.
    booking_id: Option<Id<Booking>>,
    /// The client's own keys.
    metadata: Option<Metadata>,
}

/// Check in at a location
pub async fn create(call: Call, Body(new): Body<NewCheckIn>) -> Creates<CheckIn> {
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &NewCheckIn) -> Creates<CheckIn> {
    let mut transaction = call.transaction();
    let references = together::wait_for_both(
        on_heap(|| call.welcome_customer(&mut transaction, new.member_id.cast(), "member_id")),
        on_heap(|| call.require_reference(new.location_id, "location_id")),
    );
    let own =
        together::wait_for_both(Presence::read(call, new.member_id), read_subscriptions(call, new.member_id.cast()));
    // On the heap, as are those below: with what renews a wallet these frames would not fit the stack of a thread.
    let ((customer, location), (mut presence, mut own)) = on_heap(|| together::wait_for_both(references, own)).await?;
    let CustomerRecord::Member(member) = &customer else {
        return Err(ApiError::reference_not_found("member_id"));
    };
    location.body.check_active("location_id")?;
    transaction.require_active(&location, "location_id");
    let (day, period) = today(call, &location.body)?;
    let at = began(new.checked_in_at, period, call.now)?;
    presence.check_free(at)?;
    let member_day = MemberDay { member, location_id: location.id, day: period };
    let arrival = Arrival { customer: &customer, location: &location, member_day };
    let free = on_heap(|| admission::find_free(call, &mut transaction, arrival, new.booking_id)).await?;
    let mut check_in = made(call, new, day, Period::new(at, period.end()));
    check_in.body.admission = match free {
        Some(admission) => admission,
        None => on_heap(|| admission::take_day_pass(call, &mut transaction, &mut presence, &check_in)).await?,
    };
    presence.add(check_in.id, period.end());
    presence.write(&mut transaction);
    own.see(at);
    own.write(&mut transaction);
    transaction.create(&check_in);
    on_heap(|| call.commit(transaction, Created(check_in))).await
}

async fn read_subscriptions(call: &Call, customer: Id<Customer>) -> Result<CustomerSubscriptions, ApiError> {
    Ok(CustomerSubscriptions::read(call, customer).await?)
}

/// The present local day of a location.
fn today(call: &Call, location: &Location) -> Result<(Day, Period), ApiError> {
    let day = Day::new(call.now.day_in(location.time_zone));
    let whole = day.and_then(|day| Some((day, day.whole_in(location.time_zone)?)));
    whole.ok_or_else(|| ApiError::internal("today is beyond the calendar"))
}

/// Since when the person is there.
fn began(given: Option<Timestamp>, today: Period, now: Timestamp) -> Result<Timestamp, ApiError> {
    let at = given.unwrap_or(now);
    if at > now {
        return Err(ApiError::rule("checked_in_at", "in_the_future", "a check-in has happened"));
    }
    if at < today.start() {
        let message = "a check-in is told on its own local day";
        return Err(ApiError::rule("checked_in_at", "other_day", message));
    }
    Ok(at)
}

/// The check-in, before it is known what admits the person.
fn made(call: &Call, new: &NewCheckIn, day: Day, lasts: Option<Period>) -> Record<CheckIn> {
    let (checked_in_at, ends_at) = lasts.map_or((call.now, call.now), |lasts| (lasts.start(), lasts.end()));
    let unknown = Admission { admitted_by: AdmittedBy::Subscription, booking_id: None, day_pass_transaction_id: None };
    let body = CheckIn {
        member_id: new.member_id,
        location_id: new.location_id,
        day,
        checked_in_at,
        checked_out_at: None,
        ends_at,
        is_end_noted: false,
        admission: unknown,
    };
    call.new_record(body, new.metadata.clone())
}
