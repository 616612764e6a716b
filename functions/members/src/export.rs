//! Export what is held about a member, section by section.

use agreements::lead::Lead;
use event_history::can_see;
use records::{
    Company, Member, VisitorContact,
    personal_data::declared::{self, HeldKind},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, PathId};
use store::{Expression, HeldRecord, IndexPartition, List, Record};
use values::{ApiError, Area, Customer, EmailAddress, Id, KindName, OptionalEmail, Scope, UniqueKey};

use crate::{held, registrations::MemberRegistration};

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
    /// What the member said about requests for help; takes the scope `tickets:sensitive`, and what is internal
    /// `tickets:internal`.
    TicketComments,
    /// Contracts of which the member is the customer.
    Contracts,
    /// The texts of the member's contracts, as issued.
    ContractTexts,
    /// What happened to contracts.
    ContractTrails,
    /// Subscriptions of which the member is the customer.
    Subscriptions,
    /// Invoices made out to the member.
    Invoices,
    /// What waits for the member's invoices or stands on them.
    InvoiceItems,
    /// Credit notes made out to the member.
    CreditNotes,
    /// Payments that the member made.
    PaymentTransactions,
    /// What left the member's balance of money without paying an invoice.
    BalanceClearings,
    /// What came into the member's wallet of credits, and went out of it.
    CreditTransactions,
    /// The same of day passes.
    DayPassTransactions,
    /// Registrations for events of a guest under the member's e-mail or an earlier one.
    EventRegistrationsAsGuest,
    /// Entries in waiting lists of events of such a guest.
    EventWaitlistEntriesAsGuest,
    /// Contacts of visitors under the member's e-mail or an earlier one.
    VisitorContacts,
    /// Leads that became the member.
    Leads,
    /// Leads under the member's e-mail or an earlier one that became nobody else.
    LeadsByEmail,
    /// Sessions in which the member acted.
    Sessions,
    /// Letters to the member, and what became of them; what they say takes the scope of what they are about.
    Letters,
    /// Letters to somebody who was no member, under the member's e-mail or an earlier one.
    LettersAsGuest,
    /// Addresses at which the member's calendar is read.
    CalendarFeeds,
    /// What is told of records that name the member; takes the scope `merchant:read`, and what they say that of their
    /// area.
    LoggedEvents,
}

/// Which part of the member's data is exported.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberExportFilter {
    /// Which part; the member when left out.
    section: Option<ExportSection>,
    /// In the sections of bookings and series: only what the member booked for this company, instead of what is the
    /// member's own.
    company_id: Option<Id<Company>>,
}

/// Exports one section of everything that is held about a member.
pub async fn export(
    call: Call,
    PathId(id): PathId<Member>,
    Listing { filter, paging }: Listing<MemberExportFilter>,
) -> Lists<HeldRecord> {
    let member = call.get(id).await?;
    let records = find_section(&call, &member, &filter).await?;
    let mut page = call.page(records, paging).await?;
    let told: &[&str] = match filter.section {
        Some(ExportSection::LoggedEvents) => &["object", "previous_attributes"],
        Some(ExportSection::Letters | ExportSection::LettersAsGuest) => &["subject", "text"],
        _ => return Ok(page),
    };
    let shown = |record| as_it_may_be_seen(&call, without_others(record), told);
    page.data = page.data.into_iter().map(shown).collect();
    Ok(page)
}

/// What an event names in short beside the member is of others.
fn without_others(record: Record<HeldRecord>) -> Record<HeldRecord> {
    Record { body: record.body.without(&["expanded"]), ..record }
}

/// An event or a letter as the calling client may see it, as their own operations show it.
fn as_it_may_be_seen(call: &Call, record: Record<HeldRecord>, told: &[&str]) -> Record<HeldRecord> {
    let about = record.body.text("object_type");
    if about.is_empty() || can_see(&call.caller.scopes, about) {
        return record;
    }
    Record { body: record.body.without(told), ..record }
}

/// The condition of a lead that became nobody, or the member.
fn nobody_elses(member: Id<Member>) -> Expression {
    Expression::new("attribute_type(#body.#became.#member, :null) OR #body.#became.#member = :own")
        .name("#body", "body")
        .name("#became", "became")
        .name("#member", "member_id")
        .string(":null", "NULL")
        .string(":own", member.to_string())
}

/// Records that stand under the member's present address, and under earlier ones that no other member has by now.
async fn find_by_email<E>(
    call: &Call,
    member: &Record<Member>,
    kind: KindName,
    place: fn(&EmailAddress) -> IndexPartition<E>,
) -> Result<List<HeldRecord>, ApiError> {
    let present = place(&member.body.email);
    let earlier = &member.body.earlier_emails;
    if earlier.is_empty() {
        return Ok(List::held(kind, Some((present.index, present.partition))));
    }
    let keys: Vec<UniqueKey> = earlier.iter().map(Member::email_key).collect();
    let holders = call.store.find_holders(call.tenant(), &keys).await?;
    let own = earlier.iter().zip(holders).filter(|(_, holder)| holder.is_none());
    let mut partitions: Vec<String> = own.map(|(email, _)| place(email).partition).collect();
    partitions.push(present.partition);
    Ok(List::held(kind, None).under_any(call.tenant(), present.index, &partitions))
}

/// What a guest left under the member's addresses.
async fn find_as_guest(call: &Call, member: &Record<Member>, held: &HeldKind) -> Result<List<HeldRecord>, ApiError> {
    held::check_kind(call, held)?;
    find_by_email(call, member, held.kind, |email| declared::BY_GUEST.of(email)).await
}

async fn find_section(
    call: &Call,
    member: &Record<Member>,
    filter: &MemberExportFilter,
) -> Result<List<HeldRecord>, ApiError> {
    let section = filter.section.unwrap_or(ExportSection::Member);
    match section {
        ExportSection::Member => {
            let only = (Some(member.id.to_string()), Some(format!("{}~", member.id)));
            Ok(List::held(KindName::Member, None).between(only.0, only.1))
        }
        ExportSection::RegistrationsByEmail => {
            let place = |email: &EmailAddress| MemberRegistration::BY_EMAIL.of(email);
            find_by_email(call, member, KindName::MemberRegistration, place).await
        }
        ExportSection::EventRegistrationsAsGuest => find_as_guest(call, member, &declared::EVENT_REGISTRATIONS).await,
        ExportSection::EventWaitlistEntriesAsGuest => {
            find_as_guest(call, member, &declared::EVENT_WAITLIST_ENTRIES).await
        }
        ExportSection::LettersAsGuest => find_as_guest(call, member, &declared::LETTERS).await,
        ExportSection::VisitorContacts => {
            held::check_scope(call, Area::Visitors)?;
            let place = |email: &EmailAddress| VisitorContact::BY_EMAIL.of(&OptionalEmail::new(email.as_str()));
            find_by_email(call, member, KindName::VisitorContact, place).await
        }
        ExportSection::LeadsByEmail => {
            let place = |email: &EmailAddress| Lead::BY_EMAIL.of(&OptionalEmail::new(email.as_str()));
            let found = find_by_email(call, member, KindName::Lead, place).await?;
            Ok(found.matching(Some(nobody_elses(member.id))))
        }
        ExportSection::Leads => {
            let became = Lead::BY_MEMBER.of(&member.id);
            Ok(List::held(KindName::Lead, Some((became.index, became.partition))))
        }
        ExportSection::Registrations => {
            let led_here = MemberRegistration::BY_MEMBER.of(&member.id);
            Ok(List::held(KindName::MemberRegistration, Some((led_here.index, led_here.partition))))
        }
        ExportSection::CompanyPlaces => {
            held::check_scope(call, Area::Companies)?;
            Ok(List::held(KindName::CompanyMember, None).only("member_id", Some(&member.id)))
        }
        ExportSection::TicketComments => {
            let public = (!call.caller.scopes.allow(Scope::TICKETS_INTERNAL)).then_some(false);
            let comments = of_kind(call, &declared::TICKET_COMMENTS, member.id, None)?;
            Ok(comments.only("internal", public.as_ref()))
        }
        _ => {
            let held = declared_kind(section).ok_or_else(|| ApiError::internal("a section without its kind"))?;
            of_kind(call, held, member.id, filter.company_id)
        }
    }
}

/// The kind of which a section has the member's own records, as the kind declares them; none of what is found
/// otherwise.
const fn declared_kind(section: ExportSection) -> Option<&'static HeldKind> {
    Some(match section {
        ExportSection::Member
        | ExportSection::RegistrationsByEmail
        | ExportSection::Registrations
        | ExportSection::CompanyPlaces
        | ExportSection::EventRegistrationsAsGuest
        | ExportSection::EventWaitlistEntriesAsGuest
        | ExportSection::LettersAsGuest
        | ExportSection::VisitorContacts
        | ExportSection::Leads
        | ExportSection::LeadsByEmail => return None,
        ExportSection::Bookings => &declared::BOOKINGS,
        ExportSection::BookingSeries => &declared::BOOKING_SERIES,
        ExportSection::BookingHolds => &declared::BOOKING_HOLDS,
        ExportSection::WaitlistEntries => &declared::WAITLIST_ENTRIES,
        ExportSection::ResourceAssignments => &declared::RESOURCE_ASSIGNMENTS,
        ExportSection::BenefitApplications => &declared::BENEFIT_APPLICATIONS,
        ExportSection::CheckIns => &declared::CHECK_INS,
        ExportSection::ShopOrders => &declared::SHOP_ORDERS,
        ExportSection::EventRegistrations => &declared::EVENT_REGISTRATIONS,
        ExportSection::EventWaitlistEntries => &declared::EVENT_WAITLIST_ENTRIES,
        ExportSection::VisitorVisits => &declared::VISITOR_VISITS,
        ExportSection::VisitorRequests => &declared::VISITOR_REQUESTS,
        ExportSection::FeedPosts => &declared::FEED_POSTS,
        ExportSection::FeedComments => &declared::FEED_COMMENTS,
        ExportSection::FeedEdits => &declared::FEED_EDITS,
        ExportSection::FeedLikes => &declared::FEED_LIKES,
        ExportSection::FeedReports => &declared::FEED_REPORTS,
        ExportSection::Tickets => &declared::TICKETS,
        ExportSection::SensitiveTickets => &declared::SENSITIVE_TICKETS,
        ExportSection::Contracts => &declared::CONTRACTS,
        ExportSection::ContractTexts => &declared::CONTRACT_TEXTS,
        ExportSection::ContractTrails => &declared::CONTRACT_TRAILS,
        ExportSection::Subscriptions => &declared::SUBSCRIPTIONS,
        ExportSection::Invoices => &declared::INVOICES,
        ExportSection::InvoiceItems => &declared::INVOICE_ITEMS,
        ExportSection::CreditNotes => &declared::CREDIT_NOTES,
        ExportSection::PaymentTransactions => &declared::PAYMENT_TRANSACTIONS,
        ExportSection::BalanceClearings => &declared::BALANCE_CLEARINGS,
        ExportSection::CreditTransactions => &declared::CREDIT_TRANSACTIONS,
        ExportSection::DayPassTransactions => &declared::DAY_PASS_TRANSACTIONS,
        ExportSection::Sessions => &declared::SESSIONS,
        ExportSection::Letters => &declared::LETTERS,
        ExportSection::CalendarFeeds => &declared::CALENDAR_FEEDS,
        ExportSection::LoggedEvents => &declared::LOGGED_EVENTS,
        ExportSection::TicketComments => &declared::TICKET_COMMENTS,
    })
}

/// The member's own records of a kind, or those in which the member acted for a company.
fn of_kind(
    call: &Call,
    held: &HeldKind,
    member: Id<Member>,
    company: Option<Id<Company>>,
) -> Result<List<HeldRecord>, ApiError> {
    held::check_kind(call, held)?;
    match (company, held.actor) {
        (Some(company), Some(actor)) => Ok(held::of(held, company.cast::<Customer>()).only(actor, Some(&member))),
        (None, _) | (Some(_), None) => Ok(held::of(held, member.cast::<Customer>())),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use records::personal_data::declared;
    use schemars::schema_for;

    use super::{ExportSection, declared_kind};

    #[test]
    fn every_kind_that_has_something_of_a_customer_has_a_section() {
        let schema = serde_json::to_value(schema_for!(ExportSection)).expect("a schema");
        let names = schema["oneOf"].as_array().into_iter().flatten().map(|one| one["const"].clone());
        let sections = names.map(|name| serde_json::from_value::<ExportSection>(name).expect("a section"));
        let exported: BTreeSet<&str> = sections.filter_map(declared_kind).map(|held| held.kind.as_str()).collect();
        let declared: BTreeSet<&str> = declared::ALL.iter().map(|held| held.kind.as_str()).collect();
        assert_eq!(exported, declared);
    }
}
