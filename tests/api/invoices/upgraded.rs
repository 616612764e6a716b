//! Invoices that were stored by a version that did not count lists by days of issue, and listed invoices by numbers in
//! an index.

use chrono::Duration;
use money_documents::Invoice;
use serde_json::json;
use store::{Entity as _, Index, IndexBy, Indexes, Record};
use tests::{InvoiceFixture, accepted, days, location_with, time_lists::every_page};
use values::{Id, ShortText};

/// The indexes as they were.
const BY_NUMBER: IndexBy<Invoice, ShortText> = IndexBy::compared(Index::Third, "number", ToString::to_string);

async fn record(fixture: &InvoiceFixture, id: &str) -> Record<Invoice> {
    let app = &fixture.app;
    let id = Id::<Invoice>::parse(id).expect("an id");
    app.context.store.find(&app.tenant(), id).await.expect("a read").expect("an invoice")
}

/// Stores an invoice again as the version before stored it.
async fn stored_before(fixture: &InvoiceFixture, id: &str) {
    let app = &fixture.app;
    let mut record = record(fixture, id).await;
    let issue = record.body.issue.as_mut().expect("an issue");
    issue.local_at = None;
    let day = issue.date;
    let is_due = record.body.indexes(record.id).0[4].clone();
    let mut indexes = Indexes::default()
        .by(&Invoice::BY_CUSTOMER, &record.body.customer_id, record.id)
        .by_any(&BY_NUMBER, record.body.number.as_ref(), record.id)
        .by_sorted(&Invoice::ISSUED, &(), format!("{day}#{id}"));
    indexes.0[4] = is_due;
    app.context.store.store_indexed(&app.tenant(), &record, indexes).await.expect("a write");
}

/// The ids of a list, in order of creation.
async fn listed(fixture: &InvoiceFixture, query: &str) -> Vec<String> {
    let mut ids = every_page(&fixture.app, &format!("/invoices?{query}")).await;
    ids.sort();
    ids
}

/// A business at two locations whose invoices, three a day at each, were stored by the version before but for the last
/// six.
async fn business() -> (InvoiceFixture, String, Vec<String>) {
    let fixture = InvoiceFixture::alone().await;
    let far = location_with(&fixture.app, json!({"time_zone": "Asia/Kathmandu"})).await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        days(&fixture.app, 1);
        for number in 0..6 {
            fixture.app.clock.advance(Duration::minutes(20));
            let at = json!({"location_id": if number % 2 == 0 { &fixture.location } else { &far }});
            ids.push(fixture.issued_with(&[json!(1)], at).await["id"].as_str().expect("an id").to_owned());
        }
    }
    let (store, tenant) = (&fixture.app.context.store, fixture.app.tenant());
    store.uncount_calendar::<Invoice>(&tenant).await.expect("nothing is counted any more");
    for id in &ids[..18] {
        stored_before(&fixture, id).await;
    }
    // They are changed by this version: one stands by its local time then, beside those that stand by their day.
    for (id, action) in [(&ids[1], "void"), (&ids[2], "mark-uncollectible"), (&ids[20], "void")] {
        accepted(&fixture.act(id, action, json!({})).await, 200);
    }
    accepted(&fixture.pay(&ids[0], fixture.invoice(&ids[0]).await["amount_due"].clone()).await, 200);
    (fixture, far, ids)
}

/// Compares lists with what was issued.
async fn check(fixture: &InvoiceFixture, far: &str, ids: &[String]) {
    let mut invoices = Vec::new();
    for id in ids {
        invoices.push(fixture.invoice(id).await);
    }
    let second = invoices[8]["issue_date"].as_str().expect("a day").to_owned();
    let last = invoices[23]["issue_date"].as_str().expect("a day").to_owned();
    let days = format!("issued_from={second}&issued_to={last}");
    for place in ["", far, &fixture.location] {
        for status in ["", "issued", "paid", "voided", "uncollectible", "draft"] {
            for (query, from) in [(format!("issued_to={last}"), ""), (days.clone(), &*second)] {
                let of = |one: &&serde_json::Value| {
                    (place.is_empty() || one["location_id"] == *place)
                        && (status.is_empty() || one["status"] == status)
                        && one["issue_date"].as_str().is_some_and(|day| *day >= *from)
                };
                let expected: Vec<&str> = invoices.iter().filter(of).filter_map(|one| one["id"].as_str()).collect();
                let filter = |name: &str, value: &str| {
                    if value.is_empty() { String::new() } else { format!("&{name}={value}") }
                };
                let query = format!("{query}{}{}", filter("location_id", place), filter("status", status));
                assert_eq!(listed(fixture, &query).await, expected, "{query}");
            }
        }
    }
    for (id, number) in [(&ids[3], "INV-000004"), (&ids[20], "INV-000021")] {
        assert_eq!(listed(fixture, &format!("number={number}")).await, [&**id]);
        let day = invoices[3]["issue_date"].as_str().expect("a day");
        let found = listed(fixture, &format!("number={number}&overdue=false&issued_to={day}")).await;
        assert_eq!(found.len(), usize::from(*id == ids[3]));
    }
    assert_eq!(listed(fixture, "number=INV-9").await, [""; 0]);
}

#[tokio::test]
async fn invoices_of_the_version_before_are_listed_before_and_after_they_are_counted() {
    let (fixture, far, ids) = business().await;
    check(&fixture, &far, &ids).await;
    let app = &fixture.app;
    let versions = async || {
        let mut versions = Vec::new();
        for id in &ids {
            versions.push(record(&fixture, id).await.version);
        }
        versions
    };
    let before = versions().await;
    app.clock.advance(Duration::minutes(5));
    let mut said = Vec::new();
    local::calendar::count(&app.context, false, &mut said).await.expect("a count");
    let said = String::from_utf8(said).expect("text");
    assert!(said.contains(&format!("{} 24 invoices", app.tenant().merchant())), "{said}");
    assert_eq!(versions().await, before, "nothing has happened to them");
    check(&fixture, &far, &ids).await;
    // What happens to them from now on is counted.
    accepted(&fixture.act(&ids[4], "void", json!({})).await, 200);
    accepted(&fixture.act(&ids[9], "mark-uncollectible", json!({})).await, 200);
    check(&fixture, &far, &ids).await;
    app.clock.advance(Duration::minutes(5));
    app.context.store.fold_calendar::<Invoice>(&app.tenant()).await.expect("a fold");
    check(&fixture, &far, &ids).await;
    assert_eq!(local::fsck::find_all(&app.context, &[app.tenant()]).await.expect("a check"), []);
}
