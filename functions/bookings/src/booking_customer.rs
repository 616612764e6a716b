//! Who books: every operation that makes a booking, or promises one, asks here.

use shared::{
    ApiError,
    api::Call,
    customer::CustomerRecord,
    domain::{Customer, Id, Member},
};

/// The customer, and for a company the member who books for it; a blocked member is refused.
pub async fn customer(
    call: &Call,
    customer_id: Id<Customer>,
    member_id: Option<Id<Member>>,
) -> Result<CustomerRecord, ApiError> {
    let member = async {
        match member_id {
            Some(id) => call.reference(id, "member_id").await.map(Some),
            None => Ok(None),
        }
    };
    let (customer, member) = tokio::join!(call.customer(customer_id, "customer_id"), member);
    let customer = customer?;
    if customer.is_blocked() {
        return Err(ApiError::rule("customer_id", "customer_blocked", "a blocked member makes no bookings"));
    }
    if let Some(member) = member? {
        let belongs = match &customer {
            CustomerRecord::Member(own) => own.id == member.id,
            CustomerRecord::Company(company) => member.body.companies.iter().any(|(id, _)| id == company.id),
        };
        if !belongs {
            return Err(ApiError::rule("member_id", "not_of_customer", "the person does not belong to the customer"));
        }
    }
    Ok(customer)
}
