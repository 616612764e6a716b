//! An import tells nobody what was told where it comes from; what is done afterwards is told.

use local::backup::{export, import};
use serde_json::json;
use tests::{OutboxFixture, location, made};

#[tokio::test]
async fn an_import_makes_no_events_and_what_is_changed_afterwards_is_one() {
    let from = OutboxFixture::new().await;
    let place = location(&from.app).await;
    let floor = made(&from.app, "/floors", json!({"location_id": place, "name": "First", "level": 1})).await;
    let merchant = from.app.tenant().merchant().to_string();
    let mut file = Vec::new();
    export(&from.app.context.store, Some(&merchant), &mut file).await.expect("an export");

    let mut into = OutboxFixture::new().await;
    into.consume().await;
    import(&into.app.context.store, &mut file.as_slice(), false).await.expect("an import");
    assert_eq!(into.consume().await, 0);
    let app = into.app.as_client(&from.app.client);
    let renamed = app.put(&format!("/floors/{floor}"), json!({"name": "Ground"})).await;
    assert_eq!(renamed.status, 200, "{}", renamed.text);
    assert_eq!(into.consume().await, 1);
    let told = app.get("/event-log").await;
    assert_eq!(told.body["data"][0]["type"], "floor.updated", "{}", told.text);
    assert_eq!(told.body["data"][0]["previous_attributes"], json!({"name": "First"}));
    let mut again = Vec::new();
    export(&into.app.context.store, Some(&merchant), &mut again).await.expect("an export");
    assert!(!String::from_utf8_lossy(&again).contains("imported"));
}
