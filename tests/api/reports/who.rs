//! Who reads reports.

use serde_json::json;
use tests::app;

#[tokio::test]
async fn occupancy_is_for_who_reads_bookings_and_money_for_who_reads_transactions() {
    let app = app().await;
    for (scope, allowed) in [("bookings:read", "occupancy"), ("transactions:read", "money")] {
        let client = app.post("/api-clients", json!({"name": scope, "scopes": [scope]})).await;
        let _ = client.id();
        let credentials = testing::TestClient {
            client_id: client.body["data"]["client_id"].as_str().unwrap_or_default().to_owned(),
            secret: client.body["data"]["secret"].as_str().unwrap_or_default().to_owned(),
        };
        let own = app.as_client(&credentials);
        for name in [
            "occupancy",
            "occupancy.csv",
            "revenue",
            "revenue.csv",
            "tax",
            "tax.csv",
            "recurring-revenue",
            "churn",
            "churn.csv",
        ] {
            let answer = own.get(&format!("/reports/{name}?from=2026-12-01&to=2026-12-01")).await;
            let is_allowed = name.starts_with("occupancy") == (allowed == "occupancy");
            assert_eq!(answer.status, if is_allowed { 200 } else { 403 }, "{scope} {name}");
        }
    }
}
