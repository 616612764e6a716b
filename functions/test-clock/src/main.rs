//! The test clock as a Lambda function.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run(test_clock::routes())
}
