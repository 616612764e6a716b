//! What a customer is at a location, by the live subscriptions of the person and of the person's companies
//! (`docs/areas/subscriptions.md`, 17). It is read once and then answers for every instant.

use records::{Company, EntitlementsAt, Location, company::CompanyStatus};
use store::Record;
use values::{ApiError, Customer, CustomerTier, Id, Period, Timestamp, audience::Audience};
use work::{UnitOfWork, customer::CustomerRecord};

use super::{
    of_customer::{Age, CustomerSubscriptions, LiveSubscription, PlanBenefits},
    open_invoices,
    record::Subscription,
};

/// What a customer is subscribed to, as it was read.
#[derive(Clone, Debug)]
pub struct Entitlements {
    read_at: Timestamp,
    /// Subscriptions at the location that is asked about.
    here: Vec<LiveSubscription>,
    /// At other locations of its network group.
    in_network: Vec<LiveSubscription>,
}

/// The guests that a subscription includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestPasses {
    /// Identifier of the subscription that includes the guests.
    pub subscription_id: Id<Subscription>,
    /// How many a cycle of one includes.
    pub of_one: u32,
}

impl Entitlements {
    /// Somebody without a subscription.
    #[must_use]
    pub const fn public(now: Timestamp) -> Self {
        Self { read_at: now, here: Vec::new(), in_network: Vec::new() }
    }

    /// What a customer is at a location. A member is it by the companies too that the member belongs to and that are
    /// not archived. What gives nothing because an invoice is not paid is looked at again, as it may have been paid
    /// since.
    ///
    /// # Errors
    /// 503 when the store cannot be used.
    pub async fn read(
        work: &UnitOfWork,
        customer: &CustomerRecord,
        location: &Record<Location>,
    ) -> Result<Self, ApiError> {
        let all = read_live(work, customer).await?;
        let (here, elsewhere): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.location_id == location.id);
        Ok(Self { read_at: work.now, here, in_network: keep_in_network(work, elsewhere, location).await? })
    }

    /// The membership plans of which the customer is a subscriber at the location at an instant, as they were agreed
    /// on.
    pub fn plans_at(&self, at: Timestamp) -> impl Iterator<Item = &PlanBenefits> {
        self.here.iter().filter_map(move |one| one.stands(self.read_at, at))
    }

    /// The subscriptions at the location whose plans say how many guests a cycle includes, at an instant.
    pub fn guest_passes_at(&self, at: Timestamp) -> impl Iterator<Item = GuestPasses> {
        self.here.iter().filter_map(move |one| {
            let of_one = one.stands(self.read_at, at)?.guest_passes?;
            Some(GuestPasses { subscription_id: one.id, of_one })
        })
    }

    /// Whether guests cost nothing at an instant: because a plan of those at the location counts none, or there is no
    /// plan.
    #[must_use]
    pub fn counts_no_guests_at(&self, at: Timestamp) -> bool {
        let mut plans = self.here.iter().filter_map(|one| one.stands(self.read_at, at)).peekable();
        plans.peek().is_none() || plans.any(|plan| plan.guest_passes.is_none())
    }

    /// What the customer is at an instant, as far as is known now.
    #[must_use]
    pub fn at(&self, at: Timestamp) -> EntitlementsAt {
        let mut plans: Vec<_> = self.plans_at(at).map(|plan| plan.membership_plan_id).collect();
        plans.sort_unstable();
        plans.dedup();
        let (tier, audience) = if !plans.is_empty() {
            (CustomerTier::Member, Audience::Members)
        } else if self.in_network.iter().any(|one| one.stands(self.read_at, at).is_some()) {
            (CustomerTier::Public, Audience::NetworkMembers)
        } else {
            (CustomerTier::Public, Audience::Public)
        };
        EntitlementsAt { tier, audience, plans }
    }

    /// What the customer is through a period, in order; each as long as it stays the same.
    #[must_use]
    pub fn through(&self, period: Period) -> Vec<(Period, EntitlementsAt)> {
        let all = self.here.iter().chain(&self.in_network);
        let mut changes: Vec<Timestamp> =
            all.flat_map(LiveSubscription::changes).filter(|at| period.contains(*at)).collect();
        changes.push(period.start());
        changes.sort_unstable();
        changes.dedup();
        let ends = changes.iter().copied().skip(1).chain([period.end()]);
        let mut spans: Vec<(Period, EntitlementsAt)> = Vec::new();
        for span in changes.iter().zip(ends).filter_map(|(start, end)| Period::new(*start, end)) {
            let entitlements = self.at(span.start());
            match spans.last_mut().filter(|(_, last)| *last == entitlements) {
                Some((last, _)) => *last = Period::new(last.start(), span.end()).unwrap_or(*last),
                None => spans.push((span, entitlements)),
            }
        }
        spans
    }
}

/// The locations at which a customer is a subscriber now, each once, as [`Entitlements::read`] has it.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn read_subscribed_locations(
    work: &UnitOfWork,
    customer: &CustomerRecord,
) -> Result<Vec<Id<Location>>, ApiError> {
    let live = read_live(work, customer).await?;
    let giving = live.iter().filter(|one| one.stands(work.now, work.now).is_some());
    let mut locations: Vec<Id<Location>> = giving.map(|one| one.location_id).collect();
    locations.sort_unstable();
    locations.dedup();
    Ok(locations)
}

/// The subscriptions of a customer, and of the companies through which it is a subscriber, that have not ended.
async fn read_live(work: &UnitOfWork, customer: &CustomerRecord) -> Result<Vec<LiveSubscription>, ApiError> {
    let companies = companies_of(customer);
    let mut customers = vec![customer.id()];
    customers.extend(companies.iter().map(|company| company.cast::<Customer>()));
    let (found, companies) =
        tokio::join!(CustomerSubscriptions::read_all(work, &customers, Age::Now), keep_active(work, &companies));
    let (found, active) = (found?, companies?);
    let stands = |id: Id<Customer>| id == customer.id() || active.iter().any(|company| company.cast() == id);
    let mut all = Vec::new();
    for one in found.iter().filter(|(id, _)| stands(*id)).flat_map(|(_, own)| own.live(work.now)) {
        let is_unpaid = one.is_suspended(work.now) || one.is_incomplete(work.now);
        all.push(if is_unpaid { Box::pin(look_at(work, one)).await? } else { one.clone() });
    }
    Ok(all)
}

/// Reads a subscription without the invoices that were paid since it was written, or that the customer's balance pays.
/// Nothing is written: who renews it does that.
pub(super) async fn look_at(work: &UnitOfWork, one: &LiveSubscription) -> Result<LiveSubscription, ApiError> {
    let Some(subscription) = work.store.find(work.tenant(), one.id).await? else { return Ok(one.clone()) };
    let paid = open_invoices::drop_closed(work, &mut work.transaction(), &subscription.body).await?;
    Ok(paid.map_or_else(|| one.clone(), |paid| LiveSubscription::of(one.id, &paid)))
}

/// Those of these subscriptions, none of which is at the location, that are at one of its network group.
async fn keep_in_network(
    work: &UnitOfWork,
    elsewhere: Vec<LiveSubscription>,
    location: &Record<Location>,
) -> Result<Vec<LiveSubscription>, ApiError> {
    let group = &location.body.network_group;
    if elsewhere.is_empty() || group.as_str().is_empty() {
        return Ok(Vec::new());
    }
    let mut ids: Vec<Id<Location>> = elsewhere.iter().map(|one| one.location_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut locations = work.store.find_all(work.tenant(), &ids).await?;
    locations.retain(|other| other.body.network_group == *group);
    Ok(elsewhere.into_iter().filter(|one| locations.iter().any(|other| other.id == one.location_id)).collect())
}

/// The companies that a member belongs to.
fn companies_of(customer: &CustomerRecord) -> Vec<Id<Company>> {
    match customer {
        CustomerRecord::Member(member) => member.body.companies.iter().map(|(company, _)| company.cast()).collect(),
        CustomerRecord::Company(_) => Vec::new(),
    }
}

/// Those of these companies that are not archived.
async fn keep_active(work: &UnitOfWork, companies: &[Id<Company>]) -> Result<Vec<Id<Company>>, ApiError> {
    if companies.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = work.store.find_all(work.tenant(), companies).await?;
    found.retain(|company: &Record<Company>| company.body.status == CompanyStatus::Active);
    Ok(found.into_iter().map(|company| company.id).collect())
}
