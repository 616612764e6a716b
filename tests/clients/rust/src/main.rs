//! A client that progenitor generates from docs/openapi.json.

progenitor::generate_api!("../../../docs/openapi.json");

fn main() {}
