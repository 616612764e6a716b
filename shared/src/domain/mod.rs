//! Pure: no IO, no HTTP, no database. One file per entity that several areas read, and the values they are made of.

pub mod amount;
pub mod api_client;
pub mod audience;
pub mod billing_cycle;
pub mod booking_policy;
pub mod calendar_entry;
pub mod check_in;
pub mod client_id;
pub mod company;
pub mod company_member;
pub mod counter;
pub mod customer;
pub mod decimal;
pub mod email;
pub mod event_erasure;
pub mod feed_erasure;
pub mod fields;
pub mod file_removal;
pub mod filter_lists;
pub mod floor;
pub mod held_record;
pub mod id;
pub mod index;
pub mod location;
pub mod logged_event;
pub mod member;
pub mod membership_plan;
pub mod merchant;
pub mod merchant_kind;
pub mod metadata;
pub mod money;
pub mod percent;
pub mod period;
pub mod personal_data;
pub mod plan;
pub mod price;
pub mod publication;
pub mod record;
pub mod recurrence;
pub mod references;
pub mod sandbox_clock;
pub mod schedule;
pub mod scope;
pub mod secret;
pub mod standing;
pub mod text;
pub mod time;
pub mod time_zone;
pub mod unique_key;
pub mod upload;
pub mod visitor;
pub mod visitor_contact;
pub mod visitor_request;
pub mod visitor_visit;
pub mod words;

pub use self::{
    amount::Amount,
    calendar_entry::{CalendarChange, CalendarEntry, CalendarListName, CalendarSubject},
    check_in::CheckIn,
    company::Company,
    company_member::CompanyMember,
    counter::Counter,
    customer::{Customer, CustomerTier},
    decimal::Decimal,
    event_erasure::EventErasure,
    feed_erasure::FeedErasure,
    fields::Writable,
    file_removal::FileRemoval,
    floor::Floor,
    held_record::HeldRecord,
    id::{Id, Kind, KindName},
    index::{IndexBy, IndexPartition},
    location::Location,
    logged_event::LoggedEvent,
    member::Member,
    membership_plan::MembershipPlan,
    metadata::{Metadata, MetadataPatch},
    money::{Currency, Money, MoneyError},
    percent::Percent,
    period::Period,
    plan::Plan,
    record::{Entity, Index, Indexes, RareState, Record, RecordSet},
    references::{
        CompanyMemberReference, LocationReference, MembershipPlanReference, MerchantReference, ResourceReference,
    },
    sandbox_clock::SandboxClock,
    standing::StandingAt,
    text::{
        Address, CountryCode, DocumentText, EmailAddress, LongText, Name, OptionalEmail, SearchText, ShortText, Url,
    },
    time::{Clock, Day, Timestamp},
    time_zone::TimeZone,
    unique_key::UniqueKey,
    upload::{FileKey, OptionalFileKey, Upload, UploadFields},
    visitor::Visitor,
    visitor_contact::VisitorContact,
    visitor_request::VisitorRequest,
    visitor_visit::VisitorVisit,
};
