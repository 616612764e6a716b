//! Records as the last release wrote them, read by this one. While a deployment is under way both versions are at work
//! on one table, so what either writes the other must read (CONTRIBUTING.md, "What is stored").
//! `golden/<release>.jsonl` is an export; it is never changed, and the next release adds one.

use std::{collections::BTreeSet, fs, path::PathBuf};

use local::{backup::import, fsck::find_all};
use serde_json::Value;
use shared::api::Method;
use testing::{TestApp, TestClient};
use tests::app_alone;
use values::{Id, MerchantReference};
use work::provisioning;

/// A record of a golden export: its kind and id.
type Stored = (String, String);

/// The exports, the oldest release first.
fn exports() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("api/golden");
    let mut files: Vec<_> = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// The merchant of an export, and its live records.
fn contents(export: &str) -> (String, Vec<Stored>) {
    let head: Value = serde_json::from_str(export.lines().next().unwrap_or_default()).expect("a first line");
    let merchant = head["merchant"].as_str().expect("a merchant").to_owned();
    let mut records = Vec::new();
    for line in export.lines().skip(1) {
        let item: Value = serde_json::from_str(line).expect("a line");
        let text = |name: &str| item[name]["S"].as_str().unwrap_or_default().to_owned();
        let (partition, sort) = (text("pk"), text("sk"));
        if partition == format!("{merchant}#{}", text("kind")) && text("id") == sort {
            records.push((text("kind"), sort));
        }
    }
    (merchant, records)
}

/// The service on a table that has these items, called by a new client of their merchant.
async fn served(export: &str, merchant: &str) -> TestApp {
    let app = app_alone().await;
    import(&app.context.store, &mut export.as_bytes(), false).await.expect("an import");
    let merchant: Id<MerchantReference> = Id::parse(merchant).expect("an id");
    let issued = provisioning::create_client(&app.context, merchant, "golden").await.expect("a client");
    let client = TestClient { client_id: issued.client_id.to_string(), secret: issued.secret.reveal().to_owned() };
    app.as_client(&client)
}

/// A name such as `BookingSeries` as the table writes it: `booking_series`.
fn snake(name: &str) -> String {
    let words = name
        .chars()
        .map(|letter| if letter.is_uppercase() { format!("_{}", letter.to_lowercase()) } else { letter.to_string() });
    words.collect::<String>().trim_start_matches('_').to_owned()
}

#[tokio::test]
async fn every_record_that_the_last_release_wrote_is_read_by_this_one() {
    for file in exports() {
        let export = fs::read_to_string(&file).expect("a file");
        let (merchant, records) = contents(&export);
        let app = served(&export, &merchant).await;
        let (mut read, mut faults) = (BTreeSet::new(), Vec::new());
        for route in &local::routes().0 {
            let Some(collection) = route.path.strip_suffix("/{id}").filter(|_| route.method == Method::Get) else {
                continue;
            };
            for (kind, id) in records.iter().filter(|(kind, _)| *kind == snake(&route.shape.data.0)) {
                let answer = app.get(&format!("{collection}/{id}")).await;
                if answer.status != 200 || answer.body["data"]["id"] != id.as_str() {
                    faults.push(format!("{kind} {id}: {} {}", answer.status, answer.text));
                }
                read.insert(kind.clone());
            }
        }
        assert_eq!(faults, Vec::<String>::new(), "{}", file.display());
        assert!(read.len() >= 30, "only {read:?} were read");
    }
}

#[tokio::test]
async fn every_list_that_has_records_of_the_last_release_is_read_by_this_one() {
    for file in exports() {
        let export = fs::read_to_string(&file).expect("a file");
        let (merchant, _) = contents(&export);
        let app = served(&export, &merchant).await;
        let mut listed = 0;
        for route in &local::routes().0 {
            if route.method != Method::Get || route.path.contains('{') {
                continue;
            }
            let answer = app.get(route.path).await;
            assert!(answer.status < 500, "{}: {}", route.path, answer.text);
            listed += usize::from(answer.body["data"].as_array().is_some_and(|data| !data.is_empty()));
        }
        assert!(listed >= 25, "only {listed} lists have a record");
        // What no operation reads by itself: counters, calendars, books.
        find_all(&app.context, &[app.tenant()]).await.expect("items that can be read");
    }
}
