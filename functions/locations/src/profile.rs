//! What a create and an update of a location have in common: everything that is not required.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Nullable, set},
    domain::{
        Address, Decimal, Location, LongText, OptionalEmail, Percent, ShortText, location::Holiday,
        schedule::OpeningHours,
    },
};

/// Fields that may be left out: of a create for their default, of an update to stay as they are.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LocationProfile {
    /// Postal address; it is replaced as a whole.
    address: Option<Address>,
    /// Address for mail; empty when there is none.
    email: Option<OptionalEmail>,
    /// Telephone number.
    phone: Option<ShortText>,
    /// Degrees north, with at most 6 decimals; given together with `longitude`.
    #[serde(default)]
    #[schemars(range(min = -90, max = 90), extend("multipleOf" = 0.000_001))]
    latitude: Nullable<Decimal>,
    /// Degrees east, with at most 6 decimals; given together with `latitude`.
    #[serde(default)]
    #[schemars(range(min = -180, max = 180), extend("multipleOf" = 0.000_001))]
    longitude: Nullable<Decimal>,
    /// What it is like.
    description: Option<LongText>,
    /// When members may use it, in local time; around the clock when empty.
    #[schemars(length(max = 100))]
    opening_hours: Option<Vec<OpeningHours>>,
    /// When everybody may use it, in local time; as `opening_hours` when empty.
    #[schemars(length(max = 100))]
    public_hours: Option<Vec<OpeningHours>>,
    /// Local days on which it is closed, each of them once.
    #[schemars(length(max = 100))]
    holidays: Option<Vec<Holiday>>,
    /// Tax in percent on what is sold here, unless the thing sold has its own.
    tax_rate: Option<Percent>,
    /// Whether prices include tax.
    tax_inclusive: Option<bool>,
    /// Whether it does business; true when left out of a create.
    is_active: Option<bool>,
    /// Locations of one group share what is visible to their network.
    network_group: Option<ShortText>,
}

impl LocationProfile {
    /// Writes what was given into a location.
    pub fn apply(self, location: &mut Location) {
        self.latitude.apply(&mut location.latitude);
        self.longitude.apply(&mut location.longitude);
        set(&mut location.address, self.address);
        set(&mut location.email, self.email);
        set(&mut location.phone, self.phone);
        set(&mut location.description, self.description);
        set(&mut location.opening_hours, self.opening_hours);
        set(&mut location.public_hours, self.public_hours);
        set(&mut location.holidays, self.holidays);
        set(&mut location.tax_rate, self.tax_rate);
        set(&mut location.tax_inclusive, self.tax_inclusive);
        set(&mut location.is_active, self.is_active);
        set(&mut location.network_group, self.network_group);
    }
}
