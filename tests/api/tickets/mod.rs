//! Tickets: what each rule of `docs/areas/tickets.md` promises, through HTTP.

mod blocks;
mod closing;
mod comments;
mod due;
mod fields;
mod lists;
mod metrics;
mod people;
mod races;
mod sensitive;
mod steps;

use serde_json::Value;

/// A field of each record of a list.
fn field(list: &Value, name: &str) -> Vec<Value> {
    list["data"].as_array().into_iter().flatten().map(|record| record[name].clone()).collect()
}
