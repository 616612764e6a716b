//! One client's traffic is bounded, and takes nothing from others.

use platform::config::ClientLimit;
use testing::TestApp;
use tests::{accepted, app};

/// At most five requests at once and two a second.
async fn limited() -> TestApp {
    let limit = ClientLimit { per_second: 2, burst: 5 };
    app().await.reconfigured(|config| config.client_limit = Some(limit)).await
}

#[tokio::test]
async fn a_client_beyond_its_burst_gets_429_and_others_do_not() {
    let app = limited().await;
    for _ in 0..5 {
        accepted(&app.get("/plans").await, 200);
    }
    let refused = app.get("/plans").await;
    assert_eq!(refused.refusal(), "429 rate_limited");
    assert_eq!(refused.header("retry-after"), "1");
    let line = app.logged().pop().unwrap_or_default();
    assert!(line.contains("\"rate_limited\"") && line.contains(r#""store_calls":0"#), "{line}");
    let stranger = app.as_client(&app.stranger);
    for _ in 0..5 {
        accepted(&stranger.get("/plans").await, 200);
    }
    assert_eq!(app.get("/plans").await.status, 429, "what others leave is not this client's");
}

#[tokio::test]
async fn a_bucket_fills_with_time_and_no_further_than_its_size() {
    let app = limited().await;
    let until_refused = || async {
        let mut taken = 0;
        while app.get("/plans").await.status == 200 {
            taken += 1;
        }
        taken
    };
    assert_eq!(until_refused().await, 5);
    for (milliseconds, expected) in [(499, 0), (1, 1), (1_000, 2), (1_250, 2), (250, 1), (86_400_000, 5)] {
        app.clock.advance(chrono::Duration::milliseconds(milliseconds));
        assert_eq!(until_refused().await, expected, "after {milliseconds} ms");
    }
    app.clock.advance(chrono::Duration::hours(-1));
    assert_eq!(until_refused().await, 0, "a clock that was set back fills nothing");
}

#[tokio::test]
async fn who_does_not_have_the_secret_cannot_use_up_a_client() {
    let app = limited().await;
    let mut thief = app.clone();
    thief.client.secret = app.stranger.secret.clone();
    for _ in 0..20 {
        accepted(&thief.get("/plans").await, 401);
    }
    accepted(&app.get("/plans").await, 200);
}
