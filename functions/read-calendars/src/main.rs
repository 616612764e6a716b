//! The readings of outside calendars as a Lambda function, with a message of the queue for each.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run_queue("read-calendars", |context| {
        let reader = read_calendars::Reader::over_the_internet(context);
        move |message| {
            let reader = reader.clone();
            async move { reader.work(&message).await }
        }
    })
}
