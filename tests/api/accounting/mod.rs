//! Books: closed periods, the chart of accounts, and files for accountants.

mod chart;
mod closing;
mod exports;
mod paid_at;

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::accepted;
use values::Timestamp;

/// Sets the clock of the service.
fn clock(app: &TestApp, time: &str) {
    app.clock.set(Timestamp::parse(time).expect("an instant"));
}

/// Closes the books through a day.
async fn close(app: &TestApp, through: &str) -> TestResponse {
    app.post("/ledger/books/close", json!({"through": through})).await
}

/// All pages of a file, one after another, of so many records each.
async fn file(app: &TestApp, path: &str, limit: u32) -> String {
    let mut text = String::new();
    let path_only = path.split('?').next().unwrap_or_default();
    let mut next = format!("{path}&limit={limit}");
    loop {
        let page = app.get(&next).await;
        accepted(&page, 200);
        text.push_str(&page.text);
        let link = page.header("link");
        let Some(query) = link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\"")) else {
            assert_eq!(link, "");
            return text;
        };
        next = format!("{path_only}{query}");
    }
}

/// Lines of comma-separated values by the names of their columns.
fn rows(text: &str) -> Vec<Value> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().expect("names").clone();
    let row = |record: Result<csv::StringRecord, csv::Error>| {
        let record = record.expect("a line");
        Value::Object(names.iter().map(str::to_owned).zip(record.iter().map(|cell| json!(cell))).collect())
    };
    reader.records().map(row).collect()
}

/// What stands on the accounts of the journal, debits less credits, in cents.
async fn sums(app: &TestApp, at: &str) -> Vec<(String, i64)> {
    let found = app.get(&format!("/ledger/trial-balance{at}")).await;
    accepted(&found, 200);
    let accounts = found.body["data"]["accounts"].as_array().cloned().unwrap_or_default();
    let net = |total: &Value| cents(&total["debit"].to_string()) - cents(&total["credit"].to_string());
    let told = accounts.iter().map(|total| (total["account"].as_str().unwrap_or_default().to_owned(), net(total)));
    let mut told: Vec<(String, i64)> = told.filter(|(_, minor)| *minor != 0).collect();
    told.sort();
    told
}

/// An amount in cents, read from its text.
fn cents(text: &str) -> i64 {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, rest) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    sign * (whole.parse::<i64>().expect("a number") * 100 + format!("{rest:0<2}").parse::<i64>().expect("cents"))
}
