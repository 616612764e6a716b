//! Changes of what was written.

use serde_json::json;
use tests::{FeedFixture, accepted, days};

use super::called_with;

#[tokio::test]
async fn what_a_post_said_before_is_kept() {
    let feed = FeedFixture::new().await;
    let file = feed.file().await;
    let post = feed.post(json!({"media": [file], "link": {"url": "https://example.com/1"}})).await;
    let path = format!("/feed-posts/{post}");
    let changed = feed.app.put(&path, json!({"text": "Dinner?"})).await;
    assert_eq!(changed.body["data"]["edited_at"], json!("2026-11-21T09:00:00.000Z"));
    accepted(&feed.app.put(&format!("{path}?by=author"), json!({"media": [], "link": null})).await, 200);
    let edits = feed.app.get(&format!("{path}/edits")).await;
    let told: Vec<_> = edits.body["data"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|edit| json!([edit["text"], edit["media"], edit["link"]["url"], edit["edited_by"]]))
        .collect();
    let expected = [
        json!(["Dinner?", [file], "https://example.com/1", "author"]),
        json!(["Lunch?", [file], "https://example.com/1", "moderator"]),
    ];
    assert_eq!(told, expected);
}

#[tokio::test]
async fn what_does_not_change_what_it_says_keeps_nothing() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    accepted(&feed.like("post", &post, &feed.ann).await, 201);
    let path = format!("/feed-posts/{post}");
    for body in [json!({}), json!({"text": "Lunch?"})] {
        let same = feed.app.put(&path, body).await;
        assert_eq!((&same.body["data"]["version"], &same.body["data"]["like_count"]), (&json!(1), &json!(1)));
    }
    let changed = feed.app.put(&path, json!({"visibility": "members", "metadata": {"k": "v"}})).await;
    assert_eq!((&changed.body["data"]["edited_at"], &changed.body["data"]["like_count"]), (&json!(null), &json!(1)));
    assert_eq!(feed.app.get(&format!("{path}/edits")).await.body["pagination"]["total"], json!(0));
    let refused = feed.app.put(&path, json!({"author_id": feed.olga})).await;
    assert_eq!(refused.refusal(), "400 validation_error author_id unknown_field");
}

#[tokio::test]
async fn authors_change_what_they_wrote_for_a_day_and_moderators_always() {
    let feed = FeedFixture::new().await;
    let writer = called_with(&feed.app, &["feed:write"]).await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    for path in [format!("/feed-posts/{post}"), format!("/feed-comments/{comment}")] {
        accepted(&writer.put(&path, json!({"text": "One"})).await, 200);
        let refused = writer.put(&format!("{path}?by=moderator"), json!({"text": "Two"})).await;
        assert_eq!(refused.refusal(), "403 forbidden by scope_missing");
        let edits = feed.app.get(&format!("{path}/edits")).await;
        assert_eq!(edits.body["data"][0]["edited_by"], json!("author"));
    }
    days(&feed.app, 1);
    for path in [format!("/feed-posts/{post}"), format!("/feed-comments/{comment}")] {
        assert_eq!(writer.put(&path, json!({"text": "Late"})).await.refusal(), "409 invalid_state id edit_window_over");
        accepted(&writer.put(&path, json!({})).await, 200);
        let refused = feed.app.put(&format!("{path}?by=author"), json!({"text": "Late"})).await;
        assert_eq!(refused.refusal(), "409 invalid_state id edit_window_over");
        accepted(&feed.app.put(&path, json!({"text": "Moderated"})).await, 200);
        let edits = feed.app.get(&format!("{path}/edits")).await;
        assert_eq!(edits.body["data"][0]["edited_by"], json!("moderator"));
        assert_eq!(edits.body["data"][0]["text"], json!("One"));
    }
}

#[tokio::test]
async fn authors_who_are_blocked_or_whose_post_is_hidden_change_nothing() {
    let feed = FeedFixture::new().await;
    let writer = called_with(&feed.app, &["feed:write"]).await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    accepted(&feed.act(&post, "hide").await, 200);
    for path in [format!("/feed-posts/{post}"), format!("/feed-comments/{comment}")] {
        assert_eq!(writer.put(&path, json!({"text": "No"})).await.refusal(), "409 invalid_state id hidden");
        accepted(&feed.app.put(&path, json!({"text": "Moderated"})).await, 200);
    }
    accepted(&feed.act(&post, "restore").await, 200);
    accepted(&feed.app.post(&format!("/members/{}/block", feed.ann), json!({})).await, 200);
    for path in [format!("/feed-posts/{post}"), format!("/feed-comments/{comment}")] {
        let refused = writer.put(&path, json!({"text": "No"})).await;
        assert_eq!(refused.refusal(), "422 rule_violation author_id customer_blocked");
    }
}

#[tokio::test]
async fn an_edit_names_the_version_that_it_changes() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let path = format!("/feed-posts/{post}");
    accepted(&feed.app.put(&path, json!({"text": "One"})).await, 200);
    let refused = feed.app.send("PUT", &path, Some(json!({"text": "Two"})), &[("If-Match", "\"1\"")]).await;
    assert_eq!(refused.refusal(), "412 version_mismatch");
    accepted(&feed.like("post", &post, &feed.ann).await, 201);
    accepted(&feed.app.send("PUT", &path, Some(json!({"text": "Two"})), &[("If-Match", "\"2\"")]).await, 200);
}

#[tokio::test]
async fn a_change_of_whom_a_comment_names_keeps_nothing() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    let path = format!("/feed-comments/{comment}");
    let changed = feed.app.put(&path, json!({"mentions": [feed.olga]})).await;
    let told = json!([changed.body["data"]["edited_at"], changed.body["data"]["mentions"]]);
    assert_eq!(told, json!([null, [feed.olga]]));
    assert_eq!(feed.app.get(&format!("{path}/edits")).await.body["pagination"]["total"], json!(0));
    accepted(&feed.app.put(&path, json!({"text": "No!", "mentions": []})).await, 200);
    assert_eq!(feed.data(&path).await["edited_at"], json!("2026-11-21T09:00:00.000Z"));
    assert_eq!(feed.app.get(&format!("{path}/edits")).await.body["pagination"]["total"], json!(1));
}

#[tokio::test]
async fn what_is_hidden_or_reported_is_deleted_with_its_reports_by_whoever_may_write() {
    let feed = FeedFixture::new().await;
    let writer = called_with(&feed.app, &["feed:write"]).await;
    let (hidden, reported) = (feed.post(json!({})).await, feed.post(json!({})).await);
    accepted(&feed.act(&hidden, "hide").await, 200);
    let report = feed.report("post", &reported, &feed.olga).await;
    for post in [&hidden, &reported] {
        accepted(&writer.delete(&format!("/feed-posts/{post}")).await, 200);
    }
    assert_eq!(feed.app.get(&format!("/feed-reports/{}", report.id())).await.refusal(), "404 not_found");
}
