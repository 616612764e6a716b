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
    /// Fields with lists in which people are written about.
    pub lists: &'static [&'static str],
    /// The field of which a record has a value that is kept as it is, such as when it was signed.
    kept: Option<&'static str>,
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
    lists: &[],
    kept: None,
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
    lists: &[],
    kept: None,
    actor: Some("member_id"),
    copies: |_| Vec::new(),
};
/// Time that is held for a customer.
pub const BOOKING_HOLDS: HeldKind = HeldKind {
    kind: KindName::BookingHold,
    area: Area::Bookings,
    index: Index::Third,
    texts: &[],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Entries in waiting lists.
pub const WAITLIST_ENTRIES: HeldKind = HeldKind {
    kind: KindName::WaitlistEntry,
    area: Area::Bookings,
    index: Index::Third,
    texts: &[],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Resources that are given to the member.
pub const RESOURCE_ASSIGNMENTS: HeldKind = HeldKind {
    kind: KindName::ResourceAssignment,
    area: Area::Resources,
    index: Index::Second,
    texts: &[],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Applications for benefits.
pub const BENEFIT_APPLICATIONS: HeldKind = HeldKind {
    kind: KindName::BenefitApplication,
    area: Area::Benefits,
    index: Index::Second,
    texts: &["comment"],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Check-ins.
pub const CHECK_INS: HeldKind = HeldKind {
    kind: KindName::CheckIn,
    area: Area::Members,
    index: Index::Third,
    texts: &[],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Orders of the shop.
pub const SHOP_ORDERS: HeldKind = HeldKind {
    kind: KindName::ShopOrder,
    area: Area::Shop,
    index: Index::Second,
    texts: &["comment", "pickup.note", "cancellation.reason", "return_reason"],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Registrations for events.
pub const EVENT_REGISTRATIONS: HeldKind = HeldKind {
    kind: KindName::EventRegistration,
    area: Area::Events,
    index: Index::Second,
    texts: &["attendee_name", "comment", "cancellation.reason"],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Entries in waiting lists of events.
pub const EVENT_WAITLIST_ENTRIES: HeldKind = HeldKind {
    kind: KindName::EventWaitlistEntry,
    area: Area::Events,
    index: Index::Second,
    texts: &[],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Visits of which the member is the host.
pub const VISITOR_VISITS: HeldKind = HeldKind {
    kind: KindName::VisitorVisit,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["reason", "comment"],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Requests of visitors for the member.
pub const VISITOR_REQUESTS: HeldKind = HeldKind {
    kind: KindName::VisitorRequest,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["message"],
    lists: &[],
    kept: None,
    actor: None,
    copies: |_| Vec::new(),
};
/// Contracts. What was signed is kept as it was signed.
pub const CONTRACTS: HeldKind = HeldKind {
    kind: KindName::Contract,
    area: Area::Contracts,
    index: Index::Second,
    texts: &["title", "closed_reason"],
    lists: &["signers", "signing", "items"],
    kept: Some("signed_at"),
    actor: None,
    copies: |_| Vec::new(),
};
/// Texts of contracts, as they were issued.
pub const CONTRACT_TEXTS: HeldKind = HeldKind {
    kind: KindName::ContractText,
    area: Area::Contracts,
    index: Index::Second,
    texts: &["template", "text", "file.name"],
    lists: &[],
    kept: Some("signed_at"),
    actor: None,
    copies: |_| Vec::new(),
};
/// What happened to contracts.
pub const CONTRACT_TRAILS: HeldKind = HeldKind {
    kind: KindName::ContractTrail,
    area: Area::Contracts,
    index: Index::Second,
    texts: &[],
    lists: &["entries"],
    kept: Some("signed_at"),
    actor: None,
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
    &CONTRACTS,
    &CONTRACT_TEXTS,
    &CONTRACT_TRAILS,
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
