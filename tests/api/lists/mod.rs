//! What holds for every list: both pagination schemes, cursors, totals, and what a page costs.

mod asked;
mod by_ids;
mod cost;
mod counts;
mod cursors;
mod expanded;
mod filter_lists;
mod largest;
mod listed_notes;
mod merged;
mod paging;
mod periods;
mod search;

use platform::config::ListCountSizes;
use records::{Plan, plan::PlanFields};
use serde::{Deserialize, Serialize};
use store::Entity;
use testing::TestApp;
use tests::routes;
use values::{Amount, Currency, Kind, KindName, LongText, Name, ShortText, Timestamp, billing_cycle::BillingCycle};

/// Records in a chunk of the stored counts in these tests.
const CHUNK_ROWS: usize = 50;

/// The service in a table of its own, with counts kept in segments of 10 records and chunks of 5 segments: a list of
/// hundreds has what otherwise only one of tens of thousands has.
async fn app_with_small_chunks() -> TestApp {
    let sizes =
        ListCountSizes { segment_rows: 10, chunk_segments: 5, closed_at_once_max: 5, ..ListCountSizes::default() };
    TestApp::alone_configured(|config| config.list_counts = sizes, routes()).await
}

/// How many chunks the stored counts of the longest list have.
async fn chunks(app: &TestApp) -> usize {
    let items = app.table_text().await;
    (0..1_000).take_while(|number| items.iter().any(|item| item.contains(&format!("\"chunk#{number:06}\"")))).count()
}

/// A small record of a kind that no area has, to put the store itself to the test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    pub text: String,
}

impl Kind for Note {
    const KIND: KindName = KindName::Note;
}

impl Entity for Note {
    const PATH: &'static str = "/notes";
    type View = String;

    fn view(&self, _now: Timestamp) -> String {
        self.text.clone()
    }
}

/// A plan as it is stored.
pub fn plan(name: &str) -> Plan {
    let currency = Currency::parse("EUR").expect("a currency");
    Plan::from(PlanFields {
        name: Name::new(name),
        description: LongText::default(),
        price: Amount::of(1_000, currency),
        currency,
        billing_cycle: BillingCycle::Monthly,
        credits: 0,
        day_passes: 0,
        is_active: true,
        tagline: ShortText::default(),
        display_order: 0,
        features: Vec::new(),
    })
}

/// This many plans, made one after the other; their ids, newest first.
async fn plans(app: &TestApp, number: usize) -> Vec<String> {
    let records = app.stored_all((0..number).map(|number| plan(&format!("Plan {number}"))).collect()).await;
    records.iter().rev().map(|record| record.id.to_string()).collect()
}
