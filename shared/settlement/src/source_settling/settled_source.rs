//! What is settled, and what a wallet gave for it.

use billing::{
    settlement::Reserved,
    wallet::{Bucket, PostingKind, SpentAt, Unit},
};
use wallets_and_journal::open_wallet::{About, Charge};

use crate::source_items::ItemText;

/// A source, and how what it owes is charged.
#[derive(Clone, Debug)]
pub struct SettledSource<'a> {
    /// What its invoice item says.
    pub text: ItemText<'a>,
    /// Why its credits and day passes are taken.
    pub posting: PostingKind,
    /// Where they are spent.
    pub spent_at: SpentAt,
    /// Whether the operator gives back what comes back.
    pub is_by_operator: bool,
}

impl SettledSource<'_> {
    /// What transactions say that it makes.
    pub(super) fn about(&self) -> About {
        About { location_id: Some(self.text.location_id), source: Some(self.text.source), ..About::default() }
    }

    /// A charge for it.
    pub(super) const fn charge(&self, unit: Unit, amount: i64) -> Charge {
        Charge { unit, amount, kind: self.posting, spent_at: self.spent_at }
    }
}

/// What a wallet gave.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// Parts of its buckets.
    pub parts: Vec<Bucket>,
    /// What waits for cycles to come.
    pub reserved: Vec<Reserved>,
}
