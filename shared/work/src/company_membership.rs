//! A member's place in a company: what taking and leaving it adds to a transaction. Companies and members both do it.

use crate::UnitOfWork;
use records::{
    Company, CompanyMember, Location, Member,
    company::CompanyStatus,
    company_member::{CompanyMemberFields, CompanyRole},
    member::COMPANIES_MAX,
};
use store::{Record, RecordSet, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id, Metadata};

impl UnitOfWork {
    /// Gives a member a place in a company and adds that to `transaction`. Returns the place. The caller must still
    /// store `member`, which now names the company. A place in an archived company at the same location ends with it.
    ///
    /// # Errors
    /// 409 when the company is archived, when the member is in a company of its location already, or in too many; 503
    /// when the store cannot be read.
    pub async fn join_company(
        &self,
        transaction: &mut Transaction,
        company: &Record<Company>,
        member: &mut Member,
        fields: CompanyMemberFields,
        metadata: Option<Metadata>,
    ) -> Result<Record<CompanyMember>, ApiError> {
        if company.body.status == CompanyStatus::Archived {
            return Err(archived());
        }
        let left = self.leave_archived(transaction, company.body.location_id, member).await?;
        if member.companies.count() >= COMPANIES_MAX {
            let message = format!("a member is in at most {COMPANIES_MAX} companies");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        let terms = CompanyMember { company_id: company.id, location_id: company.body.location_id, fields };
        let place = self.new_record(terms, metadata);
        let unique_key = CompanyMember::place_key(place.body.member_id, place.body.location_id);
        match left {
            Some(left) => transaction.take_over(&unique_key, left, place.id, in_another_company()),
            None => transaction.claim(&unique_key, place.id, in_another_company()),
        }
        transaction.create(&place);
        transaction.require_still(company, "status", &CompanyStatus::Active, archived());
        transaction.add(&Company::members(company.id), 1);
        match place.body.role {
            CompanyRole::Manager => transaction.add(&Company::managers(company.id), 1),
            CompanyRole::Member => transaction.require_at_least(&Company::managers(company.id), 1, needs_manager()),
        }
        member.companies.add(company.id, place.id.cast());
        Ok(place)
    }

    /// Takes a member out of an archived company of a location, which keeps its members only until they join another
    /// there; the place that still holds the member's name at the location. That company may be left without a manager:
    /// it does nothing until it is restored, and whoever joins it then is its manager.
    async fn leave_archived(
        &self,
        transaction: &mut Transaction,
        location: Id<Location>,
        member: &mut Member,
    ) -> Result<Option<Id<CompanyMember>>, ApiError> {
        let companies: Vec<Id<Company>> = member.companies.iter().map(|(company, _)| company).collect();
        if companies.is_empty() {
            return Ok(None);
        }
        let companies = self.store.find_all(self.tenant(), &companies).await?;
        let is_archived_here = |company: &&Record<Company>| {
            company.body.location_id == location && company.body.status == CompanyStatus::Archived
        };
        let Some(company) = companies.iter().find(is_archived_here) else { return Ok(None) };
        let Some(place) = member.companies.place(company.id) else { return Ok(None) };
        let place =
            self.store.find(self.tenant(), place.cast::<CompanyMember>()).await?.ok_or_else(version_conflict)?;
        transaction.replace(&place, &self.moved(&place, place.body.clone(), RecordSet::Archived));
        transaction.require_still(company, "status", &CompanyStatus::Archived, version_conflict());
        transaction.subtract_down_to(&Company::members(company.id), 1, 0, version_conflict());
        if place.body.role == CompanyRole::Manager {
            transaction.subtract_down_to(&Company::managers(company.id), 1, 0, version_conflict());
        }
        member.companies.remove(place.id.cast());
        Ok(Some(place.id))
    }

    /// Archives a member's place in a company and adds that to `transaction`. The caller must still store `member`,
    /// which no longer names the company.
    ///
    /// # Errors
    /// 409 for the last manager while others remain; 503 when the store cannot be read.
    pub async fn leave_company(
        &self,
        transaction: &mut Transaction,
        place: &Record<CompanyMember>,
        member: &mut Member,
    ) -> Result<Record<CompanyMember>, ApiError> {
        let company = place.body.company_id;
        let (members, managers) = (Company::members(company), Company::managers(company));
        let archived = self.moved(place, place.body.clone(), RecordSet::Archived);
        transaction.replace(place, &archived);
        transaction.release(&CompanyMember::place_key(place.body.member_id, place.body.location_id));
        match place.body.role {
            CompanyRole::Member => transaction.subtract_down_to(&members, 1, 0, version_conflict()),
            CompanyRole::Manager => {
                let counted =
                    self.store.read_counters(&self.caller.tenant, &[members.clone(), managers.clone()]).await?;
                match counted.as_slice() {
                    // A manager who is the only member may leave, unless somebody joins at the same moment.
                    [1, _] => {
                        transaction.add_up_to(&members, -1, 0, last_manager());
                        transaction.subtract_down_to(&managers, 1, 0, version_conflict());
                    }
                    // Refused at once, before the caller does what is not taken back.
                    [_, 1] => return Err(last_manager()),
                    _ => {
                        transaction.subtract_down_to(&managers, 1, 1, last_manager());
                        transaction.subtract_down_to(&members, 1, 0, version_conflict());
                    }
                }
            }
        }
        member.companies.remove(place.id.cast());
        Ok(archived)
    }
}

/// 409: a company with members has a manager.
#[must_use]
pub fn last_manager() -> ApiError {
    let message = "the last manager of a company with members stays its manager";
    ApiError::conflict(ErrorCode::InvalidState, message).at("role", "last_manager")
}

fn needs_manager() -> ApiError {
    let message = "the first member of a company is its manager";
    ApiError::conflict(ErrorCode::InvalidState, message).at("role", "manager_required")
}

fn in_another_company() -> ApiError {
    let message = "the member is in a company at this location already";
    ApiError::new(ErrorCode::AlreadyExists, message).at("member_id", "already_exists")
}

fn archived() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "the company is archived").at("company_id", "company_archived")
}
