//! Filters of lists, alone and together.

use serde_json::json;
use tests::{FeedFixture, accepted, location_with, total};

#[tokio::test]
async fn a_location_has_its_own_posts_and_those_that_are_everywhere() {
    let feed = FeedFixture::new().await;
    let elsewhere = location_with(&feed.app, json!({})).await;
    let here = feed.post(json!({})).await;
    let everywhere = feed.post(json!({"location_id": null, "author_id": feed.olga})).await;
    let there = feed.post(json!({"location_id": elsewhere})).await;
    let location = &feed.location;
    for (query, expected) in [
        (format!("location_id={location}"), vec![&everywhere, &here]),
        (format!("location_id={location}&network_wide=false"), vec![&here]),
        (format!("location_id={location}&network_wide=true"), vec![&everywhere]),
        ("network_wide=true".to_owned(), vec![&everywhere]),
        ("network_wide=false".to_owned(), vec![&there, &here]),
        (format!("author_id={}", feed.ann), vec![&there, &here]),
        (format!("author_id={}&location_id={location}", feed.ann), vec![&here]),
        (format!("author_id={}&location_id={location}", feed.olga), vec![&everywhere]),
        (format!("author_id={}&network_wide=false", feed.olga), vec![]),
        ("visibility=public".to_owned(), vec![&there, &everywhere, &here]),
        ("visibility=members".to_owned(), vec![]),
        ("pinned=true".to_owned(), vec![]),
        ("order=asc".to_owned(), vec![&here, &everywhere, &there]),
    ] {
        let ids = feed.ids(&format!("/feed-posts?{query}")).await;
        assert_eq!(ids.iter().collect::<Vec<_>>(), expected, "{query}");
        assert_eq!(total(&feed.app, &format!("/feed-posts?{query}")).await, expected.len() as u64, "{query}");
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_the_lists_that_it_goes_on_with() {
    let feed = FeedFixture::new().await;
    for _ in 0..3 {
        feed.post(json!({})).await;
    }
    let list = feed.app.get(&format!("/feed-posts?location_id={}&limit=1", feed.location)).await;
    let cursor = list.body["pagination"]["next_cursor"].as_str().unwrap_or_default().to_owned();
    accepted(
        &feed.app.get(&format!("/feed-posts?location_id={}&limit=1&cursor={cursor}", feed.location)).await,
        200,
    );
    for other in ["network_wide=true".to_owned(), format!("location_id={}&network_wide=false", feed.location)] {
        let refused = feed.app.get(&format!("/feed-posts?{other}&limit=1&cursor={cursor}")).await;
        assert_eq!(refused.refusal(), "400 validation_error cursor invalid_value", "{other}");
    }
}

#[tokio::test]
async fn comments_likes_and_reports_are_found_by_whom_they_are() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let mine = feed.comment(&post, json!({})).await;
    let olgas = feed.comment(&post, json!({"author_id": feed.olga})).await;
    accepted(&feed.like("comment", &mine, &feed.olga).await, 201);
    accepted(&feed.report("comment", &mine, &feed.olga).await, 201);
    for (path, found) in [
        (format!("/feed-comments?author_id={}", feed.olga), 1),
        (format!("/feed-comments?post_id={post}&author_id={}", feed.ann), 1),
        (format!("/feed-comments?post_id={}", tests::NOBODY), 0),
        (format!("/feed-likes?member_id={}", feed.olga), 1),
        (format!("/feed-likes?target_id={mine}&member_id={}", feed.ann), 0),
        (format!("/feed-likes?target_id={olgas}"), 0),
        (format!("/feed-reports?member_id={}&status=open&target_type=comment", feed.olga), 1),
        ("/feed-reports?target_type=post".to_owned(), 0),
        ("/feed-reports?status=upheld".to_owned(), 0),
    ] {
        assert_eq!(total(&feed.app, &path).await, found, "{path}");
    }
}
