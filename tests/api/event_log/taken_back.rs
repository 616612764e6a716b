//! What was taken back is in no event: of a deleted post, of what was said below it, of a ticket that became a
//! sensitive one.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{FeedFixture, OutboxFixture, TicketFixture, accepted, sweep};

/// Two minutes later, with what is due by then.
async fn later(outbox: &mut OutboxFixture) {
    outbox.consume().await;
    outbox.app.clock.advance(Duration::minutes(2));
    assert_eq!(sweep(&outbox.app.context).await.failed(), 0, "{:?}", outbox.app.logged().last());
    outbox.consume().await;
}

/// Stored events that have this text.
async fn telling(outbox: &OutboxFixture, text: &str) -> Vec<String> {
    let items = outbox.app.table_text().await;
    items.into_iter().filter(|item| item.contains("logged_event") && item.contains(text)).collect()
}

fn is_empty(event: &Value) -> bool {
    event["object"].is_null() && event["previous_attributes"].is_null()
}

/// A post with a comment and a report, each of which says the word.
async fn said(feed: &FeedFixture) -> (String, String, String) {
    let post = feed.post(json!({"text": "canary post"})).await;
    accepted(&feed.app.put(&format!("/feed-posts/{post}"), json!({"text": "canary again"})).await, 200);
    let comment = feed.comment(&post, json!({"text": "canary comment"})).await;
    let bob = feed.other("bob").await;
    let report = json!({"target_type": "comment", "target_id": comment, "member_id": bob, "reason": "canary report"});
    let report = tests::made(&feed.app, "/feed-reports", report).await;
    (post, comment, report)
}

#[tokio::test]
async fn of_a_deleted_post_and_what_was_said_there_nothing_stands_in_events_any_more() {
    let mut outbox = OutboxFixture::new().await;
    let feed = FeedFixture::of(outbox.app.clone()).await;
    let (post, comment, report) = said(&feed).await;
    let other = feed.post(json!({"text": "canary that stays"})).await;
    outbox.consume().await;
    assert_eq!(telling(&outbox, "canary").await.len(), 5);
    accepted(&feed.app.delete(&format!("/feed-posts/{post}")).await, 200);
    for _ in 0..3 {
        later(&mut outbox).await;
    }
    let left = telling(&outbox, "canary").await;
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].contains(&other));
    for id in [&post, &comment, &report] {
        let events = outbox.events(&format!("object_id={id}")).await;
        assert!(!events.is_empty() && events.iter().all(is_empty), "{events:?}");
    }
    let types = outbox.types(&format!("object_id={post}")).await;
    assert_eq!(types, ["feed_post.created", "feed_post.updated", "feed_post.deleted"]);
}

#[tokio::test]
async fn of_a_comment_that_was_removed_nothing_stands_in_events_and_its_answers_stay() {
    let mut outbox = OutboxFixture::new().await;
    let feed = FeedFixture::of(outbox.app.clone()).await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({"text": "canary"})).await;
    let answer = feed.comment(&post, json!({"text": "answer", "parent_comment_id": comment})).await;
    accepted(&feed.app.delete(&format!("/feed-comments/{comment}")).await, 200);
    later(&mut outbox).await;
    assert!(telling(&outbox, "canary").await.is_empty());
    let types = outbox.types(&format!("object_id={comment}")).await;
    assert_eq!(types, ["feed_comment.created", "feed_comment.removed"]);
    assert!(!is_empty(&outbox.events(&format!("object_id={answer}")).await[0]));
}

#[tokio::test]
async fn a_consumer_that_is_late_does_not_write_what_was_taken_back_meanwhile() {
    let mut outbox = OutboxFixture::new().await;
    let feed = FeedFixture::of(outbox.app.clone()).await;
    let (post, ..) = said(&feed).await;
    accepted(&feed.app.delete(&format!("/feed-posts/{post}")).await, 200);
    outbox.app.clock.advance(Duration::minutes(2));
    sweep(&outbox.app.context).await;
    // What stands in one shard of the stream is read in its order, other shards earlier or later: here everything that
    // went comes first.
    let batch = outbox.batch();
    let records = batch["Records"].as_array().expect("records").clone();
    let (gone, rest): (Vec<Value>, Vec<Value>) =
        records.into_iter().partition(|record| record["eventName"] == "REMOVE");
    assert!(!gone.is_empty());
    for records in [gone, rest] {
        let outcome = outbox::consume(&outbox.app.context, &json!({"Records": records})).await;
        assert!(outcome.failed.is_empty(), "{outcome:?}");
    }
    let told = telling(&outbox, "canary post").await;
    assert!(told.is_empty(), "{told:?}");
    outbox.consume().await;
    later(&mut outbox).await;
    let told = telling(&outbox, "canary").await;
    assert!(told.is_empty(), "{told:?}");
}

#[tokio::test]
async fn a_ticket_that_becomes_sensitive_is_emptied_and_told_again_when_it_is_ordinary_again() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = TicketFixture::of(outbox.app.clone()).await;
    let id = fixture.started(json!({"type": "noise_and_acoustics"})).await;
    let filter = format!("object_id={id}");
    let before = outbox.events(&filter).await;
    assert!(before.len() >= 2 && before.iter().all(|event| !is_empty(event)), "{before:?}");
    let path = format!("/tickets/{id}");
    accepted(&fixture.app.put(&path, json!({"type": "harassment"})).await, 200);
    later(&mut outbox).await;
    let hidden = outbox.events(&filter).await;
    assert_eq!(hidden.len(), before.len() + 1);
    assert!(hidden.iter().all(is_empty), "{hidden:?}");
    assert!(telling(&outbox, "noise_and_acoustics").await.is_empty());
    accepted(&fixture.app.put(&path, json!({"type": "other"})).await, 200);
    later(&mut outbox).await;
    let again = outbox.events(&filter).await;
    let told: Vec<&Value> = again.iter().filter(|event| !is_empty(event)).collect();
    assert_eq!(told.len(), 1, "{again:?}");
    assert_eq!((&told[0]["type"], &told[0]["object"]["type"]), (&json!("ticket.restored"), &json!("other")));
}

#[tokio::test]
async fn reading_the_stream_again_tells_nothing_that_was_taken_back() {
    let mut outbox = OutboxFixture::new().await;
    let feed = FeedFixture::of(outbox.app.clone()).await;
    let (post, ..) = said(&feed).await;
    outbox.consume().await;
    accepted(&feed.app.delete(&format!("/feed-posts/{post}")).await, 200);
    for _ in 0..3 {
        later(&mut outbox).await;
    }
    assert_eq!(outbox.replay().await, 0);
    assert!(telling(&outbox, "canary").await.is_empty());
}
