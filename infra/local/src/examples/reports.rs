//! Reports. The figures of the demo data are made before they are asked for: behind the examples is no stream.

use serde_json::json;

use super::request::Asked;
use crate::{fault::Fault, figures_build, seed::Api};

/// Makes the figures.
///
/// # Errors
/// When the database cannot be read or written.
pub async fn make(api: &Api) -> Result<(), Fault> {
    figures_build::build(api.context(), true, &mut std::io::sink()).await
}

/// What is asked of an operation of this part.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let (from, to) = (api.moment("-1 mon"), api.moment("+0 sun"));
    let asked = json!({"from": from, "to": to, "location_id": api.id("amsterdam")});
    let of_all = json!({"from": from, "to": to});
    Some(match operation {
        "get_receivables_report" | "export_receivables_report" => (json!({}), json!({})),
        "get_tax_report" | "export_tax_report" => (of_all, json!({})),
        "get_occupancy_report"
        | "export_occupancy_report"
        | "get_revenue_report"
        | "export_revenue_report"
        | "get_recurring_revenue_report"
        | "export_recurring_revenue_report"
        | "get_churn_report"
        | "export_churn_report" => (asked, json!({})),
        _ => return None,
    })
}
