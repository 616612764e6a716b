//! One client's traffic is bounded across all processes, and takes nothing from others.

use chrono::Duration;
use platform::config::ClientLimit;
use testing::{Fault, TestApp};
use tests::{accepted, app};

/// A window has ten times as many.
const LIMIT: ClientLimit = ClientLimit { requests_per_second: 20, units_per_second: 100_000 };

async fn limited_to(app: &TestApp, limit: ClientLimit) -> TestApp {
    app.reconfigured(|config| config.client_limit = Some(limit)).await
}

async fn limited() -> TestApp {
    limited_to(&app().await, LIMIT).await
}

/// So many requests, spread over these processes in turn; how many of them were served.
async fn served(processes: &[TestApp], requests: usize) -> usize {
    let mut served = 0;
    for request in 0..requests {
        let answer = processes[request % processes.len()].get("/plans").await;
        assert!(answer.status == 200 || answer.status == 429, "{}", answer.text);
        served += usize::from(answer.status == 200);
    }
    served
}

#[tokio::test]
async fn twenty_processes_serve_a_client_its_limit_and_a_fifth_more_at_most() {
    let app = app().await;
    let mut processes = Vec::new();
    for _ in 0..20 {
        processes.push(limited_to(&app, LIMIT).await);
    }
    let first = served(&processes, 400).await;
    assert!((200..=240).contains(&first), "{first} of 200 were served");
    // A client that used up its window gets no more than that of the next.
    app.clock.advance(Duration::seconds(10));
    let second = served(&processes, 400).await;
    assert!((180..=220).contains(&second), "{second} of 200 were served");
}

#[tokio::test]
async fn a_client_beyond_its_limit_gets_429_and_others_do_not() {
    let app = limited().await;
    assert_eq!(served(std::slice::from_ref(&app), 250).await, 200);
    let refused = app.get("/plans").await;
    assert_eq!(refused.refusal(), "429 rate_limited");
    let told = ["retry-after", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
    assert_eq!(told.map(|name| refused.header(name).to_owned()), ["10", "200", "0", "10"]);
    let line = app.logged().pop().unwrap_or_default();
    assert!(line.contains("\"rate_limited\"") && line.contains(r#""store_calls":0"#), "{line}");
    let stranger = app.as_client(&app.stranger);
    accepted(&stranger.get("/plans").await, 200);
    app.clock.advance(Duration::seconds(9));
    assert_eq!(app.get("/plans").await.header("retry-after"), "1");
    app.clock.advance(Duration::seconds(1));
    accepted(&app.get("/plans").await, 200);
}

#[tokio::test]
async fn every_answer_says_what_is_left_of_the_limit() {
    let app = limited().await;
    for left in ["199", "198"] {
        let answer = app.get("/plans").await;
        assert_eq!((answer.header("ratelimit-limit"), answer.header("ratelimit-remaining")), ("200", left));
    }
    app.clock.advance(Duration::seconds(3));
    assert_eq!(app.get("/nowhere").await.header("ratelimit-limit"), "", "nobody was asked who calls");
    let refused = app.post("/plans", serde_json::json!({})).await;
    assert_eq!((refused.status, refused.header("ratelimit-reset")), (400, "7"));
}

#[tokio::test]
async fn units_are_limited_as_requests_are() {
    let app = app().await;
    let limit = ClientLimit { requests_per_second: 1_000, units_per_second: 3 };
    let processes = [limited_to(&app, limit).await, limited_to(&app, limit).await];
    let served = served(&processes, 200).await;
    assert!((10..100).contains(&served), "{served} were served");
    assert_eq!(processes[0].get("/plans").await.header("retry-after"), "10");
}

/// Sends a request that is cut off after so many steps; whether it was, before its answer.
async fn cut_off(app: &TestApp, steps: usize) -> bool {
    let mut request = Box::pin(app.get("/plans"));
    for _ in 0..steps {
        if futures_util::poll!(&mut request).is_ready() {
            return false;
        }
        tokio::task::yield_now().await;
    }
    true
}

#[tokio::test]
async fn a_request_that_is_cut_off_while_it_leases_does_not_end_the_limit() {
    let mut cut_of_all = 0;
    for steps in [1, 2, 3, 5, 8] {
        let app = limited().await;
        // From the second request on each leases, as long as the one before it was cut off.
        accepted(&app.get("/plans").await, 200);
        let mut cut = 0;
        for _ in 0..4 {
            cut += usize::from(cut_off(&app, steps).await);
        }
        cut_of_all += cut;
        let served = served(std::slice::from_ref(&app), 300).await;
        assert!(served <= 200, "{served} of 200 were served after {steps} steps");
    }
    // How far a request gets in so many steps is the machine's affair.
    assert!(cut_of_all > 0, "none was cut off");
}

#[tokio::test]
async fn a_limit_that_cannot_be_counted_refuses_nobody() {
    let app = limited().await;
    accepted(&app.get("/plans").await, 200);
    app.faults.next("UpdateItem", 20, Fault::Fail(400, "ValidationException"));
    assert_eq!(served(std::slice::from_ref(&app), 10).await, 10);
    app.faults.clear();
}

#[tokio::test]
async fn a_request_pays_no_call_of_its_own_for_the_limit() {
    let app = limited().await;
    for _ in 0..5 {
        accepted(&app.get("/plans").await, 200);
    }
    let calls = |line: &String| line.split("\"store_calls\":").nth(1).map(|rest| rest.chars().next());
    let lines = app.logged();
    let warm: Vec<_> = lines.iter().rev().take(4).map(calls).collect();
    assert!(warm.windows(2).all(|pair| pair[0] == pair[1]), "{lines:?}");
}

#[tokio::test]
async fn who_does_not_have_the_secret_cannot_use_up_a_client() {
    let app = limited().await;
    let mut thief = app.clone();
    thief.client.secret = app.stranger.secret.clone();
    for _ in 0..300 {
        accepted(&thief.get("/plans").await, 401);
    }
    accepted(&app.get("/plans").await, 200);
}
