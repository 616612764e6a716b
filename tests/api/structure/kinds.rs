//! The registry of kinds.

use shared::domain::KindName;

use super::{layers::sources, none_of};

#[test]
fn a_kind_is_the_kind_of_one_type() {
    let code: String =
        ["shared/src", "shared/billing/src", "shared/bookkeeping/src", "shared/scheduling/src", "functions", "tests"]
            .into_iter()
            .flat_map(sources)
            .map(|(_, code)| code)
            .collect();
    let types = |kind: &KindName| code.matches(&format!("const KIND: KindName = KindName::{kind:?};")).count();
    let faults = KindName::ALL.iter().filter(|kind| types(kind) != 1);
    none_of(&faults.map(|kind| format!("{} types have the kind {kind}", types(kind))).collect::<Vec<_>>());
}
