//! Deleting posts and comments with everything that they have.

use std::time::Duration as Wait;

use chrono::Duration;
use platform::config::TimeLimits;
use serde_json::{Value, json};
use store::{Expression, Key, RecordSet, Transaction};
use testing::{Fault, TestApp};
use tests::{FeedFixture, accepted, app, at_once, sweep, total};
use values::{ApiError, Id, KindName};

/// A post with comments, answers, likes, reports and changes of everything, and another that keeps what it has.
struct Thread {
    feed: FeedFixture,
    post: String,
    kept: String,
    everything: Vec<String>,
}

impl Thread {
    async fn new() -> Self {
        let feed = FeedFixture::new().await;
        let people = feed.others(3).await;
        let mut everything = Vec::new();
        let mut posts = Vec::new();
        for text in ["Goes", "Stays"] {
            let post = feed.post(json!({"text": text})).await;
            accepted(&feed.act(&post, "pin").await, 200);
            accepted(&feed.app.put(&format!("/feed-posts/{post}"), json!({"text": "Changed"})).await, 200);
            let root = feed.comment(&post, json!({"mentions": [feed.olga]})).await;
            accepted(&feed.app.put(&format!("/feed-comments/{root}"), json!({"text": "Changed"})).await, 200);
            let answer = feed.comment(&post, json!({"parent_comment_id": root})).await;
            for (target_type, target) in [("post", &post), ("comment", &root), ("comment", &answer)] {
                for person in &people {
                    let like = feed.like(target_type, target, person).await;
                    everything.push(format!("/feed-likes/{}", like.id()));
                }
                let report = feed.report(target_type, target, &people[0]).await;
                everything.push(format!("/feed-reports/{}", report.id()));
            }
            everything.push(format!("/feed-comments/{root}"));
            everything.push(format!("/feed-comments/{answer}"));
            posts.push(post);
        }
        let kept = posts.pop().unwrap_or_default();
        let post = posts.pop().unwrap_or_default();
        Self { feed, post, kept, everything }
    }

    async fn delete(&self) -> u16 {
        self.feed.app.delete(&format!("/feed-posts/{}", self.post)).await.status
    }

    /// What was deleted is gone with all that it had, and the other has everything.
    async fn is_gone(&self, told: &str) {
        let app = &self.feed.app;
        let (gone, there) = self.everything.split_at(self.everything.len() / 2);
        for path in gone {
            assert_eq!(app.get(path).await.refusal(), "404 not_found", "{path} {told}");
        }
        for path in there {
            accepted(&app.get(path).await, 200);
        }
        let shown = self.feed.shown(&self.kept).await;
        assert_eq!(json!([shown["like_count"], shown["comment_count"]]), json!([3, 2]), "{told}");
        for list in ["/feed-likes", "/feed-reports", "/feed-comments"] {
            let (kept, all) =
                (total(app, &format!("{list}?{}={}", target(list), self.kept)).await, total(app, list).await);
            assert!(kept > 0 && all >= kept, "{list} {told}");
            assert_eq!(total(app, &format!("{list}?{}={}", target(list), self.post)).await, 0, "{list} {told}");
        }
        assert_eq!(rows(app, "feed_removal").await, 0, "{told}");
    }
}

fn target(list: &str) -> &str {
    if list == "/feed-comments" { "post_id" } else { "target_id" }
}

/// Records of a kind in the whole table, live or archived.
async fn rows(app: &TestApp, kind: &str) -> usize {
    let kind = format!("\"kind\": S(\"{kind}\")");
    app.table_text().await.iter().filter(|item| item.contains(&kind)).count()
}

#[tokio::test]
async fn a_deleted_post_is_gone_at_once_with_its_comments_likes_and_reports() {
    let thread = Thread::new().await;
    assert_eq!(thread.delete().await, 200);
    thread.is_gone("at once").await;
    let path = format!("/feed-posts/{}", thread.post);
    assert_eq!(thread.feed.app.get(&path).await.refusal(), "404 not_found");
    assert_eq!(thread.feed.app.delete(&path).await.refusal(), "404 not_found");
    assert_eq!(thread.feed.ids("/feed-posts").await, std::slice::from_ref(&thread.kept));
}

#[tokio::test]
async fn a_job_that_died_at_any_transaction_is_finished_by_the_sweep() {
    for died_after in 0..8 {
        let thread = Thread::new().await;
        let app = &thread.feed.app;
        app.faults.after("TransactWriteItems", died_after, Fault::DropBefore);
        let status = thread.delete().await;
        app.faults.clear();
        if died_after == 0 {
            assert_eq!(status, 503);
            assert_eq!(thread.delete().await, 200);
        } else {
            assert_eq!(status, 200);
            assert_eq!(
                thread.feed.ids("/feed-posts").await,
                std::slice::from_ref(&thread.kept),
                "gone from lists at once"
            );
        }
        for _ in 0..3 {
            app.clock.advance(Duration::seconds(10));
            assert_eq!(sweep(&app.context).await.failed(), 0);
        }
        thread.is_gone(&format!("died after {died_after}")).await;
    }
}

#[tokio::test]
async fn a_job_whose_answer_was_lost_at_any_transaction_takes_nothing_twice() {
    for lost_after in 0..8 {
        let thread = Thread::new().await;
        let app = &thread.feed.app;
        app.faults.after("TransactWriteItems", lost_after, Fault::DropAfter);
        let _ = thread.delete().await;
        app.faults.clear();
        assert!(matches!(thread.delete().await, 200 | 404));
        for _ in 0..3 {
            app.clock.advance(Duration::seconds(10));
            assert_eq!(sweep(&app.context).await.failed(), 0);
        }
        thread.is_gone(&format!("lost after {lost_after}")).await;
    }
}

#[tokio::test]
async fn what_is_being_removed_is_shown_by_nothing_and_takes_nothing() {
    let thread = Thread::new().await;
    let app = &thread.feed.app;
    let root = thread.feed.ids(&format!("/feed-comments?post_id={}&roots=true", thread.post)).await.remove(0);
    app.faults.after("TransactWriteItems", 1, Fault::DropBefore);
    assert_eq!(thread.delete().await, 200);
    app.faults.clear();
    let path = format!("/feed-comments/{root}");
    for refused in [app.get(&path).await, app.delete(&path).await, app.put(&path, json!({"text": "Late"})).await] {
        assert_eq!(refused.refusal(), "404 not_found");
    }
    for path in &thread.everything[..thread.everything.len() / 2] {
        assert_eq!(app.get(path).await.refusal(), "404 not_found", "{path}");
    }
    let refused = app.get(&format!("/feed-comments/{root}/edits")).await;
    assert_eq!(refused.refusal(), "404 not_found");
    let (post, olga) = (&thread.post, &thread.feed.olga);
    for list in [
        format!("/feed-comments?post_id={post}"),
        format!("/feed-comments?post_id={post}&roots=true"),
        format!("/feed-comments?parent_comment_id={root}"),
        format!("/feed-likes?target_id={post}"),
        format!("/feed-likes?target_id={root}"),
        format!("/feed-reports?target_id={post}"),
        format!("/feed-reports?target_id={root}"),
    ] {
        assert_eq!(total(app, &list).await, 0, "{list}");
    }
    for list in [
        "/feed-comments".to_owned(),
        format!("/feed-comments?author_id={}", thread.feed.ann),
        format!("/feed-comments?mentioned_id={olga}"),
    ] {
        let found = app.get(&list).await;
        accepted(&found, 200);
        let found = found.body["data"].as_array().cloned().unwrap_or_default();
        assert!(!found.is_empty() && found.iter().all(|comment| comment["post_id"] == json!(thread.kept)), "{list}");
    }
    let refused = thread.feed.like("comment", &root, &thread.feed.ann).await;
    assert_eq!(refused.refusal(), "422 rule_violation target_id reference_archived");
    let refused = app.post("/feed-comments", thread.feed.comment_body(&thread.post, &json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation post_id reference_archived");
    app.clock.advance(Duration::seconds(10));
    assert_eq!(sweep(&app.context).await.failed(), 0);
    thread.is_gone("after the sweep").await;
}

/// Writes so many copies of a comment to the table, as if they had been made.
async fn copied(feed: &FeedFixture, post: &str, comment: &str, number: usize) {
    let (store, tenant) = (&feed.app.context.store, feed.app.tenant());
    let keys = |id: &str| {
        let uuid = Id::<()>::parse(id).expect("an id").uuid();
        let record = |kind| Key::of_kind(&tenant, kind, uuid, RecordSet::Live);
        [record(KindName::FeedComment), record(KindName::FeedCommentEntry), Key::single(&tenant, "feed_counts", id)]
    };
    let mut originals = Vec::new();
    for key in keys(comment) {
        originals.push(store.read_value::<Value>(&key).await.expect("a store").expect("an item").to_string());
    }
    for made in (0..number).step_by(30) {
        let mut transaction = Transaction::new(tenant.clone(), feed.app.context.ids.token());
        for _ in made..number.min(made + 30) {
            let id = feed.app.context.ids.next::<()>().to_string();
            for (key, original) in keys(&id).iter().zip(&originals) {
                let item: Value = serde_json::from_str(&original.replace(comment, &id)).expect("an item");
                transaction.put_encoded(key, &item, Expression::absent(), ApiError::internal("there already"));
            }
        }
        store.commit(transaction).await.expect("a store");
    }
    let more = i64::try_from(number).expect("a number");
    let mut transaction = Transaction::new(tenant.clone(), feed.app.context.ids.token());
    let key = Key::single(&tenant, "feed_counts", post);
    let refusal = ApiError::internal("no counts");
    transaction.add_all_in_value(&key, &[("comments", more), ("children", more)], None, refusal);
    store.commit(transaction).await.expect("a store");
}

#[tokio::test]
async fn five_thousand_comments_go_within_a_few_runs_although_the_process_dies() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let app = &feed.app;
    let comment = feed.comment(&post, json!({})).await;
    copied(&feed, &post, &comment, 4_999).await;
    assert_eq!(feed.shown(&post).await["comment_count"], json!(5_000));
    assert_eq!(total(app, &format!("/feed-comments?post_id={post}")).await, 5_000);
    app.faults.after("TransactWriteItems", 7, Fault::DropBefore);
    accepted(&app.delete(&format!("/feed-posts/{post}")).await, 200);
    app.faults.clear();
    assert!(rows(app, "feed_removal").await == 1, "it died in the middle");
    for _ in 0..40 {
        if rows(app, "feed_removal").await == 0 {
            break;
        }
        app.clock.advance(Duration::seconds(10));
        assert_eq!(sweep(&app.context).await.failed(), 0);
    }
    assert_eq!(total(app, "/feed-comments").await, 0);
    assert_eq!(json!([rows(app, "feed_comment").await, rows(app, "feed_removal").await]), json!([0, 0]));
}

#[tokio::test]
async fn what_was_written_is_not_kept_of_what_is_deleted() {
    let thread = Thread::new().await;
    let feed = &thread.feed;
    let secret = feed
        .post(json!({"text": "topsecret", "metadata": {"k": "topsecret"},
        "link": {"url": "https://example.com/topsecret"}}))
        .await;
    let comment = feed.comment(&thread.kept, json!({"text": "topsecret"})).await;
    let root = feed.comment(&thread.kept, json!({"text": "topsecret", "metadata": {"k": "topsecret"}})).await;
    feed.comment(&thread.kept, json!({"parent_comment_id": root})).await;
    for path in [format!("/feed-posts/{secret}"), format!("/feed-comments/{comment}"), format!("/feed-comments/{root}")]
    {
        accepted(&feed.app.delete(&path).await, 200);
    }
    let text = feed.app.table_text().await.concat();
    assert!(text.contains("Changed") && !text.contains("topsecret"));
}

#[tokio::test(flavor = "multi_thread")]
async fn likes_and_comments_that_cross_with_the_deletion_are_gone_with_it() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let people = feed.others(12).await;
    let mut requests: Vec<(&str, String, Value)> = Vec::new();
    for (number, person) in people.iter().enumerate() {
        let like = json!({"target_type": "post", "target_id": post, "member_id": person});
        requests.push(("POST", "/feed-likes".to_owned(), like));
        requests.push(("POST", "/feed-comments".to_owned(), feed.comment_body(&post, &json!({"author_id": person}))));
        if number == 6 {
            requests.push(("DELETE", format!("/feed-posts/{post}"), json!(null)));
        }
    }
    let answers = at_once(&feed.app, requests).await;
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 201 | 422)), "{answers:?}");
    feed.app.clock.advance(Duration::seconds(10));
    assert_eq!(sweep(&feed.app.context).await.failed(), 0);
    for list in ["/feed-likes", "/feed-comments", "/feed-posts"] {
        assert_eq!(total(&feed.app, list).await, 0, "{list}");
    }
}

#[tokio::test]
async fn a_like_and_a_report_that_cross_with_the_deletion_of_an_answered_comment_go_with_it() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let root = feed.comment(&post, json!({})).await;
    feed.comment(&post, json!({"parent_comment_id": root})).await;
    // Nobody had liked it when it was read, and somebody has when it is written.
    feed.app.faults.next("TransactWriteItems", 1, Fault::Late(800));
    let path = format!("/feed-comments/{root}");
    let (deleted, ()) = tokio::join!(feed.app.delete(&path), async {
        tokio::time::sleep(Wait::from_millis(200)).await;
        accepted(&feed.like("comment", &root, &feed.olga).await, 201);
        accepted(&feed.report("comment", &root, &feed.olga).await, 201);
    });
    accepted(&deleted, 200);
    let left = feed.data(&path).await;
    assert_eq!(json!([left["status"], left["like_count"]]), json!(["removed", 0]));
    assert_eq!(json!([rows(&feed.app, "feed_like").await, rows(&feed.app, "feed_report").await]), json!([0, 0]));
}

#[tokio::test]
async fn nothing_is_counted_of_a_removed_comment_whose_last_answer_goes_while_its_job_ends() {
    let feed = FeedFixture::new().await;
    let app = &feed.app;
    let post = feed.post(json!({})).await;
    let root = feed.comment(&post, json!({})).await;
    let answer = feed.comment(&post, json!({"parent_comment_id": root})).await;
    accepted(&feed.like("comment", &root, &feed.olga).await, 201);
    app.faults.after("TransactWriteItems", 1, Fault::DropBefore);
    accepted(&app.delete(&format!("/feed-comments/{root}")).await, 200);
    app.faults.clear();
    assert_eq!(rows(app, "feed_removal").await, 1, "it died before the like was gone");
    app.clock.advance(Duration::seconds(10));
    app.faults.next("TransactWriteItems", 1, Fault::Late(800));
    let path = format!("/feed-comments/{answer}");
    let (deleted, ()) = tokio::join!(app.delete(&path), async {
        tokio::time::sleep(Wait::from_millis(200)).await;
        assert_eq!(sweep(&app.context).await.failed(), 0);
    });
    accepted(&deleted, 200);
    app.clock.advance(Duration::seconds(10));
    assert_eq!(sweep(&app.context).await.failed(), 0);
    assert_eq!(app.get(&format!("/feed-comments/{root}")).await.refusal(), "404 not_found");
    let counts = app.table_text().await.iter().filter(|item| item.contains("#feed_counts#")).count();
    assert_eq!((counts, rows(app, "feed_removal").await), (1, 0), "those of the post");
}

#[tokio::test]
async fn a_test_clock_comes_to_its_instant_when_a_large_deletion_is_done() {
    let feed = FeedFixture::of(app().await.sandbox().await).await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    copied(&feed, &post, &comment, 799).await;
    let app = &feed.app;
    app.faults.after("TransactWriteItems", 1, Fault::DropBefore);
    accepted(&app.delete(&format!("/feed-posts/{post}")).await, 200);
    app.faults.clear();
    // Longer than one request has.
    app.faults.after("TransactWriteItems", 0, Fault::Late(100));
    let request = Wait::from_secs(5);
    let limited = app.limited(TimeLimits { request, ..TimeLimits::default() }).await;
    let mut requests = 0;
    loop {
        let advanced = limited.post("/test-clock", json!({"advance_to": "2026-11-21T12:00:00Z"})).await;
        accepted(&advanced, 200);
        let told = &advanced.body["data"];
        assert_eq!(told["failed"], json!(0), "{told}");
        requests += 1;
        if told["is_complete"] == json!(true) {
            break;
        }
        assert!(requests < 40, "{told}");
    }
    app.faults.clear();
    assert!(requests > 1, "one request had time for all of it");
    assert_eq!(json!([rows(app, "feed_comment").await, rows(app, "feed_removal").await]), json!([0, 0]));
}
