//! How much one request, or one run of the sweep, removes of a person (decision 52).

use shared::api::Call;

/// Capacity units after which nothing else is begun. What was begun, and what is read before it, cost less than what is
/// left of the units that one request may cost.
const UNITS_MAX: i64 = 2_000;

/// What one run does.
#[derive(Clone, Copy, Debug)]
pub struct Portion {
    /// Records of each kind that it goes through.
    pub records: usize,
    units_end: i64,
}

impl Portion {
    /// One that begins now, of so many records of each kind.
    #[must_use]
    pub fn new(call: &Call, records: usize) -> Self {
        Self { records, units_end: call.store.usage().whole_units() + UNITS_MAX }
    }

    /// Whether nothing else is begun in it.
    #[must_use]
    pub fn is_spent(&self, call: &Call) -> bool {
        self.units_end < call.store.usage().whole_units()
    }
}
