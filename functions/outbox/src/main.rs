//! The consumer of the table's stream as a Lambda function. It answers which records of its batch must be looked at
//! again.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run_batches(async |context, batch| outbox::consume(&context, &batch).await.answer())
}
