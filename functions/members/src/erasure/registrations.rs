//! What anonymising a member does to the person's registrations.

use std::collections::BTreeMap;

use records::Member;
use shared::api::{Call, retry};
use store::{Expression, List, Record, Transaction};
use values::{ApiError, EmailAddress, Id, LongText, Metadata};

use super::{portion::Portion, task::MemberErasure};
use crate::{
    nobody,
    registrations::{MemberRegistration, RegistrationStatus, open},
};

/// Open registrations that are withdrawn together with the member; the rest follows at once. Its 24 actions, most of
/// them rows in lists by its fields and their counts, fit into a transaction in which the person also leaves five
/// companies and gives back sixteen words.
const OPEN_MAX: usize = 1;

/// Withdraws the open registrations with the member's address and takes the person out of them, so that nobody approves
/// one of them while the rest is done.
pub async fn withdraw_open(
    call: &Call,
    transaction: &mut Transaction,
    member: &Record<Member>,
) -> Result<(), ApiError> {
    let open = List::by(&MemberRegistration::BY_EMAIL, &member.body.email).only("undecided", Some(&true));
    for found in call.store.all(call.tenant(), &open, OPEN_MAX).await?.records {
        // The index lags; what was decided since is forgotten with the others.
        if let Some(current) = call.store.find(call.tenant(), found.id).await?.filter(|own| own.body.undecided) {
            forget_in(call, transaction, &current).await?;
        }
    }
    Ok(())
}

/// Takes the person out of the registrations that led to the member, or that have one of the person's addresses and led
/// to nobody else, as much as the portion allows. Whether nothing is left.
pub async fn forget(call: &Call, member: Id<Member>, task: &MemberErasure, portion: Portion) -> Result<bool, ApiError> {
    let mut lists = vec![List::by(&MemberRegistration::BY_MEMBER, &member)];
    let own = read_own_emails(call, member, task).await?;
    lists.extend(own.iter().map(|email| List::by(&MemberRegistration::BY_EMAIL, email)));
    let mut is_finished = true;
    let mut found = BTreeMap::new();
    for list in lists {
        let part = call.store.all(call.tenant(), &list.matching(Some(somebodys())), portion.records).await?;
        is_finished &= !part.has_more;
        found.extend(part.records.into_iter().map(|registration| (registration.id, registration.body.member_id)));
    }
    let other = |led_to: Option<Id<Member>>| led_to.is_some_and(|other| other != member);
    for (id, _) in found.into_iter().filter(|(_, led_to)| !other(*led_to)) {
        if portion.is_spent(call) {
            return Ok(false);
        }
        retry(call, move || forget_one(call, id, member, task)).await?;
    }
    Ok(is_finished)
}

/// The person's addresses that are nobody else's by now; the last one was the person's until the member was anonymised.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_own_emails(
    call: &Call,
    member: Id<Member>,
    task: &MemberErasure,
) -> Result<Vec<EmailAddress>, ApiError> {
    let mut own = Vec::new();
    for (position, email) in task.emails.iter().enumerate() {
        if position == 0 || is_free(call, member, email).await? {
            own.push(email.clone());
        }
    }
    Ok(own)
}

/// Whether an earlier address is not another member's by now.
async fn is_free(call: &Call, member: Id<Member>, email: &EmailAddress) -> Result<bool, ApiError> {
    let holder = call.store.find_holder(call.tenant(), &Member::email_key(email)).await?;
    Ok(holder.is_none_or(|holder| holder == member.to_string()))
}

async fn forget_one(
    call: &Call,
    id: Id<MemberRegistration>,
    member: Id<Member>,
    task: &MemberErasure,
) -> Result<(), ApiError> {
    let Some(registration) = call.store.find(call.tenant(), id).await? else { return Ok(()) };
    let led_here = registration.body.member_id == Some(member);
    let is_forgotten = registration.body.email == nobody::email(id);
    if is_forgotten || !led_here && (registration.body.member_id.is_some() || registration.created_at > task.since) {
        return Ok(());
    }
    let mut transaction = call.transaction();
    forget_in(call, &mut transaction, &registration).await?;
    call.store.commit(transaction).await
}

/// Adds to `transaction` what takes the person out of a registration; an open one is withdrawn.
async fn forget_in(
    call: &Call,
    transaction: &mut Transaction,
    registration: &Record<MemberRegistration>,
) -> Result<(), ApiError> {
    let unique_key = registration.body.open_key();
    let holder = call.store.find_holder(call.tenant(), &unique_key).await?;
    let is_open = registration.body.undecided && holder == Some(registration.id.to_string());
    let mut body = registration.body.clone();
    body.email = nobody::email(registration.id);
    body.name = nobody::name();
    body.message = LongText::default();
    if is_open {
        open::close(transaction, registration.id, &registration.body);
        if body.status(call.now) != RegistrationStatus::Expired {
            body.decided = RegistrationStatus::Withdrawn;
            body.undecided = false;
            body.decided_at = Some(call.now);
            body.decided_by = Some(call.caller.client.to_string());
        }
    }
    transaction.replace(registration, &call.next_version(registration, body, Some(Metadata::default())));
    Ok(())
}

/// Registrations that still have somebody's address.
fn somebodys() -> Expression {
    Expression::new("NOT contains(#body.#email, :nobody)")
        .name("#body", "body")
        .name("#email", "email")
        .string(":nobody", nobody::DOMAIN)
}
