//! Members and registrations.

use serde_json::{Value, json};

use super::Api;
use crate::fault::Fault;

/// Nine people, one of whom is blocked, and three who asked or were asked to join.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    for (key, name, surname, location, role) in [
        ("ann", "Ann", "Bakker", "amsterdam", "owner"),
        ("bram", "Bram", "de Vries", "amsterdam", "manager"),
        ("carla", "Carla", "Mendes", "amsterdam", "member"),
        ("deniz", "Deniz", "Yılmaz", "amsterdam", "member"),
        ("emma", "Emma", "Jansen", "amsterdam", "member"),
        ("farid", "Farid", "Haddad", "london", "manager"),
        ("grace", "Grace", "Okafor", "london", "member"),
        ("henry", "Henry", "Walsh", "london", "member"),
        ("ivan", "Ivan", "Petrov", "london", "member"),
    ] {
        let member = json!({
            "email": format!("{key}@example.com"), "name": name, "surname": surname, "role": role,
            "location_ids": [api.id(location)], "locale": if location == "london" { "en-GB" } else { "nl-NL" },
        });
        api.make(key, "/members", member).await?;
    }
    api.post(&api.path("/members", "ivan", "/block"), Value::Null).await?;
    for (key, name, location, message, source) in [
        ("julia", "Julia Romano", "amsterdam", "Two days a week, please.", "signup"),
        ("kofi", "Kofi Mensah", "london", "We are three, from March on.", "signup"),
        ("lena", "Lena Fischer", "amsterdam", "", "invite"),
    ] {
        let registration = json!({
            "location_id": api.id(location), "email": format!("{key}@example.com"), "name": name, "message": message,
            "source": source,
        });
        api.make(key, "/member-registrations", registration).await?;
    }
    Ok(())
}
