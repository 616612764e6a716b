//! `export` and `import`: what an operator takes out of a table and puts into another.

use std::sync::Arc;

use local::{
    backup::{export, import},
    database,
};
use records::{Member, member::MemberStatus};
use scheduling::Booking;
use serde_json::json;
use store::{CalendarListName, Index, List, Order, Paging, Scheme, Store, TimeList};
use testing::{TestApp, TestClock};
use tests::{RoomFixture, app, app_alone, location_with, member};
use values::KindName;
use work::Context;

/// The lines of an export.
async fn exported(store: &Store, merchant: Option<&str>) -> Vec<String> {
    let mut file = Vec::new();
    export(store, merchant, &mut file).await.expect("a table that can be read");
    String::from_utf8(file).expect("text").lines().map(str::to_owned).collect()
}

/// What an import of these lines says.
async fn imported(into: &Context, lines: &[String], resume: bool) -> Result<u64, String> {
    let file = lines.join("\n");
    import(&into.store, &mut file.as_bytes(), resume).await.map_err(|fault| fault.0)
}

/// A table that has nothing at all, not even merchants.
async fn empty(beside: &TestApp) -> Context {
    database::open_in_memory(Arc::<TestClock>::clone(&beside.clock)).await.expect("a table")
}

/// The lines that are items, in no order: a table gives its items in one of its own. What is counted of lists, and
/// lists by fields, are not imported.
fn items(lines: &[String]) -> Vec<&String> {
    let is_made_anew =
        |line: &&String| ["#calendar-", "#filter-lists", "#by#", "#figures-"].iter().any(|part| line.contains(part));
    let mut items: Vec<_> = lines[1..lines.len() - 1].iter().filter(|line| !is_made_anew(line)).collect();
    items.sort();
    items
}

#[tokio::test]
async fn what_was_exported_is_the_same_after_it_was_imported_into_an_empty_table() {
    let from = app().await;
    location_with(&from, json!({"name": "Harbour"})).await;
    let lines = exported(&from.context.store, None).await;
    let into = empty(&from).await;
    assert_eq!(imported(&into, &lines, false).await, Ok(lines.len() as u64 - 2));
    assert_eq!(items(&exported(&into.store, None).await), items(&lines));
}

#[tokio::test]
async fn the_export_of_a_merchant_has_its_items_and_no_others() {
    let from = app().await;
    location_with(&from, json!({"name": "Harbour"})).await;
    let merchant = from.tenant().merchant().to_string();
    let own = exported(&from.context.store, Some(&merchant)).await;
    let all = exported(&from.context.store, None).await;
    assert!(own.len() > 4 && own.len() < all.len(), "{} of {}", own.len(), all.len());
    assert!(items(&own).iter().all(|line| line.contains(&merchant)));
    // Nothing of the merchant was left out.
    let of_merchant = items(&all).into_iter().filter(|line| line.contains(&merchant)).collect::<Vec<_>>();
    assert_eq!(items(&own), of_merchant);
}

#[tokio::test]
async fn a_merchant_is_imported_beside_others_but_not_over_itself() {
    let (from, into) = (app().await, app_alone().await);
    let lines = exported(&from.context.store, Some(&from.tenant().merchant().to_string())).await;
    assert_eq!(imported(&into.context, &lines, false).await, Ok(lines.len() as u64 - 2));
    let refused = imported(&into.context, &lines, false).await.expect_err("a refusal");
    assert!(refused.starts_with("there are items of these merchants already"), "{refused}");
}

#[tokio::test]
async fn everything_is_not_imported_into_a_table_that_has_something_unless_that_was_interrupted() {
    let from = app().await;
    let into = empty(&from).await;
    let lines = exported(&from.context.store, None).await;
    let half = &lines[..lines.len() / 2];
    let refused = imported(&into, half, false).await.expect_err("a file that ends early");
    assert_eq!(refused, format!("the file ends early, after {} items; they are written", half.len() - 1));
    assert!(imported(&into, &lines, false).await.is_err());
    assert_eq!(imported(&into, &lines, true).await, Ok(lines.len() as u64 - 2));
    assert_eq!(items(&exported(&into.store, None).await), items(&lines));
}

#[tokio::test]
async fn a_file_that_is_no_export_or_lacks_a_line_is_refused() {
    let from = app().await;
    let into = empty(&from).await;
    let lines = exported(&from.context.store, None).await;
    let refusal = async |lines: &[String]| imported(&into, lines, true).await.expect_err("a refusal");
    assert_eq!(refusal(&[]).await, "this is no export: its first line is missing");
    assert_eq!(refusal(&lines[1..]).await, "this is no export: its first line is missing");
    let other = vec![lines[0].replace("export-1", "export-9")];
    assert_eq!(refusal(&other).await, "this is an export of another format: colonnade-export-9");
    let lacking = [&lines[..2], &lines[3..]].concat();
    let (found, said) = (lacking.len() - 2, lines.len() - 2);
    assert_eq!(refusal(&lacking).await, format!("the file has {found} items instead of {said}; they are written"));
    let broken = [&lines[..1], &["{\"pk\":1}".to_owned()]].concat();
    assert_eq!(refusal(&broken).await, "a line of the file is no attribute: 1");
}

#[tokio::test]
async fn lists_of_bookings_that_were_imported_are_right_before_and_after_they_are_counted() {
    let fixture = RoomFixture::alone().await;
    for hour in 10..16 {
        fixture.booked(&format!("{hour}:00"), &format!("{hour}:30")).await;
    }
    let from = &fixture.app;
    let into = empty(from).await;
    imported(&into, &exported(&from.context.store, None).await, false).await.expect("an import");
    let tenant = from.tenant();
    let now = into.clock.now();
    let all = List::<Booking>::indexed(Index::Fourth, "all").ordered(Order::Ascending);
    let query = || TimeList::of(all.clone(), CalendarListName::default(), now);
    let paging = Paging { scheme: Scheme::Page(2), size: 4, order: None };
    for expected in [false, true] {
        assert_eq!(into.store.is_calendar_counted::<Booking>(&tenant).await, Ok(expected));
        let page = into.store.page(&tenant, query(), &paging, now.millis()).await.expect("a page");
        assert_eq!((page.total, page.records.len()), (6, 2));
        let mut said = Vec::new();
        local::calendar::count(&into, false, &mut said).await.expect("a count");
        let said = String::from_utf8(said).expect("text");
        assert_eq!(said.contains(&format!("{} 6 bookings", tenant.merchant())), !expected, "{said}");
    }
    assert_eq!(local::fsck::find_all(&into, &[tenant]).await.expect("a check"), []);
    local::calendar::count(&into, true, &mut Vec::new()).await.expect("a count");
    let page = into.store.page(&from.tenant(), query(), &paging, now.millis()).await.expect("a page");
    assert_eq!(page.total, 6);
}

#[tokio::test]
async fn lists_by_fields_that_were_imported_are_right_before_and_after_they_are_made() {
    let from = app_alone().await;
    for number in 0..30 {
        member(&from, &format!("m{number}@example.com")).await;
    }
    let into = empty(&from).await;
    imported(&into, &exported(&from.context.store, None).await, false).await.expect("an import");
    let tenant = from.tenant();
    let list = List::<Member>::live().only("status", Some(&MemberStatus::Active));
    let paging = Paging { scheme: Scheme::Page(2), size: 20, order: None };
    for is_first in [true, false] {
        let page = into.store.page(&tenant, list.clone(), &paging, into.clock.now().millis()).await.expect("a page");
        assert_eq!((page.total, page.records.len()), (30, 10));
        let complete = into.store.read_complete_lists(&tenant).await.expect("a note");
        assert_eq!(complete.has_all(KindName::Member), !is_first);
        let mut said = Vec::new();
        local::filter_lists::build(&into, false, &mut said).await.expect("lists");
        let said = String::from_utf8(said).expect("text");
        let line = format!("{} 30 records of kind member\n", tenant.merchant());
        assert_eq!(said.contains(&line), is_first, "{said}");
    }
    assert_eq!(local::fsck::find_all(&into, &[tenant]).await.expect("a check"), []);
    local::filter_lists::build(&into, true, &mut Vec::new()).await.expect("lists");
    assert_eq!(local::fsck::find_all(&into, &[from.tenant()]).await.expect("a check"), []);
}
