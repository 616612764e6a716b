//! What holds for every operation and every file, whatever area it is in.

mod areas;
mod builds;
mod citations;
mod document;
mod imports;
mod kinds;
mod layers;
mod personal_texts;
mod routes;
mod schemas;
mod template;
mod tokens;

use std::path::{Path, PathBuf};

/// A file or folder of the repository.
pub fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// First segment of a path below `/v1`, by which the gateway chooses a function.
fn prefix(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or_default()
}

/// Fails with all of `faults`, one a line, when there are any.
#[track_caller]
pub fn none_of(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
