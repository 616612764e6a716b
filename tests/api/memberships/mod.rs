//! Memberships.

mod exclusive;
mod interface;
mod links;
mod lists;
mod rules;
mod sign_up;

use serde_json::{Value, json};

/// A membership plan with only what is required.
fn flex(location: &str) -> Value {
    json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 149.5, "currency": "EUR"})
}

/// A plan of the catalogue.
fn plan(name: &str) -> Value {
    json!({"name": name, "description": "From the plan.", "price": 99, "currency": "EUR", "billing_cycle": "yearly",
        "credits": 7, "day_passes": 3})
}
