//! Outside calendar: a calendar elsewhere whose busy times block a resource.

use std::fmt;

use records::Location;
use scheduling::Resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, fields::yes, holds_fields};
use values::{Counter, Id, Kind, KindName, MerchantReference, Name, SealedText, Timestamp, text_with_schema};

use super::{conflict::CalendarConflict, failure::ReadingFailure};

/// Most outside calendars of a merchant.
pub const CALENDARS_MAX: i64 = 500;

/// Address of visible ASCII characters, as `platform::outgoing::address` reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CalendarAddress(String);

/// Whom a server knows; without a colon, which ends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CalendarUser(String);

/// The password of a server's user. `Debug` prints nothing of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CalendarPassword(String);

text_with_schema!(
    CalendarAddress {"type": "string", "format": "uri", "maxLength": 2000, "pattern": r"^https?://[!#-;=?-\[\]_a-z~]+$"},
    CalendarUser {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"^[ -9;-~]+$"},
    CalendarPassword {"type": "string", "minLength": 1, "maxLength": 500, "pattern": r"^[ -~]+$"}
);

impl fmt::Debug for CalendarPassword {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("password of a calendar")
    }
}

/// How an outside calendar is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutsideCalendarType {
    /// A file of iCalendar (RFC 5545).
    Ics,
    /// A collection of a server of `CalDAV` (RFC 4791).
    Caldav,
}

/// What clients write of an outside calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutsideCalendarFields {
    /// What staff call it; blocks have it as their reason.
    pub name: Name,
    /// The resource that its busy times block.
    #[schemars(extend("x-create-only" = true))]
    pub resource_id: Id<Resource>,
    /// How it is read.
    #[serde(rename = "type")]
    pub calendar_type: OutsideCalendarType,
    /// Where it is: an `https` address with a name, on port 443 or above 1024. Redirects are not followed.
    pub address: CalendarAddress,
    /// User whom the server knows; null where it asks for none.
    #[serde(default)]
    pub username: Option<CalendarUser>,
    /// The user's password; never shown. An update without it keeps the password that was given before, as long as
    /// the address stays.
    #[serde(default, skip_serializing)]
    pub password: Option<CalendarPassword>,
    /// Whether it is read. Blocks of one that is not read stay as they are.
    #[serde(default = "yes")]
    pub is_active: bool,
}

/// An outside calendar as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutsideCalendar {
    /// Fields that clients write.
    #[serde(flatten)]
    pub fields: OutsideCalendarFields,
    /// Location of the resource.
    pub location_id: Id<Location>,
    /// The password, encrypted for this calendar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_password: Option<SealedText>,
    /// How the readings went.
    #[serde(flatten)]
    pub readings: Readings,
}

holds_fields!(OutsideCalendar, OutsideCalendarFields);

/// How the readings of an outside calendar went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Readings {
    /// When it was read last, to the hour unless something changed; null when it never was.
    pub last_read_at: Option<Timestamp>,
    /// When it was read last with success, likewise.
    pub last_success_at: Option<Timestamp>,
    /// Why the last reading failed; null when it succeeded.
    pub failure: Option<ReadingFailure>,
    /// Since when every reading fails; null when the last succeeded.
    pub failing_since: Option<Timestamp>,
    /// When it had failed for an hour, which is told; null once a reading succeeds.
    #[serde(default)]
    pub failure_told_at: Option<Timestamp>,
    /// When it was disabled because nothing succeeded for five days; null unless it was.
    pub disabled_at: Option<Timestamp>,
    /// Blocks that it has now or later.
    pub block_count: i64,
    /// Busy times that meet a booking: only what is left of them is blocked.
    pub conflict_count: i64,
    /// The earliest 20 of them, with what they meet.
    #[schemars(length(max = 20))]
    pub conflicts: Vec<CalendarConflict>,
    /// When one was found that was not there before.
    pub conflict_found_at: Option<Timestamp>,
    /// Until when its busy times are looked at; null when it was never read.
    pub read_until: Option<Timestamp>,
    /// Events in it that cannot be read, and block nothing; one whose rule cannot be read blocks its first time.
    pub unreadable_count: i64,
}

impl OutsideCalendar {
    /// Index of the calendars at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the calendars of a resource.
    pub const BY_RESOURCE: IndexBy<Self, Id<Resource>> = IndexBy::new(Index::Second, "resource");

    /// Counter of a merchant's outside calendars.
    #[must_use]
    pub fn of_merchant(merchant: Id<MerchantReference>) -> Counter {
        Counter::new("outside_calendars", merchant)
    }

    /// Whether the other is read at the same place in the same way.
    #[must_use]
    pub fn is_read_as(&self, other: &Self) -> bool {
        let place = |own: &Self| (own.fields.address.clone(), own.fields.calendar_type, own.fields.username.clone());
        place(self) == place(other) && self.sealed_password == other.sealed_password
    }
}

impl Kind for OutsideCalendar {
    const KIND: KindName = KindName::OutsideCalendar;
}

impl Entity for OutsideCalendar {
    const PATH: &'static str = "/outside-calendars";
    type View = OutsideCalendarView;

    fn view(&self, _now: Timestamp) -> OutsideCalendarView {
        OutsideCalendarView {
            fields: self.fields.clone(),
            location_id: self.location_id,
            has_password: self.sealed_password.is_some(),
            readings: self.readings.clone(),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id).by(&Self::BY_RESOURCE, &self.resource_id, id)
    }

    /// Nobody reads one that was put away.
    fn put_away(&self) -> Option<Self> {
        Some(Self { sealed_password: None, ..self.clone() })
    }
}

/// A calendar elsewhere whose busy times block a resource.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "OutsideCalendar")]
pub struct OutsideCalendarView {
    /// Fields that clients write, without the password.
    #[serde(flatten)]
    pub fields: OutsideCalendarFields,
    /// Location of the resource.
    pub location_id: Id<Location>,
    /// Whether it has a password.
    pub has_password: bool,
    /// How the readings went.
    #[serde(flatten)]
    pub readings: Readings,
}
