//! Random numbers, the same for the same seed.

/// SplitMix64: small, and the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number in `0..limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    /// A number of minutes in `0..limit`.
    pub fn minutes(&mut self, limit: i64) -> i64 {
        self.below(limit.cast_unsigned()).cast_signed()
    }

    /// One of these by chance; there is at least one.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.index(all.len())]
    }

    /// A position in something of this length.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap()
    }
}
