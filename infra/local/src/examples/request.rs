//! What an example asks for.

use serde_json::{Value, json};

use crate::seed::Api;

/// A request of an operation: parameters of path and query, and what its body has besides the example of the route
/// table.
pub type Asked = (Value, Value);

/// Value of a field that the example of the route table has and the demo's has not.
pub const REMOVED: &str = "left out";

/// Where the guides' house is.
pub const AMSTERDAM: &str = "Europe/Amsterdam";
/// Where the house with the press is.
pub const LONDON: &str = "Europe/London";

/// An instant by its week, weekday and time in a zone.
pub fn at(api: &Api, told: &str, zone: &str) -> Value {
    api.moment(&format!("{told} {zone}"))
}

/// Fields with more of them.
pub fn with(mut more: Value, fields: Value) -> Value {
    if let (Some(more), Value::Object(fields)) = (more.as_object_mut(), fields) {
        more.extend(fields);
    }
    more
}

/// The id of one record, as the parameter of a path.
pub fn id(api: &Api, name: &str) -> Value {
    json!({"id": api.id(name)})
}
