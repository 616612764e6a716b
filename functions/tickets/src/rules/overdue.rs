//! Tickets that are not solved although their time has passed. When a ticket is due follows from its location as that
//! is now, so it stands in no row of the metrics and in no index: the tickets that are not solved are read.

use std::collections::BTreeMap;

use records::Location;
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::Call;
use store::{List, Order};
use values::{ApiError, Id};

use super::{found::sees_sensitive, showing};
use crate::records::{
    register::{Ordinary, Register, Registered, Sensitive},
    state::TicketStatus,
    ticket_type::TicketType,
};

/// Most unsolved tickets that are looked at in each register, the oldest first.
const LOOKED_AT_MAX: usize = 1_000;

/// Tickets that are not solved although `due_at` has passed, at this moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OverdueTickets")]
pub struct OverdueTickets {
    /// Number of overdue tickets of all types together.
    pub tickets: i64,
    /// How many of each type; without types of which there are none.
    pub by_type: Vec<OverdueOfType>,
    /// Whether these are all. The 1,000 oldest tickets that are not solved are looked at; of more there may be further
    /// ones.
    pub is_complete: bool,
}

/// Tickets of a type that are not solved although `due_at` has passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OverdueTicketsOfType")]
pub struct OverdueOfType {
    /// Type of the tickets that are counted.
    #[serde(rename = "type")]
    pub kind: TicketType,
    /// Number of overdue tickets of this type.
    pub tickets: i64,
}

/// Those at a location, or at all of them; sensitive ones for who sees them.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_now(call: &Call, location: Option<Id<Location>>) -> Result<OverdueTickets, ApiError> {
    let mut by_type = BTreeMap::new();
    let mut is_complete = count::<Ordinary>(call, location, &mut by_type).await?;
    if sees_sensitive(call) {
        is_complete &= count::<Sensitive>(call, location, &mut by_type).await?;
    }
    let tickets = by_type.values().sum();
    let by_type = by_type.into_iter().map(|(kind, tickets)| OverdueOfType { kind, tickets }).collect();
    Ok(OverdueTickets { tickets, by_type, is_complete })
}

/// Adds those of a register; whether all of its unsolved tickets were looked at.
async fn count<R: Register>(
    call: &Call,
    location: Option<Id<Location>>,
    by_type: &mut BTreeMap<TicketType, i64>,
) -> Result<bool, ApiError> {
    let unsolved = List::by(&Registered::<R>::OPEN, &())
        .ordered(Order::Ascending)
        .only("location_id", location.as_ref())
        .without("status", Some(&TicketStatus::Solved));
    let found = call.store.all(call.tenant(), &unsolved, LOOKED_AT_MAX).await?;
    for ticket in showing::show_all(call, &found.records).await? {
        if let Some(kind) = ticket.overdue_type(call.now) {
            *by_type.entry(kind).or_default() += 1;
        }
    }
    Ok(!found.has_more)
}
