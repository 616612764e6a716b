//! Who reads a letter: the member, those who look after a company, or the people who run a place.

use records::{
    Company, CompanyMember, Location, Member,
    member::{MemberRole, MemberStatus},
};
use store::{
    List, Record,
    lists::{Paging, Scheme},
};
use values::{ApiError, Customer, Id};
use work::{UnitOfWork, customer::CustomerRecord};

use crate::draft::Recipient;

/// Most people of a company, and of those who run a place, to whom one letter goes.
const READERS_MAX: u32 = 20;
/// The same, for taking so many.
const TAKEN_MAX: usize = READERS_MAX as usize;

/// An active member; nobody when the member is blocked, anonymised or gone.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn of_member(work: &UnitOfWork, id: Id<Member>) -> Result<Option<Recipient>, ApiError> {
    let member = work.store.find(work.tenant(), id).await?;
    Ok(member.filter(|member| member.body.status == MemberStatus::Active).map(|member| Recipient::member(&member)))
}

/// Who reads for a customer: the member; of a company the member who acted, otherwise its managers.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn of_customer(
    work: &UnitOfWork,
    customer: Id<Customer>,
    acted: Option<Id<Member>>,
) -> Result<Vec<Recipient>, ApiError> {
    match read(work, customer).await? {
        Some(CustomerRecord::Member(member)) => Ok(of_active(&member).into_iter().collect()),
        Some(CustomerRecord::Company(company)) => match read_acted(work, &company, acted).await? {
            Some(member) => Ok(vec![member]),
            None => of_managers(work, &company).await,
        },
        None => Ok(Vec::new()),
    }
}

/// The member who acted for a company, as long as the member is in it.
async fn read_acted(
    work: &UnitOfWork,
    company: &Record<Company>,
    acted: Option<Id<Member>>,
) -> Result<Option<Recipient>, ApiError> {
    let Some(member) = acted else { return Ok(None) };
    let member = work.store.find(work.tenant(), member).await?;
    let is_in = |member: &Record<Member>| member.body.companies.place(company.id).is_some();
    Ok(member.filter(is_in).as_ref().and_then(of_active))
}

/// Who reads what a customer owes: the member; of a company the address for invoices, otherwise its managers. What is
/// owed is told to a blocked member, too.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn of_payer(work: &UnitOfWork, customer: Id<Customer>) -> Result<Vec<Recipient>, ApiError> {
    match read(work, customer).await? {
        Some(CustomerRecord::Member(member)) => Ok(vec![Recipient::member(&member)]),
        Some(CustomerRecord::Company(company)) => match &company.body.fields.billing_email {
            Some(email) => {
                let to = Recipient::address(email.clone(), company.body.fields.name.to_string());
                Ok(vec![to.known_by(company.id)])
            }
            None => of_managers(work, &company).await,
        },
        None => Ok(Vec::new()),
    }
}

/// Who runs a place: its managers, the admins and the owners.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn of_staff(work: &UnitOfWork, location: Option<Id<Location>>) -> Result<Vec<Recipient>, ApiError> {
    let mut staff = with_role(work, MemberRole::Owner, None).await?;
    staff.extend(with_role(work, MemberRole::Admin, None).await?);
    if location.is_some() {
        staff.extend(with_role(work, MemberRole::Manager, location).await?);
    }
    Ok(staff.iter().filter_map(of_active).take(TAKEN_MAX).collect())
}

/// Whether somebody runs a place: an owner, an admin, or a manager of it.
#[must_use]
pub fn is_staff(member: &Member, location: Option<Id<Location>>) -> bool {
    match member.fields.role {
        MemberRole::Owner | MemberRole::Admin => true,
        MemberRole::Manager => location.is_some_and(|location| member.fields.location_ids.contains(&location)),
        MemberRole::Member => false,
    }
}

/// The owners.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn of_owners(work: &UnitOfWork) -> Result<Vec<Recipient>, ApiError> {
    let owners = with_role(work, MemberRole::Owner, None).await?;
    Ok(owners.iter().filter_map(of_active).take(TAKEN_MAX).collect())
}

/// The newest active members with a role, at a location if one is named.
async fn with_role(
    work: &UnitOfWork,
    role: MemberRole,
    location: Option<Id<Location>>,
) -> Result<Vec<Record<Member>>, ApiError> {
    let members = List::<Member>::live().only("role", Some(&role)).only("status", Some(&MemberStatus::Active));
    let members = members.containing("location_ids", location.as_ref());
    let paging = Paging { scheme: Scheme::Cursor(None), size: READERS_MAX, order: None };
    Ok(work.store.page(work.tenant(), members, &paging, work.now.millis()).await?.records)
}

async fn of_managers(work: &UnitOfWork, company: &Record<Company>) -> Result<Vec<Recipient>, ApiError> {
    let places = List::by(&CompanyMember::BY_COMPANY, &company.id).only("role", Some(&"manager"));
    let places = work.store.all(work.tenant(), &places, TAKEN_MAX).await?.records;
    let members: Vec<Id<Member>> = places.iter().map(|place| place.body.member_id).collect();
    let members = work.store.find_all(work.tenant(), &members).await?;
    Ok(members.iter().filter_map(of_active).collect())
}

fn of_active(member: &Record<Member>) -> Option<Recipient> {
    (member.body.status == MemberStatus::Active).then(|| Recipient::member(member))
}

/// A customer that is not gone.
async fn read(work: &UnitOfWork, customer: Id<Customer>) -> Result<Option<CustomerRecord>, ApiError> {
    match work.read_customer_of_documents(customer).await {
        Ok(found) => Ok(Some(found).filter(|found| !found.is_gone())),
        Err(error) if error.code == values::ErrorCode::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
