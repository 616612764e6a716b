//! A booking as it is now, with what letters tell of it.

use mailing::{Attachment, Draft, Fact, Facts, LetterType, Recipient, recipients};
use scheduling::{Booking, booking::BookingStatus, calendar_text::uid};
use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use super::{
    facts::{put_count, put_price, put_text, read_name},
    invitation::{Invitation, Method},
    invites::{attached, attendee, letters_to},
    scenery::Scenery,
    series_scene::SeriesScene,
};
use crate::series::record::SeriesState;

/// A booking with where it is.
#[derive(Debug)]
pub struct BookingScene {
    /// The booking.
    pub booking: Record<Booking>,
    /// Its location and resources.
    pub scenery: Scenery,
}

/// What a booking belongs to.
#[derive(Debug)]
pub enum Belonging {
    /// Nothing: it was made alone.
    Alone,
    /// A series that stands.
    Series(Box<SeriesScene>),
    /// A series that does not stand, or does not yet: its bookings are nothing that somebody hears of one by one.
    Over,
}

impl BookingScene {
    /// Reads a booking; none when it is gone, or its location.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, id: Id<Booking>) -> Result<Option<Self>, ApiError> {
        let Some(booking) = work.store.find(work.tenant(), id).await? else { return Ok(None) };
        let mut resources = booking.body.additional_resource_ids.clone();
        resources.push(booking.body.resource_id);
        let scenery = Scenery::read(work, booking.body.location_id, resources).await?;
        Ok(scenery.map(|scenery| Self { booking, scenery }))
    }

    /// Reads what it belongs to.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read_belonging(&self, work: &UnitOfWork) -> Result<Belonging, ApiError> {
        let Some(id) = self.booking.body.series_id else { return Ok(Belonging::Alone) };
        match SeriesScene::read(work, id.cast()).await? {
            Some(scene) if scene.series.body.state == SeriesState::Active => Ok(Belonging::Series(Box::new(scene))),
            Some(_) | None => Ok(Belonging::Over),
        }
    }

    /// Its status now.
    #[must_use]
    pub fn status(&self, work: &UnitOfWork) -> BookingStatus {
        self.booking.body.status(work.now)
    }

    /// Who reads about it: the customer, of a company whoever booked for it.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn readers(&self, work: &UnitOfWork) -> Result<Vec<Recipient>, ApiError> {
        recipients::of_customer(work, self.booking.body.customer_id, self.booking.body.member_id).await
    }

    /// What a letter tells that is sent because it was made or moved.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let booking = &self.booking.body;
        let mut facts = self.scenery.facts_of(booking);
        put_count(&mut facts, "attendees", booking.attendees);
        put_price(&mut facts, &[booking]);
        facts
    }

    /// An invitation to it alone.
    #[must_use]
    pub fn invitation(&self, method: Method, reader: &Recipient) -> Option<Attachment> {
        let invitation = Invitation {
            uid: uid(self.booking.id),
            sequence: u32::try_from(self.booking.version).unwrap_or(u32::MAX),
            changed_at: self.booking.updated_at,
            organizer: self.scenery.organizer.clone(),
            attendee: attendee(reader),
        };
        let time = self.scenery.time_of(&self.booking.body)?;
        Some(attached(method, invitation.alone(method, &time)))
    }

    /// Letters to those who approve it.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn ask_for_approval(&self, work: &UnitOfWork) -> Result<Vec<Draft>, ApiError> {
        let booking = &self.booking.body;
        let mut facts = self.scenery.facts_of(booking);
        put_text(&mut facts, "customer", &read_name(work, booking.customer_id).await?);
        if let Some(until) = booking.void_at {
            facts.insert("until", Fact::Instant(until, self.scenery.location.body.time_zone));
        }
        let staff = recipients::of_staff(work, Some(booking.location_id)).await?;
        Ok(letters_to(staff, (LetterType::ApprovalWaiting, booking.location_id), &facts, |_| None))
    }
}
