//! What a registration names: its location, membership plan and company, which must belong together.

use records::publication::RequireActive as _;
use records::{Company, Location, MembershipPlan, company::CompanyStatus};
use store::{Entity, Record, RecordSet, Transaction};
use values::{ApiError, Id};
use work::{UnitOfWork, auth::Standpoint};

use super::MemberRegistration;

/// Everything that some registrations name, read in three calls.
#[derive(Debug)]
pub struct Known {
    locations: Vec<Record<Location>>,
    plans: Vec<Record<MembershipPlan>>,
    companies: Vec<Record<Company>>,
}

/// What one registration names.
#[derive(Clone, Copy, Debug)]
pub struct References<'a> {
    location: &'a Record<Location>,
    /// Membership plan that the registration names; none when it names none.
    pub plan: Option<&'a Record<MembershipPlan>>,
    /// Company that the registration names; none when it names none.
    pub company: Option<&'a Record<Company>>,
}

impl Known {
    /// Reads what these registrations name, as far as it exists, archived or not.
    pub async fn read(work: &UnitOfWork, registrations: &[&MemberRegistration]) -> Result<Self, ApiError> {
        let tenant = &work.caller.tenant;
        let locations = distinct(registrations.iter().map(|own| own.location_id));
        let plans = distinct(registrations.iter().filter_map(|own| own.membership_plan_id));
        let companies = distinct(registrations.iter().filter_map(|own| own.company_id));
        Ok(Self {
            locations: work.store.find_all_any(tenant, &locations).await?,
            plans: told(work, work.store.find_all_any(tenant, &plans).await?)?,
            companies: told(work, work.store.find_all_any(tenant, &companies).await?)?,
        })
    }

    /// What one of them names.
    ///
    /// # Errors
    /// 422 naming the field that names nothing, or something that cannot be joined at the location.
    pub fn references(&self, registration: &MemberRegistration) -> Result<References<'_>, ApiError> {
        let location = pick_live(&self.locations, registration.location_id, "location_id")?;
        location.body.check_active("location_id")?;
        let plan = registration.membership_plan_id.map(|id| pick(&self.plans, id, "membership_plan_id")).transpose()?;
        if plan.is_some_and(|plan| !plan.body.is_active) {
            let message = "the membership plan is not active";
            return Err(ApiError::rule("membership_plan_id", "membership_plan_inactive", message));
        }
        let company = registration.company_id.map(|id| pick_live(&self.companies, id, "company_id")).transpose()?;
        if company.is_some_and(|company| company.body.status == CompanyStatus::Archived) {
            return Err(company_archived());
        }
        let elsewhere = [
            ("membership_plan_id", plan.map(|plan| plan.body.location_id)),
            ("company_id", company.map(|company| company.body.location_id)),
        ];
        for (field, place) in elsewhere {
            if place.is_some_and(|place| place != location.id) {
                return Err(ApiError::rule(field, "other_location", format!("{field} is of another location")));
            }
        }
        Ok(References { location, plan, company })
    }
}

impl References<'_> {
    /// Requires that what an open registration names is still active.
    pub fn require_all(&self, transaction: &mut Transaction) {
        self.require(transaction);
        if let Some(company) = self.company {
            transaction.require_still(company, "status", &CompanyStatus::Active, company_archived());
        }
    }

    /// Requires that the location is still active, for a registration whose subscription has the condition on its plan.
    pub fn require_location(&self, transaction: &mut Transaction) {
        transaction.require_active(self.location, "location_id");
    }

    /// Requires that location and plan are still active; joining a company requires the company itself.
    pub fn require(&self, transaction: &mut Transaction) {
        transaction.require_active(self.location, "location_id");
        if let Some(plan) = self.plan {
            transaction.require_reference(plan, "membership_plan_id");
        }
    }
}

/// 422: nobody joins an archived company.
#[must_use]
pub fn company_archived() -> ApiError {
    ApiError::rule("company_id", "company_archived", "the company is archived")
}

/// Those of which the caller is told: one who runs some locations, of what is at theirs.
fn told<E: Entity>(work: &UnitOfWork, records: Vec<Record<E>>) -> Result<Vec<Record<E>>, ApiError> {
    let Some(Standpoint::Manager(_)) = work.caller.standpoint() else { return Ok(records) };
    let mut told = Vec::with_capacity(records.len());
    for record in records {
        if work.is_at_theirs(&record)? {
            told.push(record);
        }
    }
    Ok(told)
}

fn distinct<K>(ids: impl Iterator<Item = Id<K>>) -> Vec<Id<K>> {
    let mut ids: Vec<Id<K>> = ids.collect();
    ids.sort();
    ids.dedup();
    ids
}

fn pick<'a, E: Entity>(records: &'a [Record<E>], id: Id<E>, field: &str) -> Result<&'a Record<E>, ApiError> {
    records.iter().find(|record| record.id == id).ok_or_else(|| ApiError::reference_not_found(field))
}

/// The same for a record that must not have been put away.
fn pick_live<'a, E: Entity>(records: &'a [Record<E>], id: Id<E>, field: &str) -> Result<&'a Record<E>, ApiError> {
    let record = pick(records, id, field)?;
    if record.record_set == RecordSet::Archived { Err(ApiError::reference_archived(field)) } else { Ok(record) }
}
