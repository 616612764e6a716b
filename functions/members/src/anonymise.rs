//! Anonymise a member: documents keep the record, nothing keeps the person.

use scheduling::future_bookings::{self, FutureBookingsChoice};
use shared::{
    ApiError,
    api::{Call, Changes, Data, PathId, Query},
    domain::{EmailAddress, Id, Member, Metadata, Name, Record, member::MemberStatus},
    store::{Transaction, transaction::version_conflict},
};

use crate::{owners, registrations::forget, update::refuse_deleted};

/// Anonymise member
pub async fn anonymise(
    call: Call,
    PathId(id): PathId<Member>,
    Query(choice): Query<FutureBookingsChoice>,
) -> Changes<Member> {
    let before = call.get_for_change(id).await?;
    refuse_deleted(&before.body)?;
    let mut transaction = call.transaction();
    let body = forget_person(&call, &mut transaction, &before).await?;
    let after = call.next_version(&before, body, Some(Metadata::default()));
    transaction.replace(&before, &after);
    future_bookings::end(&call, &mut transaction, id.cast(), choice).await?;
    call.commit(transaction, Data(after)).await
}

/// Ends what the person holds and returns the member without the person; the caller stores it.
pub async fn forget_person(
    call: &Call,
    transaction: &mut Transaction,
    member: &Record<Member>,
) -> Result<Member, ApiError> {
    let mut body = member.body.clone();
    for (_, place) in member.body.companies.iter() {
        let place = call.store.find(&call.caller.tenant, place).await?.ok_or_else(version_conflict)?;
        call.leave_company(transaction, &place, &mut body).await?;
    }
    transaction.release(&Member::email_key(&member.body.email));
    forget::forget(call, transaction, member).await?;
    let empty = Member::new(nobodys_email(member.id), nobodys_name());
    let after = Member { status: MemberStatus::Deleted, location_ids: body.location_ids, ..empty };
    owners::count(transaction, Some(&member.body), &after);
    Ok(after)
}

/// An address that no mail reaches (RFC 2606), different for every record.
pub fn nobodys_email<K>(id: Id<K>) -> EmailAddress {
    EmailAddress::new(format!("anonymised-{id}@anonymised.invalid"))
}

/// A name that is nobody's.
pub fn nobodys_name() -> Name {
    Name::new("Anonymised member")
}
