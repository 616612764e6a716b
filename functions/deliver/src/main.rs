//! The attempts at webhook deliveries as a Lambda function, with a message of the queue for each.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run_queue("deliver", |context| {
        let deliverer = deliver::Deliverer::over_the_internet(context);
        move |message| {
            let deliverer = deliverer.clone();
            async move { deliverer.attempt(&message).await.map(drop) }
        }
    })
}
