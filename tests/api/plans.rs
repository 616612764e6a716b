//! Plans.

use serde_json::{Value, json};
use tests::app;

fn flex(name: &str) -> Value {
    json!({"name": name, "price": 149.5, "currency": "EUR", "billing_cycle": "monthly"})
}

#[tokio::test]
async fn a_created_plan_is_there_at_once_with_every_field() {
    let app = app().await;
    let created = app.post("/plans", flex("Flex")).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let got = app.get(&format!("/plans/{}", created.id())).await;
    assert_eq!(got.body["data"], created.body["data"]);
    assert_eq!(created.header("location"), format!("/v1/plans/{}", created.id()));
    assert_eq!(created.header("etag"), "\"1\"");
    let list = app.get("/plans").await;
    assert_eq!(list.body["data"], json!([created.body["data"]]));
}
