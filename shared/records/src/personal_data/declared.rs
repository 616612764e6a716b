//! What the records of each kind have about a customer, field by field: what an export shows and what anonymising
//! empties are made from this.
//!
//! It stands beside the registry of kinds and not in the areas: no area knows another's types. A text that a record
//! shows and that is not declared here, as one to be emptied or as one that stays, fails a test of the structure
//! (`tests/api/structure/personal_texts.rs`).

use store::{EmptiedFields, HeldRecord, Index, IndexBy};
use values::{
    EmailAddress, KindName,
    email::comparable_email,
    scope::{Area, Scope},
};

/// Where registrations for events, and entries on their waiting lists, of somebody who is no customer stand by the
/// address.
pub const BY_GUEST: IndexBy<HeldRecord, EmailAddress> =
    IndexBy::compared(Index::Third, "guest", |email| comparable_email(email.as_str()));

/// A kind whose records belong to a customer.
#[derive(Debug, PartialEq, Eq)]
pub struct HeldKind {
    /// Name of the kind, as keys have it.
    pub kind: KindName,
    /// The area whose records they are.
    pub area: Area,
    /// The index that has them by customer.
    pub index: Index,
    /// Fields with texts that people write, which are emptied.
    pub texts: &'static [&'static str],
    /// Texts in the objects of a list of at most [`store::held::LISTED_MAX`], such as `refunds.reason`, which are
    /// emptied.
    pub listed: &'static [&'static str],
    /// Fields with lists in which people are written about, which are emptied.
    pub lists: &'static [&'static str],
    /// Fields with a person who is no customer, which become null.
    pub purged: &'static [&'static str],
    /// The field of which a record has a value that is kept as it is, such as when it was signed.
    pub kept: Option<&'static str>,
    /// The field that names the member who acted for a company.
    pub actor: Option<&'static str>,
    /// The scope besides that of its area that reading it takes.
    pub also: Option<Scope>,
    /// Texts that stay: they are not about the person, or must be kept.
    pub others: &'static [&'static str],
}

impl HeldKind {
    /// The fields that are emptied when the customer is anonymised.
    #[must_use]
    pub const fn emptied(&self) -> EmptiedFields {
        let Self { kind, texts, listed, lists, purged, .. } = *self;
        EmptiedFields { kind, texts, listed, lists, purged }
    }
}

/// What most kinds have in common: the third index, and nothing that people write.
const PLAIN: HeldKind = HeldKind {
    kind: KindName::HeldRecord,
    area: Area::Members,
    index: Index::Third,
    texts: &[],
    listed: &[],
    lists: &[],
    kept: None,
    actor: None,
    also: None,
    purged: &[],
    others: &[],
};

/// Bookings of which the member is the customer.
pub const BOOKINGS: HeldKind = HeldKind {
    kind: KindName::Booking,
    area: Area::Bookings,
    index: Index::Third,
    texts: &["title", "notes", "cancellation.comment", "price_override.reason"],
    actor: Some("member_id"),
    others: &["time_zone", "price_breakdown", "list_price"],
    ..PLAIN
};
/// Series of bookings of which the member is the customer.
pub const BOOKING_SERIES: HeldKind = HeldKind {
    kind: KindName::BookingSeries,
    area: Area::Bookings,
    index: Index::Third,
    texts: &[
        "title",
        "notes",
        "operation.change.asked.update.title",
        "operation.change.asked.update.notes",
        "operation.change.asked.cancel.comment",
    ],
    actor: Some("member_id"),
    others: &["time_zone", "skipped.reason", "operation.failure"],
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
/// Applications of the member for benefits.
pub const BENEFIT_APPLICATIONS: HeldKind = HeldKind {
    kind: KindName::BenefitApplication,
    area: Area::Benefits,
    index: Index::Second,
    texts: &["comment"],
    ..PLAIN
};
/// Check-ins of the member at locations.
pub const CHECK_INS: HeldKind = HeldKind { kind: KindName::CheckIn, area: Area::Members, index: Index::Third, ..PLAIN };
/// Orders of the shop.
pub const SHOP_ORDERS: HeldKind = HeldKind {
    kind: KindName::ShopOrder,
    area: Area::Shop,
    index: Index::Second,
    texts: &["comment", "pickup.note", "cancellation.reason", "return_reason", "payment_reference"],
    others: &["items.sku", "items.title"],
    ..PLAIN
};
/// Registrations of the member for events.
pub const EVENT_REGISTRATIONS: HeldKind = HeldKind {
    kind: KindName::EventRegistration,
    area: Area::Events,
    index: Index::Second,
    texts: &["attendee_name", "comment", "cancellation.reason", "payment_reference"],
    purged: &["guest"],
    others: &["event_title"],
    ..PLAIN
};
/// Entries in waiting lists of events.
pub const EVENT_WAITLIST_ENTRIES: HeldKind = HeldKind {
    kind: KindName::EventWaitlistEntry,
    area: Area::Events,
    index: Index::Second,
    purged: &["guest"],
    ..PLAIN
};
/// Visits of which the member is the host.
pub const VISITOR_VISITS: HeldKind = HeldKind {
    kind: KindName::VisitorVisit,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["reason", "comment"],
    // Of the visitor, who is somebody else: it goes with the retention of visitors' data.
    others: &["visitor"],
    ..PLAIN
};
/// Requests of visitors for the member.
pub const VISITOR_REQUESTS: HeldKind = HeldKind {
    kind: KindName::VisitorRequest,
    area: Area::Visitors,
    index: Index::Third,
    texts: &["message"],
    others: &["visitor"],
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
    // Said of what was signed, and kept with it; hashes and what the service says.
    others: &["notice.note", "termination.note", "document_hash", "on_signed_failure", "ending_failure"],
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
/// Requests for help of the member that are not sensitive.
pub const TICKETS: HeldKind = HeldKind {
    kind: KindName::Ticket,
    area: Area::Tickets,
    index: Index::Third,
    texts: &["subject", "description"],
    lists: &["tags"],
    ..PLAIN
};
/// Requests for help that only trusted people see.
pub const SENSITIVE_TICKETS: HeldKind =
    HeldKind { kind: KindName::SensitiveTicket, also: Some(Scope::TICKETS_SENSITIVE), ..TICKETS };
/// What the member said about requests for help. A comment does not tell whether its ticket is sensitive, so all of
/// them take the scope.
pub const TICKET_COMMENTS: HeldKind = HeldKind {
    kind: KindName::TicketComment,
    area: Area::Tickets,
    index: Index::Third,
    texts: &["text"],
    also: Some(Scope::TICKETS_SENSITIVE),
    ..PLAIN
};
/// Posts of the feed. The feed takes them away afterwards, with everything else of the member
/// (`records::feed_erasure`).
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
/// Subscriptions. What is charged besides stands on invoices.
pub const SUBSCRIPTIONS: HeldKind = HeldKind {
    kind: KindName::Subscription,
    area: Area::Subscriptions,
    index: Index::Third,
    others: &["items.description", "scheduled_change.membership_plan_name"],
    ..PLAIN
};
/// Invoices. What is printed stays as it was issued; what the operator noted beside that does not.
pub const INVOICES: HeldKind = HeldKind {
    kind: KindName::Invoice,
    area: Area::Invoices,
    index: Index::First,
    texts: &["internal_note"],
    others: &[
        "bill_from",
        "bill_to",
        "items.description",
        "memo",
        "number",
        "purchase_order",
        "tax_lines.exemption_reason",
        "time_zone",
    ],
    ..PLAIN
};
/// Drafts of invoices that were left when their customer went, because the list of them lagged: what never became a
/// document is not kept.
pub const DRAFT_INVOICES: HeldKind = HeldKind {
    texts: &["memo", "purchase_order", "internal_note", "customer_tax.exemption_reason"],
    lists: &["exemption_reasons"],
    kept: Some("number"),
    ..INVOICES
};
/// Items of invoices, which are printed.
pub const INVOICE_ITEMS: HeldKind = HeldKind {
    kind: KindName::InvoiceItem,
    area: Area::Invoices,
    index: Index::Second,
    others: &["description"],
    ..PLAIN
};
/// Credit notes, which stay as they were issued, like invoices.
pub const CREDIT_NOTES: HeldKind = HeldKind {
    kind: KindName::CreditNote,
    area: Area::Invoices,
    index: Index::First,
    others: &[
        "bill_from",
        "bill_to",
        "lines.description",
        "memo",
        "number",
        "invoice_number",
        "tax_lines.exemption_reason",
    ],
    ..PLAIN
};
/// What left the member's balance without paying an invoice. What identifies a payment outside belongs to the books.
pub const BALANCE_CLEARINGS: HeldKind = HeldKind {
    kind: KindName::BalanceClearing,
    area: Area::Transactions,
    index: Index::First,
    texts: &["reason"],
    others: &["gateway_reference"],
    ..PLAIN
};
/// Payments. What identifies one outside belongs to the books.
pub const PAYMENT_TRANSACTIONS: HeldKind = HeldKind {
    kind: KindName::PaymentTransaction,
    area: Area::Transactions,
    index: Index::First,
    texts: &["note", "dispute.reason"],
    listed: &["refunds.reason"],
    others: &["gateway_reference", "failure_code"],
    ..PLAIN
};
/// Transactions of credits in the member's wallet.
pub const CREDIT_TRANSACTIONS: HeldKind = HeldKind {
    kind: KindName::CreditTransaction,
    area: Area::Transactions,
    index: Index::First,
    texts: &["reason"],
    ..PLAIN
};
/// Transactions of day passes.
pub const DAY_PASS_TRANSACTIONS: HeldKind = HeldKind { kind: KindName::DayPassTransaction, ..CREDIT_TRANSACTIONS };
/// What is told of records that name the member.
pub const LOGGED_EVENTS: HeldKind = HeldKind {
    kind: KindName::LoggedEvent,
    area: Area::Merchant,
    index: Index::Third,
    texts: &["object", "previous_attributes", "expanded"],
    ..PLAIN
};
/// Sessions in which a member acted.
pub const SESSIONS: HeldKind =
    HeldKind { kind: KindName::Session, area: Area::Members, also: Some(Scope::MEMBERS_SESSIONS), ..PLAIN };
/// Letters to the member, and what servers for mail said to them.
pub const LETTERS: HeldKind = HeldKind {
    kind: KindName::Letter,
    area: Area::Members,
    texts: &["subject", "text"],
    listed: &["attempts.response"],
    purged: &["email"],
    ..PLAIN
};
/// Addresses at which the member's calendar is read.
pub const CALENDAR_FEEDS: HeldKind = HeldKind { kind: KindName::CalendarFeed, area: Area::Bookings, ..PLAIN };
/// What a guest left under an address of the member, without regard to which of the member's addresses it is.
pub static OF_GUESTS: [HeldKind; 3] = [
    HeldKind { index: Index::Third, ..EVENT_REGISTRATIONS },
    HeldKind { index: Index::Third, ..EVENT_WAITLIST_ENTRIES },
    LETTERS,
];
/// Every kind whose records belong to a customer.
pub const ALL: [&HeldKind; 36] = [
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
    &SUBSCRIPTIONS,
    &INVOICES,
    &DRAFT_INVOICES,
    &INVOICE_ITEMS,
    &CREDIT_NOTES,
    &PAYMENT_TRANSACTIONS,
    &BALANCE_CLEARINGS,
    &CREDIT_TRANSACTIONS,
    &DAY_PASS_TRANSACTIONS,
    &SESSIONS,
    &LETTERS,
    &CALENDAR_FEEDS,
    // Last: emptying the others is told by events.
    &LOGGED_EVENTS,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ALL;
    use crate::personal_data::PersonalData;
    use values::KindName;

    #[test]
    fn every_kind_that_has_something_of_a_customer_is_among_all() {
        let told = KindName::ALL.iter().filter(|kind| matches!(PersonalData::of(**kind), PersonalData::OfCustomer(_)));
        let told: BTreeSet<&str> = told.map(|kind| kind.as_str()).collect();
        let listed: BTreeSet<&str> = ALL.iter().map(|held| held.kind.as_str()).collect();
        assert_eq!(told, listed);
    }

    #[test]
    fn a_kind_declares_itself() {
        for kind in KindName::ALL {
            if let PersonalData::OfCustomer(held) = PersonalData::of(*kind) {
                assert_eq!(held.kind, *kind);
            }
        }
    }
}
