//! What is shown of a member and kept apart from the record: whether the person is subscribed, and when they were seen
//! last (`docs/areas/members.md`, 7 and 21).

use std::collections::BTreeMap;

use agreements::subscription::{
    of_customer::Age,
    subscribed::{self, Subscribed},
};
use records::{
    Member,
    member::{BesideMember, MemberStatus, MemberType},
};
use shared::api::{Call, Data, PathId, Shows, Update};
use store::Record;
use values::{ApiError, Customer, Id};

/// A member, with subscription and last visit, which are stored apart.
pub async fn get(call: Call, PathId(id): PathId<Member>) -> Shows<Member> {
    find_member(&call, id).await.map(Data)
}

/// The same, about to be changed.
///
/// # Errors
/// 404 when there is none, 412 when it is in another version than `If-Match` allows.
pub async fn read_for_change(call: &Call, id: Id<Member>) -> Result<Update<'_, Member>, ApiError> {
    call.update_of(find_member(call, id).await?)
}

/// The member; the companies are asked only when that is not enough.
async fn find_member(call: &Call, id: Id<Member>) -> Result<Record<Member>, ApiError> {
    let own = [id.cast::<Customer>()];
    let (found, own) = tokio::join!(call.get(id), subscribed::read(call, &own, Age::Now));
    let mut member = found?;
    let mut known = BTreeMap::from_iter(own?);
    let companies = companies(&member);
    if beside(&member, &known).member_type == MemberType::NonMember && !companies.is_empty() {
        known.extend(subscribed::read(call, &companies, Age::Now).await?);
    }
    member.body.beside = beside(&member, &known);
    Ok(member)
}

/// Reads it of all these members, in one call for a hundred of them and their companies. It may lag a moment.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn load(call: &Call, members: &mut [Record<Member>]) -> Result<(), ApiError> {
    let mut customers: Vec<Id<Customer>> = members.iter().map(|member| member.id.cast()).collect();
    customers.extend(members.iter().flat_map(companies));
    if customers.is_empty() {
        return Ok(());
    }
    let known = BTreeMap::from_iter(subscribed::read(call, &customers, Age::Lagging).await?);
    for member in members {
        member.body.beside = beside(member, &known);
    }
    Ok(())
}

fn companies(member: &Record<Member>) -> Vec<Id<Customer>> {
    member.body.companies.iter().map(|(company, _)| company.cast()).collect()
}

fn beside(member: &Record<Member>, known: &BTreeMap<Id<Customer>, Subscribed>) -> BesideMember {
    if member.body.status == MemberStatus::Deleted {
        return BesideMember::default();
    }
    let own = member.id.cast();
    let mut payers = companies(member).into_iter().chain([own]);
    let is_subscribed = payers.any(|payer| known.get(&payer).is_some_and(|payer| payer.is_subscribed));
    BesideMember {
        member_type: if is_subscribed { MemberType::Member } else { MemberType::NonMember },
        last_seen_at: known.get(&own).and_then(|own| own.seen_at),
    }
}
