//! Turns: of many rows, each merchant has a few in every round, so that one with very much due does not keep the others
//! waiting.

use std::collections::{HashMap, VecDeque};

use crate::{
    domain::{Id, merchant::Merchant},
    store::due::DueRow,
};

/// Most rows that are kept for later rounds. What is beyond is left to the next run.
const KEPT_MAX: usize = 10_000;

/// Rows in turns.
#[derive(Debug)]
pub struct Turns {
    per_merchant: u32,
    used: HashMap<Id<Merchant>, u32>,
    kept: VecDeque<DueRow>,
    /// Whether rows were left to the next run.
    pub is_full: bool,
}

impl Turns {
    /// With so many rows of a merchant in each round.
    pub fn new(per_merchant: u32) -> Self {
        Self { per_merchant, used: HashMap::new(), kept: VecDeque::new(), is_full: false }
    }

    /// The row, if its merchant has a turn left in this round; otherwise it is kept for a later one.
    pub fn now_or_later(&mut self, row: DueRow) -> Option<DueRow> {
        let used = self.used.entry(row.merchant).or_default();
        if *used < self.per_merchant {
            *used += 1;
            return Some(row);
        }
        if self.kept.len() < KEPT_MAX {
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
