//! Secrets of the deployment: one for each purpose, read when it is needed first and kept for five minutes.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use chrono::Duration;
use platform::config::SecretPlace;
use serde_json::json;
use testing::TestApp;
use tests::{EventFixture, accepted, app};

/// A folder of secrets of its own, which is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("colonnade-secrets-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn put(&self, purpose: &str, versions: &str) {
        fs::write(self.0.join(purpose), versions).expect("a file");
    }

    /// The service with these secrets, as a process that has read none of them.
    async fn process(&self, app: &TestApp) -> TestApp {
        let path = self.0.clone();
        app.reconfigured(|config| config.secrets = SecretPlace::Folder(path)).await
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(Path::new(&self.0)));
    }
}

async fn cursor(app: &TestApp) -> String {
    let answer = app.get("/plans?limit=1").await;
    accepted(&answer, 200);
    answer.body["pagination"]["next_cursor"].as_str().expect("a cursor").to_owned()
}

async fn status(app: &TestApp, cursor: &str) -> u16 {
    app.get(&format!("/plans?limit=1&cursor={cursor}")).await.status
}

async fn with_plans() -> TestApp {
    let app = app().await;
    for name in ["One", "Two", "Three"] {
        let body = json!({"name": name, "price": 10, "currency": "EUR", "billing_cycle": "monthly"});
        accepted(&app.post("/plans", body).await, 201);
    }
    app
}

#[tokio::test]
async fn a_secret_is_read_when_it_is_needed_first_and_not_before() {
    let folder = Folder::new();
    let process = folder.process(&with_plans().await).await;
    // Nothing is there to be read, and a list without a cursor needs nothing.
    accepted(&process.get("/plans").await, 200);
    assert_eq!(process.get("/plans?limit=1").await.refusal(), "503 service_unavailable");
    folder.put("cursors", "first");
    assert_eq!(status(&process, &cursor(&process).await).await, 200);
}

#[tokio::test]
async fn a_secret_is_kept_for_five_minutes() {
    let folder = Folder::new();
    folder.put("cursors", "first");
    let process = folder.process(&with_plans().await).await;
    let before = cursor(&process).await;
    folder.put("cursors", "second");
    process.clock.advance(Duration::seconds(299));
    assert_eq!(status(&process, &before).await, 200);
    process.clock.advance(Duration::seconds(2));
    assert_eq!(status(&process, &before).await, 400);
    assert_eq!(status(&process, &cursor(&process).await).await, 200);
}

#[tokio::test]
async fn a_secret_that_cannot_be_read_anew_is_used_on() {
    let folder = Folder::new();
    folder.put("cursors", "first");
    let process = folder.process(&with_plans().await).await;
    let before = cursor(&process).await;
    fs::remove_file(folder.0.join("cursors")).expect("the file");
    process.clock.advance(Duration::minutes(6));
    assert_eq!(status(&process, &before).await, 200);
}

#[tokio::test]
async fn a_process_accepts_what_another_signed_with_a_version_that_is_new() {
    let folder = Folder::new();
    folder.put("cursors", "first");
    let app = with_plans().await;
    let old = folder.process(&app).await;
    let before = cursor(&old).await;
    folder.put("cursors", "second,first");
    let new = folder.process(&app).await;
    let after = cursor(&new).await;
    assert_eq!(status(&new, &before).await, 200);
    app.clock.advance(Duration::seconds(10));
    assert_eq!(status(&old, &after).await, 200);
    // Forgeries are no way to have it read at each request.
    fs::remove_file(folder.0.join("cursors")).expect("the file");
    assert_eq!(status(&old, "AAAA").await, 400);
}

#[tokio::test]
async fn replacing_the_secret_of_cursors_voids_no_qr_code() {
    let folder = Folder::new();
    folder.put("cursors", "first");
    folder.put("codes", "first of codes");
    let fixture = EventFixture::new().await;
    let fixture = EventFixture { app: folder.process(&fixture.app).await, ..fixture };
    let mut shown = Vec::new();
    for _ in 0..2 {
        let event = fixture.event(json!({})).await;
        let ticket = fixture.registered(&event, 1, json!({})).await;
        shown.push(json!({"event_id": event, "qr_payload": ticket.body["data"]["qr_payload"]}));
    }
    folder.put("cursors", "second");
    folder.put("codes", "second of codes, first of codes");
    fixture.clock("2026-12-10T17:30:00Z");
    let scan = "/event-registrations/check-in";
    accepted(&fixture.app.post(scan, shown[0].clone()).await, 200);
    // What is voided is what a version signed that is kept no more.
    folder.put("codes", "second of codes");
    fixture.app.clock.advance(Duration::minutes(6));
    assert_eq!(fixture.app.post(scan, shown[1].clone()).await.refusal(), "422 rule_violation qr_payload forged");
}

#[tokio::test]
async fn what_the_secret_of_cursors_signed_before_codes_had_their_own_is_accepted() {
    let folder = Folder::new();
    let fixture = EventFixture::new().await;
    folder.put("cursors", "one");
    folder.put("codes", "one");
    let fixture = EventFixture { app: folder.process(&fixture.app).await, ..fixture };
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 1, json!({})).await;
    folder.put("codes", "two");
    fixture.clock("2026-12-10T17:30:00Z");
    let body = json!({"event_id": event, "qr_payload": ticket.body["data"]["qr_payload"]});
    accepted(&fixture.app.post("/event-registrations/check-in", body).await, 200);
}
