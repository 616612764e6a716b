//! How many requests for help are open.

use mailing::{DIGEST_COUNT_MAX, DigestCount, DigestDay};
use store::List;
use values::ApiError;
use work::UnitOfWork;

use crate::records::{
    register::{Ordinary, Registered},
    state::TicketStatus,
};

/// What is counted of tickets for staff: sensitive ones are not.
#[must_use]
pub fn digest() -> Vec<DigestCount> {
    vec![DigestCount::new("tickets", |work, day| async move { count(&work, day).await })]
}

async fn count(work: &UnitOfWork, day: DigestDay) -> Result<usize, ApiError> {
    let open = List::by(&Registered::<Ordinary>::OPEN, &()).only("location_id", Some(&day.location));
    let unsolved = open.without("status", Some(&TicketStatus::Solved));
    Ok(work.store.all(work.tenant(), &unsolved, DIGEST_COUNT_MAX).await?.records.len())
}
