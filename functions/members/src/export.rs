//! Export what is held about a member, section by section.

use event_history::can_see;
use records::{Company, Member};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, PathId};
use store::{HeldRecord, List, Record};
use values::{ApiError, Area, Customer, Id, KindName, Scope, UniqueKey};

use crate::{
    held::{self, HeldKind},
    registrations::MemberRegistration,
};

/// Part of a member's data, exported one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportSection {
    /// The member's own record, as it is stored.
    Member,
    /// Registrations that led to the member.
    Registrations,
    /// Registrations with the member's e-mail or an earlier one, also those that led to nobody.
    RegistrationsByEmail,
    /// Places in companies that the member has or had.
    CompanyPlaces,
    /// Bookings; with `company_id`, those that the member made for that company.
    Bookings,
    /// Series of bookings; with `company_id`, those that the member made for that company.
    BookingSeries,
    /// Time that is held for the member.
    BookingHolds,
    /// Entries in waiting lists.
    WaitlistEntries,
    /// Resources that are assigned to the member.
    ResourceAssignments,
    /// The member's applications for benefits.
    BenefitApplications,
    /// The member's check-ins at locations.
    CheckIns,
    /// Orders of the shop.
    ShopOrders,
    /// The member's registrations for events.
    EventRegistrations,
    /// Entries in waiting lists of events.
    EventWaitlistEntries,
    /// Visits of which the member is the host.
    VisitorVisits,
    /// Requests of visitors for the member.
    VisitorRequests,
    /// Posts of the feed.
    FeedPosts,
    /// Comments in the feed.
    FeedComments,
    /// What the member's posts and comments said before they were changed.
    FeedEdits,
    /// Likes in the feed.
    FeedLikes,
    /// What the member reported in the feed.
    FeedReports,
    /// Requests for help, without those that only trusted people see.
    Tickets,
    /// Requests for help that only trusted people see; takes the scope `tickets:sensitive`.
    SensitiveTickets,
    /// What the member said about requests for help; takes the scope `tickets:sensitive`, and what is internal `tickets:internal`.
    TicketComments,
    /// Contracts of which the member is the customer.
    Contracts,
    /// The texts of the member's contracts, as issued.
    ContractTexts,
    /// What happened to contracts.
    ContractTrails,
    /// What is told of records that name the member; takes the scope `merchant:read`, and what they say that of their area.
    LoggedEvents,
}

/// Which part of the member's data is exported.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberExportFilter {
    /// Which part; the member when left out.
    section: Option<ExportSection>,
    /// In the sections of bookings and series: only what the member booked for this company, instead of what is the member's own.
    company_id: Option<Id<Company>>,
}

/// Exports one section of everything that is held about a member.
pub async fn export(
    call: Call,
    PathId(id): PathId<Member>,
    Listing { filter, paging }: Listing<MemberExportFilter>,
) -> Lists<HeldRecord> {
    let member = call.get(id).await?;
    let records = section(&call, &member, &filter).await?;
    let mut page = call.page(records, paging).await?;
    if filter.section == Some(ExportSection::LoggedEvents) {
        page.data = page.data.into_iter().map(|event| as_it_may_be_seen(&call, event)).collect();
    }
    Ok(page)
}

/// An event as the calling client may see it, as the event log shows it.
fn as_it_may_be_seen(call: &Call, event: Record<HeldRecord>) -> Record<HeldRecord> {
    if can_see(&call.caller.scopes, event.body.text("object_type")) {
        return event;
    }
    Record { body: event.body.without(&["object", "previous_attributes"]), ..event }
}

/// Registrations under the member's present address, and under earlier ones that no other member has by now.
async fn registrations_by_email(call: &Call, member: &Record<Member>) -> Result<List<HeldRecord>, ApiError> {
    let present = MemberRegistration::BY_EMAIL.of(&member.body.email);
    let earlier = &member.body.earlier_emails;
    if earlier.is_empty() {
        return Ok(List::held(KindName::MemberRegistration, Some((present.index, present.partition))));
    }
    let keys: Vec<UniqueKey> = earlier.iter().map(Member::email_key).collect();
    let holders = call.store.holders(call.tenant(), &keys).await?;
    let own = earlier.iter().zip(holders).filter(|(_, holder)| holder.is_none());
    let mut partitions: Vec<String> = own.map(|(email, _)| MemberRegistration::BY_EMAIL.of(email).partition).collect();
    partitions.push(present.partition);
    Ok(List::held(KindName::MemberRegistration, None).under_any(call.tenant(), present.index, &partitions))
}

async fn section(
    call: &Call,
    member: &Record<Member>,
    filter: &MemberExportFilter,
) -> Result<List<HeldRecord>, ApiError> {
    let held = match filter.section.unwrap_or(ExportSection::Member) {
        ExportSection::Member => {
            let only = (Some(member.id.to_string()), Some(format!("{}~", member.id)));
            return Ok(List::held(KindName::Member, None).between(only.0, only.1));
        }
        ExportSection::RegistrationsByEmail => return registrations_by_email(call, member).await,
        ExportSection::Registrations => {
            let led_here = MemberRegistration::BY_MEMBER.of(&member.id);
            return Ok(List::held(KindName::MemberRegistration, Some((led_here.index, led_here.partition))));
        }
        ExportSection::CompanyPlaces => {
            held::check_scope(call, Area::Companies)?;
            return Ok(List::held(KindName::CompanyMember, None).only("member_id", Some(&member.id)));
        }
        ExportSection::Bookings => &held::BOOKINGS,
        ExportSection::BookingSeries => &held::BOOKING_SERIES,
        ExportSection::BookingHolds => &held::BOOKING_HOLDS,
        ExportSection::WaitlistEntries => &held::WAITLIST_ENTRIES,
        ExportSection::ResourceAssignments => &held::RESOURCE_ASSIGNMENTS,
        ExportSection::BenefitApplications => &held::BENEFIT_APPLICATIONS,
        ExportSection::CheckIns => &held::CHECK_INS,
        ExportSection::ShopOrders => &held::SHOP_ORDERS,
        ExportSection::EventRegistrations => &held::EVENT_REGISTRATIONS,
        ExportSection::EventWaitlistEntries => &held::EVENT_WAITLIST_ENTRIES,
        ExportSection::VisitorVisits => &held::VISITOR_VISITS,
        ExportSection::VisitorRequests => &held::VISITOR_REQUESTS,
        ExportSection::FeedPosts => &held::FEED_POSTS,
        ExportSection::FeedComments => &held::FEED_COMMENTS,
        ExportSection::FeedEdits => &held::FEED_EDITS,
        ExportSection::FeedLikes => &held::FEED_LIKES,
        ExportSection::FeedReports => &held::FEED_REPORTS,
        ExportSection::Tickets => &held::TICKETS,
        ExportSection::SensitiveTickets => &held::SENSITIVE_TICKETS,
        ExportSection::TicketComments => {
            let public = (!call.caller.scopes.allow(Scope::TICKETS_INTERNAL)).then_some(false);
            let comments = of_kind(call, &held::TICKET_COMMENTS, member.id, None)?;
            return Ok(comments.only("internal", public.as_ref()));
        }
        ExportSection::Contracts => &held::CONTRACTS,
        ExportSection::ContractTexts => &held::CONTRACT_TEXTS,
        ExportSection::ContractTrails => &held::CONTRACT_TRAILS,
        ExportSection::LoggedEvents => &held::LOGGED_EVENTS,
    };
    of_kind(call, held, member.id, filter.company_id)
}

/// The member's own records of a kind, or those in which the member acted for a company.
fn of_kind(
    call: &Call,
    held: &HeldKind,
    member: Id<Member>,
    company: Option<Id<Company>>,
) -> Result<List<HeldRecord>, ApiError> {
    held.check_scope(call)?;
    match (company, held.actor) {
        (Some(company), Some(actor)) => Ok(held.of(company.cast::<Customer>()).only(actor, Some(&member))),
        (None, _) | (Some(_), None) => Ok(held.of(member.cast::<Customer>())),
    }
}
