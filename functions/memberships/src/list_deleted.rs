//! List the inactive membership plans (interface 4.2).

use shared::{
    api::{Call, Listing, Lists, NoFilter},
    domain::MembershipPlan,
    store::List,
};

/// List inactive membership plans
pub async fn list_deleted(call: Call, Listing { paging, .. }: Listing<NoFilter>) -> Lists<MembershipPlan> {
    call.page(List::archived(), paging).await
}
