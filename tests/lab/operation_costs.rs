//! What every operation asks of DynamoDB when its example is sent to the demo data: golden, in
//! `docs/OPERATION-COSTS.md`, which `infra/record/operation-costs` writes anew. An operation without a row fails, and
//! so does one that costs more or less than its row says.

use std::{collections::BTreeMap, fmt::Write as _};

use local::examples::{self, ExampleRequest};
use serde_json::Map;
use shared::api::{Expansion, Route, route::Method};
use testing::{Account, TestApp, TestClient};
use values::{Timestamp, merchant_kind::MerchantKind};

use crate::list_costs;

/// The instant at which all of them are sent: an hour of a Wednesday at which every house is open.
const NOW: &str = "2026-11-18T12:20:00Z";
/// Path of the operations that only a sandbox merchant has: they are sent to one without records.
const TEST_CLOCK: &str = "/test-clock";
/// Stands between what people wrote and the tables.
const CALCULATED: &str = "<!-- measured -->\n";
/// Stands between the tables and that of the largest inputs.
pub const LARGEST: &str = "\n<!-- largest -->\n";
/// The page with the tables.
pub const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/OPERATION-COSTS.md");

/// The row of an operation: its name, and what it costs.
type Rows = BTreeMap<String, Vec<(String, String)>>;

/// What this test is told by the environment.
#[expect(clippy::disallowed_methods, reason = "what is measured is no configuration of the service")]
pub fn told(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The demo data of a live merchant at this instant, called by its own client, and what each operation's example sends.
/// What was due by then is done: no request is charged with it.
async fn demo(now: &str) -> (TestApp, Vec<(Route, ExampleRequest)>) {
    let public_url = Some("https://api.example.com".to_owned());
    let app = TestApp::alone_configured(|config| config.public_url = public_url, tests::routes()).await;
    app.clock.set(Timestamp::parse(now).unwrap());
    let api = examples::prepare(&app.context, MerchantKind::Live).await.unwrap();
    assert_eq!(tests::sweep(&app.context).await.failed(), 0);
    let requests = tests::routes().iter().map(|route| (route.clone(), examples::request_of(&api, route))).collect();
    let client = TestClient { client_id: api.client().client_id.clone(), secret: api.client().secret.clone() };
    (app.as_client(&client), requests)
}

/// Sends an example, and says what it asked for.
async fn measured(app: &TestApp, route: &Route, request: &ExampleRequest) -> Account {
    let _ = app.faults.account();
    let ExampleRequest { client, .. } = request;
    let client = TestClient { client_id: client.client_id.clone(), secret: client.secret.clone() };
    // The test clock is a sandbox's, whose client no example knows.
    let app = if route.path == TEST_CLOCK { app.clone() } else { app.as_client(&client) };
    let answer = app.send(route.method.as_str(), &request.path, request.body.clone(), &[]).await;
    assert_eq!(answer.status, route.shape.status, "{}: {}", route.id, answer.text);
    app.faults.account()
}

/// The rows of all operations by area. What reads comes first and is sent twice, because the first reader of a list
/// counts it, and because what writes would change what it reads.
async fn rows(app: &TestApp, requests: &[(Route, ExampleRequest)]) -> Rows {
    let sandbox = app.sandbox().await;
    let (reads, writes): (Vec<_>, Vec<_>) = requests.iter().partition(|(route, _)| route.method == Method::Get);
    for (route, request) in reads.iter().filter(|(route, _)| route.path != TEST_CLOCK) {
        measured(app, route, request).await;
    }
    let mut rows = Rows::new();
    for (route, request) in &reads {
        for (name, path) in besides(app, route, request).await {
            let request = ExampleRequest { path, parameters: Map::new(), body: None, client: request.client.clone() };
            let figures = figures(&measured(app, route, &request).await);
            rows.entry(route.area.title().to_owned()).or_default().push((name, figures));
        }
    }
    for (route, request) in reads.into_iter().chain(writes) {
        let app = if route.path == TEST_CLOCK { &sandbox } else { app };
        let figures = figures(&measured(app, route, request).await);
        rows.entry(route.area.title().to_owned()).or_default().push((route.id.to_owned(), figures));
    }
    rows
}

fn figures(account: &Account) -> String {
    let Account { round_trips, calls, read_units, write_units } = account;
    format!("{round_trips} | {calls} | {read_units} | {write_units}")
}

/// What else is asked of a read, by the names of its rows: its example with all that it can expand, and as many records
/// of a list as a page has, by their ids.
async fn besides(app: &TestApp, route: &Route, request: &ExampleRequest) -> Vec<(String, String)> {
    let mut asked = Vec::new();
    let names: Vec<&str> = route.expansions.iter().map(Expansion::name).collect();
    if !names.is_empty() {
        let with = if request.path.contains('?') { '&' } else { '?' };
        let path = format!("{}{with}expand={}", request.path, names.join(","));
        asked.push((format!("{}?expand", route.id), path));
    }
    if route.is_by_ids {
        let client = TestClient { client_id: request.client.client_id.clone(), secret: request.client.secret.clone() };
        let listed = app.as_client(&client).get(&format!("{}?per_page=100", route.path)).await;
        let records = listed.body["data"].as_array().cloned().unwrap_or_default();
        let ids: Vec<&str> = records.iter().filter_map(|record| record["id"].as_str()).collect();
        asked.push((format!("{}?ids", route.id), format!("{}?ids={}", route.path, ids.join(","))));
    }
    asked
}

/// The tables, as the page has them.
fn tables(rows: &Rows) -> String {
    let mut text = String::new();
    for (area, rows) in rows {
        let mut rows = rows.clone();
        rows.sort();
        let _ = write!(
            text,
            "\n## {area}\n\n| Operation | Round trips in sequence | Calls | Units read | Units written |\n|---|---|---|---|---|\n"
        );
        for (operation, figures) in rows {
            let _ = writeln!(text, "| `{operation}` | {figures} |");
        }
    }
    text
}

#[tokio::test]
async fn every_operation_costs_what_its_row_says() {
    let now = told("LAB_NOW");
    let (app, requests) = demo(now.as_deref().unwrap_or(NOW)).await;
    let measured = tables(&rows(&app, &requests).await);
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (page, largest) = page.split_once(LARGEST).unwrap();
    let (about, known) = page.split_once(CALCULATED).unwrap();
    if let Some(file) = told("LAB_RECORD_OPERATION_COSTS") {
        std::fs::write(file, format!("{about}{CALCULATED}{measured}{LARGEST}{largest}")).unwrap();
        return;
    }
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (known, measured) = (lines(known), lines(&measured));
    let differing: Vec<&String> = measured.iter().filter(|line| !known.contains(line)).collect();
    assert!(
        known == measured,
        "these operations cost something else than docs/OPERATION-COSTS.md says, or have no row there. If that is meant: \
         infra/record/operation-costs\n{differing:#?}"
    );
    list_costs::print(&app, &requests).await;
}
