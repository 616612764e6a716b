//! Renewals carried out: in one transaction the subscription goes to its next period, what is charged is invoiced, what
//! is granted is granted at the period's first instant, and what was granted before expires.
//!
//! What a period makes is a function of the agreement and its number (`billing::renewal`), and each step is written
//! under the version of the subscription. So ten periods renewed late are the ten that would have been renewed on time,
//! and whoever comes second finds nothing left to do.

use billing::{
    renewal::{Renewal, RenewalGrant},
    subscription_status::SubscriptionStatus,
    wallet::{Begins, Bucket, PostingKind, TimedGrant, Unit},
};
use futures_util::future::BoxFuture;
use money_documents::{billed_location, invoice::Invoice};
use records::{Company, Member, merchant::Merchant};
use store::{ReadAhead, Record, Transaction, decide_anew};
use values::{ApiError, Customer, ErrorCode, Id, Timestamp};
use wallets_and_journal::{
    OpenWallet,
    customer_wallet::CustomerWallet,
    open_wallet::About,
    wallet_transaction::{Source, SourceKind},
};
use work::{
    UnitOfWork, on_heap,
    unit_of_work::{Crossing, retry},
};

use super::{
    agreed::AgreedPlan,
    bill, cycle_to_come, ending,
    of_customer::{self, CustomerSubscriptions},
    open_invoices,
    record::Subscription,
    storing,
};

/// Most steps of one subscription before its customer's wallet is looked at.
const STEPS_MAX: usize = 60;

/// How far a subscription is caught up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most steps, such as a renewal, that are done at once.
    pub steps: usize,
    /// What is done when somebody else writes the subscription at the same moment.
    pub crossed: Crossed,
}

/// What is done when somebody else writes a subscription at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossed {
    /// It is tried again, as a decision is.
    Retry,
    /// It is tried again until that has happened so many times; then it is left to them.
    YieldAfter(u32),
}

/// A subscription after it was caught up.
#[derive(Clone, Debug)]
pub struct CaughtUp {
    /// As it is then; none when there is none, or somebody else is writing it.
    pub record: Option<Record<Subscription>>,
    /// How many steps there were.
    pub steps: usize,
    /// Whether everything is written down that has happened by now.
    pub is_complete: bool,
}

impl Limits {
    /// So many steps, each tried until it is done.
    #[must_use]
    pub const fn retrying(steps: usize) -> Self {
        Self { steps, crossed: Crossed::Retry }
    }

    /// So many steps, until others have written at the same moment so many times.
    #[must_use]
    pub const fn yielding(steps: usize, after: u32) -> Self {
        Self { steps, crossed: Crossed::YieldAfter(after) }
    }
}

/// Writes down what has happened to a subscription by now, one step after the other. It is read first unless it is
/// `known`, and again only where somebody else wrote at the same moment.
///
/// # Errors
/// What a step refuses; 503 when the store cannot be used, or others came in between every time.
pub async fn catch_up(
    work: &UnitOfWork,
    id: Id<Subscription>,
    mut known: Option<Record<Subscription>>,
    limits: Limits,
) -> Result<CaughtUp, ApiError> {
    let (mut steps, mut crossings) = (0, 0);
    while steps < limits.steps {
        let stepped = match limits.crossed {
            Crossed::Retry => on_heap(|| retry(work, || take_step_of(work, id, known.take()))).await,
            Crossed::YieldAfter(_) => decide_anew(on_heap(|| take_step_of(work, id, known.take()))).await.0,
        };
        match (stepped, limits.crossed) {
            (Ok(Step::Done(next)), _) => (known, steps) = (Some(next), steps + 1),
            (Ok(Step::NothingLeft(record)), _) => return Ok(CaughtUp { record, steps, is_complete: true }),
            (Err(error), Crossed::YieldAfter(most)) if error.code == ErrorCode::VersionConflict => {
                crossings += 1;
                if crossings >= most {
                    return Ok(CaughtUp { record: None, steps, is_complete: false });
                }
                work.store.pause(crossings).await;
            }
            (Err(error), _) => return Err(error),
        }
    }
    Ok(CaughtUp { record: known, steps, is_complete: false })
}

/// What came of trying the next step of a subscription.
enum Step {
    /// It was done, and the subscription is this then.
    Done(Record<Subscription>),
    /// There was none to do; the subscription is this, if it exists.
    NothingLeft(Option<Record<Subscription>>),
}

/// Tries the next step of a subscription, which is read first unless it is known.
async fn take_step_of(
    work: &UnitOfWork,
    id: Id<Subscription>,
    known: Option<Record<Subscription>>,
) -> Result<Step, ApiError> {
    let before = match known {
        Some(known) => Some(known),
        None => work.store.find(work.tenant(), id).await?,
    };
    let Some(before) = before else { return Ok(Step::NothingLeft(None)) };
    Ok(on_heap(|| take_step(work, &before)).await?.map_or_else(|| Step::NothingLeft(Some(before)), Step::Done))
}

/// Writes down what has happened by now to every subscription of a customer that has not been written down as ended;
/// whether that is all of it. One that is refused its renewal stands in nobody's way.
///
/// # Errors
/// 503 when the store cannot be used.
#[must_use]
pub fn renew_wallet(
    work: &UnitOfWork,
    customer: Id<Customer>,
    crossing: Crossing,
) -> BoxFuture<'_, Result<bool, ApiError>> {
    Box::pin(async move {
        let mut is_all = true;
        for subscription in CustomerSubscriptions::read(work, customer).await?.ids() {
            let limits = match crossing {
                Crossing::Retry => Limits::retrying(STEPS_MAX),
                Crossing::Yield => Limits::yielding(STEPS_MAX, 1),
            };
            match on_heap(|| catch_up(work, subscription, None, limits)).await {
                Ok(caught_up) => is_all &= caught_up.is_complete,
                Err(error) if error.code.status() >= 500 => return Err(error),
                Err(_) => {}
            }
        }
        Ok(is_all)
    })
}

/// The subscription after its next step; none when there is nothing to do.
async fn take_step(work: &UnitOfWork, before: &Record<Subscription>) -> Result<Option<Record<Subscription>>, ApiError> {
    if before.body.is_over {
        return Ok(None);
    }
    let id = before.id;
    let ahead = if is_due(work, &before.body) {
        let overdue = if before.body.has_overdue(work.now) { before.body.open_invoices.as_slice() } else { &[] };
        let needed = needed(work, &before.body).live(overdue.iter().map(|open| open.id.cast::<Invoice>()));
        Some(work.read_ahead(needed).await?)
    } else {
        None
    };
    let work = ahead.as_ref().unwrap_or(work);
    let mut transaction = work.transaction();
    let after = match open_invoices::drop_closed(work, &mut transaction, &before.body).await? {
        Some(after) => Some(after),
        None => match on_heap(|| make_next(work, &mut transaction, id, &before.body)).await {
            // What cannot be charged stands in the way of nothing that has ended.
            Err(error) if error.code == ErrorCode::RuleViolation && !before.body.status(work.now).is_live() => None,
            next => next?,
        },
    };
    let Some(after) = after else { return on_heap(|| ending::write_end(work, before)).await };
    let after = work.next_version(before, after.dated(work.now)?, None);
    on_heap(|| storing::replace(work, &mut transaction, before, &after, None)).await?;
    work.store.commit(transaction).await?;
    Ok(Some(after))
}

/// What the next period makes of a subscription, when it has begun or is to be invoiced; its effects are put into
/// `transaction`.
///
/// # Errors
/// 422 when it lies beyond the calendar or an amount does not fit.
pub async fn make_next(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    body: &Subscription,
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
    on_heap(|| renew(work, transaction, id, body, false)).await
}

/// The same before it is due: the next period is invoiced now.
///
/// # Errors
/// As [`make_next`].
pub async fn renew(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    body: &Subscription,
    in_advance: bool,
) -> Result<Option<Subscription>, ApiError> {
    let today = body.day_of(work.now)?;
    let work = &work.read_ahead(needed(work, body)).await?;
    let mut after = body.as_of(body.schedule.period(body.next_number())?.first());
    let number = after.next_number();
    let Some(renewal) = set_price(work, &mut after, number).await? else { return Ok(None) };
    let is_awaited = after.incomplete_since.is_some();
    let begins = renewal.period.first() <= today && !is_awaited && !in_advance;
    let mut wallet = OpenWallet::read(work, after.customer_id).await?;
    if begins {
        let grants = after.less_overdrawn(renewal.grants.clone());
        on_heap(|| grant(work, &mut wallet, id, &after, renewal.at, &grants)).await?;
        after.renewed = Some(number);
        after.charges.keep_from(after.restarts, number);
    }
    if !after.is_invoiced(number) {
        let billed = after.billed_of(&renewal);
        bill::bill(work, transaction, id, &mut after, &mut wallet, &billed).await?;
        after.invoiced = Some(number);
        // A first period that costs nothing needs no payment.
        if is_awaited && after.open_invoices.is_empty() {
            after.incomplete_since = None;
        }
    }
    cycle_to_come::note(&mut wallet, id, &after);
    on_heap(|| wallet.write(work, transaction)).await?;
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

/// Gives a subscription the price of the first instant of a period and the tax of its first day, which it shows from then on. Answers what the
/// period makes.
async fn set_price(work: &UnitOfWork, after: &mut Subscription, number: u32) -> Result<Option<Renewal>, ApiError> {
    let plan = work.store.find_any(work.tenant(), after.plan.membership_plan_id).await?;
    if let Some(plan) = plan
        && let Some(begins_at) = after.schedule.period(number)?.starts_at(after.zone)
    {
        // What was read ahead answers once: the location is left for who writes the invoice.
        let beside = work.read_ahead(ReadAhead::of(work.tenant()).live([after.location_id])).await?;
        let (first, location) = (after.schedule.period(number)?.first(), beside.get(after.location_id).await?);
        let priced = at_price_of(after, &plan.body.known_price_changes(), begins_at)?;
        after.plan = priced.taxed_from(work, first, (&plan.body, &location.body)).await?;
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

/// Brings the wallet to the first instant of the period, with what it grants; what was scheduled on the period is then
/// charged.
async fn grant(
    work: &UnitOfWork,
    wallet: &mut OpenWallet,
    id: Id<Subscription>,
    subscription: &Subscription,
    at: Timestamp,
    grants: &[RenewalGrant],
) -> Result<(), ApiError> {
    for unit in [Unit::Credits, Unit::DayPasses] {
        let of_unit = grants.iter().filter(|grant| grant.unit == unit);
        let timed = of_unit.map(|grant| timed(work, id, subscription, grant)).collect();
        wallet.advance(work, unit, at, Begins::CycleOf(id.cast()), timed).await?;
    }
    Ok(())
}

/// A grant of a subscription as a wallet takes it.
#[must_use]
pub fn timed(
    work: &UnitOfWork,
    id: Id<Subscription>,
    subscription: &Subscription,
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

/// What the next period that is charged will make, at the price that it will have as far as is known; none when there
/// is none, as in a pause without an end.
///
/// # Errors
/// As [`make_next`].
pub async fn preview_next(work: &UnitOfWork, body: &Subscription) -> Result<Option<(Subscription, Renewal)>, ApiError> {
    let next = body.invoiced.max(body.renewed).map_or(0, |last| last.saturating_add(1));
    let Some(number) = body.first_unpaused_from(next) else { return Ok(None) };
    let first = body.schedule.period(number)?.first();
    let mut after = body.as_of(first);
    let number = if after.restarts == body.restarts { number } else { 0 };
    Ok(set_price(work, &mut after, number).await?.map(|renewal| (after, renewal)))
}
