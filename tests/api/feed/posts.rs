//! Posts and their fields.

use serde_json::{Value, json};
use tests::{FeedFixture, NOBODY, accepted, only, without};

use super::hostile;

#[tokio::test]
async fn a_post_is_shown_with_everything_that_was_written() {
    let feed = FeedFixture::new().await;
    let link = json!({"url": "https://example.com/a", "title": "A", "description": "About it"});
    let media = [feed.file().await, feed.file().await];
    let fields = json!({"media": media, "link": link, "metadata": {"app": "7"}});
    let post = feed.post(fields).await;
    let shown = feed.shown(&post).await;
    let told = json!([
        shown["text"],
        shown["media"],
        shown["link"],
        shown["status"],
        shown["pinned"],
        shown["like_count"],
        shown["comment_count"],
        shown["edited_at"],
        shown["hidden_by"],
        shown["metadata"]
    ]);
    let expected = json!(["Lunch?", media, link, "published", false, 0, 0, null, null, {"app": "7"}]);
    assert_eq!(told, expected);
    assert_eq!(shown["location_id"], json!(feed.location));
}

#[tokio::test]
async fn a_post_without_a_location_is_everywhere_and_for_members_unless_it_says_otherwise() {
    let feed = FeedFixture::new().await;
    let body = json!({"author_id": feed.olga, "text": "Welcome"});
    let post = feed.app.post("/feed-posts", body).await;
    accepted(&post, 201);
    assert_eq!(post.header("location"), format!("/v1/feed-posts/{}", post.id()));
    let data = &post.body["data"];
    assert_eq!((&data["location_id"], &data["visibility"]), (&Value::Null, &json!("members")));
}

#[tokio::test]
async fn a_post_has_a_text_or_something_in_media() {
    let feed = FeedFixture::new().await;
    let file = feed.file().await;
    feed.post(json!({"text": "", "media": [file]})).await;
    accepted(&feed.app.post("/feed-posts", without(feed.body(&json!({"media": [file]})), "text")).await, 201);
    for fields in
        [json!({"text": ""}), json!({"text": " \n\t "}), json!({"text": "", "link": {"url": "https://e.com/"}})]
    {
        let refused = feed.app.post("/feed-posts", feed.body(&fields)).await;
        assert_eq!(refused.refusal(), "422 rule_violation text text_or_media", "{fields}");
    }
    let post = feed.post(json!({})).await;
    let refused = feed.app.put(&format!("/feed-posts/{post}"), json!({"text": ""})).await;
    assert_eq!(refused.refusal(), "422 rule_violation text text_or_media");
}

#[tokio::test]
async fn fields_have_bounds() {
    let feed = FeedFixture::new().await;
    let file = feed.file().await;
    feed.post(json!({"text": "🦆".repeat(5_000), "media": vec![file.clone(); 10]})).await;
    for (fields, refusal) in [
        (json!({"text": "x".repeat(5_001)}), "400 validation_error text too_long"),
        (json!({"media": vec![file; 11]}), "400 validation_error media too_many"),
        (json!({"media": ["canal.jpg"]}), "400 validation_error media[0] invalid_format"),
        (json!({"link": {"title": "A"}}), "400 validation_error link.url required"),
        (json!({"link": {"url": "javascript:alert(1)"}}), "400 validation_error link.url invalid_format"),
        (json!({"visibility": "friends"}), "400 validation_error visibility invalid_value"),
        (json!({"pinned": true}), "400 validation_error pinned unknown_field"),
        (json!({"author_id": NOBODY}), "422 rule_violation author_id reference_not_found"),
        (json!({"location_id": NOBODY}), "422 rule_violation location_id reference_not_found"),
    ] {
        assert_eq!(feed.app.post("/feed-posts", feed.body(&fields)).await.refusal(), refusal, "{fields}");
    }
}

#[tokio::test]
async fn hostile_text_is_given_back_as_it_came() {
    let feed = FeedFixture::new().await;
    for text in hostile() {
        let post = feed.post(json!({"text": text, "link": {"url": "https://e.com/", "title": "\u{200f}<b>"}})).await;
        assert_eq!(feed.shown(&post).await["text"], json!(text));
        let comment = feed.comment(&post, json!({"text": text})).await;
        let listed = only(&feed.app, &format!("/feed-comments?post_id={post}")).await;
        assert_eq!((&listed["id"], &listed["text"]), (&json!(comment), &json!(text)));
    }
}

#[tokio::test]
async fn nobody_writes_at_an_inactive_location() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    accepted(&feed.app.put(&format!("/locations/{}", feed.location), json!({"is_active": false})).await, 200);
    let refused = feed.app.post("/feed-posts", feed.body(&json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation location_id location_inactive");
    let refused = feed.app.post("/feed-comments", feed.comment_body(&post, &json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation post_id location_inactive");
    assert_eq!(
        feed.like("post", &post, &feed.ann).await.refusal(),
        "422 rule_violation target_id location_inactive"
    );
}

#[tokio::test]
async fn posts_do_not_keep_a_location_from_being_archived() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    accepted(&feed.app.delete(&format!("/locations/{}", feed.location)).await, 200);
    assert_eq!(feed.shown(&post).await["location_id"], json!(feed.location));
    let refused = feed.app.post("/feed-comments", feed.comment_body(&post, &json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation post_id location_inactive");
}

#[tokio::test]
async fn what_moderators_do_takes_their_scope() {
    let feed = FeedFixture::new().await;
    let writer = super::called_with(&feed.app, &["feed:write"]).await;
    let post = feed.post(json!({})).await;
    for action in ["pin", "unpin", "hide", "restore"] {
        let refused = writer.send("POST", &format!("/feed-posts/{post}/{action}"), None, &[]).await;
        assert_eq!(refused.refusal(), "403 forbidden", "{action}");
        accepted(&feed.act(&post, action).await, 200);
    }
    accepted(&writer.get(&format!("/feed-posts/{post}/edits")).await, 200);
}

#[tokio::test]
async fn a_hidden_post_is_neither_answered_nor_liked_until_it_is_restored() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    let hidden = feed.act(&post, "hide").await;
    assert_eq!(
        (&hidden.body["data"]["status"], &hidden.body["data"]["hidden_by"]),
        (&json!("hidden"), &json!("moderator"))
    );
    assert_eq!(feed.act(&post, "hide").await.body["data"]["version"], hidden.body["data"]["version"], "once");
    let refused = feed.app.post("/feed-comments", feed.comment_body(&post, &json!({}))).await;
    assert_eq!(refused.refusal(), "409 invalid_state post_id hidden");
    assert_eq!(feed.like("post", &post, &feed.ann).await.refusal(), "409 invalid_state target_id hidden");
    assert_eq!(feed.like("comment", &comment, &feed.ann).await.refusal(), "409 invalid_state target_id hidden");
    accepted(&feed.act(&post, "restore").await, 200);
    accepted(&feed.like("post", &post, &feed.ann).await, 201);
    assert_eq!(feed.shown(&post).await["status"], json!("published"));
}

#[tokio::test]
async fn media_are_files_that_this_merchant_has_uploaded() {
    let feed = FeedFixture::new().await;
    let (file, nobodys) = (feed.file().await, format!("uploads/{NOBODY}"));
    let refused = feed.app.post("/feed-posts", feed.body(&json!({"media": [file, nobodys]}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation media[1] file_not_found");
    let post = feed.post(json!({"media": [file]})).await;
    let path = format!("/feed-posts/{post}");
    let refused = feed.app.put(&path, json!({"media": [nobodys]})).await;
    assert_eq!(refused.refusal(), "422 rule_violation media[0] file_not_found");
    let stranger = feed.app.as_client(&feed.app.stranger);
    let place = tests::location(&stranger).await;
    let theirs = tests::member(&stranger, "theirs@example.com").await;
    let body = json!({"location_id": place, "author_id": theirs, "visibility": "public", "media": [file]});
    assert_eq!(stranger.post("/feed-posts", body).await.refusal(), "422 rule_violation media[0] file_not_found");
}
