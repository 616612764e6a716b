//! Comments and answers to them.

use serde_json::json;
use tests::{FeedFixture, NOBODY, accepted, location_with, made, total};

#[tokio::test]
async fn an_answer_to_an_answer_stands_below_the_same_comment() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let root = feed.comment(&post, json!({})).await;
    let answer = feed.comment(&post, json!({"parent_comment_id": root})).await;
    let deeper = feed.comment(&post, json!({"parent_comment_id": answer})).await;
    assert_eq!(feed.data(&format!("/feed-comments/{deeper}")).await["parent_comment_id"], json!(root));
    assert_eq!(feed.data(&format!("/feed-comments/{root}")).await["reply_count"], json!(2));
    assert_eq!(feed.shown(&post).await["comment_count"], json!(3));
    assert_eq!(
        feed.ids(&format!("/feed-comments?parent_comment_id={root}")).await,
        [deeper.clone(), answer.clone()]
    );
    let first = feed.app.get(&format!("/feed-comments?parent_comment_id={root}&limit=1&order=asc")).await;
    assert_eq!(
        (&first.body["data"][0]["id"], &first.body["pagination"]["total_count"]),
        (&json!(answer), &json!(2))
    );
    let next = first.body["pagination"]["next_cursor"].as_str().unwrap_or_default();
    let path = format!("/feed-comments?parent_comment_id={root}&limit=1&order=asc&cursor={next}");
    assert_eq!(feed.ids(&path).await, [deeper]);
    assert_eq!(feed.ids(&format!("/feed-comments?post_id={post}&roots=true")).await, [root]);
    assert_eq!(total(&feed.app, &format!("/feed-comments?post_id={post}&roots=false")).await, 2);
}

#[tokio::test]
async fn a_comment_answers_one_on_the_same_post_that_is_shown() {
    let feed = FeedFixture::new().await;
    let (post, other) = (feed.post(json!({})).await, feed.post(json!({})).await);
    let elsewhere = feed.comment(&other, json!({})).await;
    let hidden = feed.comment(&post, json!({})).await;
    accepted(&feed.app.send("POST", &format!("/feed-comments/{hidden}/hide"), None, &[]).await, 200);
    for (fields, refusal) in [
        (json!({"parent_comment_id": elsewhere}), "422 rule_violation parent_comment_id other_post"),
        (json!({"parent_comment_id": NOBODY}), "422 rule_violation parent_comment_id reference_not_found"),
        (json!({"parent_comment_id": hidden}), "409 invalid_state parent_comment_id hidden"),
        (json!({"post_id": NOBODY}), "422 rule_violation post_id reference_not_found"),
        (json!({"text": " "}), "422 rule_violation text blank"),
        (json!({"text": "x".repeat(5_001)}), "400 validation_error text too_long"),
        (json!({"mentions": vec![feed.ann.clone(); 2]}), "400 validation_error mentions[1] repeated"),
    ] {
        let refused = feed.app.post("/feed-comments", feed.comment_body(&post, &fields)).await;
        assert_eq!(refused.refusal(), refusal, "{fields}");
    }
}

#[tokio::test]
async fn a_hidden_comment_is_not_counted_and_shows_members_nothing_of_what_it_says() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let root = feed.comment(&post, json!({})).await;
    let body = json!({"parent_comment_id": root, "text": "Rude", "mentions": [feed.olga], "metadata": {"k": "rude"}});
    let answer = feed.comment(&post, body).await;
    let naming = format!("/feed-comments?post_id={post}&mentioned_id={}", feed.olga);
    assert_eq!(total(&feed.app, &format!("{naming}&visible_to={}", feed.ann)).await, 1);
    accepted(&feed.app.send("POST", &format!("/feed-comments/{answer}/hide"), None, &[]).await, 200);
    assert_eq!(
        total(&feed.app, &format!("{naming}&visible_to={}", feed.ann)).await,
        0,
        "whom it names is told nobody"
    );
    assert_eq!(total(&feed.app, &naming).await, 1);
    assert_eq!(feed.shown(&post).await["comment_count"], json!(1));
    assert_eq!(feed.data(&format!("/feed-comments/{root}")).await["reply_count"], json!(0));
    let list = format!("/feed-comments?post_id={post}&parent_comment_id={root}");
    let seen = feed.app.get(&format!("{list}&visible_to={}", feed.ann)).await;
    let told = &seen.body["data"][0];
    let told = json!([told["status"], told["text"], told["mentions"], told["metadata"]]);
    assert_eq!(told, json!(["hidden", "", [], {}]));
    assert_eq!(feed.app.get(&list).await.body["data"][0]["text"], json!("Rude"), "moderators read it");
    assert_eq!(total(&feed.app, &format!("/feed-comments?post_id={post}&status=hidden")).await, 1);
    accepted(&feed.app.send("POST", &format!("/feed-comments/{answer}/restore"), None, &[]).await, 200);
    assert_eq!(feed.shown(&post).await["comment_count"], json!(2));
    assert_eq!(feed.data(&format!("/feed-comments/{root}")).await["reply_count"], json!(1));
}

#[tokio::test]
async fn a_comment_without_answers_goes_and_one_with_answers_leaves_that_it_was_there() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let root = feed.comment(&post, json!({"metadata": {"k": "v"}})).await;
    accepted(&feed.like("comment", &root, &feed.ann).await, 201);
    let first = feed.comment(&post, json!({"parent_comment_id": root})).await;
    let second = feed.comment(&post, json!({"parent_comment_id": root})).await;
    accepted(&feed.app.delete(&format!("/feed-comments/{root}")).await, 200);
    let left = feed.data(&format!("/feed-comments/{root}")).await;
    let told = json!([
        left["status"],
        left["text"],
        left["mentions"],
        left["reply_count"],
        left["like_count"],
        left["metadata"]
    ]);
    assert_eq!(told, json!(["removed", "", [], 2, 0, {}]));
    assert_eq!(feed.shown(&post).await["comment_count"], json!(2));
    assert_eq!(total(&feed.app, &format!("/feed-likes?target_id={root}")).await, 0);
    let again = feed.app.delete(&format!("/feed-comments/{root}")).await;
    assert_eq!(again.refusal(), "409 invalid_state id removed");
    let refused = feed.app.put(&format!("/feed-comments/{root}"), json!({"text": "Back"})).await;
    assert_eq!(refused.refusal(), "409 invalid_state id removed");
    assert_eq!(feed.like("comment", &root, &feed.ann).await.refusal(), "409 invalid_state target_id removed");
    // An answer to one of its answers still stands below it.
    let third = feed.comment(&post, json!({"parent_comment_id": first})).await;
    for answer in [&first, &third] {
        accepted(&feed.app.delete(&format!("/feed-comments/{answer}")).await, 200);
        assert_eq!(feed.app.get(&format!("/feed-comments/{answer}")).await.refusal(), "404 not_found");
    }
    assert_eq!(feed.ids(&format!("/feed-comments?post_id={post}")).await, [second.clone(), root.clone()]);
    accepted(&feed.app.delete(&format!("/feed-comments/{second}")).await, 200);
    assert_eq!(
        feed.app.get(&format!("/feed-comments/{root}")).await.refusal(),
        "404 not_found",
        "the last answer is gone"
    );
    assert_eq!(feed.shown(&post).await["comment_count"], json!(0));
    assert_eq!(total(&feed.app, &format!("/feed-comments?post_id={post}")).await, 0);
}

#[tokio::test]
async fn a_comment_names_active_members_of_the_location_who_see_the_post() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({"author_id": feed.olga, "visibility": "members"})).await;
    let elsewhere = location_with(&feed.app, json!({})).await;
    let here = feed.subscriber("here", &feed.location).await;
    let there = feed.subscriber("there", &elsewhere).await;
    let blocked = feed.subscriber("blocked", &feed.location).await;
    accepted(&feed.app.post(&format!("/members/{blocked}/block"), json!({})).await, 200);
    let body = |mentions| feed.comment_body(&post, &json!({"author_id": feed.olga, "mentions": mentions}));
    let comment = made(&feed.app, "/feed-comments", body(json!([here, feed.olga]))).await;
    assert_eq!(feed.ids(&format!("/feed-comments?mentioned_id={here}")).await, std::slice::from_ref(&comment));
    for (mentions, refusal) in [
        (json!([here, there]), "422 rule_violation mentions[1] not_visible"),
        (json!([blocked]), "422 rule_violation mentions[0] not_visible"),
        (json!([feed.ann]), "422 rule_violation mentions[0] not_visible"),
        (json!([NOBODY]), "422 rule_violation mentions[0] reference_not_found"),
    ] {
        let refused = feed.app.post("/feed-comments", body(mentions.clone())).await;
        assert_eq!(refused.refusal(), refusal, "{mentions}");
        let refused = feed.app.put(&format!("/feed-comments/{comment}"), json!({"mentions": mentions})).await;
        assert_eq!(refused.refusal(), refusal, "{mentions}");
    }
    // Somebody of the location without a subscription may be named where everybody reads.
    accepted(
        &feed.app.put(&format!("/members/{}", feed.ann), json!({"location_ids": [feed.location]})).await,
        200,
    );
    let public = feed.post(json!({})).await;
    feed.comment(&public, json!({"mentions": [feed.ann, here]})).await;
    let refused = feed.app.post("/feed-comments", feed.comment_body(&public, &json!({"mentions": [there]}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation mentions[0] not_visible");
    // Whoever was named before stays, also after they have gone.
    accepted(&feed.app.post(&format!("/members/{here}/block"), json!({})).await, 200);
    let kept = feed.app.put(&format!("/feed-comments/{comment}"), json!({"mentions": [here]})).await;
    accepted(&kept, 200);
    assert_eq!(feed.ids(&format!("/feed-comments?mentioned_id={}", feed.olga)).await, Vec::<String>::new());
}

#[tokio::test]
async fn answers_to_what_is_no_comment_are_none() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    feed.comment(&post, json!({})).await;
    for parent in [&post, NOBODY] {
        assert_eq!(total(&feed.app, &format!("/feed-comments?parent_comment_id={parent}")).await, 0, "{parent}");
    }
}
