//! Offers: time that came free is held for the first on the waiting list who can use it. Only its holder can take it
//! until the offer ends, because it stands in the calendars like any hold.
//!
//! The request that frees time makes the offers right after its own transaction. If something prevents it, the sweep
//! makes them later.

use std::time::Duration as StdDuration;

use records::Location;
use scheduling::{
    Booking, Resource, ScheduleSnapshot,
    booking::{BookingState, TakenResource},
    waitlist::{
        entry::{WaitlistEntry, WaitlistState, WantedTime},
        waiting_list::{self, WaitingList, find_waiting_list},
        withdraw,
    },
};
use shared::api::{Call, retry};
use store::{List, Order, Record};
use values::{ApiError, ErrorCode, Id, Period, Timestamp};

use super::fit::first_fit;
use crate::{series::joined::find_series_of, subscribers};

/// Most times that came free together which are offered at once.
const FREED_MAX: usize = 5;
/// Most entries a release tries to serve; the sweep goes through all of them.
const ENTRIES_MAX: usize = 20;
/// Most resources of a type that are tried for one entry.
const RESOURCES_MAX: usize = 50;
/// Time that a look keeps for its end.
const KEPT: StdDuration = StdDuration::from_secs(3);

/// Time that came free.
#[derive(Clone, Debug)]
pub struct FreedTime {
    location_id: Id<Location>,
    resource_ids: Vec<Id<Resource>>,
    period: Period,
}

impl FreedTime {
    /// The time of these calendars; nothing when the period is empty.
    #[must_use]
    pub fn of(location_id: Id<Location>, taken: &[TakenResource], period: Option<Period>) -> Option<Self> {
        let resource_ids = taken.iter().map(|taken| taken.resource_id).collect();
        period.map(|period| Self { location_id, resource_ids, period })
    }

    /// What a booking no longer holds: all of it, or its end when it became shorter.
    #[must_use]
    pub fn between(before: &Booking, after: &Booking) -> Option<Self> {
        let start = if after.state == BookingState::Cancelled { before.start } else { after.occupied_until() };
        Self::of(before.location_id, &before.taken, Period::new(start, before.end))
    }

    /// Whether what is wanted may lie in it.
    fn concerns(&self, want: &WantedTime, now: Timestamp) -> bool {
        want.window(now).is_some_and(|window| window.overlaps(self.period))
    }
}

/// Waits for `commit`, which frees time, and then offers that time to those who wait for it.
///
/// # Errors
/// Those of `commit`. The release stands once it is committed: what keeps an offer from being made is the sweep's.
pub async fn release_and_offer<T>(
    call: &Call,
    freed: Option<FreedTime>,
    commit: impl Future<Output = Result<T, ApiError>>,
) -> Result<T, ApiError> {
    let Some(freed) = freed else { return commit.await };
    let (done, list) = tokio::join!(commit, find_waiting_list(call, freed.location_id));
    let done = done?;
    if let Ok(Some(list)) = list {
        // On the heap: few requests get here, and all would carry its size.
        run_in_time(call, Box::pin(serve_freed(call, &list.body, &freed))).await;
    }
    Ok(done)
}

/// Gives offers the time that is left: what has freed the time is written, and its answer does not wait for them.
async fn run_in_time<T>(call: &Call, offers: impl Future<Output = T>) {
    drop(tokio::time::timeout(call.time_for_more(), offers).await);
}

/// Offers several times of one location that came free together, as many as one request has time for; the sweep offers
/// the rest.
pub async fn offer_freed(call: &Call, freed: &[FreedTime]) {
    let Some(first) = freed.first() else { return };
    let offers = async {
        let list = find_waiting_list(call, first.location_id).await?.map(|list| list.body).unwrap_or_default();
        let wanted = |freed: &&FreedTime| list.live(call.now).any(|waiting| freed.concerns(&waiting.want, call.now));
        for one in freed.iter().filter(wanted).take(FREED_MAX) {
            serve_freed(call, &list, one).await?;
        }
        Ok::<(), ApiError>(())
    };
    run_in_time(call, Box::pin(offers)).await;
}

/// Offers what came free, and nothing else.
async fn serve_freed(call: &Call, list: &WaitingList, freed: &FreedTime) -> Result<(), ApiError> {
    let overlaps = |want: &WantedTime| freed.concerns(want, call.now);
    if !list.live(call.now).any(|waiting| overlaps(&waiting.want)) {
        return Ok(());
    }
    let tenant = &call.caller.tenant;
    let mut concerned: Vec<Record<Resource>> = call.store.find_all(tenant, &freed.resource_ids).await?;
    // Whoever shares space with it may have room now: a parent when its child came free.
    let sharing: Vec<_> = concerned.iter().flat_map(|resource| resource.body.parent_and_children()).collect();
    concerned.extend(call.store.find_all(tenant, &sharing).await?);
    for waiting in list.live(call.now).filter(|waiting| overlaps(&waiting.want)).take(ENTRIES_MAX) {
        let suiting = concerned.iter().filter(|resource| suits(&waiting.want, resource)).map(|resource| resource.id);
        // What came free may also be something that is wanted with its resource.
        let with_others = if waiting.want.with_others { waiting.want.resource_id } else { None };
        for resource in with_others.map_or_else(|| suiting.collect(), |resource| vec![resource]) {
            if offer(call, waiting.id, resource).await? {
                break;
            }
        }
    }
    Ok(())
}

/// Looks whether anything is free at a location for those who wait, when that look is due; whether it was.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn serve_due(call: &Call, location_id: Id<Location>) -> Result<bool, ApiError> {
    let is_due = |list: &Record<WaitingList>| list.body.next_look.is_some_and(|look| look <= call.now);
    let Some(list) = find_waiting_list(call, location_id).await?.filter(is_due) else { return Ok(false) };
    let through = serve(call, location_id, &list.body).await?;
    retry(call, move || async move {
        let Some(before) = find_waiting_list(call, location_id).await? else { return Ok(()) };
        let mut transaction = call.transaction();
        let looked_at = before.body.looked_at(call.now, through);
        waiting_list::write(call, &mut transaction, location_id, Some(&before), looked_at);
        call.store.commit(transaction).await
    })
    .await
    .map(|()| true)
}

/// Offers whatever is free at a location, beginning after the entry at which the last look stopped; the entry at which
/// this one stopped, when there was no time for all.
async fn serve(
    call: &Call,
    location_id: Id<Location>,
    list: &WaitingList,
) -> Result<Option<Id<WaitlistEntry>>, ApiError> {
    let stopped = list.looked_through.and_then(|id| list.waiting.iter().position(|waiting| waiting.id == id));
    for waiting in list.live(call.now).filter(|waiting| stopped.is_none_or(|at| !list.waiting[..=at].contains(waiting)))
    {
        for resource in find_candidates(call, location_id, &waiting.want).await? {
            if Box::pin(offer(call, waiting.id, resource)).await? {
                break;
            }
        }
        if call.time_left() < KEPT {
            return Ok(Some(waiting.id));
        }
    }
    Ok(None)
}

/// Resources that could serve an entry. For a type they come from an index, which only decides where to look.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_candidates(
    call: &Call,
    location_id: Id<Location>,
    want: &WantedTime,
) -> Result<Vec<Id<Resource>>, ApiError> {
    if let Some(resource) = want.resource_id {
        return Ok(vec![resource]);
    }
    let list = List::by(&Resource::BY_LOCATION, &location_id)
        .ordered(Order::Ascending)
        .only("type", want.resource_type.as_ref())
        .only("is_active", Some(&true));
    let listed = call.store.all(&call.caller.tenant, &list, RESOURCES_MAX).await?;
    Ok(listed.records.into_iter().map(|resource| resource.id).collect())
}

fn suits(want: &WantedTime, resource: &Record<Resource>) -> bool {
    want.resource_id.map_or(want.resource_type == Some(resource.body.resource_type), |id| id == resource.id)
}

/// Makes an offer of a resource to an entry that still waits, if there is fitting time; true when it was made.
async fn offer(call: &Call, id: Id<WaitlistEntry>, resource_id: Id<Resource>) -> Result<bool, ApiError> {
    let made = retry(call, move || async move {
        let tenant = &call.caller.tenant;
        let Some(before) = call.store.find(tenant, id).await? else { return Ok(false) };
        let Some(window) = before.body.want.window(call.now) else { return Ok(false) };
        let series = find_series_of(call, &before.body).await?.map(|series| series.body);
        let others = series.as_ref().map(|series| series.additional_resource_ids.as_slice()).unwrap_or_default();
        let (snapshot, customer, list) = tokio::join!(
            ScheduleSnapshot::load(call, resource_id, others, window, Vec::new()),
            call.require_customer(before.body.customer_id, "customer_id"),
            find_waiting_list(call, before.body.location_id),
        );
        if let Err(gone) = &customer
            && gone.code == ErrorCode::RuleViolation
        {
            // The customer went, and its request had no time for the entry.
            withdraw(call, before.body.location_id, &[id]).await?;
            return Ok(false);
        }
        let (mut snapshot, customer, list) = (snapshot?, customer?, list?);
        let Some(list) = list.filter(|list| before.body.state == WaitlistState::Waiting && list.body.has(id)) else {
            return Ok(false);
        };
        let entitlements = subscribers::read_entitlements(call, &snapshot, &customer).await?;
        let asked = (call.now, before.body.offer_minutes, series.is_some_and(|series| series.overridden));
        let found = first_fit(&snapshot, id, &before.body.want, (customer.id(), &entitlements), asked);
        let found = if customer.is_blocked() { None } else { found };
        let Some(offer) = found else { return Ok(false) };
        snapshot.take(&offer.taken, |units| offer.slot(id.uuid(), units), call.now)?;
        let void_at = Some(offer.expires_at);
        let state = WaitlistState::Offered;
        let body = WaitlistEntry { state, void_at, offer: Some(offer), ..before.body.clone() };
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.next_version(&before, body, None));
        waiting_list::write(call, &mut transaction, before.body.location_id, Some(&list), list.body.without(id));
        snapshot.write(&mut transaction);
        call.store.commit(transaction).await.map(|()| true)
    });
    match made.await {
        // The resource or the customer is gone, others keep taking the time, or its day is full: nothing to offer here.
        Err(error) if is_refusal(error.code) => Ok(false),
        made => made,
    }
}

const fn is_refusal(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::RuleViolation | ErrorCode::BookingConflict | ErrorCode::CapacityExceeded)
}
