//! The subscriptions of one customer that have not ended: the record on which it is decided what the customer is here
//! and now, and whether the customer may go. It is written with every change of one of them, under its version. What
//! time has ended needs no writing: each entry says what it is at an instant. It also has when the customer was seen
//! last: whoever shows members reads one item for each.

use std::collections::BTreeMap;

use billing::subscription_status::{Benefits, SubscriptionFacts, SubscriptionStatus};
use records::{Location, MembershipPlan};
use serde::{Deserialize, Serialize};
use store::{Expression, Key, StoreError, Transaction, transaction::version_conflict};
use values::{ApiError, Customer, Day, ErrorCode, Id, Kind, Name, TimeZone, Timestamp, error::Obstacle};
use work::UnitOfWork;

use super::{agreed::Discounts, record::Subscription};

/// Space of the items' keys.
const SPACE: &str = "customer_subscriptions";
/// Most subscriptions that a refusal names.
const NAMED_MAX: usize = 3;
/// Most subscriptions of a customer that have not ended.
pub const LIVE_MAX: usize = 50;

/// How old what is read may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// As it is now.
    Now,
    /// As it was at most a moment ago, at half the units: for lists, never for a decision.
    Lagging,
}

/// A subscription that has not ended, as far as the customer's standing depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveSubscription {
    /// Identifier of the subscription.
    pub id: Id<Subscription>,
    /// Location of the membership plan.
    pub location_id: Id<Location>,
    /// Zone of its days.
    pub zone: TimeZone,
    /// What its state is derived from.
    pub facts: SubscriptionFacts,
    /// What it is to.
    pub plan: PlanBenefits,
    /// What it is to from a day on.
    pub later: Option<(Day, PlanBenefits)>,
}

/// What a membership plan gives its subscribers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanBenefits {
    /// Identifier of the membership plan.
    pub membership_plan_id: Id<MembershipPlan>,
    /// Name of the plan when it was agreed on.
    pub name: Name,
    /// Discounts that come with it.
    pub discounts: Discounts,
    /// Guests that a cycle of one includes; none when they are not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest_passes: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Stored {
    version: i64,
    #[serde(default)]
    live: Vec<LiveSubscription>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seen_at: Option<Timestamp>,
}

/// What one customer is subscribed to, as it was read and as it is to be written.
#[derive(Clone, Debug)]
pub struct CustomerSubscriptions {
    key: Key,
    read: Stored,
    live: Vec<LiveSubscription>,
    seen_at: Option<Timestamp>,
}

impl LiveSubscription {
    /// A subscription as it is.
    pub(super) fn of(id: Id<Subscription>, subscription: &Subscription) -> Self {
        let benefits = |plan: &super::AgreedPlan| PlanBenefits {
            membership_plan_id: plan.membership_plan_id,
            name: plan.name.clone(),
            discounts: plan.discounts,
            guest_passes: plan.guest_passes,
        };
        Self {
            id,
            location_id: subscription.location_id,
            zone: subscription.zone,
            facts: subscription.facts(),
            plan: benefits(&subscription.plan),
            later: subscription.scheduled.as_ref().map(|change| (change.effective, benefits(&change.plan))),
        }
    }

    /// Whether it has begun and not ended at an instant; one that is paused or past due runs all the same.
    #[must_use]
    pub fn runs(&self, now: Timestamp) -> bool {
        match self.facts.status_at(now, self.zone) {
            SubscriptionStatus::Active | SubscriptionStatus::PastDue | SubscriptionStatus::Paused => true,
            SubscriptionStatus::Scheduled
            | SubscriptionStatus::Incomplete
            | SubscriptionStatus::IncompleteExpired
            | SubscriptionStatus::Cancelled => false,
        }
    }

    /// Whether it has not ended at an instant.
    #[must_use]
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.facts.status_at(now, self.zone).is_live()
    }

    /// What it is to at an instant.
    fn plan_at(&self, at: Timestamp) -> Option<&PlanBenefits> {
        let day = billing::period::local_day(at, self.zone)?;
        match &self.later {
            Some((from, plan)) if *from <= day => Some(plan),
            Some(_) | None => Some(&self.plan),
        }
    }

    /// What stands in the way of its customer's going.
    fn obstacle(&self) -> Obstacle {
        let begins = |day: Day| day.start_in(self.zone).map(|instant| instant.to_string()).unwrap_or_default();
        Obstacle {
            kind: Subscription::KIND.to_string(),
            id: self.id.to_string(),
            start_time: begins(self.facts.first),
            end_time: self.facts.ends.map(begins).unwrap_or_default(),
        }
    }

    /// Whether it was cancelled and its last day is the present one.
    #[must_use]
    pub fn ends_today(&self, now: Timestamp) -> bool {
        let tomorrow =
            billing::period::local_day(now, self.zone).and_then(|today| billing::period::plus_days(today, 1));
        self.facts.ends.is_some_and(|ends| tomorrow.is_some_and(|tomorrow| ends <= tomorrow))
    }

    /// Whether its benefits are suspended, because an invoice of it was overdue for longer than its grace when it was
    /// last looked at.
    #[must_use]
    pub fn is_suspended(&self, now: Timestamp) -> bool {
        // A pause pays no invoice.
        let facts = SubscriptionFacts { pauses: Vec::new(), ..self.facts.clone() };
        facts.status_at(now, self.zone) == SubscriptionStatus::PastDue
            && facts.benefits_at(now, self.zone) == Benefits::None
    }

    /// Whether its first payment was awaited when it was last looked at.
    #[must_use]
    pub fn is_incomplete(&self, now: Timestamp) -> bool {
        self.facts.status_at(now, self.zone) == SubscriptionStatus::Incomplete
    }

    /// Instants at which what it gives changes, as far as is known now.
    pub fn changes(&self) -> impl Iterator<Item = Timestamp> {
        let SubscriptionFacts { first, ends, pauses, .. } = &self.facts;
        let pauses = pauses.iter().flat_map(|pause| [Some(pause.from), pause.until]);
        let later = self.later.as_ref().map(|(from, _)| *from);
        let days = pauses.chain([Some(*first), *ends, later]).flatten();
        days.filter_map(|day| day.start_in(self.zone)).collect::<Vec<_>>().into_iter()
    }

    /// What it gives at an instant to come, as far as is known now: whether invoices are paid by then is not.
    #[must_use]
    pub fn stands(&self, now: Timestamp, at: Timestamp) -> Option<&PlanBenefits> {
        if self.is_suspended(now) {
            return None;
        }
        let facts = SubscriptionFacts { past_due_since: None, ..self.facts.clone() };
        if facts.benefits_at(at, self.zone) != Benefits::Full {
            return None;
        }
        self.plan_at(at)
    }
}

impl CustomerSubscriptions {
    /// What a customer is subscribed to.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read(work: &UnitOfWork, customer: Id<Customer>) -> Result<Self, StoreError> {
        let key = key(work, customer);
        let read: Stored = work.store.read_value(&key).await?.unwrap_or_default();
        Ok(Self::read_as(key, read))
    }

    /// What these customers are subscribed to, in one call; those who never were are left out.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_all(
        work: &UnitOfWork,
        customers: &[Id<Customer>],
        age: Age,
    ) -> Result<Vec<(Id<Customer>, Self)>, StoreError> {
        let keyed = customers.iter().map(|customer| (*customer, key(work, *customer)));
        let wanted: BTreeMap<String, (Id<Customer>, Key)> =
            keyed.map(|(customer, key)| (key.partition.clone(), (customer, key))).collect();
        let keys = wanted.values().map(|(_, key)| key.clone()).collect();
        let found = match age {
            Age::Now => work.store.read_values::<Stored>(keys).await?,
            Age::Lagging => work.store.read_values_lagging::<Stored>(keys).await?,
        };
        let of = |(key, read): (Key, Stored)| Some((wanted.get(&key.partition)?.0, Self::read_as(key, read)));
        Ok(found.into_iter().filter_map(of).collect())
    }

    fn read_as(key: Key, read: Stored) -> Self {
        Self { key, live: read.live.clone(), seen_at: read.seen_at, read }
    }

    /// When the customer was seen last, by a check-in.
    #[must_use]
    pub const fn seen_at(&self) -> Option<Timestamp> {
        self.seen_at
    }

    /// The customer was seen at an instant, of which it may be told later.
    pub fn see(&mut self, at: Timestamp) {
        self.seen_at = self.seen_at.max(Some(at));
    }

    /// The customer is seen now, by `transaction`. Nothing is read for it: nobody is seen later than now.
    pub fn see_now(work: &UnitOfWork, transaction: &mut Transaction, customer: Id<Customer>) {
        transaction.set_in_value(&key(work, customer), "seen_at", &work.now);
    }

    /// All whose end was not written down.
    pub fn ids(&self) -> impl Iterator<Item = Id<Subscription>> {
        self.live.iter().map(|one| one.id)
    }

    /// Those that have not ended at an instant.
    pub fn live(&self, now: Timestamp) -> impl Iterator<Item = &LiveSubscription> {
        self.live.iter().filter(move |one| one.is_live(now))
    }

    /// Puts a subscription there as it will be; one whose end was written down is left out.
    ///
    /// # Errors
    /// 409 `capacity_exceeded` for one more than 50.
    pub fn put(&mut self, id: Id<Subscription>, subscription: &Subscription) -> Result<(), ApiError> {
        let is_known = self.live.iter().any(|one| one.id == id);
        self.live.retain(|one| one.id != id);
        if subscription.is_over {
            return Ok(());
        }
        if !is_known && self.live.len() >= LIVE_MAX {
            let message = format!("a customer has at most {LIVE_MAX} subscriptions that have not ended");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        self.live.push(LiveSubscription::of(id, subscription));
        self.live.sort_by_key(|one| one.id);
        Ok(())
    }

    /// Writes it under the version in which it was read; nothing when nothing changed.
    pub fn write(self, transaction: &mut Transaction) {
        if self.live == self.read.live && self.seen_at == self.read.seen_at {
            return;
        }
        let condition = self.condition();
        let after = Stored { version: self.read.version + 1, live: self.live, seen_at: self.seen_at };
        transaction.put_encoded(&self.key, &after, condition, version_conflict());
    }

    /// Lets the customer go with `transaction`: it must have no subscription that goes on, now or when that is
    /// committed. Whoever renews, changes or makes one writes this record. One that was cancelled and ends with this
    /// local day goes on no more, unless a deposit is given back then.
    ///
    /// # Errors
    /// 409 `in_use` naming up to three of them; 503 when the store cannot be read.
    pub async fn require_none_live(self, work: &UnitOfWork, transaction: &mut Transaction) -> Result<(), ApiError> {
        let (ending, lasting): (Vec<_>, Vec<_>) = self.live(work.now).partition(|one| one.ends_today(work.now));
        refuse(
            &lasting,
            "the customer has subscriptions that have not ended; cancel them first, or wait for their end",
        )?;
        let ids: Vec<Id<Subscription>> = ending.iter().map(|one| one.id).collect();
        let stored = if ids.is_empty() { Vec::new() } else { work.store.find_all(work.tenant(), &ids).await? };
        let holds_deposit = |one: &&LiveSubscription| {
            stored.iter().any(|stored| stored.id == one.id && super::deposit::credit(&stored.body).is_some())
        };
        let holding: Vec<&LiveSubscription> = ending.into_iter().filter(holds_deposit).collect();
        refuse(
            &holding,
            "the deposits of the customer's subscriptions are given back when these end, with this day",
        )?;
        let condition = self.condition();
        transaction.require_value(&self.key, condition, version_conflict());
        Ok(())
    }

    fn condition(&self) -> Expression {
        if self.read.version == 0 { Expression::absent() } else { Expression::version(self.read.version) }
    }
}

/// Refuses to let a customer go who has these.
fn refuse(live: &[&LiveSubscription], message: &'static str) -> Result<(), ApiError> {
    if live.is_empty() {
        return Ok(());
    }
    let named = live.iter().take(NAMED_MAX).map(|one| one.obstacle()).collect();
    Err(ApiError::in_use(message, named).at("id", "in_use"))
}

pub(super) fn key(work: &UnitOfWork, customer: Id<Customer>) -> Key {
    Key::single(work.tenant(), SPACE, &customer.to_string())
}
