//! What anonymising a member does to the person's registrations.

use std::collections::BTreeMap;

use shared::{
    ApiError,
    api::Call,
    domain::{Id, LongText, Member, Metadata, Record},
    store::{List, Transaction},
};

use super::{MemberRegistration, open, registration::RegistrationStatus};
use crate::nobody;

/// Most registrations of one person that are rewritten, so that everything fits one transaction.
const REGISTRATIONS_MAX: usize = 20;

/// Replaces the personal data in the newest registrations that led to the member or have the member's e-mail; open ones
/// are withdrawn. They are found through indexes, which lag: a registration that was written a moment ago may be
/// missed.
pub async fn forget(call: &Call, transaction: &mut Transaction, member: &Record<Member>) -> Result<(), ApiError> {
    for registration in registrations_of(call, member).await?.into_values().rev().take(REGISTRATIONS_MAX) {
        let unique_key = registration.body.open_key();
        let holder = call.store.holder(&call.caller.tenant, &unique_key).await?;
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
        let after = call.next_version(&registration, body, Some(Metadata::default()));
        transaction.replace(&registration, &after);
    }
    Ok(())
}

async fn registrations_of(
    call: &Call,
    member: &Record<Member>,
) -> Result<BTreeMap<Id<MemberRegistration>, Record<MemberRegistration>>, ApiError> {
    let mut found = BTreeMap::new();
    let by_member = List::by(&MemberRegistration::BY_MEMBER, &member.id);
    let by_email = List::by(&MemberRegistration::BY_EMAIL, &member.body.email);
    for list in [by_member, by_email] {
        let newest = call.store.all(&call.caller.tenant, &list, REGISTRATIONS_MAX).await?;
        found.extend(newest.records.into_iter().map(|registration| (registration.id, registration)));
    }
    Ok(found)
}
