//! Location: a place of the merchant, with its time zone and currency. Most areas read it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{RecordOperation, TaxRate, late_fee_rule::LateFeeRule};
use store::{Entity, Index, IndexBy, Indexes, Writable, fields::yes};
use values::ApiError;
use values::{
    Address, Counter, Currency, Day, Decimal, Id, Kind, KindName, LongText, Name, OptionalEmail, Percent, ShortText,
    TimeZone, Timestamp, UniqueKey, customer::CustomerTier, language::Language, schedule::OpeningHours,
};

/// Days from today on in which an open registration can expire: the longest time it can have, and one day for the
/// difference between clocks.
pub const REGISTRATION_DAYS: i64 = 91;

/// A place of the merchant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Location {
    /// What people call it; unique among live locations.
    pub name: Name,
    /// Postal address at which people find the location.
    #[serde(default)]
    pub address: Address,
    /// IANA time zone: opening hours, days, recurrence and billing anchors are computed in it.
    pub time_zone: TimeZone,
    /// ISO 4217 code of every price here; fixed once there is one.
    pub currency: Currency,
    /// Address for mail; empty when there is none.
    #[serde(default)]
    pub email: OptionalEmail,
    /// Telephone number of the location; empty when there is none.
    #[serde(default)]
    pub phone: ShortText,
    /// Degrees north, with at most 6 decimals; given together with `longitude`.
    #[serde(default)]
    #[schemars(range(min = -90, max = 90), extend("multipleOf" = 0.000_001))]
    pub latitude: Option<Decimal>,
    /// Degrees east, with at most 6 decimals; given together with `latitude`.
    #[serde(default)]
    #[schemars(range(min = -180, max = 180), extend("multipleOf" = 0.000_001))]
    pub longitude: Option<Decimal>,
    /// What it is like.
    #[serde(default)]
    pub description: LongText,
    /// When members may use it, in local time; around the clock when empty.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub opening_hours: Vec<OpeningHours>,
    /// When everybody may use it, in local time; as `opening_hours` when empty.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub public_hours: Vec<OpeningHours>,
    /// Local days on which it is closed, each of them once.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub holidays: Vec<Holiday>,
    /// Tax in percent on what is sold here, unless the thing sold has its own; kept but not applied while `tax_rate_id`
    /// is given.
    #[serde(default)]
    pub tax_rate: Percent,
    /// Tax rate by date on what is sold here, unless the thing sold has its own; null where `tax_rate` holds.
    #[serde(default)]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Whether prices include tax.
    #[serde(default)]
    pub tax_inclusive: bool,
    /// Whether it does business.
    #[serde(default = "yes")]
    pub is_active: bool,
    /// Locations of one group share what is visible to their network.
    #[serde(default)]
    pub network_group: ShortText,
    /// What visitors are asked here.
    #[serde(default)]
    pub visitor_settings: VisitorSettings,
    /// How soon people are helped here.
    #[serde(default)]
    pub ticket_settings: TicketSettings,
    /// What is charged for invoices of the location that are paid late. An invoice keeps what it was issued under.
    #[serde(default)]
    pub late_fees: LateFeeRule,
    /// Language of letters about this place to readers who have named none; the merchant's when null.
    #[serde(default)]
    pub language: Option<Language>,
    /// What is carried out for the location in steps after its request, or was last; null when nothing was.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub operation: Option<RecordOperation>,
}

/// How soon people are helped at a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TicketSettings {
    /// Days of 24 hours after which a solved ticket is closed by itself; those of tickets that are solved from now on.
    #[schemars(range(min = 1, max = 90))]
    pub close_after_days: u32,
    /// How long a ticket takes at most, by its priority.
    pub resolution_minutes: ResolutionMinutes,
}

/// How long a ticket takes at most, by its priority: minutes in which the location is open to everybody
/// (`public_hours`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ResolutionMinutes {
    /// Minutes for a ticket of priority `low`.
    #[schemars(range(min = 1, max = 100_000))]
    pub low: u32,
    /// Minutes for a ticket of priority `normal`.
    #[schemars(range(min = 1, max = 100_000))]
    pub normal: u32,
    /// Minutes for a ticket of priority `high`.
    #[schemars(range(min = 1, max = 100_000))]
    pub high: u32,
    /// Minutes for a ticket of priority `urgent`.
    #[schemars(range(min = 1, max = 100_000))]
    pub urgent: u32,
}

impl Default for TicketSettings {
    fn default() -> Self {
        Self { close_after_days: 4, resolution_minutes: ResolutionMinutes::default() }
    }
}

impl Default for ResolutionMinutes {
    /// Five, three and one working day of eight hours, and half of one.
    fn default() -> Self {
        Self { low: 2_400, normal: 1_440, high: 480, urgent: 240 }
    }
}

/// What visitors of a location are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct VisitorSettings {
    /// What visitors accept before they check in; empty for nothing.
    pub agreement: LongText,
    /// Whether the host is asked when the visitor has come.
    pub host_approval: bool,
}

/// A day on which a location is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holiday {
    /// Day of the location's time zone on which it is closed.
    pub date: Day,
    /// What the day is called, such as `New Year`; may be empty.
    #[serde(default)]
    pub name: ShortText,
}

impl Location {
    /// Index of the locations of a network, by their `network_group`.
    pub const BY_NETWORK: IndexBy<Self, ShortText> = IndexBy::compared(Index::First, "group", ToString::to_string);

    /// The weekly hours that apply to a customer; empty means around the clock.
    #[must_use]
    pub fn hours(&self, tier: CustomerTier) -> &[OpeningHours] {
        match tier {
            CustomerTier::Public if !self.public_hours.is_empty() => &self.public_hours,
            CustomerTier::Public | CustomerTier::Member => &self.opening_hours,
        }
    }

    /// Counts the records at a location that must be archived before it: it cannot be archived above 0.
    #[must_use]
    pub fn uses(id: Id<Self>) -> Counter {
        Counter::new("location_uses", id)
    }

    /// Counts the live resources of a location: a list that an index gives is complete when it has this many.
    #[must_use]
    pub fn resources(id: Id<Self>) -> Counter {
        Counter::new("location_resources", id)
    }

    /// Counts every resource that was ever made at a location: none has come while it stays the same.
    #[must_use]
    pub fn resources_made(id: Id<Self>) -> Counter {
        Counter::new("location_resources_made", id)
    }

    /// Counts the subscriptions at a location of which no end was written down: above 0 it is neither deactivated nor
    /// archived.
    #[must_use]
    pub fn subscriptions(id: Id<Self>) -> Counter {
        Counter::new("location_subscriptions", id)
    }

    /// Counts the visits that were not written down as ended and the requests of visitors that wait: above 0 it is not
    /// archived.
    #[must_use]
    pub fn visits(id: Id<Self>) -> Counter {
        Counter::new("location_visits", id)
    }

    /// Counts the registrations at a location that are open until some instant of a UTC day: the location cannot be
    /// archived while there are any of this day or a later one.
    #[must_use]
    pub fn registrations(id: Id<Self>, expiry: Timestamp) -> Counter {
        Counter::new("location_registrations", format!("{id}#{}", expiry.utc().date_naive()))
    }

    /// Refuses what would be made at an inactive location.
    ///
    /// # Errors
    /// 422 `location_inactive` naming `field`.
    pub fn check_active(&self, field: impl Into<String>) -> Result<(), ApiError> {
        if self.is_active { Ok(()) } else { Err(Self::inactive(field)) }
    }

    /// 422: nothing is made at an inactive location.
    #[must_use]
    pub fn inactive(field: impl Into<String>) -> ApiError {
        ApiError::rule(field, "location_inactive", "the location is not active")
    }

    /// Counts the records that have a price in the location's currency; above 0 the currency cannot change.
    #[must_use]
    pub fn prices(id: Id<Self>) -> Counter {
        Counter::new("location_prices", id)
    }
}

impl Kind for Location {
    const KIND: KindName = KindName::Location;
}

impl Writable for Location {
    type Fields = Self;
}

impl Entity for Location {
    const VISIBILITY: values::Visibility =
        values::Visibility::catalogue(&[("is_active", "true")], Some(&[("is_active", "true")]));
    const PATH: &'static str = "/locations";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        vec![UniqueKey::of_name("location_name", self.name.as_str(), |name| name)]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let due_at = self.operation.as_ref().and_then(RecordOperation::due_at);
        Indexes::default().by(&Self::BY_NETWORK, &self.network_group, id).due(due_at)
    }
}
