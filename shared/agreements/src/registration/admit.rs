//! Makes a registration's person a member: a new one, or the one with the same e-mail.

use records::{
    Company, Member,
    company_member::{CompanyMemberFields, CompanyRole},
    member::{LOCATIONS_MAX, MemberRole, MemberStatus},
};
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id, ShortText};
use work::{UnitOfWork, auth::Standpoint};

use super::{MemberRegistration, references::References};

/// Adds to `transaction` what makes the person a member at the location and in the company.
///
/// # Errors
/// As [`admit_with_phone`].
pub async fn admit(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    registration: &MemberRegistration,
    references: &References<'_>,
) -> Result<Id<Member>, ApiError> {
    admit_with_phone(work, transaction, registration, references, &ShortText::default()).await
}

/// The same, where a telephone number is known, which a new member gets.
///
/// # Errors
/// 409 when the member is blocked, or cannot be in the company; 403 when one who runs some locations is not to decide
/// about the member.
pub async fn admit_with_phone(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    registration: &MemberRegistration,
    references: &References<'_>,
    phone: &ShortText,
) -> Result<Id<Member>, ApiError> {
    references.require_location(transaction);
    let email = Member::email_key(&registration.email);
    let holder = work.store.find_holder(&work.caller.tenant, &email).await?;
    let Some(id) = holder.as_deref().and_then(Id::<Member>::parse) else {
        let mut member = work.new_record(Member::new(registration.email.clone(), registration.name.clone()), None);
        member.body.phone.clone_from(phone);
        belong(work, transaction, member.id, &mut member.body, registration, references).await?;
        // Somebody else may make a member of this e-mail at the same moment, whom the next try links.
        transaction.claim(&email, member.id, version_conflict());
        transaction.begin(&member);
        return Ok(member.id);
    };
    let before = work.store.find(&work.caller.tenant, id).await?.ok_or_else(version_conflict)?;
    if before.body.status != MemberStatus::Active {
        let message = "the member with this e-mail is blocked";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("email", "member_blocked"));
    }
    require_known(work, &before)?;
    let mut body = before.body.clone();
    belong(work, transaction, id, &mut body, registration, references).await?;
    link(work, transaction, &before, body);
    Ok(id)
}

/// Refuses those who run some locations a member of others, whose record they would see from then on because they have
/// written down an e-mail, and themselves.
fn require_known(work: &UnitOfWork, member: &Record<Member>) -> Result<(), ApiError> {
    let Some(Standpoint::Manager(person)) = work.caller.standpoint() else { return Ok(()) };
    if person.id == member.id || !work.is_at_theirs(member)? {
        let message = "the e-mail is that of a member who belongs to none of the person's locations, or the person's own: admins decide about that";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    Ok(())
}

/// Makes the transaction fail when the member is blocked or anonymised meanwhile, whether or not the member changes by
/// the registration.
fn link(work: &UnitOfWork, transaction: &mut Transaction, before: &Record<Member>, body: Member) {
    if body == before.body {
        transaction.require_unchanged(before);
    } else {
        transaction.replace(before, &work.next_version(before, body, None));
    }
}

/// Gives a member the registration's location and a place in its company.
async fn belong(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Member>,
    member: &mut Member,
    registration: &MemberRegistration,
    references: &References<'_>,
) -> Result<(), ApiError> {
    // Those who run their locations run no more of them because they sign up at another.
    let is_added = member.role != MemberRole::Manager && !member.location_ids.contains(&registration.location_id);
    if is_added {
        if member.location_ids.len() >= LOCATIONS_MAX {
            let message = format!("a member belongs to at most {LOCATIONS_MAX} locations");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        member.location_ids.push(registration.location_id);
    }
    let Some(company) = references.company else { return Ok(()) };
    if member.companies.place(company.id).is_some() {
        return Ok(());
    }
    // The first of a company is its manager.
    let managers = work.store.read_counter(&work.caller.tenant, &Company::managers(company.id)).await?;
    let fields = CompanyMemberFields {
        member_id: id,
        role: if managers == 0 { CompanyRole::Manager } else { CompanyRole::Member },
        may_use_company_credits: false,
        monthly_credit_limit: None,
    };
    work.join_company(transaction, company, member, fields, None).await.map(drop)
}
