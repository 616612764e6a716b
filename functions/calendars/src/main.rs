//! Calendar feeds as a Lambda function.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run_beside(calendars::routes(), &calendars::outside())
}
