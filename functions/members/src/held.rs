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
    /// Fields with texts that people write.
    pub texts: &'static [&'static str],
    /// The field that names the member who acted for a company.
    pub actor: Option<&'static str>,
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
    copies: |_| Vec::new(),
};
/// Time that is held for a customer.
pub const BOOKING_HOLDS: HeldKind = HeldKind {
    kind: KindName::BookingHold,
    area: Area::Bookings,
    index: Index::Third,
    texts: &[],
    actor: None,
    copies: |_| Vec::new(),
};
/// Entries in waiting lists.
pub const WAITLIST_ENTRIES: HeldKind = HeldKind {
    kind: KindName::WaitlistEntry,
    area: Area::Bookings,
    index: Index::Third,
    texts: &[],
    actor: None,
    copies: |_| Vec::new(),
};
/// Resources that are given to the member.
pub const RESOURCE_ASSIGNMENTS: HeldKind = HeldKind {
    kind: KindName::ResourceAssignment,
    area: Area::Resources,
    index: Index::Second,
    texts: &[],
    actor: None,
    copies: |_| Vec::new(),
};
/// Applications for benefits.
pub const BENEFIT_APPLICATIONS: HeldKind = HeldKind {
    kind: KindName::BenefitApplication,
    area: Area::Benefits,
    index: Index::Second,
    texts: &["comment"],
    actor: None,
    copies: |_| Vec::new(),
};
/// Check-ins.
pub const CHECK_INS: HeldKind = HeldKind {
    kind: KindName::CheckIn,
    area: Area::Members,
    index: Index::Third,
    texts: &[],
    actor: None,
    copies: |_| Vec::new(),
};
/// Orders of the shop.
pub const SHOP_ORDERS: HeldKind = HeldKind {
    kind: KindName::ShopOrder,
    area: Area::Shop,
    index: Index::Second,
    texts: &["comment", "pickup.note", "cancellation.reason", "return_reason"],
    actor: None,
    copies: |_| Vec::new(),
};
/// Registrations for events.
pub const EVENT_REGISTRATIONS: HeldKind = HeldKind {
    kind: KindName::EventRegistration,
    area: Area::Events,
    index: Index::Second,
    texts: &["attendee_name", "comment", "cancellation.reason"],
    actor: None,
    copies: |_| Vec::new(),
};
/// Entries in waiting lists of events.
pub const EVENT_WAITLIST_ENTRIES: HeldKind = HeldKind {
    kind: KindName::EventWaitlistEntry,
    area: Area::Events,
    index: Index::Second,
    texts: &[],
    actor: None,
    copies: |_| Vec::new(),
};
/// Visits of which the member is the host.
pub const VISITOR_VISITS: HeldKind = HeldKind {
    kind: KindName::VisitorVisit,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["reason", "comment"],
    actor: None,
    copies: |_| Vec::new(),
};
/// Requests of visitors for the member.
pub const VISITOR_REQUESTS: HeldKind = HeldKind {
    kind: KindName::VisitorRequest,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["message"],
    actor: None,
    copies: |_| Vec::new(),
};
/// Posts of the feed. The feed takes them away afterwards, with everything else of the member (`shared::domain::feed_erasure`).
pub const FEED_POSTS: HeldKind = HeldKind {
    kind: KindName::FeedPost,
    area: Area::Feed,
    index: Index::Second,
    texts: &["text", "link.url", "link.title", "link.description"],
    actor: None,
    copies: |_| Vec::new(),
};
/// Comments in the feed, likewise.
pub const FEED_COMMENTS: HeldKind = HeldKind {
    kind: KindName::FeedComment,
    area: Area::Feed,
    index: Index::Second,
    texts: &["text"],
    actor: None,
    copies: |_| Vec::new(),
};
/// What the member's posts and comments said before they were changed.
pub const FEED_EDITS: HeldKind = HeldKind {
    kind: KindName::FeedEdit,
    area: Area::Feed,
    index: Index::Second,
    texts: &["text", "link.url", "link.title", "link.description"],
    actor: None,
    copies: |_| Vec::new(),
};
/// Likes in the feed.
pub const FEED_LIKES: HeldKind = HeldKind {
    kind: KindName::FeedLike,
    area: Area::Feed,
    index: Index::Second,
    texts: &[],
    actor: None,
    copies: |_| Vec::new(),
};
/// What the member reported in the feed.
pub const FEED_REPORTS: HeldKind = HeldKind {
    kind: KindName::FeedReport,
    area: Area::Feed,
    index: Index::Second,
    texts: &["reason"],
    actor: None,
    copies: |_| Vec::new(),
};
/// All of them.
pub const ALL: [&HeldKind; 17] = [
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
        check_scope(call, self.area)
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
        left
    }
}

/// Refuses a client that may not read an area.
///
/// # Errors
/// 403.
pub fn check_scope(call: &Call, area: Area) -> Result<(), ApiError> {
    let scope = Scope { area, access: Access::Read };
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
