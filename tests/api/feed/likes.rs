//! Likes.

use serde_json::json;
use tests::{FeedFixture, NOBODY, accepted, at_once, having, sixteen, total};

#[tokio::test]
async fn a_like_that_is_repeated_is_the_same_like_and_counts_once() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let first = feed.like("post", &post, &feed.ann).await;
    accepted(&first, 201);
    let again = feed.like("post", &post, &feed.ann).await;
    accepted(&again, 200);
    assert_eq!(again.body["data"], first.body["data"]);
    assert_eq!(feed.shown(&post).await["like_count"], json!(1));
    assert_eq!(total(&feed.app, &format!("/feed-likes?target_id={post}")).await, 1);
    accepted(&feed.like("post", &post, &feed.olga).await, 201);
    assert_eq!(feed.shown(&post).await["like_count"], json!(2));
    assert_eq!(feed.shown(&post).await["version"], json!(1), "a like makes no new version of the post");
}

#[tokio::test]
async fn a_like_that_is_taken_back_can_be_given_again() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    for (target_type, target) in [("post", &post), ("comment", &comment)] {
        let like = feed.like(target_type, target, &feed.ann).await;
        accepted(&feed.app.delete(&format!("/feed-likes/{}", like.id())).await, 200);
        assert_eq!(feed.app.get(&format!("/feed-likes/{}", like.id())).await.refusal(), "404 not_found");
        assert_eq!(feed.app.delete(&format!("/feed-likes/{}", like.id())).await.refusal(), "404 not_found");
        let path = format!("/feed-{target_type}s/{target}");
        assert_eq!(feed.data(&path).await["like_count"], json!(0));
        let again = feed.like(target_type, target, &feed.ann).await;
        accepted(&again, 201);
        assert_ne!(again.id(), like.id());
        assert_eq!(feed.data(&path).await["like_count"], json!(1));
    }
}

#[tokio::test]
async fn only_what_is_there_is_liked() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    for (target_type, target) in [("post", NOBODY), ("comment", NOBODY), ("comment", &*post), ("post", &*comment)] {
        let refused = feed.like(target_type, target, &feed.ann).await;
        assert_eq!(refused.refusal(), "422 rule_violation target_id reference_not_found");
    }
    assert_eq!(feed.like("post", &post, NOBODY).await.refusal(), "422 rule_violation member_id reference_not_found");
    accepted(&feed.app.delete(&format!("/feed-posts/{post}")).await, 200);
    assert_eq!(
        feed.like("post", &post, &feed.ann).await.refusal(),
        "422 rule_violation target_id reference_archived"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_people_like_one_post_at_once() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let people = feed.others(64).await;
    let like = |member: &String| json!({"target_type": "post", "target_id": post, "member_id": member});
    let requests: Vec<_> = people.iter().map(|member| ("POST", "/feed-likes".to_owned(), like(member))).collect();
    // As DynamoDB does it: overlapping transactions conflict on every item that they name.
    feed.app.faults.overlaps_conflict(5);
    let answers = at_once(&feed.app, requests).await;
    assert_eq!(having(&answers, 201), 64, "{answers:?}");
    assert_eq!(feed.shown(&post).await["like_count"], json!(64));
    assert_eq!(total(&feed.app, &format!("/feed-likes?target_id={post}")).await, 64);
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_likes_of_one_person_at_once_are_one() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let body = json!({"target_type": "post", "target_id": post, "member_id": feed.ann});
    let answers = at_once(&feed.app, (0..64).map(|_| ("POST", "/feed-likes".to_owned(), body.clone()))).await;
    assert_eq!((having(&answers, 201), having(&answers, 200)), (1, 63), "{answers:?}");
    let first = answers[0].id();
    assert!(answers.iter().all(|answer| answer.id() == first));
    assert_eq!(feed.shown(&post).await["like_count"], json!(1));
    assert_eq!(total(&feed.app, &format!("/feed-likes?target_id={post}")).await, 1);
    let taken = sixteen(&feed.app, "DELETE", &format!("/feed-likes/{first}"), None).await;
    assert_eq!((having(&taken, 200), having(&taken, 404)), (1, 15), "{taken:?}");
    assert_eq!(feed.shown(&post).await["like_count"], json!(0));
}

#[tokio::test]
async fn a_like_with_an_idempotency_key_is_replayed() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let body = json!({"target_type": "post", "target_id": post, "member_id": feed.ann});
    let headers = [("Idempotency-Key", "like-1")];
    let first = feed.app.send("POST", "/feed-likes", Some(body.clone()), &headers).await;
    let again = feed.app.send("POST", "/feed-likes", Some(body), &headers).await;
    assert_eq!((first.status, again.status, &again.text), (201, 201, &first.text));
}

#[tokio::test]
async fn blocked_members_do_not_like() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    accepted(&feed.app.post(&format!("/members/{}/block", feed.ann), json!({})).await, 200);
    assert_eq!(feed.like("post", &post, &feed.ann).await.refusal(), "422 rule_violation member_id customer_blocked");
}
