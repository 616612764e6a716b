//! What becomes of what a member wrote when the member goes.

use chrono::Duration;
use serde_json::json;
use tests::{FeedFixture, accepted, sweep, total};

async fn run(feed: &FeedFixture) {
    for _ in 0..4 {
        feed.app.clock.advance(Duration::seconds(40));
        assert_eq!(sweep(&feed.app.context).await.failed(), 0);
    }
}

#[tokio::test]
async fn anonymising_takes_a_member_out_of_the_feed() {
    let feed = FeedFixture::new().await;
    let other = feed.other("other").await;
    let link = json!({"url": "https://example.com/annwrote", "title": "annwrote"});
    let own = feed.post(json!({"text": "annwrote", "link": link, "metadata": {"k": "annwrote"}})).await;
    feed.comment(&own, json!({"author_id": other})).await;
    accepted(&feed.app.put(&format!("/feed-posts/{own}"), json!({"text": "annwrote again"})).await, 200);
    let post = feed.post(json!({"author_id": other})).await;
    let root = feed.comment(&post, json!({"text": "annwrote"})).await;
    let alone = feed.comment(&post, json!({"text": "annwrote"})).await;
    accepted(&feed.app.put(&format!("/feed-comments/{root}"), json!({"text": "annwrote again"})).await, 200);
    for member in [&feed.ann, &other] {
        accepted(&feed.app.put(&format!("/members/{member}"), json!({"location_ids": [feed.location]})).await, 200);
    }
    let body = json!({"author_id": other, "parent_comment_id": root, "mentions": [other]});
    let answer = feed.comment(&post, body).await;
    accepted(
        &feed.app.put(&format!("/feed-comments/{answer}"), json!({"mentions": [other, feed.ann]})).await,
        200,
    );
    accepted(&feed.like("post", &post, &feed.ann).await, 201);
    let body = json!({"target_type": "post", "target_id": post, "member_id": feed.ann, "reason": "annwrote"});
    let report = feed.app.post("/feed-reports", body).await;
    accepted(&report, 201);
    accepted(&feed.app.post(&format!("/members/{}/anonymise", feed.ann), json!({})).await, 200);
    let text = feed.app.table_text().await.concat();
    assert!(!text.contains("annwrote"), "the texts are gone at once");
    let left = feed.shown(&own).await;
    assert_eq!(json!([left["text"], left["link"], left["metadata"]]), json!(["", null, {}]));
    let kept = feed.app.get(&format!("/feed-posts/{own}/edits")).await;
    assert_eq!(json!([kept.body["data"][0]["text"], kept.body["data"][0]["link"]]), json!(["", null]));
    run(&feed).await;
    for gone in [format!("/feed-posts/{own}"), format!("/feed-comments/{alone}")] {
        assert_eq!(feed.app.get(&gone).await.refusal(), "404 not_found", "{gone}");
    }
    let left = feed.data(&format!("/feed-comments/{root}")).await;
    assert_eq!((&left["status"], &left["text"]), (&json!("removed"), &json!("")));
    assert_eq!(feed.data(&format!("/feed-comments/{answer}")).await["mentions"], json!([other]));
    let shown = feed.shown(&post).await;
    assert_eq!((&shown["like_count"], &shown["comment_count"]), (&json!(0), &json!(1)));
    let kept = feed.data(&format!("/feed-reports/{}", report.id())).await;
    assert_eq!((&kept["status"], &kept["reason"]), (&json!("open"), &json!("")));
    assert_eq!(total(&feed.app, &format!("/feed-comments?author_id={}", feed.ann)).await, 0);
    for refused in [
        feed.app.post("/feed-posts", feed.body(&json!({}))).await.refusal(),
        feed.app.post("/feed-comments", feed.comment_body(&post, &json!({}))).await.refusal(),
    ] {
        assert_eq!(refused, "422 rule_violation author_id reference_archived");
    }
    assert_eq!(
        feed.like("post", &post, &feed.ann).await.refusal(),
        "422 rule_violation member_id reference_archived"
    );
}

#[tokio::test]
async fn an_export_has_everything_that_a_member_wrote_in_the_feed() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    feed.comment(&post, json!({})).await;
    accepted(&feed.app.put(&format!("/feed-posts/{post}"), json!({"text": "Dinner?"})).await, 200);
    accepted(&feed.like("post", &post, &feed.ann).await, 201);
    let other = feed.post(json!({"author_id": feed.olga})).await;
    accepted(&feed.report("post", &other, &feed.ann).await, 201);
    for section in ["feed_posts", "feed_comments", "feed_edits", "feed_likes", "feed_reports"] {
        assert_eq!(total(&feed.app, &format!("/members/{}/export?section={section}", feed.ann)).await, 1, "{section}");
    }
    let reader = super::called_with(&feed.app, &["members:read"]).await;
    let refused = reader.get(&format!("/members/{}/export?section=feed_posts", feed.ann)).await;
    assert_eq!(refused.refusal(), "403 forbidden");
}

#[tokio::test]
async fn whoever_leaves_a_location_sees_its_posts_no_longer_and_what_they_wrote_stays() {
    let feed = FeedFixture::new().await;
    let subscription = feed.subscribe(&feed.ann, &feed.location).await;
    let post = feed.post(json!({"visibility": "members"})).await;
    let comment = feed.comment(&post, json!({})).await;
    accepted(&feed.like("post", &post, &feed.ann).await, 201);
    let now = json!({"timing": "now"});
    let cancelled = feed.app.post(&format!("/subscriptions/{subscription}/cancel"), now).await;
    accepted(&cancelled, 200);
    feed.app.clock.advance(Duration::days(400));
    assert_eq!(total(&feed.app, &format!("/feed-posts?visible_to={}", feed.ann)).await, 0);
    let refused = feed.app.post("/feed-comments", feed.comment_body(&post, &json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation author_id not_visible");
    assert_eq!(feed.data(&format!("/feed-comments/{comment}")).await["text"], json!("Yes!"));
    let shown = feed.shown(&post).await;
    assert_eq!((&shown["like_count"], &shown["comment_count"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn the_feed_does_not_stand_in_a_members_way() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    accepted(&feed.app.delete(&format!("/members/{}", feed.ann)).await, 200);
    run(&feed).await;
    assert_eq!(feed.app.get(&format!("/feed-posts/{post}")).await.refusal(), "404 not_found");
}
