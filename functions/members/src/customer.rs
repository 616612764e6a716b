//! Get a customer: a member or a company.

use expansions::customer::CustomerView;
use shared::api::{Call, Data, PathId, Plain, Query};
use values::{ApiError, Customer};
use work::{auth::Standpoint, customer::CustomerRecord};

use crate::naming::{self, NamingQuery};

/// The member or company with this id, also one that was deleted.
pub async fn get(
    call: Call,
    PathId(id): PathId<Customer>,
    Query(naming): Query<NamingQuery>,
) -> Result<Data<Plain<CustomerView>>, ApiError> {
    let named_by = naming.record()?;
    let customer = call.read_customer_of_documents(id).await?;
    let is_managers = matches!(call.caller.standpoint(), Some(Standpoint::Manager(_)));
    let is_at_theirs = match &customer {
        CustomerRecord::Member(member) => call.is_at_theirs(member)?,
        CustomerRecord::Company(company) => call.is_at_theirs(company)?,
    };
    if !is_managers || is_at_theirs {
        return Ok(Data(Plain(CustomerView::of(&customer))));
    }
    // Where else the customer belongs is not theirs to know.
    naming::require(&call, named_by, id).await?;
    Ok(Data(Plain(CustomerView::of(&customer).without_places())))
}
