//! Histories of records in lists by time (decision 46): whatever happens to them, and whether it is counted yet or not,
//! every page and total of every filter is what the records themselves say.

use chrono::Duration;
use serde_json::Value;
use store::Entity;
use testing::{Fault, TestApp};

use crate::{setting, sweep, time_lists::every_page};

/// What the records themselves say.
pub struct Expected {
    /// Every record of the list, as the service shows it.
    pub records: Vec<Value>,
    /// Filters, each with the ids of what it leaves, in order of time.
    pub lists: Vec<(String, Vec<String>)>,
}

/// A business with a history of records.
#[expect(async_fn_in_trait, reason = "tests wait for each step where they stand")]
pub trait CalendarHistory {
    /// Of which kind they are.
    type Kind: Entity;
    /// The list of them.
    const LIST: &'static str;
    /// Their states, by each of which every filter is asked for, too.
    const STATES: &'static [&'static str];

    /// The service under test, called as a client of its merchant.
    fn app(&self) -> &TestApp;

    /// Makes one random change of the business and its records.
    async fn step(&mut self);

    /// What the records themselves say now.
    async fn expected(&self) -> Expected;

    /// Counts what has settled.
    ///
    /// # Panics
    /// When it cannot be counted.
    #[expect(clippy::expect_used, reason = "a test that cannot count cannot go on")]
    async fn fold(&self) {
        let app = self.app();
        app.context.store.fold_calendar::<Self::Kind>(&app.tenant()).await.expect("a fold");
    }

    /// Compares every filter with what the records themselves say.
    ///
    /// # Panics
    /// When one says something else.
    async fn check(&self) {
        let Expected { records, lists } = self.expected().await;
        let listed = async |query: &str| every_page(self.app(), &format!("{}?{query}", Self::LIST)).await;
        for (query, expected) in &lists {
            assert_eq!(listed(query).await, *expected, "{query}");
        }
        for status in Self::STATES {
            for (query, unfiltered) in &lists {
                let is = |id: &&String| records.iter().any(|one| one["id"] == ***id && one["status"] == **status);
                let expected: Vec<String> = unfiltered.iter().filter(is).cloned().collect();
                assert_eq!(listed(&format!("{query}&status={status}")).await, expected, "{query} {status}");
            }
        }
    }

    /// So many things happen.
    async fn steps(&mut self, number: u64) {
        for _ in 0..number {
            self.step().await;
        }
    }
}

/// Lets a history go on, counts it at times, lets time do its part at others, and compares it again and again.
/// `CALENDAR_ROUNDS` and `CALENDAR_STEPS` make it longer.
pub async fn goes_on(history: &mut impl CalendarHistory) {
    for round in 0..setting("CALENDAR_ROUNDS", 2) {
        history.steps(setting("CALENDAR_STEPS", 30)).await;
        if round % 2 == 0 {
            history.fold().await;
        } else {
            history.check().await;
            sweep(&history.app().context).await;
        }
        history.steps(5).await;
        history.check().await;
    }
}

/// Counts a history while each of the calls of counting fails in turn, and compares it.
pub async fn survives_counts_that_die<H: CalendarHistory>(history: &mut H) {
    for deadly in 0..10 {
        history.steps(4).await;
        let app = history.app();
        app.clock.advance(Duration::minutes(3));
        app.faults.after("*", deadly, Fault::Fail(400, "AccessDeniedException"));
        drop(app.context.store.fold_calendar::<H::Kind>(&app.tenant()).await);
        app.faults.clear();
    }
    history.check().await;
    history.fold().await;
    history.check().await;
}
