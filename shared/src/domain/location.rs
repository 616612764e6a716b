//! Location: a place of the merchant, with its time zone and currency. Most areas read it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Address, Counter, Currency, Day, Decimal, Entity, Id, Index, IndexBy, Indexes, Kind, KindName, LongText, Name,
    OptionalEmail, Percent, ShortText, TimeZone, Timestamp, UniqueKey, audience::Standing, schedule::OpeningHours,
    text::comparable,
};

/// A stored location.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Location {
    /// What people call it; unique among live locations.
    pub name: Name,
    /// Postal address.
    pub address: Address,
    /// Opening hours, days, recurrence and billing anchors are computed in it.
    pub time_zone: TimeZone,
    /// Currency of every price here.
    pub currency: Currency,
    /// Address for mail; empty when there is none.
    pub email: OptionalEmail,
    /// Telephone number.
    pub phone: ShortText,
    /// Degrees north.
    pub latitude: Option<Decimal>,
    /// Degrees east.
    pub longitude: Option<Decimal>,
    /// What it is like.
    pub description: LongText,
    /// When members may use it; around the clock when empty.
    pub opening_hours: Vec<OpeningHours>,
    /// When everybody may use it; as `opening_hours` when empty.
    pub public_hours: Vec<OpeningHours>,
    /// Days on which it is closed.
    pub holidays: Vec<Holiday>,
    /// Tax on what is sold here, unless the thing sold has its own.
    pub tax_rate: Percent,
    /// Whether prices include tax.
    pub tax_inclusive: bool,
    /// Whether it does business.
    pub is_active: bool,
    /// Locations of one group share what is visible to their network.
    pub network_group: ShortText,
}

/// A day on which a location is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holiday {
    /// The local day.
    pub date: Day,
    /// What it is.
    #[serde(default)]
    pub name: ShortText,
}

impl Location {
    /// By network.
    pub const BY_NETWORK: IndexBy<Self, ShortText> = IndexBy::new(Index::First, "group");

    /// The unique key of its name: held while it is live, active or not.
    #[must_use]
    pub fn name_key(&self) -> UniqueKey {
        UniqueKey::new("location_name", comparable(self.name.as_str()))
    }

    /// The weekly hours that apply to a customer; empty means around the clock.
    #[must_use]
    pub fn hours(&self, standing: Standing) -> &[OpeningHours] {
        match standing {
            Standing::Public if !self.public_hours.is_empty() => &self.public_hours,
            Standing::Public | Standing::Member => &self.opening_hours,
        }
    }

    /// Counts what stands at a location and must go before it: it cannot be archived above 0.
    #[must_use]
    pub fn uses(id: Id<Self>) -> Counter {
        Counter::new("location_uses", id)
    }

    /// Counts what has a price in the location's currency, which is fixed above 0.
    #[must_use]
    pub fn prices(id: Id<Self>) -> Counter {
        Counter::new("location_prices", id)
    }
}

impl Kind for Location {
    const KIND: KindName = KindName::Location;
}

impl Entity for Location {
    const PATH: &'static str = "/locations";
    type View = LocationView;

    fn view(&self, _now: Timestamp) -> LocationView {
        LocationView {
            name: self.name.clone(),
            address: self.address.clone(),
            time_zone: self.time_zone,
            currency: self.currency,
            email: self.email.clone(),
            phone: self.phone.clone(),
            latitude: self.latitude,
            longitude: self.longitude,
            description: self.description.clone(),
            opening_hours: self.opening_hours.clone(),
            public_hours: self.public_hours.clone(),
            holidays: self.holidays.clone(),
            tax_rate: self.tax_rate,
            tax_inclusive: self.tax_inclusive,
            is_active: self.is_active,
            network_group: self.network_group.clone(),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_NETWORK, &self.network_group, id)
    }
}

/// A place of the merchant.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Location")]
pub struct LocationView {
    /// What people call it; unique among live locations.
    pub name: Name,
    /// Postal address.
    pub address: Address,
    /// IANA time zone: opening hours, days, recurrence and billing anchors are computed in it.
    pub time_zone: TimeZone,
    /// Currency of every price here.
    pub currency: Currency,
    /// Address for mail; empty when there is none.
    pub email: OptionalEmail,
    /// Telephone number.
    pub phone: ShortText,
    /// Degrees north.
    pub latitude: Option<Decimal>,
    /// Degrees east.
    pub longitude: Option<Decimal>,
    /// What it is like.
    pub description: LongText,
    /// When members may use it; around the clock when empty.
    pub opening_hours: Vec<OpeningHours>,
    /// When everybody may use it; as `opening_hours` when empty.
    pub public_hours: Vec<OpeningHours>,
    /// Days on which it is closed.
    pub holidays: Vec<Holiday>,
    /// Tax in percent on what is sold here, unless the thing sold has its own.
    pub tax_rate: Percent,
    /// Whether prices include tax.
    pub tax_inclusive: bool,
    /// Whether it does business.
    pub is_active: bool,
    /// Locations of one group share what is visible to their network.
    pub network_group: ShortText,
}
