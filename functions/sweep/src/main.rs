//! The sweep as a Lambda function. Each of its schedules names a shard of what is due.

fn main() -> Result<(), shared::lambda::Error> {
    let registry = sweep::due_work();
    shared::lambda::run_job("sweep", |context, event| {
        let registry = registry.clone();
        async move { shared::due::invoke(&context, &registry, &event).await }
    })
}
