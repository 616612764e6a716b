//! Reports, and what moderators decide.

use serde_json::json;
use testing::Fault;
use tests::{FeedFixture, accepted, at_once, having, total};

#[tokio::test]
async fn three_members_who_report_it_hide_a_post_or_a_comment_until_a_moderator_has_decided() {
    let feed = FeedFixture::new().await;
    let people = feed.others(4).await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    for (target_type, target) in [("comment", &comment), ("post", &post)] {
        let path = format!("/feed-{target_type}s/{target}");
        let mut reports = Vec::new();
        for person in &people[..2] {
            let report = feed.report(target_type, target, person).await;
            accepted(&report, 201);
            let again = feed.report(target_type, target, person).await;
            assert_eq!((again.status, again.id()), (200, report.id()), "the same report");
            reports.push(report.id());
        }
        assert_eq!(feed.data(&path).await["status"], json!("published"), "two members");
        reports.push(feed.report(target_type, target, &people[2]).await.id());
        let hidden = feed.data(&path).await;
        assert_eq!((&hidden["status"], &hidden["hidden_by"]), (&json!("hidden"), &json!("reports")));
        let late = feed.report(target_type, target, &people[3]).await;
        assert_eq!(late.refusal(), "409 invalid_state target_id hidden");
        assert_eq!(total(&feed.app, &format!("/feed-reports?target_id={target}&status=open")).await, 3);
        let resolve = format!("/feed-reports/{}/resolve", reports[0]);
        accepted(&feed.app.post(&resolve, json!({"outcome": "dismissed"})).await, 200);
        assert_eq!(feed.data(&path).await["status"], json!("published"));
        assert_eq!(total(&feed.app, &format!("/feed-reports?target_id={target}&status=dismissed")).await, 3);
        let again = feed.app.post(&resolve, json!({"outcome": "upheld"})).await;
        assert_eq!(again.refusal(), "409 invalid_state id resolved");
        // Whoever reported it before is not heard again, and others are.
        accepted(&feed.report(target_type, target, &people[0]).await, 200);
        accepted(&feed.report(target_type, target, &people[3]).await, 201);
        assert_eq!(feed.data(&path).await["status"], json!("published"));
    }
    assert_eq!(feed.shown(&post).await["comment_count"], json!(1));
}

#[tokio::test]
async fn a_report_that_is_upheld_hides_it_until_it_is_restored() {
    let feed = FeedFixture::new().await;
    let people = feed.others(2).await;
    let post = feed.post(json!({})).await;
    let first = feed.report("post", &post, &people[0]).await;
    feed.report("post", &post, &people[1]).await;
    let resolve = format!("/feed-reports/{}/resolve", first.id());
    let upheld = feed.app.post(&resolve, json!({"outcome": "upheld"})).await;
    assert_eq!(upheld.body["data"]["status"], json!("upheld"));
    assert_eq!(upheld.body["data"]["resolved_at"], json!("2026-11-21T09:00:00.000Z"));
    assert_eq!(feed.shown(&post).await["hidden_by"], json!("moderator"));
    assert_eq!(total(&feed.app, "/feed-reports?status=upheld").await, 2);
    accepted(&feed.act(&post, "restore").await, 200);
    assert_eq!(feed.shown(&post).await["hidden_by"], json!(null));
    assert_eq!(total(&feed.app, "/feed-reports?status=upheld").await, 2, "they were decided");
}

#[tokio::test]
async fn hiding_upholds_the_open_reports_and_restoring_dismisses_them() {
    let feed = FeedFixture::new().await;
    let people = feed.others(4).await;
    let (one, other) = (feed.post(json!({})).await, feed.post(json!({})).await);
    feed.report("post", &one, &people[0]).await;
    accepted(&feed.act(&one, "hide").await, 200);
    assert_eq!(total(&feed.app, "/feed-reports?status=upheld").await, 1);
    for person in &people[..3] {
        accepted(&feed.report("post", &other, person).await, 201);
    }
    accepted(&feed.act(&other, "restore").await, 200);
    assert_eq!(total(&feed.app, "/feed-reports?status=dismissed").await, 3);
    assert_eq!(feed.shown(&other).await["status"], json!("published"));
}

#[tokio::test]
async fn the_merchant_says_how_many_reports_hide() {
    let feed = FeedFixture::new().await;
    assert_eq!(feed.data("/merchant").await["feed_settings"], json!({"reports_to_hide": 3}));
    accepted(&feed.app.put("/merchant", json!({"feed_settings": {"reports_to_hide": 1}})).await, 200);
    let post = feed.post(json!({})).await;
    accepted(&feed.report("post", &post, &feed.olga).await, 201);
    assert_eq!(feed.shown(&post).await["status"], json!("hidden"));
    for reports in [0, 21] {
        let refused = feed.app.put("/merchant", json!({"feed_settings": {"reports_to_hide": reports}})).await;
        assert_eq!(refused.refusal(), "400 validation_error feed_settings.reports_to_hide out_of_range");
    }
}

#[tokio::test]
async fn nobody_reports_what_they_wrote_and_nobody_who_is_blocked_reports() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    assert_eq!(feed.report("post", &post, &feed.ann).await.refusal(), "422 rule_violation member_id own_content");
    let blocked = feed.other("blocked").await;
    accepted(&feed.app.post(&format!("/members/{blocked}/block"), json!({})).await, 200);
    assert_eq!(
        feed.report("post", &post, &blocked).await.refusal(),
        "422 rule_violation member_id customer_blocked"
    );
}

#[tokio::test]
async fn a_report_of_what_was_deleted_goes_with_it() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let report = feed.report("post", &post, &feed.olga).await;
    accepted(&feed.app.delete(&format!("/feed-posts/{post}")).await, 200);
    assert_eq!(feed.app.get(&format!("/feed-reports/{}", report.id())).await.refusal(), "404 not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_reports_at_once_as_many_count_as_hide_it() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let people = feed.others(24).await;
    let report = |member: &String| json!({"target_type": "post", "target_id": post, "member_id": member});
    let requests: Vec<_> = people.iter().map(|member| ("POST", "/feed-reports".to_owned(), report(member))).collect();
    let answers = at_once(&feed.app, requests).await;
    assert_eq!((having(&answers, 201), having(&answers, 409)), (3, 21), "{answers:?}");
    assert_eq!(feed.shown(&post).await["hidden_by"], json!("reports"));
    assert_eq!(total(&feed.app, &format!("/feed-reports?target_id={post}")).await, 3);
}

#[tokio::test]
async fn restoring_what_is_shown_dismisses_its_open_reports() {
    let feed = FeedFixture::new().await;
    let people = feed.others(5).await;
    let post = feed.post(json!({})).await;
    let comment = feed.comment(&post, json!({})).await;
    for (target_type, target) in [("post", &post), ("comment", &comment)] {
        let path = format!("/feed-{target_type}s/{target}");
        let report = feed.report(target_type, target, &people[0]).await;
        accepted(&feed.report(target_type, target, &people[1]).await, 201);
        let restored = feed.app.send("POST", &format!("{path}/restore"), None, &[]).await;
        assert_eq!(json!([restored.body["data"]["status"], restored.body["data"]["version"]]), json!(["published", 1]));
        assert_eq!(feed.data(&format!("/feed-reports/{}", report.id())).await["status"], json!("dismissed"));
        assert_eq!(total(&feed.app, &format!("/feed-reports?target_id={target}&status=open")).await, 0);
        for person in &people[2..4] {
            accepted(&feed.report(target_type, target, person).await, 201);
        }
        assert_eq!(feed.data(&path).await["status"], json!("published"), "those that were dismissed do not count");
        accepted(&feed.report(target_type, target, &people[4]).await, 201);
        assert_eq!(feed.data(&path).await["status"], json!("hidden"));
        accepted(&feed.app.send("POST", &format!("{path}/restore"), None, &[]).await, 200);
    }
}

#[tokio::test]
async fn a_report_of_a_removed_comment_is_not_resolved() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let root = feed.comment(&post, json!({})).await;
    feed.comment(&post, json!({"parent_comment_id": root})).await;
    let report = feed.report("comment", &root, &feed.olga).await;
    // The job that takes the report away does not get to it.
    feed.app.faults.after("TransactWriteItems", 1, Fault::DropBefore);
    accepted(&feed.app.delete(&format!("/feed-comments/{root}")).await, 200);
    feed.app.faults.clear();
    let path = format!("/feed-reports/{}", report.id());
    for outcome in ["upheld", "dismissed"] {
        let refused = feed.app.post(&format!("{path}/resolve"), json!({"outcome": outcome})).await;
        assert_eq!(refused.refusal(), "409 invalid_state id removed");
    }
    assert_eq!(feed.app.get(&path).await.refusal(), "404 not_found");
    let left = feed.data(&format!("/feed-comments/{root}")).await;
    assert_eq!(json!([left["status"], left["hidden_by"]]), json!(["removed", null]));
}

#[tokio::test]
async fn a_lower_number_of_reports_holds_from_the_next_report_on() {
    let feed = FeedFixture::new().await;
    let people = feed.others(3).await;
    let post = feed.post(json!({})).await;
    for person in &people[..2] {
        accepted(&feed.report("post", &post, person).await, 201);
    }
    accepted(&feed.app.put("/merchant", json!({"feed_settings": {"reports_to_hide": 2}})).await, 200);
    assert_eq!(feed.shown(&post).await["status"], json!("published"));
    accepted(&feed.report("post", &post, &people[2]).await, 201);
    assert_eq!(feed.shown(&post).await["status"], json!("hidden"));
}
