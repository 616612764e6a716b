//! The catalogue.

use serde_json::json;

use super::Api;
use crate::fault::Fault;

pub async fn seed(api: &Api) -> Result<(), Fault> {
    for plan in [
        json!({
            "name": "Flex", "tagline": "Ten days a month, any desk", "description": "For those who come and go.",
            "price": 149, "currency": "EUR", "billing_cycle": "monthly", "credits": 10, "day_passes": 10, "display_order": 1,
            "features": ["Any free desk", "Ten day passes a month", "Ten credits for meeting rooms", "Coffee and tea"],
        }),
        json!({
            "name": "Resident", "tagline": "A desk of your own", "description": "Your desk, your drawer, day and night.",
            "price": 329, "currency": "EUR", "billing_cycle": "monthly", "credits": 25, "display_order": 2,
            "features": ["Your own desk", "Access around the clock", "25 credits for meeting rooms", "Postal address"],
        }),
        json!({
            "name": "Resident, by the year", "tagline": "Two months for free", "price": 3290, "currency": "EUR",
            "billing_cycle": "yearly", "credits": 300, "display_order": 3,
        }),
        json!({
            "name": "Virtual office", "tagline": "An address without a desk", "price": 45, "currency": "EUR",
            "billing_cycle": "monthly", "display_order": 4, "is_active": false,
        }),
    ] {
        api.make("/plans", plan).await?;
    }
    Ok(())
}
