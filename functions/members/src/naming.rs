//! A record that names a customer: by it those who run some locations are told who somebody is who belongs to none of
//! theirs, but has something there (`docs/areas/members.md`, 31).

use records::personal_data::declared::{self, HeldKind};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use store::{HeldRecord, List};
use values::{ApiError, Area, Customer, Id, KindName};

use crate::held;

/// Fields by which records name customers, and people who act for them.
const NAMING: [&str; 4] = ["customer_id", "member_id", "host_id", "requester_id"];

/// The record that names the customer.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamingQuery {
    /// A record that names the customer; with `named_by_type`.
    named_by: Option<Id<HeldRecord>>,
    /// What that record is; with `named_by`.
    named_by_type: Option<NamingType>,
}

/// What a record is that names a customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CustomerNamingType")]
pub enum NamingType {
    /// A booking, by its customer or the member who booked.
    Booking,
    /// Time that is held.
    BookingHold,
    /// A series of bookings.
    BookingSeries,
    /// A check-in at a location.
    CheckIn,
    /// A member's place in a company.
    CompanyMember,
    /// A contract.
    Contract,
    /// A registration for an event.
    EventRegistration,
    /// An entry in the waiting list of an event.
    EventWaitlistEntry,
    /// An invoice.
    Invoice,
    /// What is assigned of a resource.
    ResourceAssignment,
    /// An order of the shop.
    ShopOrder,
    /// A subscription.
    Subscription,
    /// A request for help.
    Ticket,
    /// A request of a visitor, by the member who is visited.
    VisitorRequest,
    /// A visit, by its host.
    VisitorVisit,
    /// An entry in a waiting list.
    WaitlistEntry,
}

impl NamingQuery {
    /// The record, where one is named.
    ///
    /// # Errors
    /// 422 where only half of it is.
    pub fn record(self) -> Result<Option<(NamingType, Id<HeldRecord>)>, ApiError> {
        match (self.named_by_type, self.named_by) {
            (Some(kind), Some(id)) => Ok(Some((kind, id))),
            (None, None) => Ok(None),
            (Some(_), None) => Err(ApiError::rule("named_by", "required_with_type", "the type is that of a record")),
            (None, Some(_)) => {
                let message = "which kind of record it is tells where it is looked for";
                Err(ApiError::rule("named_by_type", "required_with_record", message))
            }
        }
    }
}

/// Requires a record at a location of the person's that names the customer.
///
/// # Errors
/// 403 without the scope that reading the record takes; 404 when there is none.
pub async fn require(
    call: &Call,
    named_by: Option<(NamingType, Id<HeldRecord>)>,
    customer: Id<Customer>,
) -> Result<(), ApiError> {
    let (kind, id) = named_by.ok_or_else(ApiError::not_found)?;
    let found_in = if let Some(held) = kind.declared() {
        held::check_kind(call, held)?;
        held.kind
    } else {
        held::check_scope(call, Area::Companies)?;
        KindName::CompanyMember
    };
    let only = List::held(found_in, None).between(Some(id.to_string()), Some(format!("{id}~")));
    let found = call.store.all(call.tenant(), &only, 1).await?.records.pop().ok_or_else(ApiError::not_found)?;
    let customer = customer.to_string();
    let is_named = NAMING.iter().any(|field| found.body.text(field) == customer);
    if is_named && call.is_at_theirs(&found)? { Ok(()) } else { Err(ApiError::not_found()) }
}

impl NamingType {
    /// The kind, as it declares what it has of a customer; a place in a company is not among those.
    const fn declared(self) -> Option<&'static HeldKind> {
        Some(match self {
            Self::Booking => &declared::BOOKINGS,
            Self::BookingHold => &declared::BOOKING_HOLDS,
            Self::BookingSeries => &declared::BOOKING_SERIES,
            Self::CheckIn => &declared::CHECK_INS,
            Self::CompanyMember => return None,
            Self::Contract => &declared::CONTRACTS,
            Self::EventRegistration => &declared::EVENT_REGISTRATIONS,
            Self::EventWaitlistEntry => &declared::EVENT_WAITLIST_ENTRIES,
            Self::Invoice => &declared::INVOICES,
            Self::ResourceAssignment => &declared::RESOURCE_ASSIGNMENTS,
            Self::ShopOrder => &declared::SHOP_ORDERS,
            Self::Subscription => &declared::SUBSCRIPTIONS,
            Self::Ticket => &declared::TICKETS,
            Self::VisitorRequest => &declared::VISITOR_REQUESTS,
            Self::VisitorVisit => &declared::VISITOR_VISITS,
            Self::WaitlistEntry => &declared::WAITLIST_ENTRIES,
        })
    }
}
