//! The records of other areas in which something is held about a member, by the names of their kinds: no area knows another's types.

use scheduling::Booking;
use shared::{
    ApiError, ErrorCode,
    api::Call,
    auth::{Access, Area, Scope},
    domain::{Customer, HeldRecord, Id, Index, KindName, record::FurtherEntry},
    store::{Expression, List},
};

/// A kind whose records belong to a customer.
#[derive(Debug)]
pub struct HeldKind {
    /// Its name.
    pub kind: KindName,
    /// The area whose records they are.
    area: Area,
    /// The index that has them by customer.
    index: Index,
    /// Fields with texts that people write; `tags[]` is a list of them.
    pub texts: &'static [&'static str],
    /// The field that names the member who acted for a company.
    pub actor: Option<&'static str>,
    /// The scope besides that of its area that reading it takes.
    pub also: Option<Scope>,
    /// Under which further values of an index copies of a record are stored.
    pub copies: fn(&HeldRecord) -> Vec<FurtherEntry>,
}

/// Bookings.
pub const BOOKINGS: HeldKind = HeldKind {
    kind: KindName::Booking,
    area: Area::Bookings,
    index: Index::Third,
    texts: &["title", "notes", "cancellation.comment"],
    actor: Some("member_id"),
    also: None,
    copies: |booking| {
        let resources = booking.ids("additional_resource_ids");
        resources.map(|resource| Booking::BY_RESOURCE.further(&resource, String::new())).collect()
    },
};
/// Series of bookings.
pub const BOOKING_SERIES: HeldKind = HeldKind {
    kind: KindName::BookingSeries,
    area: Area::Bookings,
    index: Index::Third,
    texts: &["title", "notes"],
    actor: Some("member_id"),
    also: None,
    copies: |_| Vec::new(),
};
/// Time that is held for a customer.
pub const BOOKING_HOLDS: HeldKind = HeldKind {
    kind: KindName::BookingHold,
    area: Area::Bookings,
    index: Index::Third,
    texts: &[],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Entries in waiting lists.
pub const WAITLIST_ENTRIES: HeldKind = HeldKind {
    kind: KindName::WaitlistEntry,
    area: Area::Bookings,
    index: Index::Third,
    texts: &[],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Resources that are given to the member.
pub const RESOURCE_ASSIGNMENTS: HeldKind = HeldKind {
    kind: KindName::ResourceAssignment,
    area: Area::Resources,
    index: Index::Second,
    texts: &[],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Applications for benefits.
pub const BENEFIT_APPLICATIONS: HeldKind = HeldKind {
    kind: KindName::BenefitApplication,
    area: Area::Benefits,
    index: Index::Second,
    texts: &["comment"],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Check-ins.
pub const CHECK_INS: HeldKind = HeldKind {
    kind: KindName::CheckIn,
    area: Area::Members,
    index: Index::Third,
    texts: &[],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Orders of the shop.
pub const SHOP_ORDERS: HeldKind = HeldKind {
    kind: KindName::ShopOrder,
    area: Area::Shop,
    index: Index::Second,
    texts: &["comment", "pickup.note", "cancellation.reason", "return_reason"],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Registrations for events.
pub const EVENT_REGISTRATIONS: HeldKind = HeldKind {
    kind: KindName::EventRegistration,
    area: Area::Events,
    index: Index::Second,
    texts: &["attendee_name", "comment", "cancellation.reason"],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Entries in waiting lists of events.
pub const EVENT_WAITLIST_ENTRIES: HeldKind = HeldKind {
    kind: KindName::EventWaitlistEntry,
    area: Area::Events,
    index: Index::Second,
    texts: &[],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Visits of which the member is the host.
pub const VISITOR_VISITS: HeldKind = HeldKind {
    kind: KindName::VisitorVisit,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["reason", "comment"],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Requests of visitors for the member.
pub const VISITOR_REQUESTS: HeldKind = HeldKind {
    kind: KindName::VisitorRequest,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["message"],
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};
/// Requests for help.
pub const TICKETS: HeldKind = HeldKind {
    kind: KindName::Ticket,
    area: Area::Tickets,
    index: Index::Third,
    texts: &["subject", "description", "tags[]"],
    actor: None,
    also: None,
    copies: about_resource,
};
/// Requests for help that only trusted people see.
pub const SENSITIVE_TICKETS: HeldKind =
    HeldKind { kind: KindName::SensitiveTicket, also: Some(Scope::TICKETS_SENSITIVE), ..TICKETS };
/// What the member said about requests for help. A comment does not tell whether its ticket is sensitive, so all of them take the scope.
pub const TICKET_COMMENTS: HeldKind = HeldKind {
    kind: KindName::TicketComment,
    area: Area::Tickets,
    index: Index::Third,
    texts: &["text"],
    actor: None,
    also: Some(Scope::TICKETS_SENSITIVE),
    copies: |_| Vec::new(),
};
/// All of them.
pub const ALL: [&HeldKind; 15] = [
    &BOOKINGS,
    &BOOKING_SERIES,
    &BOOKING_HOLDS,
    &WAITLIST_ENTRIES,
    &RESOURCE_ASSIGNMENTS,
    &BENEFIT_APPLICATIONS,
    &CHECK_INS,
    &SHOP_ORDERS,
    &EVENT_REGISTRATIONS,
    &EVENT_WAITLIST_ENTRIES,
    &VISITOR_VISITS,
    &VISITOR_REQUESTS,
    &TICKETS,
    &SENSITIVE_TICKETS,
    &TICKET_COMMENTS,
];

impl HeldKind {
    /// The records of a customer; the list may lag.
    pub fn of(&self, customer: Id<Customer>) -> List<HeldRecord> {
        List::held(self.kind, Some((self.index, format!("customer#{customer}"))))
    }

    /// Refuses a client that may not read these records.
    ///
    /// # Errors
    /// 403.
    pub fn check_scope(&self, call: &Call) -> Result<(), ApiError> {
        check_scope(call, self.area)?;
        self.also.map_or(Ok(()), |scope| check(call, scope))
    }

    /// Records in which something is left that people wrote, be it their own keys.
    pub fn written_in(&self) -> Expression {
        let mut left = Expression::new("size(#metadata) > :zero").name("#metadata", "metadata").number(":zero", 0);
        for (number, text) in self.texts.iter().enumerate() {
            let mut path = "#body".to_owned();
            let (text, is_list) = text.strip_suffix("[]").map_or((*text, false), |list| (list, true));
            for (step, name) in text.split('.').enumerate() {
                let placeholder = format!("#text{number}_{step}");
                path = format!("{path}.{placeholder}");
                left = left.name(&placeholder, name);
            }
            left = left.name("#body", "body");
            if is_list {
                left.text = format!("{} OR size({path}) > :zero", left.text);
            } else {
                left.text = format!("{} OR {path} > :empty", left.text);
                left = left.string(":empty", "");
            }
        }
        left
    }
}

/// A ticket stands once more under its resource, which only its kind knows by type.
fn about_resource(ticket: &HeldRecord) -> Vec<FurtherEntry> {
    let resource = ticket.text("resource_id");
    if resource.is_empty() {
        return Vec::new();
    }
    vec![FurtherEntry { index: Index::Second, partition: format!("resource#{resource}"), sort: String::new() }]
}

/// Refuses a client that may not read an area.
///
/// # Errors
/// 403.
pub fn check_scope(call: &Call, area: Area) -> Result<(), ApiError> {
    check(call, Scope { area, access: Access::Read })
}

fn check(call: &Call, scope: Scope) -> Result<(), ApiError> {
    if call.caller.scopes.allow(scope) {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::Forbidden, format!("the client lacks the scope {scope}")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shared::domain::{KindName, personal_data::PersonalData};

    use super::ALL;

    #[test]
    fn every_kind_that_has_something_of_a_customer_is_exported_and_emptied() {
        let told = KindName::ALL.iter().filter(|kind| kind.personal_data() == PersonalData::OfCustomer);
        let told: BTreeSet<&str> = told.map(|kind| kind.as_str()).collect();
        let held: BTreeSet<&str> = ALL.iter().map(|held| held.kind.as_str()).collect();
        assert_eq!(told, held);
    }
}
