//! A client that progenitor generates from docs/openapi.json. That it compiles is all that is asked of it.

progenitor::generate_api!("../../../docs/openapi.json");
