//! Deliveries are stored in the transaction that stores their events, and handed to the queue once it is committed.

use event_history::{Companion, FollowUp};
use futures_util::future::BoxFuture;
use records::LoggedEvent;
use store::{Record, Transaction};
use values::ApiError;
use work::{UnitOfWork, queue::WorkQueue};

use crate::{
    fan_out::{build_deliveries, hand_over},
    records::{counts::added, delivery::WebhookDelivery},
};

/// Stores and hands over the deliveries of events.
#[derive(Clone, Debug)]
pub struct DeliveriesOfEvents {
    /// Where they are handed over.
    pub queue: WorkQueue,
}

impl Companion for DeliveriesOfEvents {
    fn join<'a>(
        &'a self,
        work: &'a UnitOfWork,
        events: &'a [Record<LoggedEvent>],
        transaction: &'a mut Transaction,
    ) -> BoxFuture<'a, Result<FollowUp, ApiError>> {
        Box::pin(async move {
            let deliveries = build_deliveries(work, events).await?;
            for delivery in &deliveries {
                transaction.begin(delivery);
            }
            transaction.count_rows(&added(&deliveries), WebhookDelivery::gone_after);
            let (queue, work) = (self.queue.clone(), work.clone());
            let follow_up: FollowUp = Box::pin(async move {
                // What is not handed over is due, and the sweep hands it over.
                drop(hand_over(&queue, &work, &deliveries).await);
            });
            Ok(follow_up)
        })
    }
}
