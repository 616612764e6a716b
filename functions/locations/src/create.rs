//! Create a location.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates},
    domain::{Address, Currency, Location, LongText, Metadata, Name, OptionalEmail, Percent, ShortText, TimeZone},
};

use crate::{profile::LocationProfile, rules};

/// A new location.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct LocationCreate {
    /// What people call it; unique among live locations.
    name: Name,
    /// IANA time zone: opening hours, days, recurrence and billing anchors are computed in it.
    time_zone: TimeZone,
    /// ISO 4217 code of every price here; fixed once there is one.
    currency: Currency,
    /// Everything else.
    #[serde(flatten)]
    profile: LocationProfile,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create location
pub async fn create(call: Call, Body(input): Body<LocationCreate>) -> Creates<Location> {
    let mut location = bare(input.name, input.time_zone, input.currency);
    input.profile.apply(&mut location);
    rules::check(&location)?;
    let location = call.new_record(location, input.metadata);
    let mut transaction = call.transaction();
    transaction.create(&location);
    transaction.claim(&location.body.name_key(), location.id, ApiError::already_exists("name"));
    call.commit(transaction, Created(location)).await
}

/// A location with only what is required.
fn bare(name: Name, time_zone: TimeZone, currency: Currency) -> Location {
    Location {
        name,
        time_zone,
        currency,
        address: Address::default(),
        email: OptionalEmail::default(),
        phone: ShortText::default(),
        latitude: None,
        longitude: None,
        description: LongText::default(),
        opening_hours: Vec::new(),
        public_hours: Vec::new(),
        holidays: Vec::new(),
        tax_rate: Percent::ZERO,
        tax_inclusive: false,
        is_active: true,
        network_group: ShortText::default(),
    }
}
