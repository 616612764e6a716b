//! The event log as a Lambda function.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run(event_log::routes())
}
