//! Batches as a Lambda function.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run(batches::routes())
}
