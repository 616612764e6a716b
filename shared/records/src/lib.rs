//! Records that several areas read, one file for each: what is stored of it, and what may be asked of it without
//! reading anything.

pub mod api_client;
pub mod asked_tax;
pub mod authenticator;
pub mod booking_policy;
pub mod check_in;
pub mod client_id;
mod client_origin;
pub mod company;
pub mod company_member;
pub mod counting_task;
pub mod entitlements;
pub mod event_erasure;
pub mod feed_erasure;
pub mod file_removal;
pub mod floor;
pub mod identity_provider;
pub mod late_fee_rule;
pub mod letter_type;
pub mod location;
pub mod logged_event;
pub mod member;
pub mod membership_plan;
pub mod merchant;
pub mod operation;
pub mod origin;
pub mod personal_data;
pub mod plan;
pub mod publication;
pub mod sandbox_clock;
pub mod session;
pub mod session_token;
pub mod sign_in;
pub mod stamp;
pub mod tax_rate;
pub mod upload;
pub mod visitor;
pub mod visitor_contact;
pub mod visitor_request;
pub mod visitor_visit;

pub use self::{
    asked_tax::AskedTax,
    authenticator::Authenticator,
    check_in::CheckIn,
    client_id::ClientId,
    client_origin::ClientOrigin,
    company::Company,
    company_member::CompanyMember,
    counting_task::CountingTask,
    entitlements::EntitlementsAt,
    event_erasure::EventErasure,
    feed_erasure::FeedErasure,
    file_removal::FileRemoval,
    floor::Floor,
    identity_provider::IdentityProvider,
    letter_type::LetterType,
    location::Location,
    logged_event::LoggedEvent,
    member::Member,
    membership_plan::MembershipPlan,
    operation::{RecordOperation, RecordTask},
    origin::Origin,
    plan::Plan,
    sandbox_clock::SandboxClock,
    session::Session,
    session_token::{RefreshToken, SessionToken},
    sign_in::{OpenIdSignIn, SignIn},
    stamp::Stamp,
    tax_rate::TaxRate,
    upload::{FileKey, OptionalFileKey, Upload, UploadFields},
    visitor::Visitor,
    visitor_contact::VisitorContact,
    visitor_request::VisitorRequest,
    visitor_visit::VisitorVisit,
};
