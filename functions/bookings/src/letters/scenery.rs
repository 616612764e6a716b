//! Where bookings are: a location with the names of its resources, as letters tell them and calendars show them.

use mailing::Facts;
use records::Location;
use scheduling::{Booking, Resource};
use store::Record;
use values::{ApiError, Id, Period, Timestamp};
use work::UnitOfWork;

use super::{
    facts::{put_period, put_text},
    invitation::{InvitedTime, Party},
};

/// The location of bookings, and their resources.
#[derive(Debug)]
pub struct Scenery {
    /// Where they are.
    pub location: Record<Location>,
    /// Who invites to them; none without an address.
    pub organizer: Option<Party>,
    resources: Vec<Record<Resource>>,
}

impl Scenery {
    /// Reads them, put away or not; none when the location is gone.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(
        work: &UnitOfWork,
        location: Id<Location>,
        mut resources: Vec<Id<Resource>>,
    ) -> Result<Option<Self>, ApiError> {
        resources.sort_unstable();
        resources.dedup();
        let (location, resources) = tokio::try_join!(
            work.store.find_any(work.tenant(), location),
            work.store.find_all_any(work.tenant(), &resources)
        )?;
        let Some(location) = location else { return Ok(None) };
        let organizer = read_organizer(work, &location.body).await?;
        Ok(Some(Self { location, organizer, resources }))
    }

    /// What people call a resource; empty when it is gone.
    #[must_use]
    pub fn name(&self, id: Id<Resource>) -> &str {
        let found = self.resources.iter().find(|resource| resource.id == id);
        found.map_or("", |resource| resource.body.name.as_str())
    }

    /// What a booking is called: its title, else what is booked.
    #[must_use]
    pub fn title(&self, title: &str, resource: Id<Resource>) -> String {
        if title.is_empty() { self.name(resource).to_owned() } else { title.to_owned() }
    }

    /// The resource with its location and where that is, in a line.
    #[must_use]
    pub fn place(&self, resource: Id<Resource>) -> String {
        let (location, address) = (&self.location.body, &self.location.body.address);
        let city = format!("{} {}", address.postal_code, address.city);
        let parts = [
            self.name(resource),
            location.name.as_str(),
            address.line1.as_str(),
            address.line2.as_str(),
            city.trim(),
            address.country_code.as_str(),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// A booking as a calendar shows it; none of one without length.
    #[must_use]
    pub fn time_of(&self, booking: &Booking) -> Option<InvitedTime> {
        let title = self.title(booking.title.as_str(), booking.resource_id);
        let period = Period::new(booking.start, booking.end)?;
        Some(InvitedTime { period, title, place: self.place(booking.resource_id) })
    }

    /// What is booked, and from when until when: `resource`, `also`, `start` and `end`.
    #[must_use]
    pub fn facts(&self, (resource, also): (Id<Resource>, &[Id<Resource>]), period: (Timestamp, Timestamp)) -> Facts {
        let mut facts = Facts::new();
        put_text(&mut facts, "resource", self.name(resource));
        let also: Vec<&str> = also.iter().map(|id| self.name(*id)).filter(|name| !name.is_empty()).collect();
        put_text(&mut facts, "also", &also.join(", "));
        put_period(&mut facts, period, self.location.body.time_zone);
        facts
    }

    /// The same of a booking, with its `title`.
    #[must_use]
    pub fn facts_of(&self, booking: &Booking) -> Facts {
        let booked = (booking.resource_id, booking.additional_resource_ids.as_slice());
        let mut facts = self.facts(booked, (booking.start, booking.end));
        put_text(&mut facts, "title", booking.title.as_str());
        facts
    }
}

/// Whose address stands in invitations: that of the location, else of the merchant.
async fn read_organizer(work: &UnitOfWork, location: &Location) -> Result<Option<Party>, ApiError> {
    let party = |name: &str, email: &str| Party { name: name.to_owned(), email: email.to_owned() };
    if !location.email.as_str().is_empty() {
        return Ok(Some(party(location.name.as_str(), location.email.as_str())));
    }
    let merchant = work.read_merchant().await?.body;
    let has_address = !merchant.email.as_str().is_empty();
    Ok(has_address.then(|| party(merchant.name.as_str(), merchant.email.as_str())))
}
