//! Values of the trade, pure: money, decimals, time and time zones, identifiers and their markers, text, scopes and
//! secrets, the tenant, and the errors that an operation answers. Nothing here reads, writes or waits.

pub mod account_key;
pub mod amount;
pub mod audience;
pub mod billing_cycle;
pub mod calendar_entry;
pub mod counter;
pub mod customer;
pub mod cycle;
pub mod decimal;
pub mod email;
pub mod error;
pub mod id;
pub mod language;
pub mod listed_fields;
pub mod merchant_kind;
pub mod metadata;
pub mod money;
pub mod notice;
pub mod operation;
pub mod percent;
pub mod period;
pub mod price;
pub mod recurrence;
pub mod references;
pub mod schedule;
pub mod scope;
pub mod seal;
pub mod sealing;
pub mod secret;
pub mod secret_versions;
pub mod tax;
pub mod tenant;
pub mod text;
pub mod time;
pub mod time_zone;
pub mod total;
pub mod unique_key;
pub mod visibility;
pub mod words;

pub use self::{
    amount::Amount,
    counter::Counter,
    customer::{Customer, CustomerTier},
    decimal::Decimal,
    error::{ApiError, ErrorCode},
    id::{Id, Kind, KindName},
    metadata::{Metadata, MetadataPatch},
    money::{Currency, Money, MoneyError},
    percent::Percent,
    period::Period,
    references::{
        CompanyMemberReference, LocationReference, MembershipPlanReference, MerchantReference, ResourceReference,
    },
    scope::{Access, Area, Scope, Scopes},
    seal::SealedSecret,
    sealing::{SALT_BYTES, SealedText},
    secret::{Secret, SecretDigest},
    secret_versions::SecretVersions,
    tenant::Tenant,
    text::{
        Address, CountryCode, DocumentText, EmailAddress, LongText, Name, OptionalEmail, SearchText, ShortText, Url,
    },
    time::{Clock, Day, Timestamp},
    time_zone::TimeZone,
    unique_key::UniqueKey,
    visibility::Visibility,
};
