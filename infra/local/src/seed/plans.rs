//! Plans.

use serde_json::json;

use super::Api;
use crate::fault::Fault;

/// The catalogue, published to the places that sell it.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    let flex = json!({
        "name": "Flex", "tagline": "Ten days a month, any desk", "description": "For those who come and go.",
        "price": 149, "currency": "EUR", "billing_cycle": "monthly", "credits": 10, "day_passes": 10, "display_order": 1,
        "features": ["Any free desk", "Ten day passes a month", "Ten credits for meeting rooms", "Coffee and tea"],
    });
    let resident = json!({
        "name": "Resident", "tagline": "A desk of your own", "description": "Your desk, your drawer, day and night.",
        "price": 329, "currency": "EUR", "billing_cycle": "monthly", "credits": 25, "display_order": 2,
        "features": ["Your own desk", "Access around the clock", "25 credits for meeting rooms", "Postal address"],
    });
    let yearly = json!({
        "name": "Resident, by the year", "tagline": "Two months for free", "price": 3290, "currency": "EUR",
        "billing_cycle": "yearly", "credits": 300, "display_order": 3,
    });
    let virtual_office = json!({
        "name": "Virtual office", "tagline": "An address without a desk", "price": 45, "currency": "EUR",
        "billing_cycle": "monthly", "display_order": 4, "is_active": false,
    });
    api.make("flex", "/plans", flex).await?;
    api.make("resident", "/plans", resident).await?;
    api.make("yearly", "/plans", yearly).await?;
    api.make("virtual office", "/plans", virtual_office).await?;
    publish(api, "flex", 135).await?;
    publish(api, "resident", 299).await
}

/// In Amsterdam as it is, in London with a price in pounds.
async fn publish(api: &Api, plan: &'static str, price: u32) -> Result<(), Fault> {
    let offers = json!({
        "location_ids": [api.id("amsterdam"), api.id("london")],
        "overrides": [{"location_id": api.id("london"), "price": price}],
    });
    api.post(&api.path("/plans", plan, "/publish"), offers).await?;
    Ok(())
}
