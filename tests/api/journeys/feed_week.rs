//! A week in the feed: an announcement everywhere, a lunch that is arranged, an advertisement that is reported, and
//! somebody who leaves.

use serde_json::{Value, json};

use tests::write_off_invoices;

use super::{Story, id};

/// Texts of what a member sees at the location, in the order of the list.
async fn seen_by(story: &Story, member: &str) -> Vec<String> {
    let list = story.app.get(&format!("/feed-posts?location_id={}&visible_to={member}", story.location)).await;
    assert_eq!(list.status, 200, "{}", list.text);
    let posts = list.body["data"].as_array().cloned().unwrap_or_default();
    assert_eq!(list.body["pagination"]["total"], json!(posts.len()));
    posts.iter().map(|post| post["text"].as_str().unwrap_or_default().to_owned()).collect()
}

/// A member who subscribes at the location.
async fn subscriber(story: &Story, plan: &str, name: &str) -> (String, String) {
    let person = json!({"email": format!("{name}@example.com"), "name": name, "location_ids": [story.location]});
    let member = story.make("/members", person).await;
    let body = json!({"customer_id": member, "membership_plan_id": plan, "start_date": "2027-02-01"});
    let subscription = story.make("/subscriptions", body).await;
    (member, subscription)
}

#[tokio::test]
async fn a_week_in_the_feed() {
    let story = Story::from("2027-02-01T08:00:00Z").await;
    let plan =
        json!({"location_id": story.location, "name": "Flex", "cycle": "monthly", "price": 100, "currency": "EUR"});
    let plan = story.make("/memberships", plan).await;
    let owner = story.make("/members", json!({"email": "olga@example.com", "name": "Olga", "role": "owner"})).await;
    let (ann, _) = subscriber(&story, &plan, "ann").await;
    let (ben, of_ben) = subscriber(&story, &plan, "ben").await;
    let (cleo, _) = subscriber(&story, &plan, "cleo").await;

    let welcome = json!({"author_id": owner, "text": "Welcome", "visibility": "public"});
    let welcome = story.make("/feed-posts", welcome).await;
    story.act(&format!("/feed-posts/{welcome}/pin"), json!({})).await;
    story.until("2027-02-02T11:00:00Z").await;
    let lunch = json!({"location_id": story.location, "author_id": ann, "text": "Lunch?"});
    let lunch = story.make("/feed-posts", lunch).await;
    let yes = json!({"post_id": lunch, "author_id": ben, "text": "Yes!"});
    let yes = story.make("/feed-comments", yes).await;
    let body =
        json!({"post_id": lunch, "author_id": ann, "parent_comment_id": yes, "text": "12:30", "mentions": [ben, cleo]});
    story.make("/feed-comments", body).await;
    for member in [&ben, &cleo] {
        story.act("/feed-likes", json!({"target_type": "post", "target_id": lunch, "member_id": member})).await;
    }
    let shown = story.get(&format!("/feed-posts/{lunch}")).await;
    assert_eq!((&shown["like_count"], &shown["comment_count"]), (&json!(2), &json!(2)));

    story.until("2027-02-03T09:00:00Z").await;
    let spam = json!({"location_id": story.location, "author_id": cleo, "text": "Earn money!"});
    let spam = story.make("/feed-posts", spam).await;
    assert_eq!(seen_by(&story, &ben).await, ["Welcome", "Earn money!", "Lunch?"]);
    let mut report = Value::Null;
    for member in [&ann, &ben, &owner] {
        let body = json!({"target_type": "post", "target_id": spam, "member_id": member, "reason": "Advertisement"});
        report = story.act("/feed-reports", body).await;
    }
    assert_eq!(seen_by(&story, &ben).await, ["Welcome", "Lunch?"]);
    story.act(&format!("/feed-reports/{}/resolve", id(&report)), json!({"outcome": "upheld"})).await;
    assert_eq!(story.get("/feed-reports?status=open").await, json!([]));

    story.act(&format!("/subscriptions/{of_ben}/cancel"), json!({"timing": "now"})).await;
    story.until("2027-02-05T09:00:00Z").await;
    assert_eq!(seen_by(&story, &ben).await, ["Welcome"], "whoever leaves sees what is for everybody");
    write_off_invoices(&story.app, &ben).await;
    story.act(&format!("/members/{ben}/anonymise"), json!({})).await;
    story.until("2027-02-05T09:10:00Z").await;
    let comments = story.get(&format!("/feed-comments?post_id={lunch}&visible_to={ann}&order=asc")).await;
    assert_eq!(json!([comments[0]["status"], comments[0]["text"]]), json!(["removed", ""]));
    assert_eq!(json!([comments[1]["text"], comments[1]["mentions"]]), json!(["12:30", [cleo]]));
    let shown = story.get(&format!("/feed-posts/{lunch}")).await;
    assert_eq!((&shown["like_count"], &shown["comment_count"]), (&json!(1), &json!(1)));
}
