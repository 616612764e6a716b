//! What may change of a series, and what its bookings and the series itself become by it.

use scheduling::Booking;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use store::Record;
use values::{ApiError, Id, LongText, Metadata, MetadataPatch, ShortText};

use super::{operation::UpdateAsked, record::BookingSeries, scope_of_change::SeriesScope, steps::Change};

/// What may change of a series; a field that is left out stays as it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingSeriesPatch {
    /// Which bookings; of them those that have not begun.
    pub scope: SeriesScope,
    /// The booking that the scope is about.
    pub booking_id: Option<Id<Booking>>,
    /// What it is for.
    pub title: Option<ShortText>,
    /// How many people come.
    #[schemars(range(min = 1, max = 100_000))]
    pub attendees: Option<i64>,
    /// For the people who run the place.
    pub notes: Option<LongText>,
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
    pub metadata: Option<MetadataPatch>,
}

impl BookingSeriesPatch {
    /// What was asked for, as an operation stores it. Keys of the client are the series' own, and stored with it at
    /// once.
    #[must_use]
    pub fn asked(&self) -> UpdateAsked {
        UpdateAsked {
            scope: self.scope,
            title: self.title.clone(),
            attendees: self.attendees,
            notes: self.notes.clone(),
            start_time_of_day: self.start_time_of_day.clone(),
            duration_minutes: self.duration_minutes,
            is_override: self.is_override,
        }
    }

    /// The patch that an operation carries out.
    #[must_use]
    pub fn of(asked: &UpdateAsked) -> Self {
        Self {
            scope: asked.scope,
            booking_id: None,
            title: asked.title.clone(),
            attendees: asked.attendees,
            notes: asked.notes.clone(),
            start_time_of_day: asked.start_time_of_day.clone(),
            duration_minutes: asked.duration_minutes,
            is_override: asked.is_override,
            metadata: None,
        }
    }

    /// Whether it gives the bookings another time.
    #[must_use]
    pub const fn moves(&self) -> bool {
        self.start_time_of_day.is_some() || self.duration_minutes.is_some()
    }

    /// Whether it changes anything of the bookings themselves.
    #[must_use]
    pub const fn changes_bookings(&self) -> bool {
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

    /// What gives a booking the words of the patch; `None` when it has them.
    #[must_use]
    pub fn rewords(&self, booking: &Record<Booking>) -> Option<Change> {
        let after = self.worded(&booking.body);
        (after != booking.body).then_some(Change::Words(after))
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

    /// The client's own keys as the patch leaves them, if it gives any.
    ///
    /// # Errors
    /// 422 `too_many` on `metadata`.
    pub fn keys(&self, series: &Record<BookingSeries>) -> Result<Option<Metadata>, ApiError> {
        self.metadata.as_ref().map(|keys| keys.applied_to(&series.metadata)).transpose()
    }

    /// The next version of the series; `None` when nothing of it changes.
    ///
    /// # Errors
    /// 422 `too_many` on `metadata`.
    pub fn applied(
        &self,
        call: &Call,
        series: &Record<BookingSeries>,
        body: BookingSeries,
    ) -> Result<Option<Record<BookingSeries>>, ApiError> {
        let keys = self.keys(series)?.filter(|keys| *keys != series.metadata);
        Ok((body != series.body || keys.is_some()).then(|| call.next_version(series, body, keys)))
    }
}
