//! A series as it is now, with its bookings. In calendars it is one invitation: a rule in universal time, from which
//! every booking differs that begins at another instant, by summer time or because it was moved.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use mailing::{Attachment, Recipient, recipients};
use records::LoggedEvent;
use scheduling::{Booking, booking::BookingStatus, calendar_text::uid};
use store::Record;
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

use super::{
    day_rule::{DayRule, rule_of},
    invitation::{Invitation, InvitedSeries, InvitedTime, Method},
    invites::{attached, attendee},
    scenery::Scenery,
};
use crate::series::record::{BookingSeries, period_of};

/// A series with its bookings and where they are.
#[derive(Debug)]
pub struct SeriesScene {
    /// The series.
    pub series: Record<BookingSeries>,
    /// Its bookings by their starts, cancelled ones too.
    pub bookings: Vec<Record<Booking>>,
    /// Their location and resources.
    pub scenery: Scenery,
}

impl SeriesScene {
    /// Reads a series; none when it is gone, or its location.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, id: Id<BookingSeries>) -> Result<Option<Self>, ApiError> {
        let Some(series) = work.store.find(work.tenant(), id).await? else { return Ok(None) };
        let mut bookings = work.store.find_all(work.tenant(), &series.body.booking_ids()).await?;
        bookings.sort_by_key(|booking: &Record<Booking>| (booking.body.start, booking.id.uuid()));
        let mut resources = series.body.additional_resource_ids.clone();
        resources.push(series.body.resource_id);
        for booking in &bookings {
            resources.push(booking.body.resource_id);
            resources.extend(&booking.body.additional_resource_ids);
        }
        let scenery = Scenery::read(work, series.body.location_id, resources).await?;
        Ok(scenery.map(|scenery| Self { series, bookings, scenery }))
    }

    /// Who reads about it: the customer, of a company whoever booked for it.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn readers(&self, work: &UnitOfWork) -> Result<Vec<Recipient>, ApiError> {
        recipients::of_customer(work, self.series.body.customer_id, self.series.body.member_id).await
    }

    /// Whether a booking takes place as far as is known. Those of a series that was just made are pending until each
    /// was made final.
    #[must_use]
    pub fn is_standing(&self, booking: &Booking, now: Timestamp) -> bool {
        match booking.status(now) {
            BookingStatus::Confirmed | BookingStatus::Completed => true,
            BookingStatus::Pending => self.series.body.provisional_until.is_some() && !self.series.body.needs_approval,
            BookingStatus::Cancelled => false,
        }
    }

    /// The bookings that were changed by the same request at the same instant as this one, and this one, by their
    /// starts: the first of them has the letter about all.
    #[must_use]
    pub fn changed_with(&self, id: Id<Booking>, event: &LoggedEvent) -> Vec<&Booking> {
        let is_changed = |booking: &&Record<Booking>| {
            let is_same_request = event.request_id.as_ref() == Some(&booking.request_id);
            booking.id == id || (is_same_request && booking.updated_at == event.occurred_at)
        };
        let mut changed = self.bookings.iter().filter(is_changed).peekable();
        if changed.peek().is_some_and(|first| first.id != id) {
            return Vec::new();
        }
        changed.map(|booking| &booking.body).collect()
    }

    /// Whether a booking begins at another instant than the series has it planned for.
    #[must_use]
    pub fn is_moved(&self, booking: &Record<Booking>) -> bool {
        self.planned(booking.id) != Some(booking.body.start)
    }

    /// An invitation to one of its bookings as it is now, or its end.
    #[must_use]
    pub fn one(&self, method: Method, booking: &Record<Booking>, reader: &Recipient) -> Option<Attachment> {
        let recurrence = self.recurrence(self.first_planned()?, booking.id)?;
        let time = self.scenery.time_of(&booking.body)?;
        Some(attached(method, self.invitation(reader).occurrence(method, recurrence, &time)))
    }

    /// An invitation to all of it that stands; the end of the whole series when nothing does.
    #[must_use]
    pub fn whole(&self, now: Timestamp, reader: &Recipient) -> Option<Attachment> {
        let standing = self.standing(now)?;
        if standing.is_empty() {
            return self.end(reader);
        }
        let series = self.invited(standing)?;
        Some(attached(Method::Request, self.invitation(reader).series(&series)))
    }

    /// The end of the whole series.
    #[must_use]
    pub fn end(&self, reader: &Recipient) -> Option<Attachment> {
        let first = self.usual(self.first_planned()?)?;
        Some(attached(Method::Cancel, self.invitation(reader).alone(Method::Cancel, &first)))
    }

    /// What is invited to with each of its invitations. Its number is the sum of the versions of the series and its
    /// bookings: a part of a series may change without the series, and programs compare the numbers of both.
    fn invitation(&self, reader: &Recipient) -> Invitation {
        let changes = self.bookings.iter().map(|booking| booking.updated_at);
        let versions: i64 = self.bookings.iter().map(|booking| booking.version).sum();
        Invitation {
            uid: uid(self.series.id),
            sequence: u32::try_from(self.series.version + versions).unwrap_or(u32::MAX),
            changed_at: changes.fold(self.series.updated_at, Timestamp::max),
            organizer: self.scenery.organizer.clone(),
            attendee: attendee(reader),
        }
    }

    /// Its bookings that stand, by the instants at which the rule has them.
    fn standing(&self, now: Timestamp) -> Option<BTreeMap<Timestamp, InvitedTime>> {
        let first = self.first_planned()?;
        let standing = self.bookings.iter().filter(|booking| self.is_standing(&booking.body, now));
        let of = |booking: &Record<Booking>| {
            Some((self.recurrence(first, booking.id)?, self.scenery.time_of(&booking.body)?))
        };
        Some(standing.filter_map(of).collect())
    }

    /// The rule with its exceptions and what is unlike the others; none when no rule is near enough to what stands.
    fn invited(&self, mut standing: BTreeMap<Timestamp, InvitedTime>) -> Option<InvitedSeries> {
        let first = *standing.keys().next()?;
        let day = |at: &Timestamp| at.utc().date_naive();
        let DayRule { text, exceptions } = rule_of(&standing.keys().map(day).collect::<Vec<NaiveDate>>())?;
        let at = |exception: NaiveDate| first.plus(exception - day(&first));
        standing.retain(|at, time| self.usual(*at).as_ref() != Some(&*time));
        Some(InvitedSeries {
            first: self.usual(first)?,
            rule: text,
            exceptions: exceptions.into_iter().map(at).collect(),
            moved: standing.into_iter().collect(),
        })
    }

    /// What a booking at an instant is like that differs from the series in nothing.
    fn usual(&self, at: Timestamp) -> Option<InvitedTime> {
        let series = &self.series.body;
        let period = period_of(at, series.duration_minutes).ok()?;
        let title = self.scenery.title(series.title.as_str(), series.resource_id);
        Some(InvitedTime { period, title, place: self.scenery.place(series.resource_id) })
    }

    /// When the series has a booking planned for.
    fn planned(&self, id: Id<Booking>) -> Option<Timestamp> {
        let found = self.series.body.occurrences.iter().find(|occurrence| occurrence.booking_id == id);
        found.map(|occurrence| occurrence.start)
    }

    /// The first instant that it was planned for, booked or not.
    fn first_planned(&self) -> Option<Timestamp> {
        let series = &self.series.body;
        let booked = series.occurrences.iter().map(|occurrence| occurrence.start);
        // What a booking could not be moved to stands among the skipped, too: of one day the booking counts.
        let starts = booked.chain(series.skipped.iter().map(|skipped| skipped.start));
        starts.min_by_key(|start| start.day_in(series.time_zone))
    }

    /// The instant at which the rule has a booking: as many whole days after the first one as the local days are apart.
    fn recurrence(&self, first: Timestamp, id: Id<Booking>) -> Option<Timestamp> {
        let zone = self.series.body.time_zone;
        Some(first.plus(self.planned(id)?.day_in(zone) - first.day_in(zone)))
    }
}
