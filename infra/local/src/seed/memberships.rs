//! Membership plans, beside those that the catalogue was published as.

use serde_json::json;

use super::Api;
use crate::fault::Fault;

/// What only one house offers, and one offer that is no longer sold.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    let team = json!({
        "location_id": api.id("amsterdam"), "name": "Team room", "cycle": "monthly", "price": 2400, "currency": "EUR",
        "description": "A room for six behind a door of your own.", "expiring_credits": 80, "discount_rooms": 20,
        "discount_events": 10, "minimum_commitment": true, "commitment_cycles": 6, "notice_days": 60,
        "deposit_amount": 4800, "setup_fee": 150, "max_subscribers": 4,
    });
    let day = json!({
        "location_id": api.id("amsterdam"), "name": "Day guest", "cycle": "daily", "price": 29.5, "currency": "EUR",
        "description": "One day, any free desk.", "expiring_day_passes": 1, "signup_enabled": true,
        "signup_type": "immediate",
    });
    let evenings = json!({
        "location_id": api.id("london"), "name": "Evenings", "cycle": "monthly", "price": 79, "currency": "GBP",
        "description": "From six in the evening.", "custom_tax_rate": true, "tax_rate": 5, "signup_enabled": true,
    });
    let summer = json!({
        "location_id": api.id("amsterdam"), "name": "Summer desk", "cycle": "quarterly", "price": 390, "currency": "EUR",
        "description": "June to August.", "is_active": false,
    });
    api.make("team room", "/memberships", team).await?;
    api.make("day guest", "/memberships", day).await?;
    api.make("evenings", "/memberships", evenings).await?;
    api.make("summer desk", "/memberships", summer).await
}
