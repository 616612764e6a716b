//! Many at once.

use serde_json::json;
use tests::{FeedFixture, at_once, having, total};

#[tokio::test(flavor = "multi_thread")]
async fn answers_and_the_deletion_of_the_comment_above_them_agree_in_what_is_counted() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    for _ in 0..4 {
        let root = feed.comment(&post, json!({})).await;
        let first = feed.comment(&post, json!({"parent_comment_id": root})).await;
        let mut requests = vec![
            ("DELETE", format!("/feed-comments/{root}"), json!(null)),
            ("DELETE", format!("/feed-comments/{first}"), json!(null)),
        ];
        for _ in 0..3 {
            let body = feed.comment_body(&post, &json!({"parent_comment_id": root}));
            requests.push(("POST", "/feed-comments".to_owned(), body));
        }
        let answers = at_once(&feed.app, requests).await;
        assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 201 | 404 | 409 | 422)), "{answers:?}");
        // Nothing is left of a comment that was removed and has no answers.
        for left in feed.ids(&format!("/feed-comments?post_id={post}&status=removed")).await {
            assert!(total(&feed.app, &format!("/feed-comments?parent_comment_id={left}")).await > 0);
        }
    }
    let published = total(&feed.app, &format!("/feed-comments?post_id={post}&status=published")).await;
    assert_eq!(feed.shown(&post).await["comment_count"], json!(published));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_comments_at_once_are_all_counted() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let request = |_| ("POST", "/feed-comments".to_owned(), feed.comment_body(&post, &json!({})));
    let answers = at_once(&feed.app, (0..100).map(request)).await;
    assert_eq!(having(&answers, 201), 100, "{answers:?}");
    assert_eq!(feed.shown(&post).await["comment_count"], json!(100));
}

#[tokio::test(flavor = "multi_thread")]
async fn hiding_restoring_liking_and_taking_back_at_once_leave_nothing_that_disagrees() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    let people = feed.others(6).await;
    let mut requests = Vec::new();
    for person in &people {
        for (target_type, target) in [("post", &post), ("comment", &comment)] {
            let body = json!({"target_type": target_type, "target_id": target, "member_id": person});
            requests.push(("POST", "/feed-likes".to_owned(), body.clone()));
            requests.push(("POST", "/feed-reports".to_owned(), body));
        }
    }
    for action in ["hide", "restore", "pin", "unpin"] {
        requests.push(("POST", format!("/feed-posts/{post}/{action}"), json!(null)));
    }
    for action in ["hide", "restore"] {
        requests.push(("POST", format!("/feed-comments/{comment}/{action}"), json!(null)));
    }
    let answers = at_once(&feed.app, requests).await;
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 201 | 409)), "{answers:?}");
    for (target, path) in [(&post, format!("/feed-posts/{post}")), (&comment, format!("/feed-comments/{comment}"))] {
        let likes = total(&feed.app, &format!("/feed-likes?target_id={target}")).await;
        assert_eq!(feed.data(&path).await["like_count"], json!(likes));
    }
}
