//! Letters as a Lambda function.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run_beside(letters::routes(), &letters::outside())
}
