//! What a person sees of tickets, for an app that shows each person only theirs: who asked sees what they asked; a
//! manager also what is assigned to them, and what is asked at their locations unless it is sensitive; admins and
//! owners see everything. Whoever is blocked sees what they asked.

use records::{
    Location, Member,
    member::{MemberRole, MemberStatus},
};
use shared::api::Call;
use store::{Expression, List};
use values::{ApiError, Id};

use super::people::could_take_care;
use crate::records::{
    register::{Register, Registered},
    ticket::Ticket,
};

/// What a person sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// All tickets of the merchant: for admins and owners.
    Everything,
    /// Only what this member asked for.
    Own(Id<Member>),
    /// Their own, what is assigned to them, and what is asked at these locations.
    OfLocations(Id<Member>, Vec<Id<Location>>),
}

impl Sight {
    /// What the person sees for whom a request asks; everything when it asks for nobody.
    ///
    /// # Errors
    /// 422 on `visible_to`.
    pub async fn read(call: &Call, person: Option<Id<Member>>) -> Result<(Self, Option<Member>), ApiError> {
        let Some(id) = person else { return Ok((Self::Everything, None)) };
        let member = call.require_reference(id, "visible_to").await?.body;
        let sight = match member.role {
            _ if member.status != MemberStatus::Active => Self::Own(id),
            MemberRole::Member => Self::Own(id),
            MemberRole::Manager => Self::OfLocations(id, member.location_ids.clone()),
            MemberRole::Admin | MemberRole::Owner => Self::Everything,
        };
        Ok((sight, Some(member)))
    }

    /// Whether they see a ticket.
    #[must_use]
    pub fn sees(&self, ticket: &Ticket) -> bool {
        match self {
            Self::Everything => true,
            Self::Own(id) => ticket.requester_id == *id,
            Self::OfLocations(id, locations) => {
                let is_theirs = ticket.requester_id == *id || ticket.assignee_id == Some(*id);
                is_theirs || !ticket.is_sensitive() && locations.contains(&ticket.location_id)
            }
        }
    }

    /// Those tickets of a list that they see.
    #[must_use]
    pub fn narrowed<R: Register>(&self, list: List<Registered<R>>) -> List<Registered<R>> {
        match self {
            Self::Everything => list,
            Self::Own(id) => list.only("requester_id", Some(id)),
            Self::OfLocations(id, locations) => list.matching(Some(theirs(*id, locations, is_sensitive::<R>()))),
        }
    }
}

/// Whether somebody who looks at a ticket sees what the people who run the place say among themselves.
#[must_use]
pub fn sees_internal(viewer: Option<&Member>, ticket: &Ticket) -> bool {
    viewer.is_none_or(|viewer| could_take_care(viewer, ticket.location_id))
}

fn is_sensitive<R: Register>() -> bool {
    R::KIND == crate::records::register::Sensitive::KIND
}

fn theirs(id: Id<Member>, locations: &[Id<Location>], is_sensitive: bool) -> Expression {
    let mut text = "#sight.#requester = :viewer OR #sight.#assignee = :viewer".to_owned();
    let mut expression = Expression::default()
        .name("#sight", "body")
        .name("#requester", "requester_id")
        .name("#assignee", "assignee_id")
        .string(":viewer", id.to_string());
    if !is_sensitive && !locations.is_empty() {
        let mut placeholders = Vec::new();
        for (number, location) in locations.iter().enumerate() {
            let placeholder = format!(":sight{number}");
            expression = expression.string(&placeholder, location.to_string());
            placeholders.push(placeholder);
        }
        text = format!("{text} OR #sight.#place IN ({})", placeholders.join(", "));
        expression = expression.name("#place", "location_id");
    }
    expression.text = text;
    expression
}
