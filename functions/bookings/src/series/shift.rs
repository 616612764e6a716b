//! Moves bookings of a series to another time of day or length. The old time of all of them is freed first, so that
//! they may take each other's. All are decided before any is written; if they fit one transaction, they are written in
//! one.

pub mod runs;

use future_bookings::units::Doing;
use std::collections::BTreeSet;

use agreements::subscription::entitlements::Entitlements;
use chrono::{Duration, NaiveDateTime, NaiveTime};
use scheduling::{Booking, ScheduleSnapshot, booking_frequency::BookingChanges, booking_settlement, booking_slots};
use settlement::Settling;
use shared::api::{Call, Changes, ChangesOrAccepts, Committed, Data, UNITS_MAX};
use store::Record;
use values::{ApiError, Id, Timestamp, schedule::minute_of_day};

use super::{
    accept,
    judge::{self, located},
    operation::Asked,
    patch::BookingSeriesPatch,
    record::BookingSeries,
    released::offer_released,
    size::{self, Room, Size},
};
use crate::{
    moved_booking::{BookingReschedule, moved, new_period},
    mover::Mover,
    subscribers,
};

/// A booking as it is and as it will be.
#[derive(Clone, Debug)]
struct Shifted {
    before: Record<Booking>,
    after: Record<Booking>,
}

impl Shifted {
    /// Settles what the move changes of its price.
    fn settle(&mut self, call: &Call, settling: &mut Settling) -> Result<(), ApiError> {
        booking_settlement::settle(settling, call, Some(&self.before.body), &mut self.after)
    }

    fn is_moved(&self) -> bool {
        (self.before.body.start, self.before.body.end) != (self.after.body.start, self.after.body.end)
    }
}

/// Bookings of the same resources that can be moved, with the calendars and records as they will be.
struct Judged {
    shifted: Vec<Shifted>,
    snapshot: ScheduleSnapshot,
    free_bookings: BookingChanges,
    mover: Mover,
    settling: Settling,
}

/// What is moved: the request and its series.
#[derive(Clone, Copy)]
pub struct Shift<'a> {
    /// The request, or what carries it on.
    pub call: &'a Call,
    /// What was asked for.
    pub patch: &'a BookingSeriesPatch,
    /// The series whose bookings are moved.
    pub series: &'a Record<BookingSeries>,
}

/// Moves the bookings of a series: none is moved when one of them cannot be, as far as that can be decided before
/// writing.
///
/// # Errors
/// 409 or 422 naming the occurrence that cannot be moved.
pub async fn shift(
    call: &Call,
    patch: &BookingSeriesPatch,
    series: &Record<BookingSeries>,
    live: Vec<Record<Booking>>,
) -> ChangesOrAccepts<BookingSeries> {
    let shift = Shift { call, patch, series };
    let mut groups = Vec::new();
    for group in by_resources(live) {
        groups.push(shift.judge(group).await?);
    }
    let befores: Vec<_> = groups.iter().flat_map(|group| group.shifted.iter().map(|one| one.before.clone())).collect();
    let alone = booking_settlement::find_invoiced(call, &befores).await?;
    let runs: Vec<Vec<Id<Booking>>> =
        groups.iter().flat_map(|group| in_order(&group.shifted, &group.snapshot, &alone)).collect();
    if UNITS_MAX < Doing::Move.cost(&befores, alone.len()) {
        return accept::change(call, series, patch.keys(series)?, Asked::Update(patch.asked()), runs).await;
    }
    match groups.pop() {
        Some(group) if runs.len() == 1 => shift.write(group).await.map(Committed::done),
        _ => shift.shift_in_runs(runs).await.map(Committed::done),
    }
}

/// Reads what moving these bookings may change: each stays within its local day.
async fn load_settling(call: &Call, bookings: &[Record<Booking>]) -> Result<Settling, ApiError> {
    let until = bookings.iter().map(|booking| booking.body.start.plus(Duration::days(1))).max();
    let bodies = bookings.iter().map(|booking| &booking.body);
    booking_settlement::load_to_charge(call, bodies, until.unwrap_or(call.now)).await
}

/// Groups bookings by their resources: a single booking of the series may have been moved to another resource.
fn by_resources(bookings: Vec<Record<Booking>>) -> Vec<Vec<Record<Booking>>> {
    let mut groups: Vec<Vec<Record<Booking>>> = Vec::new();
    for booking in bookings {
        let place = |other: &Booking| (other.resource_id, other.additional_resource_ids.clone());
        let same = |group: &&mut Vec<Record<Booking>>| {
            group.first().is_some_and(|first| place(&first.body) == place(&booking.body))
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(booking),
            None => groups.push(vec![booking]),
        }
    }
    groups
}

/// Runs that fit one transaction, in an order in which none takes the time of one that has not moved yet.
fn in_order(shifted: &[Shifted], snapshot: &ScheduleSnapshot, alone: &BTreeSet<Id<Booking>>) -> Vec<Vec<Id<Booking>>> {
    let size = |one: &Shifted| {
        let size = Size::of(Some(&one.before), &one.after, snapshot);
        if alone.contains(&one.before.id) { size.alone() } else { size }
    };
    let mut sized: Vec<_> = shifted.iter().map(|one| (one.before.id, size(one))).collect();
    let moved = shifted.iter().find(|one| one.is_moved());
    if moved.is_some_and(|one| one.before.body.start < one.after.body.start) {
        sized.reverse();
    }
    size::runs(sized, Room::of(snapshot))
}

impl Shift<'_> {
    /// When a booking will be.
    fn request(&self, booking: &Booking) -> Result<BookingReschedule, ApiError> {
        let zone = self.series.body.time_zone;
        let start = match &self.patch.start_time_of_day {
            Some(text) => {
                let minutes = Duration::minutes(minute_of_day(text).into());
                let midnight = NaiveDateTime::new(booking.start.local_in(zone).date(), NaiveTime::MIN);
                zone.at(midnight + minutes)
            }
            None => Some(booking.start),
        };
        let out_of_range = || ApiError::rule("start_time_of_day", "out_of_range", "it is after the year 9999");
        let start = start.ok_or_else(out_of_range)?;
        let length = match self.patch.duration_minutes {
            Some(minutes) => Duration::minutes(minutes),
            None => booking.end.utc() - booking.start.utc(),
        };
        Ok(BookingReschedule {
            resource_id: None,
            additional_resource_ids: None,
            start_time: Some(start),
            end_time: Some(start.plus(length)),
            units: None,
            is_override: self.patch.is_override,
        })
    }

    /// A booking at its new time, by the rules by which a single one is moved.
    fn decided(
        &self,
        before: Record<Booking>,
        snapshot: &ScheduleSnapshot,
        entitlements: &Entitlements,
    ) -> Result<Shifted, ApiError> {
        let request = self.request(&before.body)?;
        let worded = self.patch.worded(&before.body);
        if request.start_time == Some(worded.start) && request.end_time == Some(worded.end) {
            let after = self.call.next_version(&before, worded, None);
            return Ok(Shifted { before, after });
        }
        let decided = new_period(self.call, &worded, &request)
            .and_then(|period| moved(self.call, &worded, &request, period, snapshot, entitlements));
        let body = decided.map_err(|error| self.located(error, before.id))?;
        let after = self.call.next_version(&before, body, None);
        size::check_one(Size::of(Some(&before), &after, snapshot), snapshot)?;
        Ok(Shifted { before, after })
    }

    fn located(&self, error: ApiError, id: Id<Booking>) -> ApiError {
        let number = self.series.body.occurrences.iter().position(|occurrence| occurrence.booking_id == id);
        number.map_or(error.clone(), |number| located(error, number))
    }

    /// Reads the resources of the bookings with the calendars of their present days.
    async fn load_scene(&self, bookings: &[Record<Booking>]) -> Result<Option<ScheduleSnapshot>, ApiError> {
        let Some(first) = bookings.first().map(|booking| &booking.body) else { return Ok(None) };
        let Some(period) = first.period() else { return Ok(None) };
        let days = bookings.iter().flat_map(|booking| booking_slots::days_of(&booking.body)).collect();
        let (id, additional) = (first.resource_id, &first.additional_resource_ids);
        ScheduleSnapshot::load(self.call, id, additional, period, days).await.map(Some)
    }

    /// Who moves these bookings.
    async fn read_mover(&self, bookings: &[Record<Booking>]) -> Result<Mover, ApiError> {
        let bodies: Vec<&Booking> = bookings.iter().map(|booking| &booking.body).collect();
        Mover::read(self.call, self.series.body.customer_id, &bodies, self.patch.is_override).await
    }

    /// What the customer is at the location of these bookings.
    async fn read_entitlements(
        &self,
        snapshot: &ScheduleSnapshot,
        mover: &Mover,
        bookings: &[Record<Booking>],
    ) -> Result<Entitlements, ApiError> {
        let bodies: Vec<&Booking> = bookings.iter().map(|booking| &booking.body).collect();
        subscribers::read_entitlements_of_mover(self.call, snapshot, &mover.customer, &bodies).await
    }

    /// All of these bookings, which are of the same resources, at their new times; the first that cannot be moved
    /// refuses all.
    async fn judge(&self, bookings: Vec<Record<Booking>>) -> Result<Judged, ApiError> {
        let no_bookings = || ApiError::internal("a group without bookings");
        let (snapshot, mover, settling) =
            tokio::join!(self.load_scene(&bookings), self.read_mover(&bookings), load_settling(self.call, &bookings));
        let (mut snapshot, mover, mut settling) = (snapshot?.ok_or_else(no_bookings)?, mover?, settling?);
        let entitlements = self.read_entitlements(&snapshot, &mover, &bookings).await?;
        let decided = bookings.into_iter().map(|booking| self.decided(booking, &snapshot, &entitlements));
        let mut shifted: Vec<Shifted> = decided.collect::<Result<_, _>>()?;
        let days: Vec<_> = shifted.iter().flat_map(|one| booking_slots::days_of(&one.after.body)).collect();
        size::check_days(days.len())?;
        snapshot.read_days(self.call, days).await?;
        for one in &shifted {
            booking_slots::free(&mut snapshot.calendar, &one.before, self.call.now);
        }
        for one in &shifted {
            let taken = judge::take(&mut snapshot, &one.after, self.call.now);
            taken.map_err(|error| self.located(error, one.before.id))?;
        }
        let mut free_bookings = BookingChanges::default();
        for one in shifted.iter().filter(|one| one.is_moved()) {
            let entered = self.admit(&mut free_bookings, one, &snapshot).await;
            entered.map_err(|error| self.located(error, one.before.id))?;
        }
        mover.tell(&mut settling);
        for one in &mut shifted {
            let paid = mover.check_payer(&one.before.body, &one.after.body);
            paid.map_err(|error| self.located(error, one.before.id))?;
            let settled = one.settle(self.call, &mut settling);
            settled.map_err(|error| self.located(error, one.before.id))?;
        }
        Ok(Judged { shifted, snapshot, free_bookings, mover, settling })
    }

    /// Judges a moved booking beside the customer's other bookings at their new times.
    async fn admit(
        &self,
        free_bookings: &mut BookingChanges,
        one: &Shifted,
        snapshot: &ScheduleSnapshot,
    ) -> Result<(), ApiError> {
        let bodies = (Some(&one.before.body), &one.after.body);
        free_bookings.admit(self.call, snapshot, one.before.id.uuid(), bodies, self.patch.is_override).await
    }

    /// The series once these bookings are moved.
    fn series_with(&self, series: &BookingSeries, moved: &[(Id<Booking>, Timestamp)]) -> BookingSeries {
        let mut body = self.patch.described(series);
        body.start_at(moved);
        body
    }

    /// Everything in one transaction.
    async fn write(
        &self,
        Judged { shifted, snapshot, free_bookings, mover, settling }: Judged,
    ) -> Changes<BookingSeries> {
        let (call, mut transaction) = (self.call, self.call.transaction());
        // Also those that stay: an earlier request may have moved them without getting to the end.
        let moved: Vec<_> = shifted.iter().map(|one| (one.before.id, one.after.body.start)).collect();
        let changed: Vec<Shifted> = shifted.into_iter().filter(|one| one.before.body != one.after.body).collect();
        let after = self.patch.applied(call, self.series, self.series_with(&self.series.body, &moved))?;
        if changed.is_empty() && after.is_none() {
            return call.unchanged(Data(self.series.clone()));
        }
        for one in &changed {
            transaction.replace(&one.before, &one.after);
        }
        if let Some(after) = &after {
            transaction.replace(self.series, after);
        }
        if changed.iter().any(Shifted::is_moved) {
            mover.require(&mut transaction);
        }
        settling.write(call, &mut transaction).await?;
        snapshot.write(&mut transaction);
        free_bookings.write(&mut transaction, call.now);
        let answer = call.commit(transaction, Data(after.unwrap_or_else(|| self.series.clone()))).await?;
        offer_released(call, &changed.into_iter().map(|one| one.before).collect::<Vec<_>>()).await;
        Ok(answer)
    }
}
