//! Pinned posts.

use serde_json::json;
use tests::{FeedFixture, accepted, at_once, having, location_with};

#[tokio::test]
async fn at_most_three_posts_of_a_place_are_pinned() {
    let feed = FeedFixture::new().await;
    let mut posts = Vec::new();
    for _ in 0..4 {
        posts.push(feed.post(json!({})).await);
    }
    for post in &posts[..3] {
        accepted(&feed.act(post, "pin").await, 200);
    }
    assert_eq!(feed.act(&posts[3], "pin").await.refusal(), "409 capacity_exceeded id pins_full");
    let again = feed.act(&posts[0], "pin").await;
    assert_eq!(
        (again.status, &again.body["data"]["version"]),
        (200, &json!(2)),
        "one that is pinned stays as it is"
    );
    let elsewhere = location_with(&feed.app, json!({})).await;
    let other = feed.post(json!({"location_id": elsewhere})).await;
    accepted(&feed.act(&other, "pin").await, 200);
    let everywhere = feed.post(json!({"location_id": null})).await;
    accepted(&feed.act(&everywhere, "pin").await, 200);
    let unpinned = feed.act(&posts[0], "unpin").await;
    assert_eq!(
        (&unpinned.body["data"]["pinned"], &unpinned.body["data"]["pinned_at"]),
        (&json!(false), &json!(null))
    );
    accepted(&feed.act(&posts[3], "pin").await, 200);
}

#[tokio::test]
async fn what_is_hidden_or_deleted_gives_its_place_back() {
    let feed = FeedFixture::new().await;
    for _ in 0..2 {
        let hidden = feed.post(json!({})).await;
        accepted(&feed.act(&hidden, "pin").await, 200);
        accepted(&feed.act(&hidden, "hide").await, 200);
        assert_eq!(feed.shown(&hidden).await["pinned"], json!(false));
        assert_eq!(feed.act(&hidden, "pin").await.refusal(), "409 invalid_state id hidden");
        let deleted = feed.post(json!({})).await;
        accepted(&feed.act(&deleted, "pin").await, 200);
        accepted(&feed.app.delete(&format!("/feed-posts/{deleted}")).await, 200);
    }
    for _ in 0..3 {
        let post = feed.post(json!({})).await;
        accepted(&feed.act(&post, "pin").await, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_that_are_pinned_at_once_three_are() {
    let feed = FeedFixture::new().await;
    let mut requests = Vec::new();
    for _ in 0..12 {
        requests.push(("POST", format!("/feed-posts/{}/pin", feed.post(json!({})).await), json!(null)));
    }
    let answers = at_once(&feed.app, requests).await;
    assert_eq!((having(&answers, 200), having(&answers, 409)), (3, 9), "{answers:?}");
    assert_eq!(feed.ids("/feed-posts?pinned=true").await.len(), 3);
}

#[tokio::test]
async fn pinned_posts_come_first_by_page_and_by_cursor_also_those_that_are_everywhere() {
    let feed = FeedFixture::new().await;
    let mut posts = Vec::new();
    for number in 0..9 {
        let place = if number % 3 == 0 { json!(null) } else { json!(feed.location) };
        posts.push(feed.post(json!({"location_id": place, "text": number.to_string()})).await);
        feed.app.clock.advance(chrono::Duration::seconds(1));
    }
    // 3 is everywhere, 1 is not.
    for pinned in [3, 1] {
        accepted(&feed.act(&posts[pinned], "pin").await, 200);
        feed.app.clock.advance(chrono::Duration::seconds(1));
    }
    let expected: Vec<String> = [1, 3, 8, 7, 6, 5, 4, 2, 0].map(|number| posts[number].clone()).into();
    for filter in [String::new(), format!("&location_id={}", feed.location)] {
        let mut paged = Vec::new();
        for page in 1..=5 {
            let list = feed.app.get(&format!("/feed-posts?per_page=2&page={page}{filter}")).await;
            assert_eq!(list.body["pagination"]["total"], json!(9));
            assert_eq!(list.body["pagination"]["has_more"], json!(page < 5));
            paged.extend(feed.ids(&format!("/feed-posts?per_page=2&page={page}{filter}")).await);
        }
        assert_eq!(paged, expected, "{filter}");
        let (mut by_cursor, mut cursor) = (Vec::new(), String::new());
        loop {
            let path = format!("/feed-posts?limit=2{filter}{cursor}");
            let list = feed.app.get(&path).await;
            accepted(&list, 200);
            assert_eq!(list.body["pagination"]["total_count"], json!(9));
            by_cursor.extend(feed.ids(&path).await);
            let next = list.body["pagination"]["next_cursor"].as_str().unwrap_or_default();
            if next.is_empty() {
                break;
            }
            cursor = format!("&cursor={next}");
        }
        assert_eq!(by_cursor, expected, "{filter}");
        assert_eq!(feed.ids(&format!("/feed-posts?per_page=9&page=2{filter}")).await, Vec::<String>::new());
    }
    let mut turned = feed.ids(&format!("/feed-posts?order=asc&location_id={}", feed.location)).await;
    turned.reverse();
    assert_eq!(turned, expected);
}
