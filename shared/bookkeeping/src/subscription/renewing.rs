//! Renewals carried out: in one transaction the subscription goes to its next period, what is charged is invoiced, what is
//! granted is granted at the period's first instant, and what was granted before expires.
//!
//! What a period makes is a function of the agreement and its number (`billing::renewal`), and each step is written under the
//! version of the subscription. So ten periods renewed late are the ten that would have been renewed on time, and whoever
//! comes second finds nothing left to do.

use billing::{
    renewal::{Invoicing, Renewal, RenewalGrant},
    standing::SubscriptionStatus,
    wallet::{Begins, Bucket, PostingKind, TimedGrant, Unit},
};
use records::{Company, Member, merchant::Merchant};
use store::{ReadAhead, Record, Transaction, decided_anew};
use values::{ApiError, Customer, ErrorCode, Id, Timestamp};
use work::{UnitOfWork, unit_of_work::retried};

use super::{
    agreed::AgreedPlan,
    charging::{self, Billed},
    cycle_to_come, ending,
    of_customer::{self, CustomerSubscriptions},
    open_invoices,
    record::Subscription,
    storing,
};
use crate::{
    OpenWallet, billed_location,
    customer_wallet::CustomerWallet,
    invoice::Invoice,
    open_wallet::About,
    wallet_transaction::{Source, SourceKind},
};

/// Most steps of one subscription before its customer's wallet is looked at.
const STEPS_MAX: usize = 60;

/// Writes down what has happened to a subscription by now, one step after the other and at most `most` of them; whether there
/// was anything to do.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn catch_up(work: &UnitOfWork, id: Id<Subscription>, most: usize) -> Result<bool, ApiError> {
    steps_of(work, id, most).await.map(|done| done > 0)
}

/// The same of a subscription as it was just read, and how it is then. It is read again only where somebody else wrote at the same moment.
///
/// # Errors
/// What a step refuses; 503 when the store cannot be used.
pub async fn caught_up(
    work: &UnitOfWork,
    found: Record<Subscription>,
    most: usize,
) -> Result<Record<Subscription>, ApiError> {
    steps(work, found, most).await.map(|(present, _)| present)
}

/// How many steps there were.
async fn steps_of(work: &UnitOfWork, id: Id<Subscription>, most: usize) -> Result<usize, ApiError> {
    let Some(found) = work.store.find(work.tenant(), id).await? else { return Ok(0) };
    steps(work, found, most).await.map(|(_, done)| done)
}

/// The subscription after at most `most` steps, and how many there were.
async fn steps(
    work: &UnitOfWork,
    found: Record<Subscription>,
    most: usize,
) -> Result<(Record<Subscription>, usize), ApiError> {
    let (id, mut present) = (found.id, found);
    for done in 0..most {
        let mut known = Some(present);
        let (next, is_done) = Box::pin(retried(work, || Box::pin(stepped(work, id, known.take())))).await?;
        if !is_done {
            return Ok((next, done));
        }
        present = next;
    }
    Ok((present, most))
}

/// The subscription after its next step, and whether there was one; read first unless it is known.
async fn stepped(
    work: &UnitOfWork,
    id: Id<Subscription>,
    known: Option<Record<Subscription>>,
) -> Result<(Record<Subscription>, bool), ApiError> {
    let before = match known {
        Some(known) => known,
        None => work.store.find(work.tenant(), id).await?.ok_or_else(ApiError::not_found)?,
    };
    Ok(match step(work, &before).await? {
        Some(after) => (after, true),
        None => (before, false),
    })
}

/// Writes down what has happened by now to every subscription of a customer that has not been written down as ended; whether that
/// is all of it. One that cannot be renewed stands in nobody's way.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn catch_up_all_of(work: &UnitOfWork, customer: Id<Customer>) -> Result<bool, ApiError> {
    let mut is_all = true;
    for subscription in CustomerSubscriptions::of(work, customer).await?.ids() {
        let done = unless_refused(Box::pin(steps_of(work, subscription, STEPS_MAX)).await)?;
        is_all &= done.is_none_or(|done| done < STEPS_MAX);
    }
    Ok(is_all)
}

/// The same for a reader, who waits for nobody who renews at the same moment.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn catch_up_all_unless_crossed(work: &UnitOfWork, customer: Id<Customer>) -> Result<bool, ApiError> {
    let mut is_all = true;
    for subscription in CustomerSubscriptions::of(work, customer).await?.ids() {
        is_all &= unless_refused(Box::pin(catch_up_within(work, subscription, (STEPS_MAX, 1))).await)?.unwrap_or(true);
    }
    Ok(is_all)
}

/// Passes over what a renewal refuses. What has failed is an error.
fn unless_refused<T>(renewed: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match renewed {
        Ok(done) => Ok(Some(done)),
        Err(error) if error.code.status() >= 500 => Err(error),
        Err(_) => Ok(None),
    }
}

/// The same until somebody else writes at the same moment, who then goes on with it.
///
/// # Errors
/// What a step refuses; 503 when the store cannot be used.
pub async fn catch_up_unless_crossed(work: &UnitOfWork, id: Id<Subscription>, most: usize) -> Result<(), ApiError> {
    Box::pin(catch_up_within(work, id, (most, 1))).await.map(drop)
}

/// The same of a subscription as it was just read, and how it is then; none when somebody else is writing it.
///
/// # Errors
/// What a step refuses; 503 when the store cannot be used.
pub async fn caught_up_unless_crossed(
    work: &UnitOfWork,
    found: Record<Subscription>,
    most: usize,
) -> Result<Option<Record<Subscription>>, ApiError> {
    let mut present = found;
    for _ in 0..most {
        match decided_anew(Box::pin(step(work, &present))).await.0 {
            Ok(Some(next)) => present = next,
            Ok(None) => return Ok(Some(present)),
            Err(error) if error.code == ErrorCode::VersionConflict => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Ok(Some(present))
}

/// The same until others have written at the same moment so many times; whether everything is written down.
///
/// # Errors
/// What a step refuses; 503 when the store cannot be used.
pub async fn catch_up_within(
    work: &UnitOfWork,
    id: Id<Subscription>,
    (most, tries): (usize, u32),
) -> Result<bool, ApiError> {
    let (mut done, mut crossed, mut known) = (0, 0, None);
    while done < most {
        match decided_anew(Box::pin(stepped(work, id, known.take()))).await.0 {
            Ok((next, true)) => (known, done) = (Some(next), done + 1),
            Ok((_, false)) => return Ok(true),
            Err(error) if error.code == ErrorCode::NotFound => return Ok(true),
            Err(error) if error.code == ErrorCode::VersionConflict => {
                crossed += 1;
                if crossed >= tries {
                    return Ok(false);
                }
                work.store.pause(crossed).await;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(false)
}

/// The subscription after its next step; none when there is nothing to do.
async fn step(work: &UnitOfWork, before: &Record<Subscription>) -> Result<Option<Record<Subscription>>, ApiError> {
    if before.body.is_over {
        return Ok(None);
    }
    let id = before.id;
    let ahead = if is_due(work, &before.body) {
        let overdue = before.body.open_invoices.iter().filter(|_| before.body.has_overdue(work.now));
        let needed = needed(work, &before.body).live(overdue.map(|open| open.id.cast::<Invoice>()));
        Some(work.read_ahead(needed).await?)
    } else {
        None
    };
    let work = ahead.as_ref().unwrap_or(work);
    let mut transaction = work.transaction();
    let after = match open_invoices::without_closed(work, &before.body).await? {
        Some(after) => Some(after),
        None => match Box::pin(next(work, &mut transaction, (id, &before.body))).await {
            // What cannot be charged stands in the way of nothing that has ended.
            Err(error) if error.code == ErrorCode::RuleViolation && !before.body.status(work.now).is_live() => None,
            next => next?,
        },
    };
    let Some(after) = after else { return Box::pin(ending::write_end(work, before)).await };
    let after = work.next_version(before, after.dated(work.now)?, None);
    Box::pin(storing::replace(work, &mut transaction, before, &after, None)).await?;
    work.store.commit(transaction).await?;
    Ok(Some(after))
}

/// What the next period makes of a subscription, when it has begun or is to be invoiced; its effects are put into
/// `transaction`.
///
/// # Errors
/// 422 when it lies beyond the calendar or an amount does not fit.
pub async fn next(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    (id, body): (Id<Subscription>, &Subscription),
) -> Result<Option<Subscription>, ApiError> {
    let today = body.day_of(work.now)?;
    if body.next_step_on()?.is_none_or(|day| today < day) {
        return Ok(None);
    }
    // Nothing is granted before the first payment.
    let is_awaited = body.incomplete_since.is_some();
    if is_awaited && (body.invoiced.is_some() || body.status(work.now) == SubscriptionStatus::IncompleteExpired) {
        return Ok(None);
    }
    Box::pin(renew(work, transaction, (id, body), false)).await
}

/// The same before it is due: the next period is invoiced now.
///
/// # Errors
/// As [`next`].
pub async fn renew(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    (id, body): (Id<Subscription>, &Subscription),
    in_advance: bool,
) -> Result<Option<Subscription>, ApiError> {
    let today = body.day_of(work.now)?;
    let work = &work.read_ahead(needed(work, body)).await?;
    let mut after = body.as_of(body.schedule.period(body.next_number())?.first());
    let number = after.next_number();
    let Some(renewal) = priced(work, &mut after, number).await? else { return Ok(None) };
    let is_awaited = after.incomplete_since.is_some();
    let begins = renewal.period.first() <= today && !is_awaited && !in_advance;
    let mut wallet = OpenWallet::stored(work, after.customer_id).await?;
    if begins {
        let grants = after.less_overdrawn(renewal.grants.clone());
        Box::pin(grant(work, &mut wallet, (id, &after), (renewal.at, &grants))).await?;
        after.renewed = Some(number);
        after.charges.keep_from(after.restarts, number);
    }
    if !after.is_invoiced(number) {
        let lines = charging::of_renewal(&after, &renewal);
        let days = (renewal.period.first(), renewal.period.after());
        let invoiced = Billed { lines, days, is_draft: renewal.invoicing == Invoicing::Draft };
        Box::pin(charging::invoice(work, transaction, (id, &mut after), &mut wallet, invoiced)).await?;
        after.invoiced = Some(number);
        // A first period that costs nothing needs no payment.
        if is_awaited && after.open_invoices.is_empty() {
            after.incomplete_since = None;
        }
    }
    cycle_to_come::note(&mut wallet, (id, &after));
    Box::pin(wallet.write(work, transaction)).await?;
    Ok(Some(after))
}

/// Whether the next period has begun, or is to be invoiced.
fn is_due(work: &UnitOfWork, body: &Subscription) -> bool {
    let next = body.next_step_on().ok().flatten();
    next.is_some_and(|day| body.day_of(work.now).is_ok_and(|today| day <= today))
}

/// What a renewal reads, so that it waits once.
fn needed<'a>(work: &'a UnitOfWork, body: &Subscription) -> ReadAhead<'a> {
    let (tenant, customer) = (work.tenant(), body.customer_id);
    let plans = body.scheduled.as_ref().map(|change| change.plan.membership_plan_id);
    let plans = plans.into_iter().chain([body.plan.membership_plan_id]);
    plans
        .fold(ReadAhead::of(tenant), ReadAhead::any)
        .live([CustomerWallet::id_of(customer)])
        .live([tenant.merchant().cast::<Merchant>()])
        .live([body.location_id])
        .any::<Member>(customer.cast())
        .any::<Company>(customer.cast())
        .holder(&billed_location::billed(body.location_id))
        .value(of_customer::key(work, customer))
}

/// What a period makes at the price of its first instant, which the subscription shows from then on.
async fn priced(work: &UnitOfWork, after: &mut Subscription, number: u32) -> Result<Option<Renewal>, ApiError> {
    let plan = work.store.find_any(work.tenant(), after.plan.membership_plan_id).await?;
    if let Some(plan) = plan
        && let Some(begins_at) = after.schedule.period(number)?.starts_at(after.zone)
    {
        after.plan = at_price_of(after, &plan.body.known_price_changes(), begins_at)?;
    }
    Ok(after.renewal(&after.plan, number)?)
}

/// The plan at the price of the period that begins at an instant.
fn at_price_of(
    subscription: &Subscription,
    changes: &[values::price::PriceChange],
    begins_at: Timestamp,
) -> Result<AgreedPlan, ApiError> {
    let plan = &subscription.plan;
    if plan.has_own_price {
        return Ok(plan.clone());
    }
    let snapshot = plan.price(subscription.currency);
    let price = billing::price_history::price_of_period(snapshot, plan.agreed_at, changes, begins_at);
    Ok(plan.priced(price.minor_in(subscription.currency, "price")?))
}

/// Brings the wallet to the first instant of the period, with what it grants; what was scheduled on the period is then charged.
async fn grant(
    work: &UnitOfWork,
    wallet: &mut OpenWallet,
    (id, subscription): (Id<Subscription>, &Subscription),
    (at, grants): (Timestamp, &[RenewalGrant]),
) -> Result<(), ApiError> {
    for unit in [Unit::Credits, Unit::DayPasses] {
        let of_unit = grants.iter().filter(|grant| grant.unit == unit);
        let timed = of_unit.map(|grant| timed(work, (id, subscription), grant)).collect();
        wallet.advance(work, (unit, at, Begins::CycleOf(id.cast())), timed).await?;
    }
    Ok(())
}

/// A grant of a subscription as a wallet takes it.
#[must_use]
pub fn timed(
    work: &UnitOfWork,
    (id, subscription): (Id<Subscription>, &Subscription),
    grant: &RenewalGrant,
) -> (TimedGrant, About) {
    let bucket = Bucket {
        location_id: Some(subscription.location_id.cast()),
        subscription_id: Some(id.cast()),
        ..Bucket::given(work.ids.next(), grant.amount, Some(grant.expires_at))
    };
    let about = About {
        location_id: Some(subscription.location_id),
        source: Some(Source { kind: SourceKind::Subscription, id: id.cast() }),
        ..About::default()
    };
    (TimedGrant { at: grant.at, kind: PostingKind::SubscriptionAllocation, bucket }, about)
}

/// What the next period that is charged will make, at the price that it will have as far as is known; none when there is none, as in
/// a pause without an end.
///
/// # Errors
/// As [`next`].
pub async fn upcoming(work: &UnitOfWork, body: &Subscription) -> Result<Option<(Subscription, Renewal)>, ApiError> {
    let next = body.invoiced.max(body.renewed).map_or(0, |last| last.saturating_add(1));
    let Some(number) = body.first_unpaused_from(next) else { return Ok(None) };
    let first = body.schedule.period(number)?.first();
    let mut after = body.as_of(first);
    let number = if after.restarts == body.restarts { number } else { 0 };
    Ok(priced(work, &mut after, number).await?.map(|renewal| (after, renewal)))
}
