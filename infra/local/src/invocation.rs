//! How this program was started, and which version it is.

use std::{env, sync::LazyLock};

use shared::api::openapi;

/// Version of this software, and of the interface that it has.
pub static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (interface {})", env!("CARGO_PKG_VERSION"), openapi::VERSION));

/// How this program was started, for sentences that say how to start it otherwise.
#[must_use]
pub fn invocation() -> String {
    if env::var_os("CARGO").is_some() {
        return "cargo run -p local --".to_owned();
    }
    env::args().next().unwrap_or_else(|| "colonnade".to_owned())
}
