//! Delete a member: anonymise and put away.

use scheduling::future_bookings::{self, FutureBookingsChoice};
use shared::{
    api::{Call, Changes, Data, PathId, Query},
    domain::{Member, Metadata, Record, RecordSet, member::MemberStatus},
};

use crate::anonymise::forget_person;

/// Delete member
pub async fn delete(
    call: Call,
    PathId(id): PathId<Member>,
    Query(choice): Query<FutureBookingsChoice>,
) -> Changes<Member> {
    let before = call.get_for_change(id).await?;
    let mut transaction = call.transaction();
    let body = match before.body.status {
        MemberStatus::Active | MemberStatus::Blocked => forget_person(&call, &mut transaction, &before).await?,
        MemberStatus::Deleted => before.body.clone(),
    };
    let after = Record { metadata: Metadata::default(), ..call.moved(&before, body, RecordSet::Archived) };
    transaction.replace(&before, &after);
    future_bookings::end(&call, &mut transaction, id.cast(), choice).await?;
    call.commit(transaction, Data(after)).await
}
