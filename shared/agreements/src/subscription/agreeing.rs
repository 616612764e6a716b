//! Agreeing on a membership plan: what a new subscription rests on, and its first period, in the transaction of whoever
//! makes it. Subscriptions, sign-ups and registrations do it here.

use records::publication::RequireActive as _;
use records::{Location, MembershipPlan, Plan};
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id, Metadata};
use wallets_and_journal::OpenWallet;
use work::UnitOfWork;

use super::{
    cycle_to_come, ending,
    record::Subscription,
    renewing::{self, Limits},
    storing,
};

/// Attempts that make the first period too. Then the subscription is made alone, and its first period after it: where
/// very many subscribe at once they wait for each other's invoice numbers, and those of one customer for each other's
/// wallet.
const TRIES_WITH_FIRST: u32 = 4;
/// Attempts at the first period of what was made alone: whoever reads it next goes on, and the sweep.
const TRIES_AFTER: u32 = 6;
/// Periods that are renewed after a subscription was made, such as one that began months ago.
const STEPS_MAX: usize = 12;

/// What is subscribed to, as it was read.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Membership plan that is subscribed to.
    pub plan: Record<MembershipPlan>,
    /// Where it is sold.
    pub location: Record<Location>,
    /// The plan of the catalogue that it was published from.
    catalogue: Option<Record<Plan>>,
}

/// How often it was tried.
#[derive(Debug, Default)]
pub struct Tries(u32);

impl Tries {
    /// Counts one more; whether it makes the first period too.
    pub const fn next_with_first(&mut self) -> bool {
        self.0 += 1;
        self.0 <= TRIES_WITH_FIRST
    }
}

/// The membership plan that `field` of the request names, which can be subscribed to.
///
/// # Errors
/// 422 naming the field: `reference_not_found`, `membership_plan_inactive`, `location_inactive` or `plan_inactive`.
pub async fn offer(work: &UnitOfWork, plan: Id<MembershipPlan>, field: &str) -> Result<Offer, ApiError> {
    let found = work.store.find_any(work.tenant(), plan).await?;
    let plan = found.ok_or_else(|| ApiError::reference_not_found(field))?;
    read_offer_of_plan(work, plan, field).await
}

/// The same of a plan that was read.
///
/// # Errors
/// 422 naming `field`.
pub async fn read_offer_of_plan(
    work: &UnitOfWork,
    plan: Record<MembershipPlan>,
    field: &str,
) -> Result<Offer, ApiError> {
    if !plan.body.is_active {
        return Err(inactive_plan(field));
    }
    let location = work.get(plan.body.location_id).await?;
    location.body.check_active(field)?;
    let catalogue = match plan.body.plan_id {
        Some(id) => work.store.find(work.tenant(), id).await?,
        None => None,
    };
    if plan.body.plan_id.is_some() && catalogue.as_ref().is_none_or(|plan| !plan.body.is_active) {
        return Err(ApiError::rule(field, "plan_inactive", "the plan it was published from is not active"));
    }
    Ok(Offer { plan, location, catalogue })
}

/// Puts a new subscription into `transaction`, with its first period when that has begun and `with_first` says so. The
/// caller has checked the customer.
///
/// # Errors
/// 409 `capacity_exceeded`, at once or when the transaction is committed.
pub async fn subscribe(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    agreed: Subscription,
    metadata: Option<Metadata>,
    offer: &Offer,
    with_first: bool,
) -> Result<Record<Subscription>, ApiError> {
    let mut subscription = work.new_record(agreed, metadata);
    let begun = if with_first {
        Box::pin(renewing::make_next(work, transaction, subscription.id, &subscription.body)).await?
    } else {
        None
    };
    if let Some(begun) = begun {
        subscription.body = begun.dated(work.now)?;
    } else {
        // A transaction has one action on an item, and the first document of a location has a condition on it already.
        transaction.require_active(&offer.location, "membership_plan_id");
    }
    store(work, transaction, &subscription, offer).await?;
    Ok(subscription)
}

/// Puts a new subscription into `transaction`, which has a condition on the location already; its first period is made
/// after it.
///
/// # Errors
/// 409 `capacity_exceeded`, at once or when the transaction is committed.
pub async fn store(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    subscription: &Record<Subscription>,
    offer: &Offer,
) -> Result<(), ApiError> {
    if let Some(catalogue) = &offer.catalogue {
        transaction.require_still(catalogue, "is_active", &true, version_conflict());
    }
    note_first(work, transaction, subscription).await?;
    storing::create(work, transaction, subscription, &offer.plan).await
}

/// Notes in the customer's wallet when the first period will grant something: bookings that take place in it can
/// reserve that, and who opens the wallet then before anybody has renewed the subscription does.
async fn note_first(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    subscription: &Record<Subscription>,
) -> Result<(), ApiError> {
    let body = &subscription.body;
    let is_made = body.renewed.is_some() || body.invoiced.is_some();
    if is_made || body.next_grant_at().is_none_or(|(at, _)| at <= work.now) {
        return Ok(());
    }
    let mut wallet = OpenWallet::read(work, body.customer_id).await?;
    cycle_to_come::note(&mut wallet, subscription.id, body);
    Box::pin(wallet.write(work, transaction)).await
}

/// Goes on from the outcome of a transaction with a new subscription. When the plan was full, ended subscriptions that
/// were not written down give their seats back, and it is tried again; when it was made, periods that have begun are
/// renewed.
///
/// # Errors
/// That of the outcome; 409 `version_conflict` to try again.
pub async fn follow_up<T>(
    work: &UnitOfWork,
    outcome: Result<T, ApiError>,
    subscription: Id<Subscription>,
    plan: Id<MembershipPlan>,
) -> Result<T, ApiError> {
    match outcome {
        Err(error)
            if error.code == ErrorCode::CapacityExceeded
                && Box::pin(ending::write_ends_of_plan(work, plan)).await? =>
        {
            Err(version_conflict())
        }
        Ok(made) => {
            // It is made, whatever becomes of this, and is answered before the request's time is over.
            let limits = Limits::yielding(STEPS_MAX, TRIES_AFTER);
            drop(Box::pin(renewing::catch_up(work, subscription, None, limits)).await);
            Ok(made)
        }
        refused => refused,
    }
}

/// 422: nobody subscribes to an inactive membership plan.
#[must_use]
pub fn inactive_plan(field: &str) -> ApiError {
    ApiError::rule(field, "membership_plan_inactive", "the membership plan is not active")
}
