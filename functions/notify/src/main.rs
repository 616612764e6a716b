//! Letters as a Lambda function: with a message of the queue for each notice and letter, and events of Amazon SES about
//! what comes back.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run_queue_and_events(
        "notify",
        |context| {
            let notifier = notify::notifier(context);
            move |message| {
                let notifier = notifier.clone();
                async move { notifier.work(&message).await }
            }
        },
        async |context, event| notify::note_feedback(&context, &event).await,
    )
}
