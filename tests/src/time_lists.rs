//! Lists that are sorted by an instant of their records: everything that can be read of them, and what it costs.

use serde_json::Value;
use testing::TestApp;

use crate::accepted;

/// Chance that can be repeated.
#[derive(Clone, Copy, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// A number below `limit`.
    pub const fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// One of these by chance; none when there are none.
    pub fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        let limit = u64::try_from(of.len()).unwrap_or(1).max(1);
        let place = usize::try_from(self.below(limit)).unwrap_or_default();
        of.get(place).cloned()
    }
}

/// A text of a record.
#[must_use]
pub fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_default().to_owned()
}

/// What a filter leaves of all records, in order of the instant that they have in `field`.
#[must_use]
pub fn in_order(records: &[Value], field: &str, filter: impl Fn(&Value) -> bool) -> Vec<String> {
    let of = |record: &&Value| filter(record);
    let mut found: Vec<(String, String)> =
        records.iter().filter(of).map(|record| (text(record, field), text(record, "id"))).collect();
    found.sort();
    found.into_iter().map(|(_, id)| id).collect()
}

/// The ids of a list such as `/bookings?status=pending`, nine a page, in both schemes and both directions.
///
/// # Panics
/// When its pages or totals disagree.
pub async fn every_page(app: &TestApp, list: &str) -> Vec<String> {
    let ids = |body: &Value| -> Vec<String> {
        body["data"].as_array().into_iter().flatten().map(|record| text(record, "id")).collect()
    };
    let (mut forward, mut backward, mut by_cursor) = (Vec::new(), Vec::new(), Vec::new());
    for (order, found) in [("asc", &mut forward), ("desc", &mut backward)] {
        for page in 1.. {
            let answer = app.get(&format!("{list}&order={order}&per_page=9&page={page}")).await;
            accepted(&answer, 200);
            found.extend(ids(&answer.body));
            let total = answer.body["pagination"]["total"].as_u64().unwrap_or_default();
            if answer.body["pagination"]["has_more"] == false {
                assert_eq!(u64::try_from(found.len()).unwrap_or_default(), total, "{list}");
                break;
            }
        }
    }
    let mut cursor = String::new();
    loop {
        let answer = app.get(&format!("{list}&order=asc&limit=9{cursor}")).await;
        accepted(&answer, 200);
        by_cursor.extend(ids(&answer.body));
        assert_eq!(answer.body["pagination"]["total_count"], forward.len(), "{list}");
        if answer.body["pagination"]["has_more"] == false {
            break;
        }
        cursor = format!("&cursor={}", answer.body["pagination"]["next_cursor"].as_str().unwrap_or_default());
    }
    backward.reverse();
    assert_eq!(forward, backward, "{list}");
    assert_eq!(forward, by_cursor, "{list}");
    forward
}

/// Asks for the first, the second, the middle and the last page of twenty of a list with a filter, and prints what they
/// cost.
///
/// # Panics
/// When one takes more than `depth` round trips in sequence, or more than `units`.
#[expect(clippy::print_stdout, reason = "its figures are the result")]
#[expect(clippy::expect_used, reason = "a figure that is not there is no figure")]
pub async fn page_costs(app: &TestApp, path: &str, filter: &str, (depth_max, units_max): (u32, f64)) {
    let first = app.get(&format!("{path}?{filter}&per_page=20")).await;
    let total = first.body["pagination"]["total"].as_u64().expect("a total");
    let pages = total.div_ceil(20).max(1);
    for page in [1, 2, pages / 2, pages] {
        let _ = app.faults.depth();
        let answer = app.get(&format!("{path}?{filter}&per_page=20&page={}", page.max(1))).await;
        let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
        let (depth, calls, units) = (app.faults.depth(), &line["store_calls"], line["store_units"].as_f64());
        let units = units.expect("units");
        let size = answer.text.len() / 1024;
        println!("| {filter} | {page} of {pages} | {total} | {depth} | {calls} | {units} | {size} |");
        assert!(depth <= depth_max, "{filter} {page}: {depth}");
        assert!(units <= units_max, "{filter} {page}: {units}");
    }
}
