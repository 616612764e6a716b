//! How the merchant lets credits be used.

use billing::wallet::{SpentAt, Unit};
use records::{Location, merchant::CreditSettings};
use values::{ApiError, Id};
use work::UnitOfWork;

/// The merchant's settings for credits.
pub async fn read_settings(work: &UnitOfWork) -> Result<CreditSettings, ApiError> {
    let merchant = work.read_merchant().await?;
    Ok(merchant.body.credit_settings)
}

/// Refuses new transactions of credits where the merchant does not use them. Day passes need no setting.
pub fn check_enabled(settings: &CreditSettings, unit: Unit) -> Result<(), ApiError> {
    if unit == Unit::Credits && !settings.enabled {
        let message = "the merchant does not use credits: see credit_settings.enabled";
        return Err(ApiError::rule("customer_id", "credits_disabled", message));
    }
    Ok(())
}

/// Where something is spent: what is bound to no location is paid by whatever the customer has.
pub fn spent_at(settings: &CreditSettings, location_id: Option<Id<Location>>) -> SpentAt {
    location_id.map_or(SpentAt::ANYWHERE, |_| SpentAt {
        location_id: location_id.map(Id::cast),
        cross_location: settings.cross_location,
        takes_place_at: None,
    })
}
