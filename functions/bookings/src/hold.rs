//! Holds: time that is kept for some minutes while somebody makes a booking. A hold ends by itself and then answers
//! 404.

use chrono::{Duration, NaiveDate};
use records::{EntitlementsAt, Location};
use scheduling::{
    Resource, ScheduleSnapshot,
    booking::{
        policy,
        taken::{self, TakenResource},
    },
    calendar::Calendar,
    customer_bookings,
    slot::{Slot, SlotKind},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Changes, Created, Creates, Data, Listing, Lists, PathId, Shows, retry};
use store::{Entity, Index, IndexBy, Indexes, List, Record, RecordSet, Transaction};
use uuid::Uuid;
use values::{ApiError, Customer, ErrorCode, Id, Kind, KindName, Metadata, Period, Timestamp};

use crate::{
    booking_customer::read_customer,
    booking_period::period_of,
    new_booking::BookingCreate,
    waitlist::offer::{FreedTime, release_and_offer},
};

/// How long a hold lasts unless the request says otherwise (`docs/areas/bookings.md`, 28).
const HOLD_MINUTES: u32 = 5;

/// Time that is kept on the way to a booking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BookingHold")]
pub struct HeldTime {
    /// Resource whose time is held.
    resource_id: Id<Resource>,
    /// Location at which the resource is.
    location_id: Id<Location>,
    /// Customer for whom the time is held; null when a booking of any customer may use it.
    customer_id: Option<Id<Customer>>,
    /// First instant that is held.
    #[serde(alias = "start")]
    start_time: Timestamp,
    /// First instant after it.
    #[serde(alias = "end")]
    end_time: Timestamp,
    /// Units of the resource.
    units: u32,
    /// When it ends by itself.
    expires_at: Timestamp,
}

/// A hold as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BookingHold {
    /// What an answer shows.
    #[serde(flatten)]
    held: HeldTime,
    buffers: (u32, u32),
    taken: Vec<TakenResource>,
}

impl BookingHold {
    /// Index of the holds of a resource.
    pub const BY_RESOURCE: IndexBy<Self, Id<Resource>> = IndexBy::new(Index::Second, "resource");
    /// Index of the holds that name a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Third, "customer");

    /// The slot it takes in a calendar.
    fn slot(&self, id: Uuid, units: u32) -> Slot {
        Slot {
            id,
            kind: SlotKind::Hold,
            start: self.held.start_time,
            end: self.held.end_time,
            buffer_before_minutes: self.buffers.0,
            buffer_after_minutes: self.buffers.1,
            units,
            customer: None,
            cooldown_minutes: 0,
            until: Some(self.held.expires_at),
        }
    }
}

impl BookingHold {
    /// Whether it has ended by itself.
    #[must_use]
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.held.expires_at <= now
    }

    /// What is free without it.
    #[must_use]
    pub fn freed(&self) -> Option<FreedTime> {
        FreedTime::of(self.held.location_id, &self.taken, Period::new(self.held.start_time, self.held.end_time))
    }
}

impl Kind for BookingHold {
    const KIND: KindName = KindName::BookingHold;
}

impl Entity for BookingHold {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/booking-holds";
    type View = HeldTime;

    fn view(&self, _now: Timestamp) -> HeldTime {
        self.held.clone()
    }

    fn put_away(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_RESOURCE, &self.held.resource_id, id)
            .by_any(&Self::BY_CUSTOMER, self.held.customer_id.as_ref(), id)
            .due(Some(self.held.expires_at))
    }
}

/// Time of a resource to be held for some minutes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingHoldCreate {
    /// Resource whose time is held; its children are held with it.
    resource_id: Id<Resource>,
    /// First instant that is held.
    start_time: Timestamp,
    /// First instant after it.
    end_time: Timestamp,
    /// Units of the resource; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    units: Option<u32>,
    /// For whom; only a booking of that customer can use it then.
    customer_id: Option<Id<Customer>>,
    /// How long it lasts; 5 minutes when left out.
    #[schemars(range(min = 1, max = 30))]
    hold_minutes: Option<u32>,
    /// The client's own keys and values of the hold; none when left out.
    metadata: Option<Metadata>,
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingHoldFilter {
    /// Only holds of this resource.
    resource_id: Option<Id<Resource>>,
    /// Only holds at this location.
    location_id: Option<Id<Location>>,
}

/// Holds time of a resource until the hold is booked, released or over.
pub async fn create(call: Call, Body(input): Body<BookingHoldCreate>) -> Creates<BookingHold> {
    let period = period_of(input.start_time, input.end_time)?;
    if period.end() <= call.now {
        return Err(ApiError::rule("end_time", "in_the_past", "a hold is for the future"));
    }
    let minutes = input.hold_minutes.unwrap_or(HOLD_MINUTES);
    let (call, input) = (&call, &input);
    retry(call, move || async move {
        let mut transaction = call.transaction();
        if let Some(customer_id) = input.customer_id {
            read_customer(call, customer_id, None).await?;
            customer_bookings::require_may_book(&mut transaction, customer_id);
        }
        let mut snapshot = ScheduleSnapshot::load(call, input.resource_id, &[], period, Vec::new()).await?;
        check_possible(&snapshot, period, input.units.unwrap_or(1), call.now)?;
        let resource = &snapshot.resource().body;
        let units = input.units.unwrap_or(1);
        let held = HeldTime {
            resource_id: input.resource_id,
            location_id: snapshot.location.id,
            customer_id: input.customer_id,
            start_time: period.start(),
            end_time: period.end(),
            units,
            expires_at: call.now.plus(Duration::minutes(minutes.into())),
        };
        let buffers = (resource.policy.buffer_before_minutes, resource.policy.buffer_after_minutes);
        let hold = BookingHold { held, buffers, taken: snapshot.taken(units) };
        let hold = call.new_record(hold, input.metadata.clone());
        let (body, id) = (&hold.body, hold.id.uuid());
        snapshot.take(&body.taken, |units| body.slot(id, units), call.now)?;
        transaction.create(&hold);
        snapshot.write(&mut transaction);
        call.commit(transaction, Created(hold)).await
    })
    .await
}

/// Refuses what no customer could book. The rest of the policy is judged when the booking is made.
fn check_possible(snapshot: &ScheduleSnapshot, period: Period, units: u32, now: Timestamp) -> Result<(), ApiError> {
    let request = snapshot.request(period, (units, 0), EntitlementsAt::public(), now);
    policy::violation_of_hold(&request).map_or(Ok(()), |violation| Err(violation.into_error()))
}

/// Lists the holds that are not over yet.
pub async fn list(call: Call, Listing { filter, paging }: Listing<BookingHoldFilter>) -> Lists<BookingHold> {
    let holds = List::first_of([BookingHold::BY_RESOURCE.asked(filter.resource_id.as_ref())])
        .only("location_id", filter.location_id.as_ref());
    call.page(holds.ahead("expires_at", call.now), paging).await
}

/// Shows a hold that is not over yet.
pub async fn get(call: Call, PathId(id): PathId<BookingHold>) -> Shows<BookingHold> {
    let hold = call.get(id).await?;
    if hold.body.is_over(call.now) { Err(ApiError::not_found()) } else { Ok(Data(hold)) }
}

/// Ends a hold before its time; what it held is free.
pub async fn release(call: Call, PathId(id): PathId<BookingHold>) -> Changes<BookingHold> {
    let call = &call;
    retry(call, move || async move {
        let hold = call.get_for_change(id).await?;
        if hold.body.is_over(call.now) {
            return Err(ApiError::not_found());
        }
        let mut calendar = Calendar::read_days(call, days_of(&hold)).await?;
        let mut transaction = call.transaction();
        let after = consume(call, &mut transaction, &mut calendar, &hold);
        calendar.write(&mut transaction);
        release_and_offer(call, hold.body.freed(), call.commit(transaction, Data(after))).await
    })
    .await
}

/// The hold that the request names, if it names one; also one that has ended.
pub async fn find_named(call: &Call, id: Option<Id<()>>) -> Result<Option<Record<BookingHold>>, ApiError> {
    let Some(id) = id else { return Ok(None) };
    let hold = call.store.find_any::<BookingHold>(&call.caller.tenant, id.cast()).await?;
    hold.ok_or_else(|| ApiError::reference_not_found("hold_id")).map(Some)
}

/// Refuses to turn a hold into the booking of `period`: it must be of the same resource, contain the whole period, fit
/// the customer and not be over.
///
/// # Errors
/// 422 `hold_does_not_fit`, or 409 `invalid_state` when it has ended.
pub fn check_redeemable(
    hold: &Record<BookingHold>,
    input: &BookingCreate,
    period: Period,
    now: Timestamp,
) -> Result<(), ApiError> {
    let held = &hold.body.held;
    let fits = held.resource_id == input.resource_id
        && held.start_time <= period.start()
        && period.end() <= held.end_time
        && held.customer_id.is_none_or(|customer| customer == input.customer_id);
    if !fits {
        let message = "the hold is for another resource, time or customer";
        return Err(ApiError::rule("hold_id", "hold_does_not_fit", message));
    }
    if hold.record_set == RecordSet::Archived || hold.body.is_over(now) {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the hold has ended"));
    }
    Ok(())
}

/// Every resource and day whose item has the hold.
#[must_use]
pub fn days_of(hold: &Record<BookingHold>) -> Vec<(Uuid, NaiveDate)> {
    taken::days_of(&hold.body.taken, &hold.body.slot(hold.id.uuid(), 0))
}

/// Takes a hold out of the calendars.
pub fn free(calendar: &mut Calendar, hold: &Record<BookingHold>, now: Timestamp) {
    for taken in &hold.body.taken {
        let days = taken.slot(hold.body.slot(hold.id.uuid(), 0)).days();
        calendar.free(taken.resource_id, hold.id.uuid(), &days, now);
    }
}

/// Ends a hold: its time is free, and it is put away.
pub fn consume(
    call: &Call,
    transaction: &mut Transaction,
    calendar: &mut Calendar,
    hold: &Record<BookingHold>,
) -> Record<BookingHold> {
    free(calendar, hold, call.now);
    let after = call.moved(hold, hold.body.clone(), RecordSet::Archived);
    transaction.replace(hold, &after);
    after
}
