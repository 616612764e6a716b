//! Who may apply for a benefit.

use shared::{
    ApiError,
    api::Call,
    domain::{Customer, Id, MembershipPlan, Record},
    store::Transaction,
};

use crate::records::benefit::{Benefit, Visibility};

/// The customer exists and is not blocked, and the benefit is for customers.
///
/// Nobody is a subscriber here as long as benefits do not look at subscriptions. Then members are those with one that is active on the day, and
/// exclusive members those with one to a membership plan that names the benefit.
///
/// # Errors
/// 422 naming `customer_id` or `benefit_id`, at once or when the transaction is committed.
pub async fn check_customer(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<Customer>,
    benefit: &Record<Benefit>,
) -> Result<(), ApiError> {
    let message = "the benefit is for subscribers of the membership plans that name it";
    let for_subscribers = || ApiError::rule("benefit_id", "for_subscribers", message);
    match benefit.body.visibility {
        Visibility::Public | Visibility::NetworkMembers | Visibility::Members => {}
        Visibility::ExclusiveMembers => return Err(for_subscribers()),
        Visibility::Admins => {
            let message = "the benefit is for those who run the space";
            return Err(ApiError::rule("benefit_id", "for_admins", message));
        }
    }
    transaction.require_zero(&MembershipPlan::naming(benefit.id.cast()), for_subscribers());
    call.welcome_customer(transaction, id, "customer_id").await.map(drop)
}
