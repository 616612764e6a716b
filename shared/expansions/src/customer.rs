//! A customer: a member or a company, as bookings and documents name them.

use records::{Company, Location, Member, company::CompanyStatus, member::MemberStatus};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Expandable, Named};
use store::{ReadAhead, RecordSet};
use uuid::Uuid;
use values::{ApiError, Area, Customer, EmailAddress, Id, Name, Scope, ShortText, Timestamp};
use work::{UnitOfWork, customer::CustomerRecord};

use crate::{reading, seen::ids};

/// Members and companies, as customers.
#[derive(Clone, Copy, Debug)]
pub struct Customers;

/// Members alone.
#[derive(Clone, Copy, Debug)]
pub struct Members;

/// Companies alone.
#[derive(Clone, Copy, Debug)]
pub struct Companies;

/// A member or a company, as bookings and documents name them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Customer")]
pub struct CustomerView {
    /// Identifier: of the member or of the company.
    id: Id<Customer>,
    /// Which of the two.
    #[serde(rename = "type")]
    customer_type: CustomerType,
    /// What people call it.
    name: Name,
    /// Family name of a member; empty of a company, and when it is not known or stands in `name`.
    surname: ShortText,
    /// Address for mail; null for a company without one.
    email: Option<EmailAddress>,
    /// In which state it is.
    status: CustomerStatus,
    /// Locations it belongs to.
    location_ids: Vec<Id<Location>>,
    /// The company itself, or the companies the member is in.
    company_ids: Vec<Id<Company>>,
    /// When it was made.
    created_at: Timestamp,
    /// When it was changed last.
    updated_at: Timestamp,
}

/// What a customer is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CustomerType {
    /// A person: see `/members/{id}`.
    Member,
    /// A company: see `/companies/{id}`.
    Company,
}

/// In which state a customer is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CustomerStatus {
    /// It can be served.
    Active,
    /// A member who may do nothing new.
    Blocked,
    /// A company that does nothing new.
    Archived,
    /// Only documents still name it.
    Deleted,
}

impl CustomerView {
    /// A customer as it is shown.
    #[must_use]
    pub fn of(customer: &CustomerRecord) -> Self {
        match customer {
            CustomerRecord::Member(member) => Self {
                id: customer.id(),
                customer_type: CustomerType::Member,
                name: member.body.name.clone(),
                surname: member.body.surname.clone(),
                email: Some(member.body.email.clone()),
                status: match member.body.status {
                    MemberStatus::Active => CustomerStatus::Active,
                    MemberStatus::Blocked => CustomerStatus::Blocked,
                    MemberStatus::Deleted => CustomerStatus::Deleted,
                },
                location_ids: member.body.location_ids.clone(),
                company_ids: member.body.companies.iter().map(|(company, _)| company).collect(),
                created_at: member.created_at,
                updated_at: member.updated_at,
            },
            CustomerRecord::Company(company) => Self {
                id: customer.id(),
                customer_type: CustomerType::Company,
                name: company.body.name.clone(),
                surname: ShortText::default(),
                email: company.body.billing_email.clone(),
                status: match (company.record_set, company.body.status) {
                    (RecordSet::Archived, _) => CustomerStatus::Deleted,
                    (RecordSet::Live, CompanyStatus::Active) => CustomerStatus::Active,
                    (RecordSet::Live, CompanyStatus::Archived) => CustomerStatus::Archived,
                },
                location_ids: vec![company.body.location_id],
                company_ids: vec![company.id],
                created_at: company.created_at,
                updated_at: company.updated_at,
            },
        }
    }

    /// Who it is, without where else it belongs.
    #[must_use]
    pub fn without_places(self) -> Self {
        Self { location_ids: Vec::new(), company_ids: Vec::new(), ..self }
    }
}

impl Expandable for Customers {
    type View = CustomerView;

    const SCOPE: Scope = reading(Area::Members);

    async fn find(work: &UnitOfWork, named: &[Named]) -> Result<Vec<(Uuid, CustomerView)>, ApiError> {
        let wanted = ReadAhead::of(work.tenant()).live(ids::<Member>(named)).live(ids::<Company>(named));
        let work = work.read_ahead(wanted).await?;
        let mut found = Members::find(&work, named).await?;
        found.extend(Companies::find(&work, named).await?);
        Ok(found)
    }
}

impl Expandable for Members {
    type View = CustomerView;

    const SCOPE: Scope = reading(Area::Members);

    async fn find(work: &UnitOfWork, named: &[Named]) -> Result<Vec<(Uuid, CustomerView)>, ApiError> {
        let members = work.store.find_all::<Member>(work.tenant(), &ids(named)).await?;
        shown(work, members.into_iter().map(|member| CustomerRecord::Member(Box::new(member))), named).await
    }
}

impl Expandable for Companies {
    type View = CustomerView;

    const SCOPE: Scope = reading(Area::Companies);

    async fn find(work: &UnitOfWork, named: &[Named]) -> Result<Vec<(Uuid, CustomerView)>, ApiError> {
        let companies = work.store.find_all::<Company>(work.tenant(), &ids(named)).await?;
        shown(work, companies.into_iter().map(|company| CustomerRecord::Company(Box::new(company))), named).await
    }
}

/// Those of these customers that are there and that the caller sees, or is told of by what names them.
async fn shown(
    work: &UnitOfWork,
    customers: impl Iterator<Item = CustomerRecord> + Send,
    named: &[Named],
) -> Result<Vec<(Uuid, CustomerView)>, ApiError> {
    let mut shown = Vec::new();
    for customer in customers.filter(|customer| !customer.is_gone()) {
        let id = customer.id().uuid();
        let is_seen = match &customer {
            CustomerRecord::Member(member) => work.sees(member).await?,
            CustomerRecord::Company(company) => work.sees(company).await?,
        };
        let is_told = |named: &Named| named.id == id && named.is_told;
        if is_seen {
            shown.push((id, CustomerView::of(&customer)));
        } else if named.iter().any(is_told) {
            shown.push((id, CustomerView::of(&customer).without_places()));
        }
    }
    Ok(shown)
}
