//! Who sees a post, and who may therefore write, comment, like and report.

use records::Location;
use serde_json::{Value, json};
use tests::{FeedFixture, accepted, location_with, member_as, total};
use values::Id;

/// Posts of every visibility at the location, at another of its network, at one outside of it, and everywhere.
struct Town {
    feed: FeedFixture,
    near: String,
    far: String,
}

const VISIBILITIES: [&str; 4] = ["public", "network_members", "members", "admins"];

impl Town {
    async fn new() -> Self {
        let feed = FeedFixture::new().await;
        let near = location_with(&feed.app, json!({"network_group": "Canals"})).await;
        let far = location_with(&feed.app, json!({})).await;
        for place in [json!(feed.location), json!(near), json!(far), json!(null)] {
            for visibility in VISIBILITIES {
                let fields = json!({"location_id": place, "visibility": visibility, "author_id": feed.olga});
                feed.post(with_text(fields, visibility)).await;
            }
        }
        Self { feed, near, far }
    }

    /// What somebody sees: by place, the first letters of the visibilities.
    async fn seen_by(&self, member: &str) -> [String; 4] {
        let list = self.feed.app.get(&format!("/feed-posts?per_page=100&visible_to={member}")).await;
        accepted(&list, 200);
        let posts = list.body["data"].as_array().cloned().unwrap_or_default();
        assert_eq!(list.body["pagination"]["total"], json!(posts.len()));
        let places = [json!(self.feed.location), json!(self.near), json!(self.far), json!(null)];
        let told = places.map(|place| {
            let mut at: Vec<&str> = posts
                .iter()
                .filter(|post| post["location_id"] == place)
                .filter_map(|post| post["text"].as_str().and_then(|text| text.get(..1)))
                .collect();
            at.sort_unstable();
            at.concat()
        });
        let filtered = format!("/feed-posts?visible_to={member}&location_id={}", self.feed.location);
        let here = u64::try_from(told[0].len() + told[3].len()).unwrap_or_default();
        assert_eq!(total(&self.feed.app, &filtered).await, here, "at the location and everywhere");
        told
    }
}

fn with_text(mut fields: Value, text: &str) -> Value {
    fields["text"] = json!(text);
    fields
}

#[tokio::test]
async fn everybody_sees_what_is_for_them_with_exact_totals() {
    let town = Town::new().await;
    let feed = &town.feed;
    assert_eq!(town.seen_by(&feed.ann).await, ["p", "p", "p", "p"], "nobody's subscriber");
    let here = feed.subscriber("here", &feed.location).await;
    assert_eq!(town.seen_by(&here).await, ["mnp", "np", "p", "mnp"], "a subscriber of the location");
    let far = feed.subscriber("far", &town.far).await;
    assert_eq!(town.seen_by(&far).await, ["p", "p", "mnp", "mnp"], "a subscriber outside of the network");
    assert_eq!(town.seen_by(&feed.olga).await, ["amnp", "amnp", "amnp", "amnp"], "an owner");
    let manager = member_as(&feed.app, "manager@example.com", "manager").await;
    let path = format!("/members/{manager}");
    accepted(&feed.app.put(&path, json!({"location_ids": [town.near]})).await, 200);
    assert_eq!(town.seen_by(&manager).await, ["p", "amnp", "p", "amnp"], "a manager of one location");
    let listed = feed.other("listed").await;
    accepted(&feed.app.put(&format!("/members/{listed}"), json!({"location_ids": [feed.location]})).await, 200);
    assert_eq!(town.seen_by(&listed).await, ["p", "p", "p", "p"], "standing follows from subscriptions");
}

#[tokio::test]
async fn a_subscriber_through_a_company_sees_what_members_see_until_they_leave() {
    let town = Town::new().await;
    let feed = &town.feed;
    let company = tests::company(&feed.app, &feed.location).await;
    feed.subscribe(&company, &feed.location).await;
    accepted(
        &feed
            .app
            .post(&format!("/companies/{company}/members"), json!({"member_id": feed.olga, "role": "manager"}))
            .await,
        201,
    );
    accepted(
        &feed
            .app
            .post(&format!("/companies/{company}/members"), json!({"member_id": feed.ann, "role": "member"}))
            .await,
        201,
    );
    assert_eq!(town.seen_by(&feed.ann).await, ["mnp", "np", "p", "mnp"]);
    accepted(&feed.app.delete(&format!("/companies/{company}/members/{}", feed.ann)).await, 200);
    assert_eq!(town.seen_by(&feed.ann).await, ["p", "p", "p", "p"]);
}

#[tokio::test]
async fn whoever_does_not_see_a_post_neither_writes_comments_likes_nor_reports() {
    let feed = FeedFixture::new().await;
    let refused = feed.app.post("/feed-posts", feed.body(&json!({"visibility": "members"}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation author_id not_visible");
    let post = feed.post(json!({"visibility": "members", "author_id": feed.olga})).await;
    let comment = feed.comment(&post, json!({"author_id": feed.olga})).await;
    let refused = feed.app.post("/feed-comments", feed.comment_body(&post, &json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation author_id not_visible");
    for (target_type, target) in [("post", &post), ("comment", &comment)] {
        assert_eq!(
            feed.like(target_type, target, &feed.ann).await.refusal(),
            "422 rule_violation member_id not_visible"
        );
        assert_eq!(
            feed.report(target_type, target, &feed.ann).await.refusal(),
            "422 rule_violation member_id not_visible"
        );
    }
    feed.subscribe(&feed.ann, &feed.location).await;
    feed.post(json!({"visibility": "members"})).await;
    feed.comment(&post, json!({})).await;
    accepted(&feed.like("post", &post, &feed.ann).await, 201);
}

#[tokio::test]
async fn comments_likes_and_reports_are_shown_to_whom_they_are_for() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({"visibility": "members", "author_id": feed.olga})).await;
    let comment = feed.comment(&post, json!({"author_id": feed.olga})).await;
    accepted(&feed.like("post", &post, &feed.olga).await, 201);
    let here = feed.subscriber("here", &feed.location).await;
    accepted(&feed.report("comment", &comment, &here).await, 201);
    for (path, seen) in [
        (format!("/feed-comments?post_id={post}"), 1),
        (format!("/feed-comments?parent_comment_id={comment}"), 0),
        (format!("/feed-likes?target_id={post}"), 1),
        (format!("/feed-likes?target_id={comment}"), 0),
    ] {
        assert_eq!(total(&feed.app, &format!("{path}&visible_to={here}")).await, seen, "{path}");
        assert_eq!(total(&feed.app, &format!("{path}&visible_to={}", feed.ann)).await, 0, "{path}");
    }
    assert_eq!(total(&feed.app, &format!("/feed-reports?visible_to={here}")).await, 1);
    assert_eq!(total(&feed.app, &format!("/feed-reports?visible_to={}", feed.olga)).await, 0, "not those of others");
    assert_eq!(total(&feed.app, &format!("/feed-likes?member_id={0}&visible_to={0}", feed.olga)).await, 1);
    let refused = feed.app.get(&format!("/feed-comments?visible_to={here}")).await;
    assert_eq!(refused.refusal(), "422 rule_violation post_id required_with_visible_to");
    let refused = feed.app.get(&format!("/feed-likes?visible_to={here}")).await;
    assert_eq!(refused.refusal(), "422 rule_violation target_id required_with_visible_to");
    let (of_post, of_target) = (format!("/feed-comments?post_id={post}&"), format!("/feed-likes?target_id={post}&"));
    for list in ["/feed-posts?", &of_post, &of_target] {
        let refused = feed.app.get(&format!("{list}visible_to={}", tests::NOBODY)).await;
        assert_eq!(refused.refusal(), "422 rule_violation visible_to reference_not_found", "{list}");
    }
}

#[tokio::test]
async fn hidden_posts_are_visible_to_no_member() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    feed.comment(&post, json!({})).await;
    accepted(&feed.act(&post, "hide").await, 200);
    for member in [&feed.ann, &feed.olga] {
        assert_eq!(total(&feed.app, &format!("/feed-posts?visible_to={member}")).await, 0);
        assert_eq!(total(&feed.app, &format!("/feed-comments?post_id={post}&visible_to={member}")).await, 0);
    }
    assert_eq!(total(&feed.app, "/feed-posts?status=hidden").await, 1);
    assert_eq!(total(&feed.app, "/feed-posts?status=published").await, 0);
}

#[tokio::test]
async fn a_changed_visibility_holds_for_what_stands_there_already() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    assert_eq!(total(&feed.app, &format!("/feed-posts?visible_to={}", feed.ann)).await, 1);
    accepted(&feed.app.put(&format!("/feed-posts/{post}"), json!({"visibility": "members"})).await, 200);
    assert_eq!(total(&feed.app, &format!("/feed-posts?visible_to={}", feed.ann)).await, 0);
    assert_eq!(feed.like("post", &post, &feed.ann).await.refusal(), "422 rule_violation member_id not_visible");
}

#[tokio::test]
async fn blocked_members_read_and_do_not_write() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    accepted(&feed.app.post(&format!("/members/{}/block", feed.ann), json!({})).await, 200);
    let refused = feed.app.post("/feed-posts", feed.body(&json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation author_id customer_blocked");
    let refused = feed.app.post("/feed-comments", feed.comment_body(&post, &json!({}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation author_id customer_blocked");
    assert_eq!(total(&feed.app, &format!("/feed-posts?visible_to={}", feed.ann)).await, 1);
}

/// Makes so many more locations of the network of the feed's location.
async fn more_locations(feed: &FeedFixture, number: usize) {
    let id: Id<Location> = Id::parse(&feed.location).expect("an id");
    let location = feed.app.context.store.find(&feed.app.tenant(), id).await.expect("a store").expect("a location");
    feed.app.stored_all(vec![location.body; number]).await;
}

#[tokio::test]
async fn somebody_sees_the_posts_of_a_network_of_many_locations() {
    let town = Town::new().await;
    let feed = &town.feed;
    let here = feed.subscriber("here", &feed.location).await;
    let all = format!("/feed-posts?visible_to={here}");
    more_locations(feed, 600).await;
    assert_eq!(town.seen_by(&here).await, ["mnp", "np", "p", "mnp"]);
    let filters = "status=published&visibility=network_members&pinned=false&network_wide=false";
    assert_eq!(total(&feed.app, &format!("{all}&{filters}")).await, 2);
    more_locations(feed, 150).await;
    assert_eq!(feed.app.get(&all).await.refusal(), "422 rule_violation visible_to too_many");
    for (location, seen) in [(&feed.location, 6), (&town.near, 5), (&town.far, 4)] {
        assert_eq!(total(&feed.app, &format!("{all}&location_id={location}")).await, seen, "{location}");
    }
    assert_eq!(total(&feed.app, &format!("{all}&network_wide=true")).await, 3);
    assert_eq!(total(&feed.app, &format!("{all}&author_id={}&location_id={}", feed.olga, town.near)).await, 5);
}

#[tokio::test]
async fn authors_do_not_move_a_post_out_of_their_own_sight() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({})).await;
    let path = format!("/feed-posts/{post}");
    for visibility in ["admins", "members", "network_members"] {
        let refused = feed.app.put(&format!("{path}?by=author"), json!({"visibility": visibility})).await;
        assert_eq!(refused.refusal(), "422 rule_violation author_id not_visible", "{visibility}");
    }
    assert_eq!(feed.shown(&post).await["visibility"], json!("public"));
    feed.subscribe(&feed.ann, &feed.location).await;
    accepted(&feed.app.put(&format!("{path}?by=author"), json!({"visibility": "members"})).await, 200);
    accepted(&feed.app.put(&path, json!({"visibility": "admins"})).await, 200);
    for body in [json!({"visibility": "public"}), json!({"text": "Mine"})] {
        let refused = feed.app.put(&format!("{path}?by=author"), body).await;
        assert_eq!(refused.refusal(), "422 rule_violation author_id not_visible");
    }
}

#[tokio::test]
async fn authors_change_no_comment_on_a_post_that_they_do_not_see_any_more() {
    let feed = FeedFixture::new().await;
    let post = feed.post(json!({"author_id": feed.olga})).await;
    let comment = feed.comment(&post, json!({})).await;
    let path = format!("/feed-comments/{comment}?by=author");
    accepted(&feed.app.put(&path, json!({"text": "One"})).await, 200);
    accepted(&feed.app.put(&format!("/feed-posts/{post}"), json!({"visibility": "members"})).await, 200);
    let refused = feed.app.put(&path, json!({"text": "Two"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation author_id not_visible");
}
