//! Locations and their floors.

use serde_json::{Value, json};

use super::Api;
use crate::fault::Fault;

/// Two houses in two cities, time zones and currencies.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    let amsterdam = json!({
        "name": "Keizersgracht", "time_zone": "Europe/Amsterdam", "currency": "EUR", "tax_rate": 21,
        "description": "A canal house with a garden, five minutes from the Westerkerk.",
        "address": {"line1": "Keizersgracht 126", "postal_code": "1015 CW", "city": "Amsterdam", "country_code": "NL"},
        "email": "keizersgracht@colonnade.example", "phone": "+31 20 555 0126",
        "latitude": 52.3749, "longitude": 4.8867,
        "opening_hours": weekdays("07:00", "23:00"), "public_hours": weekdays("09:00", "18:00"),
        "holidays": [{"date": "2027-04-27", "name": "King's Day"}], "network_group": "europe",
    });
    let london = json!({
        "name": "Shoreditch", "time_zone": "Europe/London", "currency": "GBP", "tax_rate": 20, "tax_inclusive": true,
        "description": "Two floors of a former print shop.",
        "address": {"line1": "21 Rivington Street", "postal_code": "EC2A 3DU", "city": "London", "country_code": "GB"},
        "email": "shoreditch@colonnade.example", "opening_hours": weekdays("08:00", "20:00"), "network_group": "europe",
    });
    api.make("amsterdam", "/locations", amsterdam).await?;
    api.make("london", "/locations", london).await?;
    for (name, location, title, level) in [
        ("garden", "amsterdam", "Garden level", 0),
        ("bel-etage", "amsterdam", "Bel-etage", 1),
        ("attic", "amsterdam", "Attic", 4),
        ("press room", "london", "Press room", 0),
        ("bindery", "london", "Bindery", 1),
    ] {
        api.make(name, "/floors", json!({"location_id": api.id(location), "name": title, "level": level})).await?;
    }
    Ok(())
}

/// The same hours from Monday to Friday.
pub fn weekdays(opens: &str, closes: &str) -> Value {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday"];
    days.map(|weekday| json!({"weekday": weekday, "opens": opens, "closes": closes})).to_vec().into()
}
