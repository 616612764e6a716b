//! Events with parts that are replaced by anything.

use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Map, Value, json};
use testing::TestApp;
use tests::app;

use super::{http, outcome, rest};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[ -~]{0,40}".prop_map(Value::from),
        Just(json!("/v1/plans")),
        Just(json!("POST")),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key(), inner, 0..4)
                .prop_map(|map| map.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("content-type".to_owned()),
        Just("http".to_owned()),
        Just("method".to_owned()),
        Just("stage".to_owned()),
        Just("if-match".to_owned()),
        Just("idempotency-key".to_owned()),
        Just("page".to_owned()),
        any::<String>(),
    ]
}

/// Events of either shape with some of their parts replaced by anything.
fn any_event(app: &TestApp) -> impl Strategy<Value = Value> + use<> {
    let (rest, http) = (rest(app, "/v1/plans"), http(app, "/v1/plans", "page=1"));
    let names = [
        "version",
        "path",
        "rawPath",
        "rawQueryString",
        "httpMethod",
        "multiValueHeaders",
        "headers",
        "requestContext",
        "multiValueQueryStringParameters",
        "queryStringParameters",
        "body",
        "isBase64Encoded",
    ];
    let changes = prop::collection::vec((prop::sample::select(names.to_vec()), any_json()), 0..5);
    prop_oneof![
        4 => (any::<bool>(), changes).prop_map(move |(is_rest, changes)| {
            let mut event = if is_rest { rest.clone() } else { http.clone() };
            for (name, value) in changes {
                event[name] = value;
            }
            event
        }),
        1 => any_json(),
    ]
}

#[test]
fn random_events_are_answered() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let app = runtime.block_on(app());
    let config = Config { cases: 1_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[3; 32]));
    runner
        .run(&any_event(&app), |event| {
            runtime.block_on(outcome(&app, &event));
            Ok(())
        })
        .expect("every event");
}
