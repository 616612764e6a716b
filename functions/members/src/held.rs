//! The records of other areas in which something is held about a member, by the names of their kinds: no area knows another's types.

use records::LoggedEvent;
use scheduling::Booking;
use shared::api::Call;
use store::{Expression, HeldRecord, Index, List, record::FurtherEntry};
use values::{Access, ApiError, Area, Customer, ErrorCode, Id, KindName, Scope};

/// A kind whose records belong to a customer.
#[derive(Debug)]
pub struct HeldKind {
    /// Name of the kind, which its records are stored under.
    pub kind: KindName,
    /// The area whose records they are.
    area: Area,
    /// The index that has them by customer.
    index: Index,
    /// Fields with texts that people write.
    pub texts: &'static [&'static str],
    /// Fields with lists in which people are written about.
    pub lists: &'static [&'static str],
    /// The field of which a record has a value that is kept as it is, such as when it was signed.
    kept: Option<&'static str>,
    /// The field that names the member who acted for a company.
    pub actor: Option<&'static str>,
    /// The scope besides that of its area that reading it takes.
    pub also: Option<Scope>,
    /// Under which further values of an index copies of a record are stored.
    pub copies: fn(&HeldRecord) -> Vec<FurtherEntry>,
}

/// What most kinds have in common: the third index, and nothing that people write.
const PLAIN: HeldKind = HeldKind {
    kind: KindName::Record,
    area: Area::Members,
    index: Index::Third,
    texts: &[],
    lists: &[],
    kept: None,
    actor: None,
    also: None,
    copies: |_| Vec::new(),
};

/// Bookings of the member, and those that the member made for a company.
pub const BOOKINGS: HeldKind = HeldKind {
    kind: KindName::Booking,
    area: Area::Bookings,
    index: Index::Third,
    texts: &["title", "notes", "cancellation.comment"],
    actor: Some("member_id"),
    copies: |booking| {
        let resources = booking.ids("additional_resource_ids");
        resources.map(|resource| Booking::BY_RESOURCE.further(&resource, String::new())).collect()
    },
    ..PLAIN
};
/// Series of bookings of the member, and those that the member made for a company.
pub const BOOKING_SERIES: HeldKind = HeldKind {
    kind: KindName::BookingSeries,
    area: Area::Bookings,
    index: Index::Third,
    texts: &["title", "notes"],
    actor: Some("member_id"),
    ..PLAIN
};
/// Time that is held for a customer.
pub const BOOKING_HOLDS: HeldKind =
    HeldKind { kind: KindName::BookingHold, area: Area::Bookings, index: Index::Third, ..PLAIN };
/// Entries in waiting lists.
pub const WAITLIST_ENTRIES: HeldKind =
    HeldKind { kind: KindName::WaitlistEntry, area: Area::Bookings, index: Index::Third, ..PLAIN };
/// Resources that are given to the member.
pub const RESOURCE_ASSIGNMENTS: HeldKind =
    HeldKind { kind: KindName::ResourceAssignment, area: Area::Resources, index: Index::Second, ..PLAIN };
/// The member's applications for benefits, with their comments.
pub const BENEFIT_APPLICATIONS: HeldKind = HeldKind {
    kind: KindName::BenefitApplication,
    area: Area::Benefits,
    index: Index::Second,
    texts: &["comment"],
    ..PLAIN
};
/// The member's check-ins at locations.
pub const CHECK_INS: HeldKind = HeldKind { kind: KindName::CheckIn, area: Area::Members, index: Index::Third, ..PLAIN };
/// Orders of the shop.
pub const SHOP_ORDERS: HeldKind = HeldKind {
    kind: KindName::ShopOrder,
    area: Area::Shop,
    index: Index::Second,
    texts: &["comment", "pickup.note", "cancellation.reason", "return_reason"],
    ..PLAIN
};
/// The member's registrations for events.
pub const EVENT_REGISTRATIONS: HeldKind = HeldKind {
    kind: KindName::EventRegistration,
    area: Area::Events,
    index: Index::Second,
    texts: &["attendee_name", "comment", "cancellation.reason"],
    ..PLAIN
};
/// Entries in waiting lists of events.
pub const EVENT_WAITLIST_ENTRIES: HeldKind =
    HeldKind { kind: KindName::EventWaitlistEntry, area: Area::Events, index: Index::Second, ..PLAIN };
/// Visits of which the member is the host.
pub const VISITOR_VISITS: HeldKind = HeldKind {
    kind: KindName::VisitorVisit,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["reason", "comment"],
    ..PLAIN
};
/// Requests of visitors for the member.
pub const VISITOR_REQUESTS: HeldKind = HeldKind {
    kind: KindName::VisitorRequest,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["message"],
    ..PLAIN
};
/// Contracts. What was signed is kept as it was signed.
pub const CONTRACTS: HeldKind = HeldKind {
    kind: KindName::Contract,
    area: Area::Contracts,
    index: Index::Second,
    texts: &["title", "closed_reason"],
    lists: &["signers", "signing", "items"],
    kept: Some("signed_at"),
    ..PLAIN
};
/// Texts of contracts, as they were issued.
pub const CONTRACT_TEXTS: HeldKind = HeldKind {
    kind: KindName::ContractText,
    area: Area::Contracts,
    index: Index::Second,
    texts: &["template", "text", "file.name"],
    kept: Some("signed_at"),
    ..PLAIN
};
/// What happened to contracts.
pub const CONTRACT_TRAILS: HeldKind = HeldKind {
    kind: KindName::ContractTrail,
    area: Area::Contracts,
    index: Index::Second,
    lists: &["entries"],
    kept: Some("signed_at"),
    ..PLAIN
};
/// Requests for help, without those that only trusted people see.
pub const TICKETS: HeldKind = HeldKind {
    kind: KindName::Ticket,
    area: Area::Tickets,
    index: Index::Third,
    texts: &["subject", "description"],
    lists: &["tags"],
    copies: about_resource,
    ..PLAIN
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
    also: Some(Scope::TICKETS_SENSITIVE),
    ..PLAIN
};
/// Posts of the feed. The feed takes them away afterwards, with everything else of the member (`records::feed_erasure`).
pub const FEED_POSTS: HeldKind = HeldKind {
    kind: KindName::FeedPost,
    area: Area::Feed,
    index: Index::Second,
    texts: &["text", "link.url", "link.title", "link.description"],
    ..PLAIN
};
/// Comments in the feed, likewise.
pub const FEED_COMMENTS: HeldKind =
    HeldKind { kind: KindName::FeedComment, area: Area::Feed, index: Index::Second, texts: &["text"], ..PLAIN };
/// What the member's posts and comments said before they were changed.
pub const FEED_EDITS: HeldKind = HeldKind {
    kind: KindName::FeedEdit,
    area: Area::Feed,
    index: Index::Second,
    texts: &["text", "link.url", "link.title", "link.description"],
    ..PLAIN
};
/// Likes in the feed.
pub const FEED_LIKES: HeldKind = HeldKind { kind: KindName::FeedLike, area: Area::Feed, index: Index::Second, ..PLAIN };
/// What the member reported in the feed.
pub const FEED_REPORTS: HeldKind =
    HeldKind { kind: KindName::FeedReport, area: Area::Feed, index: Index::Second, texts: &["reason"], ..PLAIN };
/// What is told of records that name the member.
pub const LOGGED_EVENTS: HeldKind = HeldKind {
    kind: KindName::LoggedEvent,
    area: Area::Merchant,
    index: Index::Third,
    texts: &["object", "previous_attributes"],
    copies: |event| {
        let others = event.ids::<Customer>("people").skip(1);
        others.map(|person| LoggedEvent::BY_CUSTOMER.further(&person, String::new())).collect()
    },
    ..PLAIN
};
/// Every kind whose records belong to a customer.
pub const ALL: [&HeldKind; 24] = [
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
    &FEED_POSTS,
    &FEED_COMMENTS,
    &FEED_EDITS,
    &FEED_LIKES,
    &FEED_REPORTS,
    &TICKETS,
    &SENSITIVE_TICKETS,
    &TICKET_COMMENTS,
    &CONTRACTS,
    &CONTRACT_TEXTS,
    &CONTRACT_TRAILS,
    // Last: emptying the others is told by events.
    &LOGGED_EVENTS,
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
            for (step, name) in text.split('.').enumerate() {
                let placeholder = format!("#text{number}_{step}");
                path = format!("{path}.{placeholder}");
                left = left.name(&placeholder, name);
            }
            left.text = format!("{} OR {path} > :empty", left.text);
            left = left.name("#body", "body").string(":empty", "");
        }
        for (number, list) in self.lists.iter().enumerate() {
            let placeholder = format!("#list{number}");
            left.text = format!("{} OR size(#body.{placeholder}) > :zero", left.text);
            left = left.name("#body", "body").name(&placeholder, list);
        }
        if let Some(kept) = self.kept {
            left.text = format!("attribute_not_exists(#body.#kept) AND ({})", left.text);
            left = left.name("#body", "body").name("#kept", kept);
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

    use records::personal_data::PersonalData;
    use values::KindName;

    use super::ALL;

    #[test]
    fn every_kind_that_has_something_of_a_customer_is_exported_and_emptied() {
        let told = KindName::ALL.iter().filter(|kind| PersonalData::of(**kind) == PersonalData::OfCustomer);
        let told: BTreeSet<&str> = told.map(|kind| kind.as_str()).collect();
        let held: BTreeSet<&str> = ALL.iter().map(|held| held.kind.as_str()).collect();
        assert_eq!(told, held);
    }
}
