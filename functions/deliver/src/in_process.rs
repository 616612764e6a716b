//! The deliverer of a process that has its queue in its own memory: on a developer's machine and in tests.

use work::queue::{InProcessQueue, WhenIdle, serve};

use crate::attempt::Deliverer;

/// Does the work of a queue with so many workers.
pub async fn work(deliverer: &Deliverer, queue: &InProcessQueue, workers: usize, when_idle: WhenIdle) {
    let attempt = |message| {
        let deliverer = deliverer.clone();
        async move { deliverer.attempt(&message).await.map(drop) }
    };
    serve(queue, (workers, deliverer.of_merchant_max()), when_idle, attempt).await;
}
