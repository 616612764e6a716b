//! Companies and who belongs to them.

use serde_json::json;

use super::Api;
use crate::fault::Fault;

/// One company in each house, with a manager and members.
pub async fn seed(api: &Api) -> Result<(), Fault> {
    let studio = json!({
        "location_id": api.id("amsterdam"), "name": "Blue Harbour Studio", "legal_name": "Blue Harbour Studio B.V.",
        "tax_id": "NL004495445B01", "billing_email": "accounts@blueharbour.example", "default_payment_terms_days": 30,
        "billing_address": {"line1": "Prinsengracht 8", "city": "Amsterdam", "country_code": "NL"},
        "pay_with_invoice": {"rooms": true, "desks": true},
    });
    let press = json!({
        "location_id": api.id("london"), "name": "Lantern Press", "billing_email": "office@lantern.example",
        "billing_address": {"line1": "4 Redchurch Street", "city": "London", "country_code": "GB"},
    });
    api.make("blue harbour", "/companies", studio).await?;
    api.make("lantern", "/companies", press).await?;
    for (company, member, role, limit) in [
        ("blue harbour", "carla", "manager", None),
        ("blue harbour", "deniz", "member", Some(40)),
        ("lantern", "grace", "manager", None),
    ] {
        let mut place = json!({"member_id": api.id(member), "role": role, "may_use_company_credits": true});
        if let Some(limit) = limit {
            place["monthly_credit_limit"] = json!(limit);
        }
        api.post(&api.path("/companies", company, "/members"), place).await?;
    }
    Ok(())
}
