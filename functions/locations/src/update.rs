//! Update a location.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Data, PathId},
    domain::{Currency, Location, Metadata, Name, TimeZone},
};

use crate::{profile::LocationProfile, rules};

/// What may change of a location; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct LocationPatch {
    /// What people call it; unique among live locations.
    name: Option<Name>,
    /// IANA time zone: opening hours, days, recurrence and billing anchors are computed in it.
    time_zone: Option<TimeZone>,
    /// ISO 4217 code of every price here; fixed once there is one.
    currency: Option<Currency>,
    /// Everything else.
    #[serde(flatten)]
    profile: LocationProfile,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update location
///
/// Deactivating it is not refused yet: live subscriptions and coming bookings will count themselves as what forbids it,
/// and that counter is required to be 0 here, beside the one of prices. Floors, resources and offers stay as they are.
pub async fn update(
    call: Call,
    PathId(id): PathId<Location>,
    Body(mut patch): Body<LocationPatch>,
) -> Changes<Location> {
    let before = call.get_for_change(id).await?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone())?;
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let (old, new) = (before.body.name_key(), after.body.name_key());
    transaction.exchange(&old, &new, id, ApiError::already_exists("name"));
    if before.body.currency != after.body.currency {
        let priced = ApiError::conflict(ErrorCode::InUse, "the currency is fixed while anything here has a price");
        transaction.require_zero(&Location::prices(id), priced.at("currency", "in_use"));
    }
    call.commit(transaction, Data(after)).await
}

impl LocationPatch {
    fn applied_to(self, mut location: Location) -> Result<Location, ApiError> {
        location.name = self.name.unwrap_or(location.name);
        location.time_zone = self.time_zone.unwrap_or(location.time_zone);
        location.currency = self.currency.unwrap_or(location.currency);
        self.profile.apply(&mut location);
        rules::check(&location)?;
        Ok(location)
    }
}
