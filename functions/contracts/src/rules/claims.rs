//! What an issued contract promises until it is signed or comes to nothing: its location and its plans stay active. Its
//! resources are held (`parts`).

use std::collections::BTreeSet;

use records::MembershipPlan;
use scheduling::claims::noted::{self, ClaimedThing, NotedClaim};
use store::Transaction;
use values::{Id, Timestamp};

use super::agreed::{AgreedItem, plan_inactive};
use crate::records::contract::Contract;

fn plans(contract: &Contract) -> BTreeSet<Id<MembershipPlan>> {
    contract.items.iter().filter_map(|item| item.membership_plan_id).collect()
}

fn things(contract: &Contract) -> impl Iterator<Item = ClaimedThing> {
    let plans = plans(contract).into_iter().map(ClaimedThing::MembershipPlan);
    std::iter::once(ClaimedThing::Location(contract.location_id)).chain(plans)
}

/// Notes them in `transaction` at the issue. Its plans must be active then; that its location is, the transaction
/// requires already.
pub fn begin(
    transaction: &mut Transaction,
    (id, contract): (Id<Contract>, &Contract),
    agreed: &[AgreedItem],
    (now, until): (Timestamp, Timestamp),
) {
    let mut required = BTreeSet::new();
    for (position, plan) in
        agreed.iter().enumerate().filter_map(|(position, item)| Some((position, item.plan.as_ref()?)))
    {
        if required.insert(plan.id) {
            transaction.require_still(plan, "is_active", &true, plan_inactive(position));
        }
    }
    for thing in things(contract) {
        noted::begin(transaction, thing, id, NotedClaim { starts_at: now, ends_at: until });
    }
}

/// Notes in `transaction` that it is signed, or came to nothing.
pub fn end(transaction: &mut Transaction, id: Id<Contract>, contract: &Contract) {
    for thing in things(contract) {
        noted::end(transaction, thing, id);
    }
}
