use serde_json::json;

use super::request::{Asked, id};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    Some(match operation {
        "list_feed_posts" => (json!({"location_id": api.id("amsterdam"), "visible_to": api.id("emma")}), none()),
        "create_feed_post" => (none(), json!({"location_id": api.id("amsterdam"), "author_id": api.id("carla")})),
        "get_feed_post" | "update_feed_post" | "list_feed_post_edits" => (id(api, "canal lunch"), none()),
        "delete_feed_post" => (id(api, "desk for sale"), none()),
        "pin_feed_post" => (id(api, "printer moved"), none()),
        "unpin_feed_post" => (id(api, "quiet hours"), none()),
        "hide_feed_post" => (id(api, "window seats"), none()),
        "restore_feed_post" => (id(api, "miracle cure"), none()),
        "list_feed_comments" => (json!({"post_id": api.id("canal lunch")}), none()),
        "create_feed_comment" => {
            let body = json!({"post_id": api.id("canal lunch"), "author_id": api.id("emma"),
                "mentions": [api.id("carla")]});
            (none(), body)
        }
        "get_feed_comment" | "update_feed_comment" | "list_feed_comment_edits" => (id(api, "deniz joins"), none()),
        "delete_feed_comment" => (id(api, "emma joins"), none()),
        "hide_feed_comment" => (id(api, "scarf found"), none()),
        "restore_feed_comment" => (id(api, "hidden comment"), none()),
        "list_feed_likes" => (json!({"target_id": api.id("canal lunch")}), none()),
        "create_feed_like" => (none(), json!({"target_id": api.id("canal lunch"), "member_id": api.id("carla")})),
        "get_feed_like" => (id(api, "emma likes lunch"), none()),
        "delete_feed_like" => (id(api, "ilse likes scarf"), none()),
        "create_feed_report" => (none(), json!({"target_id": api.id("lost scarf"), "member_id": api.id("emma")})),
        "get_feed_report" => (id(api, "carla reports"), none()),
        "resolve_feed_report" => (id(api, "ilse reports"), none()),
        _ => return None,
    })
}
