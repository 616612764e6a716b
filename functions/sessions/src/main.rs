//! Sessions of people as a Lambda function.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run_beside(sessions::routes(), &sessions::outside())
}
