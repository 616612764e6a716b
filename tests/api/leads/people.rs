//! Who sees leads, and who may do what with them.

use serde_json::{Value, json};
use testing::TestClient;
use tests::accepted;

use super::Leads;

#[tokio::test]
async fn a_client_needs_the_scopes_of_members_and_for_a_contract_that_of_contracts() {
    let leads = Leads::new().await;
    let fixture = &leads.fixture;
    let lead = leads.lead(json!({"membership_plan_id": fixture.plan, "wanted_start": "2027-02-01"})).await;
    let with_scopes = async |scopes: Value| {
        let made = fixture.app.post("/api-clients", json!({"name": "Sales", "scopes": scopes})).await;
        let text = |field: &str| made.body["data"][field].as_str().unwrap_or_default().to_owned();
        fixture.app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
    };
    let contracts = with_scopes(json!(["contracts:write"])).await;
    assert_eq!(contracts.get(&lead).await.refusal(), "403 forbidden");
    let reader = with_scopes(json!(["members:read"])).await;
    accepted(&reader.get(&lead).await, 200);
    assert_eq!(reader.put(&lead, json!({"notes": "x"})).await.refusal(), "403 forbidden");
    let writer = with_scopes(json!(["members:write"])).await;
    let convert = format!("{lead}/convert");
    let contract = json!({"to": "contract", "contract": {"template_id": fixture.template}});
    assert_eq!(writer.post(&convert, contract.clone()).await.refusal(), "403 forbidden");
    let both = with_scopes(json!(["members:write", "contracts:write"])).await;
    accepted(&both.post(&convert, contract).await, 200);
}

#[tokio::test]
async fn another_merchant_has_none_of_it() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let lead = leads.lead(json!({})).await;
    let stranger = app.as_client(&app.stranger);
    assert_eq!(stranger.get(&lead).await.status, 404);
    assert_eq!(tests::total(&stranger, "/leads").await, 0);
    for (action, body) in
        [("convert", json!({"to": "member"})), ("lose", json!({"lost_reason": "price"})), ("reopen", json!({}))]
    {
        assert_eq!(stranger.post(&format!("{lead}/{action}"), body).await.status, 404, "{action}");
    }
    assert_eq!(stranger.delete(&lead).await.status, 404);
    let refused = stranger.post("/leads", leads.body(&json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation location_id reference_not_found");
}
