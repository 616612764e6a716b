//! Who books: every operation that makes a booking, holds time for one, or promises one, asks here. Whether what is
//! read here still holds is a condition of the transaction: that of a new booking has it with the customer's counter
//! ([`scheduling::customer_bookings`]), others call [`scheduling::customer_bookings::require_may_book`].

use records::{Member, member::MemberStatus};
use shared::api::Call;
use store::Record;
use values::{ApiError, Customer, Id};
use work::customer::CustomerRecord;

/// Who books: the customer, and the person who books for a company.
#[derive(Debug)]
pub struct Bookers {
    /// Member or company for whom the booking is made.
    pub customer: CustomerRecord,
    /// Who books for a company.
    pub member: Option<Record<Member>>,
}

impl Bookers {
    /// Reads them.
    ///
    /// # Errors
    /// 422 naming `customer_id` or `member_id` when there is none.
    pub async fn read(call: &Call, customer_id: Id<Customer>, member_id: Option<Id<Member>>) -> Result<Self, ApiError> {
        let member = async {
            match member_id {
                Some(id) => call.require_reference(id, "member_id").await.map(Some),
                None => Ok(None),
            }
        };
        let (customer, member) = tokio::join!(call.require_customer(customer_id, "customer_id"), member);
        Ok(Self { customer: customer?, member: member? })
    }

    /// Refuses whoever makes no bookings.
    ///
    /// # Errors
    /// 422 naming `customer_id` or `member_id`.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.customer.is_blocked() {
            return Err(customer_blocked());
        }
        self.member.as_ref().map_or(Ok(()), |member| check_booker(&self.customer, member))
    }
}

/// The customer, and for a company the member who books for it; whoever is blocked is refused.
///
/// # Errors
/// 422 naming `customer_id` or `member_id`.
pub async fn read_customer(
    call: &Call,
    customer_id: Id<Customer>,
    member_id: Option<Id<Member>>,
) -> Result<CustomerRecord, ApiError> {
    Ok(read_bookers(call, customer_id, member_id).await?.customer)
}

/// The same with the member who books for a company.
///
/// # Errors
/// 422 naming `customer_id` or `member_id`.
pub async fn read_bookers(
    call: &Call,
    customer_id: Id<Customer>,
    member_id: Option<Id<Member>>,
) -> Result<Bookers, ApiError> {
    let bookers = Bookers::read(call, customer_id, member_id).await?;
    bookers.check()?;
    Ok(bookers)
}

/// The person is the customer, or belongs to the company, and is not blocked.
fn check_booker(customer: &CustomerRecord, member: &Record<Member>) -> Result<(), ApiError> {
    let belongs = match customer {
        CustomerRecord::Member(own) => own.id == member.id,
        CustomerRecord::Company(company) => member.body.companies.iter().any(|(id, _)| id == company.id),
    };
    if !belongs {
        return Err(ApiError::rule("member_id", "not_of_customer", "the person does not belong to the customer"));
    }
    match member.body.status {
        MemberStatus::Active => Ok(()),
        MemberStatus::Blocked | MemberStatus::Deleted => Err(member_blocked()),
    }
}

pub(crate) fn customer_blocked() -> ApiError {
    ApiError::rule("customer_id", "customer_blocked", "a blocked member makes no bookings")
}

pub(crate) fn member_blocked() -> ApiError {
    ApiError::rule("member_id", "member_blocked", "a blocked member makes no bookings, for nobody")
}
