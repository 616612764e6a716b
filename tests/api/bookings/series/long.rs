//! Series that do not fit one transaction.

use serde_json::json;

use super::{super::setting::Setting, count, made};

#[tokio::test]
async fn two_hundred_occurrences_are_made_in_few_calls() {
    let setting = Setting::new().await;
    drop(setting.app.faults.seen());
    let _ = setting.app.faults.depth();
    let series = made(&setting, 200, json!({})).await;
    let calls = setting.app.faults.seen().len();
    println!("{calls} calls, {} in sequence", setting.app.faults.depth());
    assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(200)));
    assert_eq!(count(&setting.app, "confirmed").await, 200);
    assert_eq!(
        setting.app.get(&format!("/booking-series/{}", series["id"].as_str().unwrap())).await.body["data"],
        series
    );
}
