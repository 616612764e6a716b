//! A change of a location that concerns what is booked there: it becomes inactive, or its clock shows another time.

use agreements::subscription::at_location;
use future_bookings::carry_on;
use records::Location;
use scheduling::{
    claims::{
        self, Claim, Going, NAMED_MAX, OnFutureBookings,
        noted::{ClaimedThing, NotedClaims},
    },
    location_resources::LocationResources,
    slot::{Slot, SlotKind},
    upcoming::read_ahead_of_all,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Data, OrAccepted, Update};
use values::{ApiError, TimeZone, error::Obstacle};

use crate::time_zone::{self, UpdatedLocation, Updates};

/// What the client says about bookings that the update concerns.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocationUpdateQuery {
    /// What becomes of bookings that have not ended; refused while there are any unless this says something.
    pub on_future_bookings: Option<OnFutureBookings>,
    /// Version of the location in which a dry run has shown what another time zone shifts: it changes although bookings
    /// are shifted.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub confirmed_version: Option<i64>,
    /// Whether nothing is written: the answer is the location as it would be, and what another time zone would shift.
    pub dry_run: Option<bool>,
}

impl LocationUpdateQuery {
    /// Whether the update cancels bookings.
    #[must_use]
    pub fn cancels(&self) -> bool {
        self.on_future_bookings == Some(OnFutureBookings::Cancel)
    }
}

/// What changes for bookings.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// Whether the location becomes inactive.
    pub deactivates: bool,
    /// The time zone before and after, when they differ.
    pub zones: Option<(TimeZone, TimeZone)>,
}

impl Change {
    /// What an update changes for bookings.
    #[must_use]
    pub fn of(update: &Update<'_, Location>) -> Self {
        let (before, after) = (&update.before.body, &update.after);
        Self {
            deactivates: before.is_active && !after.is_active,
            zones: (before.time_zone != after.time_zone).then_some((before.time_zone, after.time_zone)),
        }
    }

    /// Whether it changes nothing for them.
    #[must_use]
    pub const fn is_none(self) -> bool {
        !self.deactivates && self.zones.is_none()
    }

    /// Commits the update while nothing new can be taken here. Whoever books at the same moment does it by the location
    /// as it is after that.
    ///
    /// # Errors
    /// 409 `in_use` with what stands in the way.
    pub async fn commit(self, call: &Call, mut update: Update<'_, Location>, query: &LocationUpdateQuery) -> Updates {
        let location = update.before.clone();
        if self.deactivates {
            at_location::require_none(&mut update.transaction, location.id, "is_active");
        }
        let resources = LocationResources::load(call, location.id).await?;
        let is_confirmed = query.confirmed_version == Some(location.version);
        let going = self.deactivates.then_some(Going::Deactivated(query.on_future_bookings));
        let noted = match going {
            Some(_) => Some(NotedClaims::read(call, ClaimedThing::Location(location.id)).await?),
            None => None,
        };
        let noted_claims = noted.as_ref().map(|noted| noted.claims.as_slice()).unwrap_or_default();
        let check = || self.check(call, &resources, going, noted_claims, is_confirmed);
        check().await?;
        resources.require_complete(&mut update.transaction);
        if let Some(noted) = &noted {
            noted.require_complete(&mut update.transaction);
        }
        let decision = async {
            check().await?;
            Self::write(call, update, query.cancels()).await
        };
        resources.close_while(call, &location, decision).await
    }

    /// Commits the update and answers the location; accepts it while an operation does what it `cancels` bookings for.
    ///
    /// # Errors
    /// Those of the update.
    pub async fn write(call: &Call, update: Update<'_, Location>, cancels: bool) -> Updates {
        let record = if update.is_unchanged() { update.before.clone() } else { update.next_version() };
        let shown = UpdatedLocation { record: record.clone(), shift: None };
        if !carry_on::is_accepted(&update, cancels) {
            return update.commit_answering(OrAccepted::Done(Data(shown))).await;
        }
        let answer = update.commit_answering(OrAccepted::Accepted(shown)).await?;
        drop(call.hasten(&record).await);
        Ok(answer)
    }

    async fn check(
        self,
        call: &Call,
        resources: &LocationResources,
        going: Option<Going>,
        noted: &[Claim],
        is_confirmed: bool,
    ) -> Result<(), ApiError> {
        if let Some((_, after)) = self.zones {
            time_zone::check_assignments(call, resources, after).await?;
        }
        let asked = going.filter(|going| *going != Going::Deactivated(Some(OnFutureBookings::Keep)));
        let shifts_unseen = if is_confirmed { None } else { self.zones };
        let slots = match (asked, shifts_unseen) {
            (None, None) => Vec::new(),
            (Some(_), _) | (_, Some(_)) => read_ahead_of_all(call, &resources.records).await?,
        };
        if let Some(going) = going {
            let claims = [claims::read_in_calendars(call, &slots).await?, noted.to_vec()].concat();
            claims::refuse(&claims, going, ("is_active", said(going)))?;
        }
        let Some(zones) = shifts_unseen else { return Ok(()) };
        let shifted: Vec<Slot> = slots.into_iter().filter(|slot| time_zone::is_shifted(slot, zones)).collect();
        let message = "the clock here would show another time for what is booked; see what with dry_run, and confirm \
                       the version that it shows with confirmed_version";
        refuse(&shifted, "time_zone", message)
    }
}

/// What a refusal to deactivate says.
const fn said(going: Going) -> &'static str {
    match going {
        Going::Deactivated(Some(OnFutureBookings::Cancel)) => {
            "an event is published here, a ticket takes a resource, or a contract waits for signatures, which on_future_bookings does \
             not cancel: cancel it first"
        }
        Going::Deactivated(Some(OnFutureBookings::Keep)) => {
            "a contract waits for signatures here, and could not be signed any more: cancel it first"
        }
        Going::Deactivated(None) | Going::Archived => {
            "something is booked, held or published here, now or later: say what becomes of it with on_future_bookings, and cancel contracts that \
             wait for signatures"
        }
    }
}

/// Refuses the change of `field` when anything but blocks is among the slots.
fn refuse(slots: &[Slot], field: &'static str, message: &'static str) -> Result<(), ApiError> {
    let obstacles: Vec<Obstacle> = slots.iter().filter_map(obstacle).take(NAMED_MAX).collect();
    if obstacles.is_empty() { Ok(()) } else { Err(ApiError::in_use(message, obstacles).at(field, "in_use")) }
}

/// A block stands in nobody's way.
fn obstacle(slot: &Slot) -> Option<Obstacle> {
    let kind = match slot.kind {
        SlotKind::Booking => "booking",
        SlotKind::Hold => "hold",
        SlotKind::Block => return None,
    };
    Some(Obstacle {
        kind: kind.to_owned(),
        id: slot.id.to_string(),
        start_time: slot.start.to_string(),
        end_time: slot.end.to_string(),
    })
}
