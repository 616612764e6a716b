//! The feed: a location with people who write there.

use records::{FileKey, Upload};
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use work::UnitOfWork;

use crate::{accepted, app, location_with, made, member, member_as, with};

/// A service with a location, a membership plan, a member who writes, and an owner, who moderates.
pub struct FeedFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Identifier of the location whose feed it is.
    pub location: String,
    /// A member without a subscription.
    pub ann: String,
    /// An owner of the merchant, who moderates.
    pub olga: String,
}

impl FeedFixture {
    /// In a table of its own.
    pub async fn new() -> Self {
        Self::of(app().await).await
    }

    /// The same fixture in a service that is running already.
    pub async fn of(app: TestApp) -> Self {
        let location = location_with(&app, json!({"name": "Canal House", "network_group": "Canals"})).await;
        let ann = member(&app, "ann@example.com").await;
        let olga = member_as(&app, "olga@example.com", "owner").await;
        Self { app, location, ann, olga }
    }

    /// Makes another member with this name in the e-mail address.
    pub async fn other(&self, name: &str) -> String {
        member(&self.app, &format!("{name}@example.com")).await
    }

    /// Makes so many further members, and returns their ids.
    pub async fn others(&self, number: usize) -> Vec<String> {
        let mut others = Vec::new();
        for position in 0..number {
            others.push(self.other(&format!("p{position}")).await);
        }
        others
    }

    /// Somebody else who subscribes at a location.
    pub async fn subscriber(&self, name: &str, location: &str) -> String {
        let member = self.other(name).await;
        self.subscribe(&member, location).await;
        member
    }

    /// Makes a member a subscriber at a location; the subscription's id.
    pub async fn subscribe(&self, member: &str, location: &str) -> String {
        let name = format!("Plan {}", self.app.context.ids.token());
        let plan = json!({"location_id": location, "name": name, "cycle": "monthly", "price": 10, "currency": "EUR"});
        let plan = made(&self.app, "/memberships", plan).await;
        let body = json!({"customer_id": member, "membership_plan_id": plan, "start_date": "2026-11-21"});
        made(&self.app, "/subscriptions", body).await
    }

    /// The body of Ann's post for everybody, with these fields too.
    #[must_use]
    pub fn body(&self, fields: &Value) -> Value {
        let body =
            json!({"location_id": self.location, "author_id": self.ann, "text": "Lunch?", "visibility": "public"});
        with(body, fields)
    }

    /// Such a post, which must succeed; its id.
    pub async fn post(&self, fields: Value) -> String {
        made(&self.app, "/feed-posts", self.body(&fields)).await
    }

    /// The key of a file, written to the table as if it had been sent.
    ///
    /// # Panics
    /// When the embedded database does not work.
    #[expect(clippy::expect_used, reason = "a test without its file cannot go on")]
    pub async fn file(&self) -> String {
        let work = UnitOfWork::scheduled(&self.app.context, self.app.tenant(), "file");
        let upload = json!({"file_name": "a.jpg", "content_type": "image/jpeg", "size_bytes": 1, "sha256": "0".repeat(64),
            "file_key": "", "completed_at": "2026-11-21T09:00:00.000Z"});
        let mut upload = work.new_record(serde_json::from_value::<Upload>(upload).expect("an upload"), None);
        upload.body.file_key = FileKey::of(upload.id);
        let mut transaction = work.transaction();
        transaction.create(&upload);
        work.store.commit(transaction).await.expect("a store");
        upload.body.file_key.as_str().to_owned()
    }

    /// What a post shows.
    pub async fn shown(&self, post: &str) -> Value {
        self.data(&format!("/feed-posts/{post}")).await
    }

    /// What a record shows.
    pub async fn data(&self, path: &str) -> Value {
        let found = self.app.get(path).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// Ann's comment on a post, with these fields too, which must succeed; its id.
    pub async fn comment(&self, post: &str, fields: Value) -> String {
        made(&self.app, "/feed-comments", self.comment_body(post, &fields)).await
    }

    /// The body of such a comment.
    #[must_use]
    pub fn comment_body(&self, post: &str, fields: &Value) -> Value {
        with(json!({"post_id": post, "author_id": self.ann, "text": "Yes!"}), fields)
    }

    /// Somebody likes a post or a comment.
    pub async fn like(&self, target_type: &str, target: &str, member: &str) -> TestResponse {
        let body = json!({"target_type": target_type, "target_id": target, "member_id": member});
        self.app.post("/feed-likes", body).await
    }

    /// Somebody reports a post or a comment.
    pub async fn report(&self, target_type: &str, target: &str, member: &str) -> TestResponse {
        let body = json!({"target_type": target_type, "target_id": target, "member_id": member, "reason": "Rude"});
        self.app.post("/feed-reports", body).await
    }

    /// An action on a post.
    pub async fn act(&self, post: &str, action: &str) -> TestResponse {
        self.app.send("POST", &format!("/feed-posts/{post}/{action}"), None, &[]).await
    }

    /// Ids of a list, in its order.
    pub async fn ids(&self, path: &str) -> Vec<String> {
        let list = self.app.get(path).await;
        accepted(&list, 200);
        let ids = list.body["data"].as_array().into_iter().flatten();
        ids.map(|record| record["id"].as_str().unwrap_or_default().to_owned()).collect()
    }
}
