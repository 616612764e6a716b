//! What a subscription will grant in a period that has not begun: what bookings that take place in it can reserve
//! (`docs/areas/settlement.md`, 63).

use billing::{
    period::{local_day, start_of},
    wallet::{CycleToCome, Unit},
};
use values::{Id, Timestamp};
use wallets_and_journal::OpenWallet;

use super::{agreed::AgreedPlan, moments::SubscriptionEnd, record::Subscription};

impl Subscription {
    /// The period that an instant to come lies in, as far as is known now; none when that has begun or does not come,
    /// or grants nothing that lasts until then.
    #[must_use]
    pub fn cycle_to_come(&self, id: Id<Self>, now: Timestamp, at: Timestamp) -> Option<CycleToCome> {
        if self.is_over || self.incomplete_since.is_some() {
            return None;
        }
        let day = local_day(at, self.zone)?;
        // What it grants is gone when it ends.
        if self.ends.is_some_and(|ends| ends <= day) {
            return None;
        }
        let then = self.as_of(day);
        let number = then.schedule.period_at(day).ok()??.number();
        let ahead = number.checked_sub(then.next_number())?;
        let renewal = then.renewal(&then.plan, number).ok()??;
        let expires_at = renewal.grants.first()?.expires_at;
        // What was spent and not paid for is taken off what is granted first.
        let granted = |unit: Unit| {
            let amount: i64 = renewal.grants.iter().filter(|grant| grant.unit == unit).map(|grant| grant.amount).sum();
            let before = amount.saturating_mul(i64::from(ahead));
            let overdrawn = self.overdrawn.of(unit).saturating_sub(before).clamp(0, amount);
            amount - overdrawn
        };
        (now < renewal.at && at < expires_at).then(|| CycleToCome {
            subscription_id: id.cast(),
            starts_at: renewal.at,
            expires_at,
            location_id: self.location_id.cast(),
            credits: granted(Unit::Credits),
            day_passes: granted(Unit::DayPasses),
        })
    }

    /// When its next period begins, if it may grant something, and when it ends, if that is before.
    pub(super) fn next_grant_at(&self) -> Option<(Timestamp, Option<Timestamp>)> {
        let grants = |plan: &AgreedPlan| plan.terms.credits > 0 || plan.terms.day_passes > 0;
        let is_granting = grants(&self.plan) || self.scheduled.as_ref().is_some_and(|change| grants(&change.plan));
        if self.is_over || self.incomplete_since.is_some() || !is_granting {
            return None;
        }
        let next = self.schedule.period(self.next_number()).ok()?;
        let ends = self.ends.filter(|ends| *ends < next.first());
        Some((next.starts_at(self.zone)?, ends.and_then(|ends| start_of(ends, self.zone))))
    }
}

/// Notes in the customer's wallet what is known of a subscription: when the next period begins that may grant
/// something, and when notice ends it.
pub fn note(wallet: &mut OpenWallet, id: Id<Subscription>, subscription: &Subscription) {
    if let Some((at, ends_at)) = subscription.next_grant_at() {
        wallet.note_renewal(id.cast(), at, ends_at);
    }
    let notice_ends_at = match subscription.end() {
        Some(SubscriptionEnd::ByNotice(at)) => Some(at),
        Some(SubscriptionEnd::Final(_)) | None => None,
    };
    wallet.note_notice(id.cast(), notice_ends_at);
}
