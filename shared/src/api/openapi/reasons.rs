//! For which rules an operation refuses with a 422, by operation id: what tests saw it answer. `infra/record/reasons`
//! writes the file anew, and a test that meets a reason which is not in it fails.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::api::route::Route;

static RECORDED: LazyLock<BTreeMap<String, Vec<String>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("reasons.json")).unwrap_or_default());

/// Why any list is refused.
const OF_LISTS: &str = "too_many_to_read";

/// The reasons of an operation's `rule_violation`, sorted; none for an operation that has no rules.
#[must_use]
pub fn of(route: &Route) -> Vec<&'static str> {
    let recorded = RECORDED.get(route.id).into_iter().flatten().map(String::as_str);
    let mut reasons: Vec<&str> = recorded.chain(route.is_list().then_some(OF_LISTS)).collect();
    reasons.sort_unstable();
    reasons.dedup();
    reasons
}

/// The reasons of all operations, sorted, each once.
pub(super) fn all() -> Vec<&'static str> {
    let mut all: Vec<&str> = RECORDED.values().flatten().map(String::as_str).collect();
    all.sort_unstable();
    all.dedup();
    all
}
