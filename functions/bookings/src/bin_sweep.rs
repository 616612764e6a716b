//! The sweep of the calendars as a Lambda function on a schedule.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run_job("sweep", |context| async move {
        bookings::sweep(&context, bookings::Look::at(context.clock.now())).await
    })
}
