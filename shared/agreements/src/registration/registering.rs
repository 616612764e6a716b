//! A new registration: it waits for a decision, or makes the person a member at once.

use records::Member;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Id};
use work::UnitOfWork;

use super::{
    MemberRegistration, RegistrationStatus,
    admit::admit,
    open::{self, Place},
    record::RegistrationSource,
    references::{Known, References},
    subscribing::{Subscribed, subscribe},
};

/// Whether a sign-up is approved when it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approval {
    /// As the membership plan says.
    ByPlan,
    /// Somebody approves it, whatever the plan says.
    Awaited,
}

/// Adds a new registration to `transaction`: as an open one, or, for a plan to which people sign up without being
/// approved, as an approved one with its member and subscription. The outcome of the transaction goes through
/// [`follow_up`](super::subscribing::follow_up).
///
/// # Errors
/// 422 naming what cannot be registered for; 409 when a registration of the person is open, or the member cannot be
/// admitted.
pub async fn register(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    registration: Record<MemberRegistration>,
    approval: Approval,
) -> Result<(Record<MemberRegistration>, Option<Subscribed>), ApiError> {
    let known = Known::read(work, &[&registration.body]).await?;
    let references = known.references(&registration.body)?;
    let place = open::find(work, &registration.body).await?;
    if approval == Approval::Awaited || !is_immediate(&registration.body, &references) {
        references.require_all(transaction);
        open::store(transaction, &registration, place)?;
        return Ok((registration, None));
    }
    close_beside(work, transaction, &registration.body, place).await?;
    let member = admit(work, transaction, &registration.body, &references).await?;
    let subscribed = subscribe(work, transaction, &references, member).await?;
    let body = registration.body.decided(work, RegistrationStatus::Approved, Some(member));
    let subscription_id = subscribed.map(|subscribed| subscribed.id);
    let registration =
        Record { body: MemberRegistration { expires_at: None, subscription_id, ..body }, ..registration };
    transaction.create(&registration);
    Ok((registration, subscribed))
}

impl MemberRegistration {
    /// The registration as it is once it is decided.
    #[must_use]
    pub fn decided(&self, work: &UnitOfWork, status: RegistrationStatus, member_id: Option<Id<Member>>) -> Self {
        Self {
            decided: status,
            undecided: false,
            decided_at: Some(work.now),
            decided_by: Some(work.caller.client.to_string()),
            member_id,
            ..self.clone()
        }
    }
}

/// Withdraws the open registration of a person who is a member from now on, so that nobody decides about it any more.
async fn close_beside(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    registration: &MemberRegistration,
    place: Place,
) -> Result<(), ApiError> {
    match place {
        Place::Free => transaction.require_free(&registration.open_key(), version_conflict()),
        // It must not be sent again meanwhile, which would open it.
        Place::Expired(expired) => transaction.require_unchanged(&expired),
        Place::Taken(id) => {
            let before = work.store.find(work.tenant(), id).await?.ok_or_else(version_conflict)?;
            let after = before.body.decided(work, RegistrationStatus::Withdrawn, None);
            open::close(transaction, id, &before.body);
            transaction.replace(&before, &work.next_version(&before, after, None));
        }
    }
    Ok(())
}

/// Whether people sign up to the plan without being approved.
fn is_immediate(registration: &MemberRegistration, references: &References<'_>) -> bool {
    let plan_is =
        references.plan.is_some_and(|plan| plan.body.signup_enabled && plan.body.signup_type.as_str() == "immediate");
    plan_is && registration.source == RegistrationSource::Signup
}
