//! Sums are right however often and in whatever order changes are told, after a backfill and after an import, and
//! `fsck` finds those that are not.

use std::sync::Arc;

use futures_util::future::join_all;
use local::{
    backup::{export, import},
    database, figures_build,
    fsck::find_all,
};
use serde_json::{Value, json};
use store::Key;
use testing::{TestApp, TestClock};
use tests::{InvoiceFixture, OutboxFixture, RoomFixture, accepted, location_with, made, member};
use values::Timestamp;
use work::Context;

use super::report;

/// All reports of a merchant of which anything is told, without their instants.
async fn reports(app: &TestApp) -> Vec<Value> {
    let mut found = Vec::new();
    for path in [
        "occupancy?from=2026-11-01&to=2027-06-30",
        "revenue?from=2026-11-01&to=2027-06-30",
        "recurring-revenue?from=2026-11-01&to=2027-06-30",
        "churn?from=2026-11-01&to=2027-06-30",
    ] {
        let mut one = report(app, path).await;
        one["as_of"] = Value::Null;
        found.push(one);
    }
    found
}

/// Something of everything.
async fn history(app: &TestApp) -> RoomFixture {
    let rooms = RoomFixture::of(app.clone(), json!({})).await;
    rooms.booked("09:00", "10:00").await;
    let moved = rooms.booked("11:00", "12:00").await;
    let cancelled = rooms.booked("13:00", "14:00").await;
    let elsewhere = json!({"start_time": "2026-12-05T08:00:00Z", "end_time": "2026-12-05T09:00:00Z"});
    accepted(&rooms.reschedule(&moved, elsewhere).await, 200);
    accepted(&rooms.act(&cancelled, "cancel").await, 200);
    let books = InvoiceFixture::of(app.clone(), json!({"name": "Billed"})).await;
    books.issued(&[json!(100)]).await;
    rooms
}

async fn subscriber(app: &TestApp) -> String {
    let location = location_with(app, json!({"name": "Quay"})).await;
    let plan = json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 300, "currency": "EUR"});
    let plan = made(app, "/memberships", plan).await;
    let member = member(app, "sub@example.com").await;
    app.clock.set(Timestamp::parse("2027-01-01T11:00:00Z").expect("an instant"));
    let body = json!({"customer_id": member, "membership_plan_id": plan, "start_date": "2027-01-01"});
    made(app, "/subscriptions", body).await
}

#[tokio::test]
async fn what_is_told_twice_and_late_counts_once() {
    let mut outbox = OutboxFixture::new().await;
    let rooms = history(&outbox.app).await;
    let batch = outbox.batch();
    // The newest changes first, one at a time, and each of them twice.
    let records: Vec<Value> = batch["Records"].as_array().cloned().unwrap_or_default();
    for record in records.iter().rev().chain(records.iter()) {
        let outcome = outbox::consume(&outbox.app.context, &json!({"Records": [record]})).await;
        assert!(outcome.failed.is_empty(), "{:?}", outbox.app.logged().last());
    }
    outbox.consume().await;
    let once = reports(&outbox.app).await;
    assert_eq!(once[0]["total"]["booked_minutes"], 120);
    assert_eq!(once[0]["total"]["cancelled_minutes"], 60);
    outbox.replay().await;
    assert_eq!(reports(&outbox.app).await, once);
    rooms.booked("15:00", "15:30").await;
    outbox.consume().await;
    assert_eq!(report(&outbox.app, "occupancy?from=2026-12-01&to=2026-12-05").await["total"]["booked_minutes"], 150);
}

#[tokio::test]
async fn what_is_told_to_several_at_the_same_moment_counts_once() {
    let mut outbox = OutboxFixture::new().await;
    history(&outbox.app).await;
    subscriber(&outbox.app).await;
    let (context, batch) = (outbox.app.context.clone(), outbox.batch());
    join_all((0..8).map(|_| outbox::consume(&context, &batch))).await;
    // What one of them could not store is told again.
    outbox.replay().await;
    let found = reports(&outbox.app).await;
    assert_eq!(found[0]["total"]["booked_minutes"], 120);
    assert_eq!(found[1]["total"]["revenue"], 400, "an invoice and the first period of a subscription");
    assert_eq!(found[3]["months"][2]["customers_at_end"], 1);
}

#[tokio::test]
async fn what_was_stored_before_sums_were_kept_is_built_and_counted_once() {
    let mut outbox = OutboxFixture::new().await;
    history(&outbox.app).await;
    let app = outbox.app.clone();
    let key = Key::single(&app.tenant(), "figures-complete", "all");
    let mut transaction = store::Transaction::new(app.tenant(), app.context.ids.token());
    transaction.remove_value(&key);
    app.context.store.commit(transaction).await.expect("a table of before");
    let before = reports(&app).await;
    assert_eq!((&before[0]["is_complete"], &before[0]["total"]["booked_minutes"]), (&json!(false), &json!(0)));
    figures_build::build(&app.context, false, &mut Vec::new()).await.expect("sums");
    let built = reports(&app).await;
    assert_eq!((&built[0]["is_complete"], &built[0]["total"]["booked_minutes"]), (&json!(true), &json!(120)));
    outbox.consume().await;
    assert_eq!(reports(&app).await, built, "what is told afterwards is counted already");
    figures_build::build(&app.context, true, &mut Vec::new()).await.expect("sums");
    assert_eq!(reports(&app).await, built);
}

#[tokio::test]
async fn what_was_imported_is_built_and_keeps_what_was_seen_of_subscriptions() {
    let mut outbox = OutboxFixture::new().await;
    InvoiceFixture::of(outbox.app.clone(), json!({"name": "Billed"})).await.issued(&[json!(100)]).await;
    let subscription = subscriber(&outbox.app).await;
    outbox.consume().await;
    // A price of before, of which its record says nothing any more.
    let dearer = json!({"name": "Dearer", "price": 500, "cycle": "monthly", "currency": "EUR"});
    let plan = outbox.app.get("/memberships").await.body["data"][0].clone();
    let dearer = made(&outbox.app, "/memberships", tests::with(dearer, &json!({"location_id": plan["location_id"]})));
    let change = json!({"membership_plan_id": dearer.await, "timing": "now"});
    outbox.app.clock.advance(chrono::Duration::days(40));
    accepted(&outbox.app.post(&format!("/subscriptions/{subscription}/change-plan"), change).await, 200);
    outbox.consume().await;
    let expected = reports(&outbox.app).await;
    let mut file = Vec::new();
    export(&outbox.app.context.store, None, &mut file).await.expect("an export");
    let into: Context = database::open_in_memory(Arc::<TestClock>::clone(&outbox.app.clock)).await.expect("a table");
    import(&into.store, &mut file.as_slice(), false).await.expect("an import");
    figures_build::build(&into, false, &mut Vec::new()).await.expect("sums");
    assert_eq!(find_all(&into, &[outbox.app.tenant()]).await.expect("a table"), []);
    let work = work::UnitOfWork::scheduled(&into, outbox.app.tenant(), "test");
    let rows =
        figures::rows::read(&work, "figures-recurring", figures::place::Place::All, "0", "9").await.expect("rows");
    let new: i64 = rows.iter().filter_map(|row| row.cells.get("EURn")).sum();
    let more: i64 = rows.iter().filter_map(|row| row.cells.get("EURe")).sum();
    assert_eq!((new, more), (30_000, 20_000), "{:?}", expected[2]["months"]);
}

#[tokio::test]
async fn fsck_finds_a_sum_that_is_not_what_its_records_add() {
    let mut outbox = OutboxFixture::new().await;
    history(&outbox.app).await;
    outbox.consume().await;
    let app = &outbox.app;
    assert_eq!(find_all(&app.context, &[app.tenant()]).await.expect("a table"), []);
    app.unchecked();
    for (space, sort, cell) in [
        ("figures-occupancy", "2026-12-01", "aK"),
        ("figures-opening", "week", "a0K"),
        ("figures-revenue", "2026-12-24", "EURi"),
        ("figures-recurring", "2026-12", "w"),
    ] {
        let key = Key::sorted(&app.tenant(), space, "all", sort.to_owned());
        let change = |by: i64| {
            let mut transaction = store::Transaction::new(app.tenant(), app.context.ids.token());
            transaction.add_in_value(&key, cell, by, None, values::ApiError::internal("refused"));
            app.context.store.commit(transaction)
        };
        change(1).await.expect("what is planted");
        let found = find_all(&app.context, &[app.tenant()]).await.expect("a table");
        assert!(found.len() == 1 && found[0].kind == "figures", "{space}: {found:?}");
        change(-1).await.expect("what is taken back");
    }
    assert_eq!(find_all(&app.context, &[app.tenant()]).await.expect("a table"), []);
}
