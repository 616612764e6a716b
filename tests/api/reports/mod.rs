//! Reports: figures, each made as its rule says, whatever happened and in whatever order it was told.

mod churn;
mod cost;
mod csv;
mod keeping;
mod occupancy;
mod receivables;
mod recurring_revenue;
mod revenue;
mod tax;
mod who;

use serde_json::Value;
use testing::TestApp;
use tests::accepted;

/// What a report says.
async fn report(app: &TestApp, path: &str) -> Value {
    let answer = app.get(&format!("/reports/{path}")).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

/// The element of a list in a report that has this value in a field.
fn one<'a>(list: &'a Value, field: &str, value: &str) -> &'a Value {
    let found = list.as_array().into_iter().flatten().find(|one| one[field] == value);
    found.unwrap_or_else(|| panic!("no {field} {value} in {list}"))
}
