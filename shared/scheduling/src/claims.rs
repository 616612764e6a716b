//! What somebody has of a resource, a location or a membership plan, so that it cannot simply go. Whoever lets one of
//! these go asks here, and nowhere else: a new kind of claim is one more kind below, and every operation knows it.
//!
//! What takes time of a resource is in its calendar, and what is given for days in its record of assignments. What
//! stands on a whole location or on a plan is noted beside it ([`noted`]).

pub mod noted;

use schemars::JsonSchema;
use serde::Deserialize;
use store::Record;
use values::{ApiError, Day, Id, Kind as _, KindName, TimeZone, Timestamp, error::Obstacle};
use work::UnitOfWork;

use crate::{
    CalendarBlock,
    origin::Origin,
    resource_assignment::{Assigned, ResourceAssignment, ResourceAssignments},
    slot::{Slot, SlotKind},
};

/// Claims that a refusal names.
pub const NAMED_MAX: usize = 3;

/// What becomes of bookings that have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnFutureBookings {
    /// They are cancelled as the operator cancels, at no fee.
    Cancel,
    /// They stay and take place as booked.
    Keep,
}

/// What kind of claim it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// A booking, or time that is held on the way to one.
    Booking,
    /// A block that another record made, such as a ticket. One that a client made is nobody's claim.
    Block,
    /// An event that is published.
    Event,
    /// Something that is assigned to a customer.
    Assignment,
    /// A contract that is issued and waits for signatures.
    Contract,
}

/// What happens to a thing on which claims may rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// It becomes inactive. What the client says about bookings holds for events and blocks too as far as they may
    /// stay; nothing but a booking is cancelled on the way.
    Deactivated(Option<OnFutureBookings>),
    /// It is gone for every operation.
    Archived,
}

impl ClaimKind {
    /// What a record claims, by the name of its kind: one that takes time of a resource by a block, or notes a claim.
    fn of_record(kind: &str) -> Self {
        if kind == KindName::Event.as_str() {
            Self::Event
        } else if kind == KindName::Contract.as_str() {
            Self::Contract
        } else {
            Self::Block
        }
    }

    /// Whether it stands in the way.
    #[must_use]
    pub const fn prevents(self, going: Going) -> bool {
        match (going, self) {
            // What is assigned stays assigned, as subscribers stay with a plan.
            (Going::Deactivated(_), Self::Assignment)
            | (Going::Deactivated(Some(OnFutureBookings::Keep)), Self::Booking | Self::Block | Self::Event)
            | (Going::Deactivated(Some(OnFutureBookings::Cancel)), Self::Booking) => false,
            // Whoever is to sign would be refused: what a contract promises is there until it is signed or comes to
            // nothing.
            (Going::Deactivated(_), Self::Contract)
            | (Going::Deactivated(None), Self::Booking)
            | (Going::Deactivated(None | Some(OnFutureBookings::Cancel)), Self::Block | Self::Event)
            | (Going::Archived, _) => true,
        }
    }
}

/// A claim that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What kind it is.
    pub kind: ClaimKind,
    /// How a refusal names it.
    pub obstacle: Obstacle,
}

/// What of these slots is somebody's. The blocks among them are read, because a slot does not tell who made it.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_in_calendars(work: &UnitOfWork, slots: &[Slot]) -> Result<Vec<Claim>, ApiError> {
    let blocks: Vec<Id<CalendarBlock>> =
        slots.iter().filter(|slot| slot.kind == SlotKind::Block).map(|slot| Id::new(slot.id)).collect();
    let blocks = work.store.find_all(work.tenant(), &blocks).await?;
    Ok(slots.iter().filter_map(|slot| in_calendar(slot, &blocks)).collect())
}

fn in_calendar(slot: &Slot, blocks: &[Record<CalendarBlock>]) -> Option<Claim> {
    let of = |kind, name: &str, id: String| Claim { kind, obstacle: obstacle(name, id, slot.start, Some(slot.end)) };
    match slot.kind {
        SlotKind::Booking => Some(of(ClaimKind::Booking, "booking", slot.id.to_string())),
        SlotKind::Hold => Some(of(ClaimKind::Booking, "hold", slot.id.to_string())),
        SlotKind::Block => {
            let block = blocks.iter().find(|block| block.id.uuid() == slot.id)?;
            // What happens elsewhere keeps nothing from going: its calendar goes along.
            let made_by = block.body.made_by.as_ref();
            let Origin { kind, id } = made_by.filter(|origin| origin.kind != KindName::OutsideCalendar.as_str())?;
            let id = id.map_or_else(|| block.id.to_string(), |id| id.to_string());
            Some(of(ClaimKind::of_record(kind), kind, id))
        }
    }
}

/// What is given of a resource for local days, on `today` or later.
#[must_use]
pub fn of_assignments(assignments: &ResourceAssignments, today: Day, zone: TimeZone) -> Vec<Claim> {
    let ahead = assignments.assigned.iter().filter(|assigned| assigned.days.last.is_none_or(|last| today <= last));
    ahead.filter_map(|assigned| of_assigned(assigned, zone)).collect()
}

fn of_assigned(assigned: &Assigned, zone: TimeZone) -> Option<Claim> {
    let (start, end) = (assigned.days.first.start_in(zone)?, assigned.days.last.and_then(|last| last.end_in(zone)));
    let (kind, name, id) = match &assigned.held {
        Some(held) => (ClaimKind::Contract, KindName::Contract.as_str(), held.by.to_string()),
        None => (ClaimKind::Assignment, ResourceAssignment::KIND.as_str(), assigned.assignment_id.to_string()),
    };
    Some(Claim { kind, obstacle: obstacle(name, id, start, end) })
}

/// Refuses that something goes on which something stands.
///
/// # Errors
/// 409 `in_use` naming `field` and the first few claims.
pub fn refuse(claims: &[Claim], going: Going, (field, message): (&str, &'static str)) -> Result<(), ApiError> {
    let mut obstacles: Vec<Obstacle> =
        claims.iter().filter(|claim| claim.kind.prevents(going)).map(|claim| claim.obstacle.clone()).collect();
    if obstacles.is_empty() {
        return Ok(());
    }
    obstacles.sort_by(|left, right| (&left.start_time, &left.id).cmp(&(&right.start_time, &right.id)));
    obstacles.dedup_by(|left, right| left.id == right.id);
    obstacles.truncate(NAMED_MAX);
    Err(ApiError::in_use(message, obstacles).at(field, "in_use"))
}

fn obstacle(kind: &str, id: String, start: Timestamp, end: Option<Timestamp>) -> Obstacle {
    Obstacle {
        kind: kind.to_owned(),
        id,
        start_time: start.to_string(),
        end_time: end.map(|end| end.to_string()).unwrap_or_default(),
    }
}
