//! Join the waiting list.

use agreements::subscription::entitlements::Entitlements;
use chrono::Duration;
use futures_util::future::try_join_all;
use records::{EntitlementsAt, Location};
use scheduling::{
    Resource, ScheduleSnapshot,
    booking::{BOOKING_DAYS_MAX, policy},
    customer_bookings,
    resource::ResourceType,
    waitlist::{
        entry::{WaitlistEntry, WaitlistState, WantedTime},
        waiting_list::{self, WaitingEntry, find_waiting_list},
    },
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, retry};
use uuid::Uuid;
use values::{ApiError, Customer, ErrorCode, Id, Metadata, Period, Timestamp};
use work::customer::CustomerRecord;

use super::{fit::first_fit, offer::find_candidates};
use crate::{booking_customer::read_customer, subscribers};

/// How long an offer lasts unless the request says otherwise (`docs/areas/bookings.md`, 39).
pub const OFFER_MINUTES: u32 = 30;

/// Most resources that are read at the same moment.
const SIDE_BY_SIDE_MAX: usize = 10;

/// A customer's wish for time that is taken now.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitlistEntryCreate {
    /// Location whose waiting list the customer joins.
    location_id: Id<Location>,
    /// Who waits: a member or a company.
    customer_id: Id<Customer>,
    /// What is waited for; or `resource_type`.
    resource_id: Option<Id<Resource>>,
    /// Any active resource of this type at the location; or `resource_id`.
    resource_type: Option<ResourceType>,
    /// Earliest instant at which the wanted booking may start.
    earliest_start: Timestamp,
    /// Over by; at most 31 days after `earliest_start`.
    latest_end: Timestamp,
    /// Length of the wanted booking in minutes.
    #[schemars(range(min = 1, max = 44_640))]
    duration_minutes: u32,
    /// How many units; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    units: Option<u32>,
    /// How long an offer is held, at most until its start; 30 when left out.
    #[schemars(range(min = 1, max = 1_440))]
    offer_minutes: Option<u32>,
    /// The client's own keys and values of the entry; none when left out.
    metadata: Option<Metadata>,
}

/// Puts a customer on the waiting list of a location, if nothing that fits is free now.
pub async fn join(call: Call, Body(input): Body<WaitlistEntryCreate>) -> Creates<WaitlistEntry> {
    let want = wanted(&call, &input)?;
    let (call, input, want) = (&call, &input, &want);
    retry(call, move || async move {
        let (location, customer, list) = tokio::join!(
            call.require_reference(input.location_id, "location_id"),
            read_customer(call, input.customer_id, None),
            find_waiting_list(call, input.location_id),
        );
        let (location, customer, list) = (location?, customer?, list?);
        if !location.body.is_active {
            return Err(location_inactive());
        }
        let mut entry = call.new_record(
            WaitlistEntry {
                want: want.clone(),
                location_id: location.id,
                customer_id: input.customer_id,
                offer_minutes: input.offer_minutes.unwrap_or(OFFER_MINUTES),
                state: WaitlistState::Waiting,
                void_at: Some(want.void_at()),
                series_id: None,
                offer: None,
                booking_id: None,
                position: None,
            },
            input.metadata.clone(),
        );
        let waiting = WaitingEntry { id: entry.id, customer_id: input.customer_id, want: want.clone() };
        let longer = list.as_ref().map(|list| list.body.clone()).unwrap_or_default().joined(waiting, call.now)?;
        check_taken(call, location.id, want, &customer).await?;
        entry.body.position = longer.position(entry.id, call.now);
        let mut transaction = call.transaction();
        customer_bookings::require_may_book(&mut transaction, input.customer_id);
        transaction.require_still(&location, "is_active", &true, location_inactive());
        transaction.create(&entry);
        waiting_list::write(call, &mut transaction, location.id, list.as_ref(), longer);
        call.commit(transaction, Created(entry)).await
    })
    .await
}

fn location_inactive() -> ApiError {
    ApiError::rule("location_id", "location_inactive", "the location is not active")
}

/// What is waited for, if it is something that could come.
fn wanted(call: &Call, input: &WaitlistEntryCreate) -> Result<WantedTime, ApiError> {
    if input.resource_id.is_some() == input.resource_type.is_some() {
        let message = "either a resource or a type is waited for";
        return Err(ApiError::rule("resource_id", "one_of_resource_id_and_resource_type", message));
    }
    let want = WantedTime {
        resource_id: input.resource_id,
        resource_type: input.resource_type,
        earliest_start: input.earliest_start,
        latest_end: input.latest_end,
        duration_minutes: input.duration_minutes,
        units: input.units.unwrap_or(1),
        with_others: false,
    };
    let Some(window) = Period::new(want.earliest_start, want.latest_end) else {
        return Err(ApiError::rule("latest_end", "end_not_after_start", "the window ends after it begins"));
    };
    if window.start().plus(Duration::days(BOOKING_DAYS_MAX)) < window.end() {
        let message = format!("a window is at most {BOOKING_DAYS_MAX} days long");
        return Err(ApiError::rule("latest_end", "too_long", message));
    }
    if want.latest_start() < want.earliest_start {
        return Err(ApiError::rule("duration_minutes", "longer_than_window", "it does not fit into the window"));
    }
    if want.latest_start() <= call.now {
        return Err(ApiError::rule("latest_end", "in_the_past", "nobody waits for what is over"));
    }
    Ok(want)
}

/// Refuses waiting for what could be booked at once.
async fn check_taken(
    call: &Call,
    location_id: Id<Location>,
    want: &WantedTime,
    customer: &CustomerRecord,
) -> Result<(), ApiError> {
    let Some(window) = want.window(call.now) else { return Ok(()) };
    let mut entitlements = Entitlements::public(call.now);
    let mut is_known = false;
    for some in find_candidates(call, location_id, want).await?.chunks(SIDE_BY_SIDE_MAX) {
        let reads = some.iter().map(|id| ScheduleSnapshot::load(call, *id, &[], window, Vec::new()));
        for snapshot in try_join_all(reads).await? {
            if !is_known && subscribers::matters(&snapshot) {
                entitlements = subscribers::read_entitlements(call, &snapshot, customer).await?;
                is_known = true;
            }
            if want.resource_id.is_some() {
                check_resource(&snapshot, location_id, want, &entitlements.at(window.start()))?;
            }
            let asked = (call.now, OFFER_MINUTES, false);
            if let Some(free) = first_fit(&snapshot, Id::new(Uuid::nil()), want, (customer.id(), &entitlements), asked)
            {
                let message = format!("nothing to wait for: it is free at {}", free.start);
                return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("earliest_start", "is_free"));
            }
        }
    }
    Ok(())
}

fn check_resource(
    snapshot: &ScheduleSnapshot,
    location_id: Id<Location>,
    want: &WantedTime,
    customer: &EntitlementsAt,
) -> Result<(), ApiError> {
    let resource = &snapshot.resource().body;
    if resource.location_id != location_id {
        return Err(ApiError::rule("resource_id", "other_location", "the resource is at another location"));
    }
    if !resource.is_active {
        return Err(ApiError::rule("resource_id", "resource_inactive", "the resource is not bookable"));
    }
    if let Some(violation) = policy::not_for_customer(resource, customer) {
        return Err(violation.into_error());
    }
    if want.units > resource.units {
        let message = format!("the resource has {} units", resource.units);
        return Err(ApiError::rule("units", "over_units", message));
    }
    Ok(())
}
