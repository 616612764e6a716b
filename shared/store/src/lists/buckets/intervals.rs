//! Intervals of time with the rows that lie in them, and the ends of a period that no full bucket covers.

/// Length of a bucket, in milliseconds: of the ten minutes in which a page begins all rows before it are read, so that
/// a page in a list of a million rows in 90 days passes over less than a hundred.
pub const BUCKET_MS: i64 = 600_000;

/// Rows of an interval of time: of a bucket, or of a part of one at an end of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Its first millisecond since 1970.
    pub from_ms: i64,
    /// The first millisecond after it.
    pub to_ms: i64,
    /// How many rows lie in it.
    pub count: u64,
}

/// The parts of buckets at the ends of `[from, to)`, which must be counted by reading them; an end that is that of a
/// bucket has none.
#[must_use]
pub fn edges(from_ms: i64, to_ms: Option<i64>) -> Vec<(i64, i64)> {
    let floor = |at: i64| at - at.rem_euclid(BUCKET_MS);
    let mut edges = Vec::new();
    let first_whole = if from_ms == floor(from_ms) { from_ms } else { floor(from_ms) + BUCKET_MS };
    match to_ms {
        Some(to) if to < first_whole || (to == first_whole && first_whole > from_ms) => {
            if from_ms < to {
                edges.push((from_ms, to));
            }
            return edges;
        }
        Some(to) if floor(to) < to => edges.push((floor(to), to)),
        Some(_) | None => {}
    }
    if first_whole > from_ms {
        edges.insert(0, (from_ms, first_whole));
    }
    edges
}
