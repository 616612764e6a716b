//! The consumer: one event for each change, none for what did not happen, the same one however often the stream is
//! read.

use serde_json::{Value, json};
use testing::Fault;
use tests::{OutboxFixture, accepted, company, floor, instant, location, made, member, resource};

const WRITES: [&str; 2] = ["TransactWriteItems", "PutItem"];

#[tokio::test]
async fn a_change_of_a_record_is_one_event_with_what_it_was_before() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let id = floor(&fixture.app, &place).await;
    let path = format!("/floors/{id}");
    let renamed = fixture.app.put(&path, json!({"name": "Attic"})).await;
    assert_eq!(renamed.status, 200);
    assert!(fixture.app.delete(&path).await.status < 300);
    let events = fixture.events(&format!("object_id={id}")).await;
    let types: Vec<&str> = events.iter().filter_map(|event| event["type"].as_str()).collect();
    assert_eq!(types, ["floor.created", "floor.updated", "floor.deleted"]);
    let versions: Vec<i64> = events.iter().filter_map(|event| event["version"].as_i64()).collect();
    assert_eq!(versions, [1, 2, 3]);
    let updated = &events[1];
    assert_eq!(updated["object"], renamed.body["data"]);
    assert_eq!(updated["object"]["name"], "Attic");
    assert_ne!(updated["previous_attributes"]["name"], "Attic");
    assert_eq!(updated["previous_attributes"].as_object().expect("fields").len(), 1);
    assert_eq!(updated["actor"], json!({"type": "client", "id": null, "client_id": fixture.app.client.client_id}));
    assert_eq!(updated["request_id"], renamed.body["meta"]["request_id"]);
    assert_eq!(updated["object_type"], "floor");
    assert_eq!(events[0]["previous_attributes"], json!({}));
}

#[tokio::test]
async fn what_changes_nothing_and_what_is_refused_is_no_event() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let id = floor(&fixture.app, &place).await;
    fixture.consume().await;
    let path = format!("/floors/{id}");
    let same = fixture.app.get(&path).await.body["data"]["name"].clone();
    assert_eq!(fixture.app.put(&path, json!({"name": same})).await.status, 200);
    assert_eq!(fixture.app.put(&path, json!({"name": ""})).await.status, 400);
    assert_eq!(fixture.app.put(&path, json!({"location_id": id})).await.status, 400);
    assert_eq!(fixture.consume().await, 0);
}

#[tokio::test]
async fn reading_the_stream_again_changes_nothing() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    super::floors(&fixture.app, &place, &["First", "Second", "Third"]).await;
    assert!(fixture.consume().await > 3);
    let before = table(&fixture).await;
    assert_eq!(fixture.replay().await, 0);
    assert!(table(&fixture).await == before, "the table is another one");
}

/// The table's items: the letters of each in order, because an item names its attributes in any order.
async fn table(fixture: &OutboxFixture) -> Vec<Vec<char>> {
    let letters = |item: String| {
        let mut letters: Vec<char> = item.chars().collect();
        letters.sort_unstable();
        letters
    };
    let mut items: Vec<Vec<char>> = fixture.app.table_text().await.into_iter().map(letters).collect();
    items.sort();
    items
}

#[tokio::test]
async fn what_time_does_is_an_event_of_the_schedule() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let customer = member(&fixture.app, "ann@example.com").await;
    let room = resource(&fixture.app, &place, "Room", "meeting_room", json!({})).await;
    let wish = json!({"resource_id": room, "customer_id": customer, "start_time": instant("10:00"), "end_time": instant("11:00")});
    let booking = made(&fixture.app, "/bookings", wish).await;
    fixture.app.clock.set(values::Timestamp::parse("2026-12-02T12:00:00Z").expect("an instant"));
    tests::sweep(&fixture.app.context).await;
    let events = fixture.events(&format!("object_id={booking}")).await;
    let last = events.last().expect("an event");
    assert_eq!(last["type"], "booking.completed");
    assert_eq!(last["actor"], json!({"type": "schedule", "id": null, "client_id": null}));
    assert_eq!(last["request_id"], "sweep");
    assert_eq!(last["previous_attributes"]["status"], "confirmed");
}

#[tokio::test]
async fn a_merchant_sees_its_own_events_only() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    fixture.consume().await;
    let event = fixture.events(&format!("object_id={place}")).await.remove(0);
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let listed = stranger.get("/event-log?per_page=100").await;
    assert!(!listed.text.contains(&place), "{}", listed.text);
    let path = format!("/event-log/{}", event["id"].as_str().expect("an id"));
    assert_eq!(fixture.app.get(&path).await.body["data"], event);
    assert_eq!(stranger.get(&path).await.status, 404);
}

#[tokio::test]
async fn a_record_that_cannot_be_read_fails_alone() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let mut batch = fixture.batch();
    let records = batch["Records"].as_array_mut().expect("records");
    let kind_of = |record: &Value| record["dynamodb"]["NewImage"]["kind"]["S"].as_str().map(str::to_owned);
    let broken = records.iter().find(|record| kind_of(record).as_deref() == Some("location")).expect("a location");
    let mut broken = broken.clone();
    broken["dynamodb"]["NewImage"]["body"] = json!({"M": {"name": {"BOOL": true}}});
    broken["dynamodb"]["SequenceNumber"] = json!("7");
    records.insert(0, broken);
    let outcome = outbox::consume(&fixture.app.context, &batch).await;
    assert_eq!(outcome.failed, ["7"]);
    assert_eq!(outcome.answer(), json!({"batchItemFailures": [{"itemIdentifier": "7"}]}));
    assert!(outcome.written > 0);
    assert_eq!(fixture.types(&format!("object_id={place}")).await, ["location.created"]);
}

#[tokio::test]
async fn whatever_fails_while_events_are_stored_they_are_stored_once() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    company(&fixture.app, &place).await;
    let batch = fixture.batch();
    let faults = [
        Fault::DropBefore,
        Fault::DropAfter,
        Fault::FailAfter(500, "InternalServerError"),
        Fault::Fail(400, "ThrottlingException"),
    ];
    for fault in faults {
        for operation in WRITES {
            fixture.app.faults.next(operation, 5, fault.clone());
        }
        drop(outbox::consume(&fixture.app.context, &batch).await);
        fixture.app.faults.clear();
    }
    let outcome = outbox::consume(&fixture.app.context, &batch).await;
    assert!(outcome.failed.is_empty(), "{outcome:?}");
    let repeated = outbox::consume(&fixture.app.context, &batch).await;
    assert_eq!(repeated.written, 0);
    assert_eq!(fixture.types(&format!("object_id={place}")).await, ["location.created"]);
}

#[tokio::test]
async fn an_operator_is_named_as_one() {
    let mut fixture = OutboxFixture::new().await;
    let events = fixture.events("object_type=api_client").await;
    assert_eq!(events[0]["type"], "api_client.created");
    assert_eq!(events[0]["actor"], json!({"type": "operator", "id": null, "client_id": null}));
}

#[tokio::test]
async fn what_is_deleted_is_told_as_deleted_whatever_it_was() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let contact = json!({"location_id": place, "name": "Vera", "email": "vera@example.com"});
    let contact = made(&fixture.app, "/visitor-contacts", contact).await;
    let author = member(&fixture.app, "ann@example.com").await;
    let post = json!({"location_id": place, "author_id": author, "text": "Lunch?", "visibility": "public"});
    let post = made(&fixture.app, "/feed-posts", post).await;
    for (kind, path, id) in [("visitor_contact", "visitor-contacts", contact), ("feed_post", "feed-posts", post)] {
        accepted(&fixture.app.delete(&format!("/{path}/{id}")).await, 200);
        let types = fixture.types(&format!("object_id={id}")).await;
        assert_eq!(types, [format!("{kind}.created"), format!("{kind}.deleted")]);
    }
}

#[tokio::test]
async fn archiving_and_restoring_a_company_are_told_as_such() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let company = made(&fixture.app, "/companies", json!({"location_id": place, "name": "Acme"})).await;
    accepted(&fixture.app.post(&format!("/companies/{company}/archive"), json!({})).await, 200);
    accepted(&fixture.app.post(&format!("/companies/{company}/restore"), json!({})).await, 200);
    let types = fixture.types(&format!("object_id={company}")).await;
    assert_eq!(types, ["company.created", "company.archived", "company.restored"]);
}
