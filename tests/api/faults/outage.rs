use super::*;

/// Everything an operation can ask of the store, by the request that makes it ask.
async fn requests(app: &TestApp, id: &str) -> Vec<TestResponse> {
    vec![
        app.get(&format!("/plans/{id}")).await,
        app.get("/plans").await,
        app.get("/plans?page=2&per_page=1").await,
        app.get("/plans?is_active=true").await,
        app.post("/plans", flex("Other")).await,
        app.post("/plans", unnamed()).await,
        app.put(&format!("/plans/{id}"), json!({"tagline": "x"})).await,
        app.delete(&format!("/plans/{id}")).await,
    ]
}

/// Requests while every call fails; the runtime's clock is paused, so that waiting takes no time.
async fn during(fault: Fault) {
    let app = warm().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let limited = app.limited(TimeLimits::default()).await;
    tokio::time::pause();
    app.faults.next("*", u32::MAX, fault.clone());
    let begun = Instant::now();
    let answers = requests(&limited, &id).await;
    let each = begun.elapsed() / u32::try_from(answers.len()).expect("few");
    assert!(each <= Duration::from_millis(8_500), "{fault:?}: {each:?} a request");
    answers.iter().for_each(unavailable);
    tokio::time::resume();
    app.faults.clear();
    assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"]["version"], 1);
    assert_eq!(app.put(&format!("/plans/{id}"), json!({"tagline": "x"})).await.status, 200, "it works at once");
}

#[tokio::test]
async fn throttling_is_unavailable_in_the_end() {
    for (status, code) in THROTTLED {
        during(Fault::Fail(status, code)).await;
    }
}

#[tokio::test]
async fn faults_of_dynamodb_are_unavailable_in_the_end() {
    for (status, code) in
        [(500, "InternalServerError"), (503, "ServiceUnavailable"), (500, ""), (502, ""), (503, ""), (504, "")]
    {
        during(Fault::Fail(status, code)).await;
    }
}

#[tokio::test]
async fn a_connection_that_breaks_is_unavailable_in_the_end() {
    during(Fault::DropBefore).await;
}

#[tokio::test]
async fn silence_is_unavailable_before_the_gateway_gives_up() {
    during(Fault::Hang).await;
}

#[tokio::test]
async fn throttling_that_passes_is_not_noticed() {
    for (status, code) in THROTTLED {
        let app = warm().await;
        app.faults.next("*", 3, Fault::Fail(status, code));
        let created = app.post("/plans", flex("Flex")).await;
        assert_eq!(created.status, 201, "{code} {:?}", app.logged().last());
    }
}

#[tokio::test]
async fn credentials_that_cannot_be_checked_are_not_called_wrong() {
    let app = app().await;
    app.faults.next("*", u32::MAX, Fault::Fail(400, "ThrottlingException"));
    unavailable(&app.get("/plans").await);
}
