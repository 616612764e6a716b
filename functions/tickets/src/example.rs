//! What the examples of the route tables name.

/// Identifier that stands for any record in examples.
pub const EXAMPLE_ID: &str = "0199a000-0000-7000-8000-000000000001";
