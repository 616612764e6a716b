//! The consumer of the table's stream (decision 41): the stream is the outbox, out of which events are made. Beside the
//! sweep this is the one package under `functions` that names areas: it asks the table of each what a change of its
//! records is called.

mod companions;
mod filter;
mod summing;

use std::sync::LazyLock;

use event_history::{Outcome, Registry};
use serde_json::Value;
use work::Context;

use self::companions::Companions;

/// The events of all areas.
#[must_use]
pub fn event_types() -> &'static Registry {
    // Schemas are made from types once, which takes a moment.
    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
        Registry::merged([
            batches::event_types(),
            benefits::event_types(),
            bookings::event_types(),
            calendars::event_types(),
            companies::event_types(),
            contracts::event_types(),
            events::event_types(),
            feed::event_types(),
            invoices::event_types(),
            letters::event_types(),
            locations::event_types(),
            members::event_types(),
            memberships::event_types(),
            merchant::event_types(),
            plans::event_types(),
            resources::event_types(),
            shop::event_types(),
            subscriptions::event_types(),
            tickets::event_types(),
            transactions::event_types(),
            uploads::event_types(),
            visitors::event_types(),
            webhooks::event_types(),
        ])
    });
    &REGISTRY
}

/// The patterns of the stream's filter, as `template.yaml` has them.
#[must_use]
pub fn stream_patterns() -> &'static [Value] {
    static PATTERNS: LazyLock<[Value; 2]> = LazyLock::new(|| filter::patterns(event_types()));
    &*PATTERNS
}

/// Makes events of the records of a batch, as Lambda hands them over, the deliveries to the endpoints that hear them, and
/// the notices of letters about them; and brings the sums of reports up to them.
pub async fn consume(context: &Context, batch: &Value) -> Outcome {
    let records = batch["Records"].as_array().map(Vec::as_slice).unwrap_or_default();
    let records: Vec<Value> = records.iter().filter(|record| passes(record)).cloned().collect();
    event_history::consume(context, event_types(), &Companions::of(context), &records).await
}

/// Whether the stream's filter lets a record pass.
fn passes(record: &Value) -> bool {
    stream_patterns().iter().any(|pattern| filter::matches(pattern, record))
}
