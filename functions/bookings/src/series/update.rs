//! Update a series, or some of its bookings: what it is for, who comes, and when.

use scheduling::Booking;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, PathId, retried},
    domain::{Id, LongText, Metadata, Record, ShortText},
};

use super::{
    record::{BookingSeries, SeriesState},
    scope::{SeriesScope, Subject, nothing_left, subject},
    shift,
    steps::{self, Change},
};
use crate::create::check_override;

/// What may change of a series; a field that is left out stays as it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingSeriesPatch {
    /// Which bookings; of them those that have not begun.
    scope: SeriesScope,
    /// The booking that the scope is about.
    booking_id: Option<Id<Booking>>,
    /// What it is for.
    title: Option<ShortText>,
    /// How many people come.
    #[schemars(range(min = 1, max = 100_000))]
    attendees: Option<i64>,
    /// For the people who run the place.
    notes: Option<LongText>,
    /// Local time at which each booking starts on its own day, `HH:MM`; also those that were moved singly.
    #[schemars(regex(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$"), length(max = 5))]
    pub start_time_of_day: Option<String>,
    /// How long each booking lasts, as time passes.
    #[schemars(range(min = 1, max = 46_080))]
    pub duration_minutes: Option<i64>,
    /// Sets policy aside, the fee window too; needs the scope `bookings:override`.
    #[serde(default, rename = "override")]
    pub is_override: bool,
    /// Your own keys of the series; only with `all`.
    metadata: Option<Metadata>,
}

impl BookingSeriesPatch {
    const fn moves(&self) -> bool {
        self.start_time_of_day.is_some() || self.duration_minutes.is_some()
    }

    const fn changes_bookings(&self) -> bool {
        self.moves() || self.title.is_some() || self.attendees.is_some() || self.notes.is_some()
    }

    /// A booking with the words of the patch.
    #[must_use]
    pub fn worded(&self, booking: &Booking) -> Booking {
        Booking {
            title: self.title.clone().unwrap_or_else(|| booking.title.clone()),
            attendees: self.attendees.unwrap_or(booking.attendees),
            notes: self.notes.clone().unwrap_or_else(|| booking.notes.clone()),
            ..booking.clone()
        }
    }

    /// The series with what the patch says of all its bookings.
    #[must_use]
    pub fn described(&self, series: &BookingSeries) -> BookingSeries {
        if self.scope != SeriesScope::All {
            return series.clone();
        }
        BookingSeries {
            title: self.title.clone().unwrap_or_else(|| series.title.clone()),
            attendees: self.attendees.unwrap_or(series.attendees),
            notes: self.notes.clone().unwrap_or_else(|| series.notes.clone()),
            duration_minutes: self.duration_minutes.unwrap_or(series.duration_minutes),
            overridden: series.overridden || self.is_override,
            ..series.clone()
        }
    }

    /// The next version of the series; `None` when nothing of it changes.
    #[must_use]
    pub fn applied(
        &self,
        call: &Call,
        series: &Record<BookingSeries>,
        body: BookingSeries,
    ) -> Option<Record<BookingSeries>> {
        let same_keys = self.metadata.as_ref().is_none_or(|metadata| *metadata == series.metadata);
        (body != series.body || !same_keys).then(|| call.next_version(series, body, self.metadata.clone()))
    }
}

/// Update booking series
pub async fn update(
    call: Call,
    PathId(id): PathId<BookingSeries>,
    Body(patch): Body<BookingSeriesPatch>,
) -> Changes<BookingSeries> {
    check_override(&call, patch.is_override)?;
    if patch.metadata.is_some() && patch.scope != SeriesScope::All {
        let message = "metadata belongs to the whole series";
        return Err(ApiError::rule("metadata", "scope_all_required", message));
    }
    let (call, patch) = (&call, &patch);
    retried(&call, move || async move {
        let Subject { series, mut live, .. } = subject(call, id, patch.scope, patch.booking_id).await?;
        expect_active(&series.body)?;
        live.retain(|booking| call.now < booking.body.start);
        if patch.changes_bookings() && live.is_empty() {
            return Err(nothing_left("changed"));
        }
        check_attendees(call, patch, &live).await?;
        if patch.moves() {
            return shift::shift(call, patch, &series, live).await;
        }
        reword(call, patch, &series, live).await
    })
    .await
}

fn expect_active(series: &BookingSeries) -> Result<(), ApiError> {
    match series.state {
        SeriesState::Cancelled => {
            let message = "a cancelled series cannot be changed";
            Err(ApiError::conflict(shared::ErrorCode::InvalidState, message))
        }
        SeriesState::Active | SeriesState::Forming => Ok(()),
    }
}

/// Changes words only: no time is asked for.
async fn reword(
    call: &Call,
    patch: &BookingSeriesPatch,
    series: &Record<BookingSeries>,
    live: Vec<Record<Booking>>,
) -> Changes<BookingSeries> {
    let change = |booking: &Record<Booking>| {
        let after = patch.worded(&booking.body);
        Ok((after != booking.body).then_some(Change::Words(after)))
    };
    let changed: Vec<Record<Booking>> =
        live.into_iter().filter(|booking| patch.worded(&booking.body) != booking.body).collect();
    let after = patch.applied(call, series, patch.described(&series.body));
    if changed.is_empty() && after.is_none() {
        return call.unchanged(Data(series.clone()));
    }
    steps::change_all(call, &changed, &change, series, after).await
}

async fn check_attendees(
    call: &Call,
    patch: &BookingSeriesPatch,
    bookings: &[Record<Booking>],
) -> Result<(), ApiError> {
    let Some(attendees) = patch.attendees else { return Ok(()) };
    let mut ids: Vec<_> = bookings.iter().map(|booking| booking.body.resource_id).collect();
    ids.sort_unstable_by_key(|id| id.uuid());
    ids.dedup();
    let resources = call.store.find_all(&call.caller.tenant, &ids).await?;
    if resources.iter().any(|resource| resource.body.capacity.is_some_and(|most| i64::from(most) < attendees)) {
        return Err(ApiError::rule("attendees", "over_capacity", "more people come than the resource takes"));
    }
    Ok(())
}
