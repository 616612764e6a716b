//! Customers: members and companies in one space of identifiers.

use serde_json::json;
use tests::{NOBODY, app, company, location, member};

#[tokio::test]
async fn a_customer_is_a_member_or_a_company() {
    let app = app().await;
    let place = location(&app).await;
    let (ann, blue) = (member(&app, "ann@example.com").await, company(&app, &place).await);
    app.put(&format!("/members/{ann}"), json!({"location_ids": [place]})).await;
    app.post(&format!("/companies/{blue}/members"), json!({"member_id": ann, "role": "manager"})).await;
    for (id, kind, name, email) in
        [(&ann, "member", "Ann", json!("ann@example.com")), (&blue, "company", "Blue Harbour", json!(null))]
    {
        let customer = app.get(&format!("/customers/{id}")).await;
        let data = &customer.body["data"];
        assert_eq!((&data["id"], &data["type"], &data["name"]), (&json!(id), &json!(kind), &json!(name)));
        assert_eq!((&data["email"], &data["status"]), (&email, &json!("active")));
        assert_eq!((&data["location_ids"], &data["company_ids"]), (&json!([place]), &json!([blue])));
    }
    app.post(&format!("/members/{ann}/block"), json!({})).await;
    assert_eq!(app.get(&format!("/customers/{ann}")).await.body["data"]["status"], "blocked");
    assert_eq!(app.get(&format!("/customers/{NOBODY}")).await.refusal(), "404 not_found");
}
