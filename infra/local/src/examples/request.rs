//! What an example asks for.

use serde_json::{Value, json};

use crate::seed::Api;

/// A request of an operation: parameters of path and query, and what its body has besides the example of the route table.
pub type Asked = (Value, Value);

/// Value of a field that the example of the route table has and the demo's has not.
pub const REMOVED: &str = "left out";

/// The id of one record, as the parameter of a path.
pub fn id(api: &Api, name: &'static str) -> Value {
    json!({"id": api.id(name)})
}
