//! Get a customer: a member or a company.

use records::{Company, Location, company::CompanyStatus, member::MemberStatus};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Data, PathId, Plain};
use store::RecordSet;
use values::{ApiError, Customer, EmailAddress, Id, Name, Timestamp};
use work::customer::CustomerRecord;

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

/// The member or company with this id, also one that was deleted.
pub async fn get(call: Call, PathId(id): PathId<Customer>) -> Result<Data<Plain<CustomerView>>, ApiError> {
    Ok(Data(Plain(view(&call.read_customer_of_documents(id).await?))))
}

fn view(customer: &CustomerRecord) -> CustomerView {
    match customer {
        CustomerRecord::Member(member) => CustomerView {
            id: customer.id(),
            customer_type: CustomerType::Member,
            name: member.body.name.clone(),
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
        CustomerRecord::Company(company) => CustomerView {
            id: customer.id(),
            customer_type: CustomerType::Company,
            name: company.body.name.clone(),
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
