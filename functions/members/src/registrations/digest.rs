//! How many registrations wait to be decided.

use mailing::{DIGEST_COUNT_MAX, DigestCount, DigestDay};
use store::List;
use values::ApiError;
use work::UnitOfWork;

use super::{MemberRegistration, RegistrationStatus, list::in_state};

/// What is counted of registrations for staff.
#[must_use]
pub fn digest() -> Vec<DigestCount> {
    vec![DigestCount::new("registrations", |work, day| async move { count(&work, day).await })]
}

async fn count(work: &UnitOfWork, day: DigestDay) -> Result<usize, ApiError> {
    let registrations = List::by(&MemberRegistration::BY_LOCATION, &day.location);
    let waiting = in_state(registrations, Some(RegistrationStatus::Pending), work.now);
    Ok(work.store.all(work.tenant(), &waiting, DIGEST_COUNT_MAX).await?.records.len())
}
