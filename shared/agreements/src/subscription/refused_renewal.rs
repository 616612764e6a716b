//! The way out of a renewal that is refused, because an invoice of it would be too much: fewer of it, without items, or
//! none of it.

use billing::subscription_status::SubscriptionAction;
use values::{ApiError, Timestamp};

use super::record::Subscription;

impl Subscription {
    /// The same for fewer from the period on that could not be renewed; none when it is not fewer.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn reduced_for_the_next_period(&self, quantity: u32, now: Timestamp) -> Result<Option<Self>, ApiError> {
        self.status(now).allows(SubscriptionAction::Change)?;
        let mut after = self.as_of(self.schedule.period(self.next_number())?.first());
        if after.dues().quantity <= quantity {
            return Ok(None);
        }
        after.plan.terms.dues.quantity = quantity;
        if let Some(later) = &mut after.scheduled {
            later.plan.terms.dues.quantity = quantity;
        }
        after.dated(now).map(Some)
    }

    /// The same under the terms that would hold today if it had been renewed.
    ///
    /// # Errors
    /// 422 beyond the calendar.
    pub fn under_terms_of(&self, now: Timestamp) -> Result<Self, ApiError> {
        Ok(self.as_of(self.day_of(now)?))
    }
}
