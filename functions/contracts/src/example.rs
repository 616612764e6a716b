//! What the examples of this area name before the document fills in the demo merchant's records.

/// Stands for the id of a record.
pub const EXAMPLE_ID: &str = "0199a000-0000-7000-8000-000000000001";
