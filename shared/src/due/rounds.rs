//! Rounds: of many rows, each merchant has a few in every round, so that one with very much due does not keep the
//! others waiting.

use std::collections::{HashMap, VecDeque};

use store::due::DueRow;
use values::{Id, MerchantReference};

/// Due rows in rounds: a few of each merchant in every round.
#[derive(Debug)]
pub struct Rounds {
    per_merchant: u32,
    kept_max: usize,
    used: HashMap<Id<MerchantReference>, u32>,
    kept: VecDeque<DueRow>,
    /// Whether rows were left to the next run.
    pub is_full: bool,
}

impl Rounds {
    /// With so many rows of a merchant in each round, and at most `kept_max` that are kept for later ones.
    pub fn new(per_merchant: u32, kept_max: usize) -> Self {
        Self { per_merchant, kept_max, used: HashMap::new(), kept: VecDeque::new(), is_full: false }
    }

    /// The row, if its merchant has a turn left in this round; otherwise it is kept for a later one.
    pub fn now_or_later(&mut self, row: DueRow) -> Option<DueRow> {
        let used = self.used.entry(row.merchant).or_default();
        if *used < self.per_merchant {
            *used += 1;
            return Some(row);
        }
        if self.kept.len() < self.kept_max {
            self.kept.push_back(row);
        } else {
            self.is_full = true;
        }
        None
    }

    /// The rows that were kept, for another round in which every merchant has all its turns; empty after the last.
    pub fn next_round(&mut self) -> VecDeque<DueRow> {
        self.used.clear();
        std::mem::take(&mut self.kept)
    }
}
