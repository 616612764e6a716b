//! Whether customers are subscribed, and when they were seen last: what is shown of a member beside the record
//! (`docs/areas/members.md`, 7).

use values::{ApiError, Customer, Id, Timestamp};
use work::UnitOfWork;

use super::{
    entitlements::look_at,
    of_customer::{Age, CustomerSubscriptions},
};

/// What is shown of one customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subscribed {
    /// Whether a subscription of the customer has begun and not ended, at any location.
    pub is_subscribed: bool,
    /// When the customer was seen last, by a check-in.
    pub seen_at: Option<Timestamp>,
}

/// What is known of these customers. Those who never had a subscription nor were seen are left out.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read(
    work: &UnitOfWork,
    customers: &[Id<Customer>],
    age: Age,
) -> Result<Vec<(Id<Customer>, Subscribed)>, ApiError> {
    let found = CustomerSubscriptions::read_all(work, customers, age).await?;
    let mut shown = Vec::new();
    for (customer, own) in found {
        let mut is_subscribed = own.live(work.now).any(|one| one.runs(work.now));
        // One whose first payment is awaited may have been paid since it was written; it waits for hours at most, so
        // there are few.
        for one in own.live(work.now).filter(|one| one.is_incomplete(work.now)) {
            is_subscribed = is_subscribed || Box::pin(look_at(work, one)).await?.runs(work.now);
        }
        shown.push((customer, Subscribed { is_subscribed, seen_at: own.seen_at() }));
    }
    Ok(shown)
}
