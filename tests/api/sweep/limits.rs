//! A run ends within its time, and divides it between merchants.

use std::collections::HashMap;

use chrono::Duration;
use records::ClientId;
use shared::due::{Limits, SHARDS, run};
use values::Clock as _;

use super::timer::{Conduct, Timers};

#[tokio::test]
async fn a_run_stops_when_its_time_is_over_and_the_next_goes_on() {
    let timers = Timers::new().await;
    for number in 0..5 {
        timers.of_new_merchant(Duration::seconds(number - 60), Conduct::Takes(20)).await;
    }
    let began = timers.app.clock.now();
    let first = timers.run().await;
    // Begun after 0, 20 and 40 seconds; after 60 none.
    assert_eq!((first.done_of("timer"), first.is_finished, first.failed()), (3, false, 0));
    assert_eq!(timers.app.clock.now(), began.plus(Duration::seconds(60)));
    let second = timers.run().await;
    assert_eq!((second.done_of("timer"), second.is_finished), (2, true));
    assert_eq!(timers.run().await.looked_at, 0);
}

#[tokio::test]
async fn how_late_a_run_is_stands_in_its_report() {
    let timers = Timers::new().await;
    assert_eq!(timers.run().await.oldest_due_seconds, 0);
    timers.of_new_merchant(Duration::seconds(-700), Conduct::Works).await;
    timers.of_new_merchant(Duration::seconds(-70), Conduct::Works).await;
    assert_eq!(timers.run().await.oldest_due_seconds, 700);
    assert_eq!(timers.run().await.oldest_due_seconds, 0);
}

#[tokio::test]
async fn a_merchant_with_very_much_due_does_not_keep_the_others_waiting() {
    let timers = Timers::new().await;
    let (busy, quiet) = (timers.new_merchant(), timers.new_merchant());
    let mut owners = HashMap::new();
    for number in 0..40 {
        owners.insert(timers.of(&busy, Duration::minutes(number - 90), Conduct::Works).await, "busy");
        owners.insert(timers.of(&quiet, Duration::minutes(number - 45), Conduct::Works).await, "quiet");
    }
    let limits = Limits { per_merchant: 1, page: 3, ..Limits::SCHEDULED };
    let mut were_both = false;
    for shard in 0..SHARDS {
        let page = timers.app.context.store.read_due(shard, timers.app.clock.now(), None, 100).await.unwrap();
        let quiet_id = ClientId::parse(&quiet.client_id).unwrap().merchant();
        let of_quiet = page.rows.iter().filter(|row| row.merchant == quiet_id).count();
        run(&timers.app.context, &timers.registry(), [shard], &limits).await;
        let order: Vec<&str> = timers.rang().iter().map(|id| owners[id]).collect();
        assert_eq!(order.len(), page.rows.len());
        if of_quiet > 0 && page.rows.len() - of_quiet > 1 {
            were_both = true;
            // In the index all rows of the busy merchant come first.
            assert_eq!(order[..2], ["busy", "quiet"], "shard {shard}");
        }
    }
    assert!(were_both, "no shard has rows of both");
}

#[tokio::test]
async fn what_a_run_cannot_keep_is_left_to_the_next() {
    let timers = Timers::new().await;
    let merchant = timers.new_merchant();
    for _ in 0..40 {
        timers.of(&merchant, Duration::zero(), Conduct::Works).await;
    }
    let limits = Limits { per_merchant: 1, kept: 1, ..Limits::SCHEDULED };
    let first = timers.run_within(&limits).await;
    // One in its turn and one that was kept, of each shard.
    assert!(first.looked_at <= 2 * u32::from(SHARDS), "{first:?}");
    assert_eq!((first.is_finished, first.failed()), (false, 0));
    while !timers.run_within(&limits).await.is_finished {}
    assert_eq!(timers.rang().len(), 40);
}
