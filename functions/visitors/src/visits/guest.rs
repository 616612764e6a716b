//! Guests of a plan: where the host's plan says how many a cycle includes, a guest takes one of them, and when none is
//! left a day pass of the host. Where a plan of the host counts no guests, or there is none, guests cost nothing.

use agreements::subscription::entitlements::{Entitlements, GuestPasses};
use billing::period::local_day;
use records::{
    Location, VisitorVisit,
    visitor_visit::{GuestPaidBy, GuestPass},
};
use settlement::day_pass::{self, DayPassFor};
use shared::api::Call;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Counter, Id};
use wallets_and_journal::{Source, SourceKind};
use work::customer::CustomerRecord;

/// Why a guest is not paid for.
const NOTHING_LEFT: &str = "the host has neither a guest pass nor a day pass left";

/// Pays for the guest of a visit, where the host's plan limits guests.
///
/// # Errors
/// 402 `insufficient_balance` (`host_id`) when neither a guest pass nor a day pass is left.
pub async fn pay(
    call: &Call,
    transaction: &mut Transaction,
    (id, visit): (Id<VisitorVisit>, &VisitorVisit),
    location: &Record<Location>,
) -> Result<Option<GuestPass>, ApiError> {
    // A host who has gone since has no plan.
    let Some(host) = call.store.find(call.tenant(), visit.host_id).await? else { return Ok(None) };
    let entitlements = Entitlements::read(call, &CustomerRecord::Member(Box::new(host)), location).await?;
    // Of several plans the one counts that gives most: one that counts no guests.
    if entitlements.counts_no_guests_at(call.now) {
        return Ok(None);
    }
    let limited: Vec<GuestPasses> = entitlements.guest_passes_at(call.now).collect();
    for passes in limited {
        if take(call, transaction, passes).await? {
            return Ok(Some(GuestPass { paid_by: GuestPaidBy::GuestPass, day_pass_transaction_id: None }));
        }
    }
    let source = Source { kind: SourceKind::Visit, id: id.cast() };
    let taken_for = DayPassFor { customer_id: visit.host_id.cast(), location_id: visit.location_id, source };
    let day_pass = day_pass::take(call, transaction, taken_for, "host_id", NOTHING_LEFT).await?;
    Ok(Some(GuestPass { paid_by: GuestPaidBy::DayPass, day_pass_transaction_id: Some(day_pass) }))
}

/// Takes a guest pass of the present period of a subscription; whether one was left.
async fn take(call: &Call, transaction: &mut Transaction, passes: GuestPasses) -> Result<bool, ApiError> {
    let Some(subscription) = call.store.find(call.tenant(), passes.subscription_id).await? else { return Ok(false) };
    let today = local_day(call.now, subscription.body.zone);
    let period = today.and_then(|day| subscription.body.schedule.period_at(day).ok().flatten());
    // Before the first period there is a trial.
    let first = period.map_or(subscription.body.first, |period| period.first());
    let counter = Counter::new("guest_passes_taken", format!("{}#{first}", passes.subscription_id));
    let most = i64::from(passes.of_one) * i64::from(subscription.body.plan.terms.dues.quantity);
    if call.store.read_counter(call.tenant(), &counter).await? >= most {
        return Ok(false);
    }
    transaction.add_up_to(&counter, 1, most, version_conflict());
    Ok(true)
}
