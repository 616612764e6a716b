//! For which rules an operation refuses with a 422, by operation id: what tests saw it answer. `infra/record-reasons` writes the file anew,
//! and a test that meets a reason which is not in it fails.

use std::{collections::BTreeMap, sync::LazyLock};

static RECORDED: LazyLock<BTreeMap<String, Vec<String>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("reasons.json")).unwrap_or_default());

/// The reasons of an operation's `rule_violation`, sorted; none for an operation that has no rules.
#[must_use]
pub fn of(operation: &str) -> &'static [String] {
    RECORDED.get(operation).map_or(&[], Vec::as_slice)
}

/// The reasons of all operations, sorted, each once.
pub(super) fn all() -> Vec<&'static str> {
    let mut all: Vec<&str> = RECORDED.values().flatten().map(String::as_str).collect();
    all.sort_unstable();
    all.dedup();
    all
}
