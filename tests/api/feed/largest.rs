//! The largest that can be written, and lists of it.

use serde_json::{Value, json};
use tests::{FeedFixture, accepted, event_bytes};

/// Answers of Lambda are refused above 6 MB; ours stay below 5.
const ANSWER_MAX: usize = 5_000_000;

async fn largest(feed: &FeedFixture) -> Value {
    let media = vec![feed.file().await; 10];
    let link = json!({"url": format!("https://example.com/{}", "x".repeat(1_980)), "title": "🦆".repeat(200),
        "description": "🦆".repeat(200)});
    feed.body(&json!({"text": "🦆".repeat(5_000), "media": media, "link": link}))
}

#[tokio::test]
async fn a_page_of_a_hundred_of_the_largest_posts_stays_below_five_megabytes() {
    let feed = FeedFixture::new().await;
    for _ in 0..100 {
        accepted(&feed.app.post("/feed-posts", largest(&feed).await).await, 201);
    }
    for path in ["/feed-posts?per_page=100".to_owned(), format!("/feed-posts?limit=100&location_id={}", feed.location)]
    {
        let list = feed.app.get(&path).await;
        accepted(&list, 200);
        assert_eq!(list.body["data"].as_array().map(Vec::len), Some(100));
        let bytes = event_bytes(&list);
        assert!((2_000_000..ANSWER_MAX).contains(&bytes), "{path} {bytes}");
    }
}

#[tokio::test]
async fn a_page_of_a_hundred_of_the_largest_comments_and_edits_stays_below_five_megabytes() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let text = "\"\\".repeat(2_500);
    let mut last = String::new();
    for _ in 0..100 {
        last = feed.comment(&post, json!({"text": text})).await;
    }
    for number in 0..101 {
        let text = format!("{}{number}", "🦆".repeat(4_990));
        accepted(&feed.app.put(&format!("/feed-comments/{last}"), json!({"text": text})).await, 200);
    }
    for path in
        [format!("/feed-comments?post_id={post}&per_page=100"), format!("/feed-comments/{last}/edits?per_page=100")]
    {
        let list = feed.app.get(&path).await;
        accepted(&list, 200);
        assert_eq!(list.body["data"].as_array().map(Vec::len), Some(100));
        assert!(event_bytes(&list) < ANSWER_MAX, "{path} {}", event_bytes(&list));
    }
}

#[tokio::test]
async fn what_a_list_costs_does_not_depend_on_what_people_wrote() {
    let mut units = Vec::new();
    for is_large in [false, true] {
        let feed = FeedFixture::new().await;
        for _ in 0..60 {
            let body = if is_large { largest(&feed).await } else { feed.body(&json!({})) };
            accepted(&feed.app.post("/feed-posts", body).await, 201);
        }
        accepted(&feed.app.get(&format!("/feed-posts?per_page=1&location_id={}", feed.location)).await, 200);
        let line: Value = serde_json::from_str(feed.app.logged().last().map_or("", String::as_str)).unwrap_or_default();
        units.push(line["store_units"].as_f64().unwrap_or_default());
    }
    // The page's one post is read at its own size.
    assert!(units[1] - units[0] < 20.0, "{units:?}");
}
