//! The function for paths that no area has. It has no routes, so that every path is a 404 in the envelope.

use serde_json::json;
use shared::api::Routes;
use testing::TestApp;

#[tokio::test]
async fn every_path_is_one_that_does_not_exist() {
    let app = TestApp::new(Routes::default()).await;
    for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"] {
        for path in ["", "/", "/plans", "/unknown", "/bookings/x/y/z", "/%2e%2e/admin"] {
            let body = (method == "POST").then(|| json!({}));
            let answer = app.send(method, path, body, &[]).await;
            assert_eq!(answer.status, 404, "{method} {path}");
            if method != "HEAD" {
                assert_eq!(answer.refusal(), "404 not_found", "{method} {path}");
                assert!(answer.body["meta"]["request_id"].as_str().unwrap().starts_with("req_"));
            }
        }
    }
}

#[tokio::test]
async fn a_stranger_is_told_no_more_than_a_client() {
    let app = TestApp::new(Routes::default()).await;
    let nobody = app.as_client(&testing::TestClient::default());
    assert_eq!(nobody.get("/plans").await.refusal(), app.get("/plans").await.refusal());
}
