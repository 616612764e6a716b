//! Benefits, their categories and codes, and applications.

use serde_json::{Value, json};

use super::Api;
use crate::fault::Fault;

/// Offers of partners: one to be approved, one with codes of its own for each, one that is a link.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    for (name, title) in [("software", "Software"), ("around the corner", "Around the corner")] {
        let category = json!({"location_id": api.id("amsterdam"), "name": title});
        api.make(name, "/benefit-categories", category).await?;
    }
    let ledger = json!({
        "location_id": api.id("amsterdam"), "category_id": api.id("software"), "title": "Three months of bookkeeping",
        "partner_name": "Ledgerly", "description": "For members who start a company.", "application_mode": "approval",
        "allowance": {"kind": "per_period", "count": 1, "period": "year"}, "total_quota": 50,
    });
    let bakery = json!({
        "location_id": api.id("amsterdam"), "category_id": api.id("around the corner"), "featured": true,
        "title": "Ten percent at the bakery", "partner_name": "Bakkerij Westermarkt", "redemption_code_mode": "pool",
    });
    api.make("ledger", "/benefits", ledger).await?;
    api.make("bakery", "/benefits", bakery).await?;
    let codes = json!({"benefit_id": api.id("bakery"), "codes": ["WM-4F7Q", "WM-9KD2", "WM-P3X8"]});
    api.make("bakery codes", "/benefit-codes", codes).await?;
    for (name, benefit, customer) in [
        ("ledger for ann", "ledger", "ann"),
        ("ledger for emma", "ledger", "emma"),
        ("bakery for carla", "bakery", "carla"),
    ] {
        let application = json!({"benefit_id": api.id(benefit), "customer_id": api.id(customer)});
        api.make(name, "/benefit-applications", application).await?;
    }
    api.post(&api.path("/benefit-applications", "ledger for ann", "/approve"), Value::Null).await?;
    Ok(())
}
