//! What each list costs by each of its filters once it has many records: which filters read all of their kind, and
//! which only what they show. To be looked at (`docs/PERFORMANCE.md`), not held: `LAB_LIST_RECORDS=10000 LAB_LISTS=99
//! cargo test -p tests --test lab operation_costs -- --nocapture`. The gate does it with one list and few records, on
//! the demo data on which operations were measured.
//!
//! The records are copies of one of the demo data, put into the table past the API with all items that have its id in
//! their keys. Counters are not among them.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use local::examples::ExampleRequest;
use serde_json::Value;
use shared::api::Route;
use store::table::{self, PARTITION_KEY, SORT_KEY};
use testing::{Account, TestApp};
use tests::setting;
use values::Clock as _;

/// How many copies there are, and of how many lists; `LAB_LIST_RECORDS` and `LAB_LISTS` give more, and
/// `LAB_LISTS_FROM` says how many lists are passed over.
const RECORDS: u64 = 100;
const LISTS: u64 = 1;
/// Parameters of every list.
const OF_EVERY_LIST: [&str; 5] = ["page", "per_page", "limit", "cursor", "order"];
/// Items that one call writes.
const AT_ONCE: usize = 25;
/// An id of nothing.
const NOBODY: &str = "01990000-0000-7000-8000-00000000dead";

type Item = HashMap<String, AttributeValue>;

/// Every item of the table.
#[expect(clippy::disallowed_methods, reason = "only a scan sees what nobody asks for")]
async fn items(app: &TestApp) -> Vec<Item> {
    let (client, name) = app.context.store.client_and_table();
    let mut pages = client.scan().table_name(name).into_paginator().items().send();
    let mut items = Vec::new();
    while let Some(item) = pages.next().await {
        items.push(item.unwrap());
    }
    items
}

async fn put(app: &TestApp, items: impl Iterator<Item = Item>) {
    let (client, name) = app.context.store.client_and_table();
    let write = |item| WriteRequest::builder().put_request(PutRequest::builder().set_item(Some(item)).build().unwrap());
    let mut writes = items.map(|item| write(item).build()).peekable();
    while writes.peek().is_some() {
        let some: Vec<_> = writes.by_ref().take(AT_ONCE).collect();
        client.batch_write_item().request_items(name, some).send().await.unwrap();
    }
}

/// The same item of a record with another id.
fn copied(item: &Item, from: &str, to: &str) -> Item {
    item.iter().map(|(name, value)| (name.clone(), exchanged(value, from, to))).collect()
}

fn exchanged(value: &AttributeValue, from: &str, to: &str) -> AttributeValue {
    match value {
        AttributeValue::S(text) => AttributeValue::S(text.replace(from, to)),
        AttributeValue::L(all) => AttributeValue::L(all.iter().map(|one| exchanged(one, from, to)).collect()),
        AttributeValue::M(all) => AttributeValue::M(copied(all, from, to)),
        other => other.clone(),
    }
}

/// A list, as its example asks for it without any filter that may be left out.
struct ListOf {
    path: String,
    filters: Vec<(String, Value)>,
}

impl ListOf {
    fn of(route: &Route, request: &ExampleRequest) -> Option<Self> {
        let query = route.shape.query.as_ref().filter(|query| query["properties"]["per_page"].is_object())?;
        let is_required =
            |name: &str| query["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        let (path, asked) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let kept = asked.split('&').filter(|part| is_required(part.split('=').next().unwrap_or_default()));
        let path = format!("{path}?{}", std::iter::once("per_page=20").chain(kept).collect::<Vec<_>>().join("&"));
        let properties = query["properties"].as_object().unwrap();
        let filters =
            properties.iter().filter(|(name, _)| !OF_EVERY_LIST.contains(&name.as_str()) && !is_required(name));
        let filters = filters.map(|(name, schema)| (name.clone(), schema.clone())).collect();
        Some(Self { path, filters })
    }

    /// Every query by one filter: with what the copied record has, with what none has, with each of a few values.
    fn queries(&self, record: &Value) -> Vec<(String, String)> {
        let mut queries = vec![("none".to_owned(), self.path.clone())];
        for (name, schema) in &self.filters {
            for value in values(name, schema, record) {
                queries.push((format!("{name}={value}"), format!("{}&{name}={value}", self.path)));
            }
        }
        queries
    }
}

fn values(name: &str, schema: &Value, record: &Value) -> Vec<String> {
    let text = schema.to_string();
    let listed =
        ["/enum", "/anyOf/0/enum", "/items/enum", "/allOf/0/enum"].iter().find_map(|at| schema.pointer(at)?.as_array());
    if let Some(listed) = listed {
        return listed.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect();
    }
    let own = record[name].as_str().map(str::to_owned).or_else(|| Some(record[name].as_i64()?.to_string()));
    let others: &[&str] = match () {
        () if text.contains("boolean") => &["true", "false"],
        // Somebody who is not there sees nothing: that is refused.
        () if name == "visible_to" => &[],
        () if text.contains("uuid") => &[NOBODY],
        () if text.contains("date-time") => &["2020-01-01T00:00:00Z", "2026-11-18T00:00:00Z"],
        () if text.contains("\"date\"") => &["2020-01-01", "2026-11-18"],
        () if text.contains("integer") => &["1", "1000"],
        () if name == "email" => &["nobody@example.com"],
        () => &["zzzz"],
    };
    let word = record["name"].as_str().or(record["title"].as_str()).unwrap_or_default();
    let word = (name == "q").then(|| word.split(' ').next().unwrap_or_default().to_owned());
    let own = own.or(word).filter(|own| !own.is_empty() && own.is_ascii());
    own.into_iter().map(|own| own.replace(' ', "%20")).chain(others.iter().map(ToString::to_string)).collect()
}

/// What a query costs the second time that it is asked, its status and how many records match.
async fn measured(app: &TestApp, path: &str) -> (u16, u64, Account) {
    app.get(path).await;
    let _ = app.faults.account();
    let answer = app.get(path).await;
    (answer.status, answer.body["pagination"]["total"].as_u64().unwrap_or_default(), app.faults.account())
}

/// The same demo data in another table, with so many copies of the record with this id.
async fn enlarged(app: &TestApp, table: String, all: &[Item], id: &str, records: u64) -> TestApp {
    let app = app.reconfigured(|config| config.table_name = table).await;
    let (client, name) = app.context.store.client_and_table();
    table::create(client, name).await.unwrap();
    put(&app, all.iter().cloned()).await;
    let has =
        |item: &&Item, key: &str| item.get(key).and_then(|key| key.as_s().ok()).is_some_and(|key| key.contains(id));
    let own: Vec<&Item> = all.iter().filter(|item| has(item, PARTITION_KEY) || has(item, SORT_KEY)).collect();
    let begin = app.clock.now().millis() - 3_600_000;
    let of = |number: u64| {
        let millis = format!("{:012x}", begin + i64::try_from(number).unwrap());
        format!("{}-{}-7000-8000-{number:012x}", &millis[..8], &millis[8..])
    };
    put(&app, (0..records).flat_map(|number| own.iter().map(move |item| copied(item, id, &of(number))))).await;
    app
}

/// Prints what lists cost with many records: so many of the lists that these requests ask for, as the environment says.
pub async fn print(app: &TestApp, requests: &[(Route, ExampleRequest)]) {
    let number = |name, gate| usize::try_from(setting(name, gate)).unwrap();
    let (first, most) = (number("LAB_LISTS_FROM", 0), number("LAB_LISTS", LISTS));
    let all = items(app).await;
    let lists = requests.iter().filter_map(|(route, request)| Some((route, ListOf::of(route, request)?)));
    for (route, list) in lists.skip(first).take(most) {
        print_list(app, &all, route, &list).await;
    }
}

async fn print_list(app: &TestApp, all: &[Item], route: &Route, list: &ListOf) {
    let records = setting("LAB_LIST_RECORDS", RECORDS);
    let record = app.get(&list.path).await.body["data"][0].clone();
    let Some(id) = record["id"].as_str() else {
        println!("{}\t-\tno record to copy", route.id);
        return;
    };
    let large = enlarged(app, format!("{}-{records}", route.id), all, id, records).await;
    for (filter, path) in list.queries(&record) {
        let (_, few, before) = measured(app, &path).await;
        let (status, many, Account { round_trips, calls, read_units, write_units }) = measured(&large, &path).await;
        println!(
            "{}\t{}\t{filter}\t{status}\t{few}\t{}\t{many}\t{round_trips}\t{calls}\t{read_units}\t{write_units}",
            route.path, route.id, before.read_units
        );
    }
    let (client, name) = large.context.store.client_and_table();
    client.delete_table().table_name(name).send().await.unwrap();
}
