//! What a customer is at a place and an instant, by the live subscriptions of the person and of the person's companies.

use shared::{
    UnitOfWork,
    customer::CustomerRecord,
    domain::{Company, Customer, Id, Location, MembershipPlan, Timestamp, company::CompanyStatus},
    error::ApiError,
};

use super::{
    of_customer::{CustomerSubscriptions, LiveSubscription},
    renewing,
};

/// Steps in which a subscription is brought up to what was paid of it.
const STEPS_MAX: usize = 4;

/// The membership plans of which a customer is a subscriber at a location at all of these instants, as far as is known now. A
/// member is one by the companies too that the member belongs to.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn plans_at(
    work: &UnitOfWork,
    customer: &CustomerRecord,
    location: Id<Location>,
    instants: &[Timestamp],
) -> Result<Vec<Id<MembershipPlan>>, ApiError> {
    let customers = customers_of(work, customer).await?;
    let mut found = CustomerSubscriptions::of_all(work, &customers).await?;
    // What was paid since is not looked at before somebody asks.
    let suspended: Vec<_> =
        found.iter().flat_map(|own| own.live(work.now)).filter(|one| one.is_suspended(work.now)).collect();
    if !suspended.is_empty() {
        for one in suspended {
            Box::pin(renewing::catch_up(work, one.id, STEPS_MAX)).await?;
        }
        found = CustomerSubscriptions::of_all(work, &customers).await?;
    }
    let here = found.iter().flat_map(|own| own.live(work.now)).filter(|one| one.location_id == location);
    let plans = |one: &LiveSubscription| {
        let at_each: Option<Vec<_>> =
            instants.iter().map(|at| Some(one.stands(work.now, *at)?.membership_plan_id)).collect();
        at_each.unwrap_or_default()
    };
    Ok(here.flat_map(plans).collect())
}

/// The customer, and the companies that a member is in and that are not archived.
async fn customers_of(work: &UnitOfWork, customer: &CustomerRecord) -> Result<Vec<Id<Customer>>, ApiError> {
    let mut all = vec![customer.id()];
    if let CustomerRecord::Member(member) = customer {
        let ids: Vec<Id<Company>> = member.body.companies.iter().map(|(company, _)| company.cast()).collect();
        let companies = if ids.is_empty() { Vec::new() } else { work.store.find_all(work.tenant(), &ids).await? };
        let active = companies.into_iter().filter(|company| company.body.status == CompanyStatus::Active);
        all.extend(active.map(|company| company.id.cast::<Customer>()));
    }
    Ok(all)
}
