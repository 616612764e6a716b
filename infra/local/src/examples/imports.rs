//! Imports and exports. The import of the demo data is not run before its examples, so that one can cancel it.

use serde_json::json;

use super::request::{Asked, id};
use crate::seed::Api;

/// What is asked of an operation of this part.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    Some(match operation {
        "cancel_import" | "get_import" | "list_import_rows" | "repeat_import" => (id(api, "old categories"), json!({})),
        "export_collection" => (json!({"collection": "companies", "location_id": api.id("amsterdam")}), json!({})),
        _ => return None,
    })
}
