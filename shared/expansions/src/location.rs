//! A location in short.

use records::Location;
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Expandable, Named};
use store::Record;
use uuid::Uuid;
use values::{Address, ApiError, Area, Currency, Id, Name, Scope, TimeZone};
use work::UnitOfWork;

use crate::{
    reading,
    seen::{ids, shown},
};

/// Locations, as records name them.
#[derive(Clone, Copy, Debug)]
pub struct Locations;

/// A location in short, as records name it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LocationSummary {
    /// Identifier of the location.
    id: Id<Location>,
    /// What people call it.
    name: Name,
    /// Postal address at which people find it.
    address: Address,
    /// IANA time zone of what happens there.
    time_zone: TimeZone,
    /// ISO 4217 code of every price there.
    currency: Currency,
    /// Whether it does business.
    is_active: bool,
}

impl Expandable for Locations {
    type View = LocationSummary;

    const SCOPE: Scope = reading(Area::Locations);

    async fn find(work: &UnitOfWork, named: &[Named]) -> Result<Vec<(Uuid, LocationSummary)>, ApiError> {
        let found = work.store.find_all(work.tenant(), &ids(named)).await?;
        shown(work, found, summary).await
    }
}

fn summary(location: &Record<Location>) -> LocationSummary {
    let Location { name, address, time_zone, currency, is_active, .. } = &location.body;
    LocationSummary {
        id: location.id,
        name: name.clone(),
        address: address.clone(),
        time_zone: *time_zone,
        currency: *currency,
        is_active: *is_active,
    }
}
