//! List those who subscribe to a membership plan.

use agreements::subscription::{Subscription, moments};
use records::MembershipPlan;
use shared::api::{Call, Listing, Lists, NoFilter, PathId};
use store::List;

use crate::stored;

/// Lists the subscriptions to a membership plan that have not ended, newest first.
pub async fn list(
    call: Call,
    PathId(id): PathId<MembershipPlan>,
    Listing { paging, .. }: Listing<NoFilter>,
) -> Lists<Subscription> {
    stored::get_any(&call, id).await?;
    let live =
        List::by(&Subscription::BY_PLAN, &id).only("is_over", Some(&false)).matching(Some(moments::live(call.now)));
    call.page(live, paging).await
}
