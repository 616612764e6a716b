//! Blocks and assignments that another area makes inside its own transaction: made, refused and released together with
//! what made them, and not changed by clients. A floor stands for the event or contract that makes them.

use records::Floor;
use scheduling::{
    CalendarBlock, ResourceAssignment,
    assigning::{AssignableResource, assign},
    blocking::{NewBlock, block_time, move_block, unblock_time},
    calendar_block::CalendarBlockFields,
    origin::Origin,
};
use serde_json::{Value, from_value, json};
use store::{Record, RecordSet, Transaction};
use tests::{RoomFixture, accepted, instant, resource};
use values::{ApiError, ErrorCode};
use work::UnitOfWork;

const CONFLICT: &str = "409 booking_conflict start_time booking_conflict";
const ITS_OWN: &str = "409 in_use id made_by";

/// What an area does without a client.
fn work_of(fixture: &RoomFixture) -> UnitOfWork {
    UnitOfWork::scheduled(&fixture.app.context, fixture.app.tenant(), "event")
}

/// What makes something: a record of its own, and the transaction that stores it.
fn event(fixture: &RoomFixture, work: &UnitOfWork, name: &str) -> (Record<Floor>, Transaction) {
    let floor = json!({"location_id": fixture.location, "name": name});
    let event = work.new_record(from_value::<Floor>(floor).expect("a floor"), None);
    let mut transaction = work.transaction();
    transaction.create(&event);
    (event, transaction)
}

async fn block(
    fixture: &RoomFixture,
    work: &UnitOfWork,
    transaction: &mut Transaction,
    by: &Record<Floor>,
) -> Result<Record<CalendarBlock>, ApiError> {
    let fields = json!({"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("12:00"),
        "reason": "Open day", "kind": "event"});
    let fields: CalendarBlockFields = from_value(fields).expect("a block");
    block_time(work, transaction, NewBlock { fields, made_by: Some(Origin::of(by.id)), metadata: None }).await
}

fn made_by(event: &Record<Floor>) -> Value {
    json!({"kind": "floor", "id": event.id.to_string()})
}

#[tokio::test]
async fn a_block_is_made_moved_and_released_with_what_made_it_and_clients_leave_it_alone() {
    let fixture = RoomFixture::new().await;
    let (app, work) = (&fixture.app, work_of(&fixture));
    let (event, mut transaction) = event(&fixture, &work, "Open day");
    let made = block(&fixture, &work, &mut transaction, &event).await.expect("a block");
    accepted(&fixture.book("08:00", "09:00").await, 201);
    work.store.commit(transaction).await.expect_err("the day was changed in between");
    let (event, mut transaction) = self::event(&fixture, &work, "Open day");
    assert_eq!(app.get(&format!("/calendar-blocks/{}", made.id)).await.status, 404);
    let made = block(&fixture, &work, &mut transaction, &event).await.expect("a block");
    work.store.commit(transaction).await.expect("both");
    let path = format!("/calendar-blocks/{}", made.id);
    let shown = app.get(&path).await;
    assert_eq!(shown.body["data"]["made_by"], made_by(&event), "{}", shown.text);
    accepted(&app.get(&format!("/floors/{}", event.id)).await, 200);
    assert_eq!(fixture.book("11:00", "13:00").await.refusal(), CONFLICT);

    assert_eq!(app.put(&path, json!({"end_time": instant("11:00")})).await.refusal(), ITS_OWN);
    assert_eq!(app.delete(&path).await.refusal(), ITS_OWN);
    assert_eq!(app.get(&path).await.body["data"], shown.body["data"]);

    let mut transaction = work.transaction();
    let mut later = made.body.clone();
    later.end_time = values::Timestamp::parse(&instant("13:00")).expect("an instant");
    move_block(&work, &mut transaction, &made, &mut later).await.expect("more time");
    let later = work.next_version(&made, later, None);
    transaction.replace(&made, &later);
    work.store.commit(transaction).await.expect("a longer block");
    assert_eq!(fixture.book("12:00", "13:00").await.refusal(), CONFLICT);

    let mut transaction = work.transaction();
    unblock_time(&work, &mut transaction, &later).await.expect("a release");
    transaction.replace(&event, &work.moved(&event, event.body.clone(), RecordSet::Archived));
    work.store.commit(transaction).await.expect("both");
    assert_eq!((app.get(&path).await.status, app.get(&format!("/floors/{}", event.id)).await.status), (404, 404));
    accepted(&fixture.book("10:00", "13:00").await, 201);
}

#[tokio::test]
async fn a_block_that_something_is_in_the_way_of_is_refused_with_what_would_make_it() {
    let fixture = RoomFixture::new().await;
    let work = work_of(&fixture);
    let (event, mut transaction) = event(&fixture, &work, "Open day");
    block(&fixture, &work, &mut transaction, &event).await.expect("a block");
    // Somebody books the time before it is written: the whole is refused, and decided again it names what is in the
    // way.
    accepted(&fixture.book("11:00", "13:00").await, 201);
    let late = work.store.commit(transaction).await.expect_err("the day was changed");
    assert_eq!(late.code, ErrorCode::VersionConflict);
    assert_eq!(fixture.app.get(&format!("/floors/{}", event.id)).await.status, 404);
    assert_eq!(fixture.app.get("/calendar-blocks").await.body["pagination"]["total"], 0);
    let refused = block(&fixture, &work, &mut work.transaction(), &event).await.expect_err("it is booked");
    assert_eq!(refused.code, ErrorCode::BookingConflict);
}

/// Prepares the assignment of an office by an event.
async fn assignment(
    fixture: &RoomFixture,
    work: &UnitOfWork,
    office: &str,
    (by, transaction): (&Record<Floor>, &mut Transaction),
) -> Result<(AssignableResource, Record<ResourceAssignment>), ApiError> {
    let new = json!({"resource_id": office, "location_id": fixture.location, "customer_id": fixture.member,
        "subscription_id": null, "units": null, "start_date": "2026-12-01", "end_date": "2026-12-31"});
    let mut new: ResourceAssignment = from_value(new).expect("an assignment");
    new.made_by = Some(Origin::of(by.id));
    let mut assignable = AssignableResource::read_for_new(work, new.resource_id).await?;
    let made = assign(work, transaction, &mut assignable, new, None).await?;
    Ok((assignable, made))
}

#[tokio::test]
async fn an_assignment_is_made_and_released_with_what_made_it_and_clients_leave_it_alone() {
    let fixture = RoomFixture::new().await;
    let (app, work) = (&fixture.app, work_of(&fixture));
    let office = resource(app, &fixture.location, "Office", "office", json!({})).await;
    let (event, mut transaction) = event(&fixture, &work, "Contract");
    let (assignable, made) =
        assignment(&fixture, &work, &office, (&event, &mut transaction)).await.expect("an assignment");
    let outcome = work.store.commit(transaction).await;
    assignable.reopen_unless_done(&work, outcome).await.expect("both");
    let path = format!("/resource-assignments/{}", made.id);
    let shown = app.get(&path).await;
    assert_eq!(shown.body["data"]["made_by"], made_by(&event), "{}", shown.text);
    let booking = json!({"resource_id": office});
    assert_eq!(fixture.book_with("10:00", "11:00", booking.clone()).await.refusal(), CONFLICT);

    assert_eq!(app.put(&path, json!({"end_date": "2026-12-02"})).await.refusal(), ITS_OWN);
    assert_eq!(app.delete(&path).await.refusal(), ITS_OWN);
    assert_eq!(app.get(&path).await.body["data"], shown.body["data"]);

    let mut transaction = work.transaction();
    let assignable = AssignableResource::read(&work, made.body.resource_id).await.expect("the office");
    assignable.free(&work, &mut transaction, made.id).expect("a release");
    transaction.replace(&made, &work.moved(&made, made.body.clone(), RecordSet::Archived));
    transaction.replace(&event, &work.moved(&event, event.body.clone(), RecordSet::Archived));
    work.store.commit(transaction).await.expect("both");
    assert_eq!((app.get(&path).await.status, app.get(&format!("/floors/{}", event.id)).await.status), (404, 404));
    accepted(&fixture.book_with("10:00", "11:00", booking).await, 201);
}

#[tokio::test]
async fn an_assignment_that_comes_too_late_is_refused_with_what_would_make_it_and_leaves_nothing_closed() {
    let fixture = RoomFixture::new().await;
    let (app, work) = (&fixture.app, work_of(&fixture));
    let office = resource(app, &fixture.location, "Office", "office", json!({})).await;
    let (event, mut transaction) = event(&fixture, &work, "Contract");
    let (assignable, _) =
        assignment(&fixture, &work, &office, (&event, &mut transaction)).await.expect("an assignment");
    // The office changes before it is written.
    accepted(&app.put(&format!("/resources/{office}"), json!({"description": "Painted"})).await, 200);
    let outcome = work.store.commit(transaction).await;
    let late = assignable.reopen_unless_done(&work, outcome).await.expect_err("the office was changed");
    assert_eq!(late.code, ErrorCode::VersionConflict);
    assert_eq!(app.get(&format!("/floors/{}", event.id)).await.status, 404);
    assert_eq!(app.get("/resource-assignments").await.body["pagination"]["total"], 0);
    accepted(&fixture.book_with("10:00", "11:00", json!({"resource_id": office})).await, 201);
    let (event, mut transaction) = self::event(&fixture, &work, "Contract");
    let refused = assignment(&fixture, &work, &office, (&event, &mut transaction)).await;
    assert_eq!(refused.map(|_| ()).expect_err("it is booked").code, ErrorCode::BookingConflict);
}
