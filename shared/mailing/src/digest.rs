//! What staff are told each morning: how much a day brings, and how much waits. Each area counts its own.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use records::Location;
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

/// The local day of a location that a digest is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestDay {
    /// The location.
    pub location: Id<Location>,
    /// First instant of the day.
    pub from: Timestamp,
    /// First instant after it.
    pub to: Timestamp,
}

/// Counts something of a day.
pub type Counting = Arc<dyn Fn(UnitOfWork, DigestDay) -> BoxFuture<'static, Result<usize, ApiError>> + Send + Sync>;

/// Something that a digest counts.
#[derive(Clone)]
pub struct DigestCount {
    /// The name that templates have for it, such as `bookings`.
    pub name: &'static str,
    /// How many there are: a number that stops at [`DIGEST_COUNT_MAX`].
    pub count: Counting,
}

/// Most that is counted of something which is read to be counted.
pub const DIGEST_COUNT_MAX: usize = 200;

impl DigestCount {
    /// Something that is counted in this way.
    pub fn new<F>(name: &'static str, count: impl Fn(UnitOfWork, DigestDay) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<usize, ApiError>> + Send + 'static,
    {
        Self { name, count: Arc::new(move |work, day| Box::pin(count(work, day))) }
    }
}
