//! The customer that a request names: a member or a company, read in one call.

use crate::UnitOfWork;
use records::{Company, Member, company::CompanyStatus, member::MemberStatus};
use store::{Either, Record, RecordSet, Transaction};
use values::{ApiError, Customer, EmailAddress, Id, Name};

/// A member or a company.
#[derive(Clone, Debug, PartialEq)]
pub enum CustomerRecord {
    /// A person: a member of the merchant.
    Member(Box<Record<Member>>),
    /// A company with members of its own.
    Company(Box<Record<Company>>),
}

impl UnitOfWork {
    /// The customer that a field of the request names, for something new: neither archived nor anonymised.
    /// A blocked member is returned: see [`CustomerRecord::is_blocked`].
    ///
    /// # Errors
    /// 422 naming the field: `reference_archived`, or `reference_not_found`.
    pub async fn require_customer(&self, id: Id<Customer>, field: &str) -> Result<CustomerRecord, ApiError> {
        match self.find_customer(id, &[RecordSet::Live]).await? {
            Some(customer) if customer.is_archived() => Err(ApiError::reference_archived(field)),
            Some(customer) => Ok(customer),
            None => match self.find_customer(id, &[RecordSet::Archived]).await? {
                Some(_) => Err(ApiError::reference_archived(field)),
                None => Err(ApiError::reference_not_found(field)),
            },
        }
    }

    /// The customer that a field of the request names, for something that blocked members may not have. `transaction`
    /// fails when the customer's state changes meanwhile.
    ///
    /// # Errors
    /// 422 naming the field: `reference_archived`, `reference_not_found`, or `customer_blocked`.
    pub async fn welcome_customer(
        &self,
        transaction: &mut Transaction,
        id: Id<Customer>,
        field: &str,
    ) -> Result<CustomerRecord, ApiError> {
        let customer = self.require_customer(id, field).await?;
        if customer.is_blocked() {
            return Err(ApiError::rule(field, "customer_blocked", "the member is blocked"));
        }
        customer.require_in(transaction, field);
        Ok(customer)
    }

    /// Refuses an address of somebody who is to have something new as nobody's customer when it is that of a blocked
    /// member.
    ///
    /// # Errors
    /// 422 `customer_blocked` naming the field; 503 when the store cannot be read.
    pub async fn welcome_guest(&self, email: &EmailAddress, field: &str) -> Result<(), ApiError> {
        let holder = self.store.find_holder(self.tenant(), &Member::email_key(email)).await?;
        let Some(id) = holder.as_deref().and_then(Id::<Customer>::parse) else { return Ok(()) };
        match self.find_customer(id, &[RecordSet::Live]).await? {
            Some(member) if member.is_blocked() => {
                Err(ApiError::rule(field, "customer_blocked", "the address is that of a blocked member"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The customer with this id, also an archived or deleted one, because bookings and documents still name it.
    ///
    /// # Errors
    /// 404 when this merchant has none.
    pub async fn read_customer_of_documents(&self, id: Id<Customer>) -> Result<CustomerRecord, ApiError> {
        self.find_customer(id, &[RecordSet::Live, RecordSet::Archived]).await?.ok_or_else(ApiError::not_found)
    }

    async fn find_customer(
        &self,
        id: Id<Customer>,
        record_sets: &[RecordSet],
    ) -> Result<Option<CustomerRecord>, ApiError> {
        let found = self.store.find_either(&self.caller.tenant, id.cast(), id.cast(), record_sets).await?;
        Ok(found.map(|found| match found {
            Either::First(member) => CustomerRecord::Member(Box::new(member)),
            Either::Second(company) => CustomerRecord::Company(Box::new(company)),
        }))
    }
}

impl CustomerRecord {
    /// Identifier of the member or the company.
    #[must_use]
    pub const fn id(&self) -> Id<Customer> {
        match self {
            Self::Member(member) => member.id.cast(),
            Self::Company(company) => company.id.cast(),
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn name(&self) -> &Name {
        match self {
            Self::Member(member) => &member.body.fields.name,
            Self::Company(company) => &company.body.fields.name,
        }
    }

    /// Whether it may not book, order or post.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        match self {
            Self::Member(member) => member.body.status == MemberStatus::Blocked,
            Self::Company(_) => false,
        }
    }

    /// Whether it can be no customer of anything new: an archived company, an anonymised member, or either after it was
    /// deleted.
    #[must_use]
    pub fn is_archived(&self) -> bool {
        match self {
            Self::Member(member) => {
                member.record_set == RecordSet::Archived || member.body.status == MemberStatus::Deleted
            }
            Self::Company(company) => {
                company.record_set == RecordSet::Archived || company.body.status == CompanyStatus::Archived
            }
        }
    }

    /// Whether only documents still name it: a deleted company, or an anonymised or deleted member. A company that is
    /// archived can be restored.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        match self {
            Self::Member(member) => {
                member.record_set == RecordSet::Archived || member.body.status == MemberStatus::Deleted
            }
            Self::Company(company) => company.record_set == RecordSet::Archived,
        }
    }

    /// Makes `transaction` fail with 422 naming `field` when the customer no longer exists or is in another state than
    /// when it was read.
    pub fn require_in(&self, transaction: &mut Transaction, field: &str) {
        self.require_state_in(transaction, ApiError::reference_archived(field));
    }

    /// Makes `transaction` fail with `refusal` when the customer no longer exists or is in another state than when it
    /// was read.
    pub fn require_state_in(&self, transaction: &mut Transaction, refusal: ApiError) {
        match self {
            Self::Member(member) => transaction.require_still(member, "status", &member.body.status, refusal),
            Self::Company(company) => transaction.require_still(company, "status", &company.body.status, refusal),
        }
    }
}
