//! Create a registration: a sign-up or an invitation.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates, retried},
    domain::{Metadata, Record},
    store::{Transaction, transaction::version_conflict},
};

use super::{
    MemberRegistration,
    admit::admit,
    approve::decided,
    open::{self, Place},
    references::{Known, References},
    registration::{MemberRegistrationFields, RegistrationSource, RegistrationStatus, VALID_DAYS},
    subscribing::{settled, subscribe},
};

/// A new registration.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct MemberRegistrationCreate {
    /// Who it is, and what the person wants.
    #[serde(flatten)]
    pub fields: MemberRegistrationFields,
    /// How it came; `signup` when left out.
    pub source: Option<NewRegistrationSource>,
    /// Days in which it is decided.
    #[schemars(range(min = 1, max = 90))]
    pub valid_days: Option<i64>,
    /// Your own keys.
    pub metadata: Option<Metadata>,
}

/// How a single registration comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewRegistrationSource {
    /// The person signs up: it waits for approval.
    Signup,
    /// The person is invited: it waits for the person.
    Invite,
}

/// Create member registration
pub async fn create(call: Call, Body(input): Body<MemberRegistrationCreate>) -> Creates<MemberRegistration> {
    // A member of the same e-mail, or a registration beside it, may be made at the same moment.
    retried(&call, || Box::pin(attempt(&call, &input))).await
}

async fn attempt(call: &Call, input: &MemberRegistrationCreate) -> Creates<MemberRegistration> {
    let source = match input.source {
        None | Some(NewRegistrationSource::Signup) => RegistrationSource::Signup,
        Some(NewRegistrationSource::Invite) => RegistrationSource::Invite,
    };
    let valid_days = input.valid_days.unwrap_or(VALID_DAYS);
    let registration = MemberRegistration::waiting(input.fields.clone(), source, valid_days, call.now);
    let registration = call.new_record(registration, input.metadata.clone());
    let known = Known::of(call, &[&registration.body]).await?;
    let references = known.references(&registration.body)?;
    let place = open::find(call, &registration.body).await?;
    let mut transaction = call.transaction();
    if is_immediate(&registration.body, &references) {
        close_beside(call, &mut transaction, &registration.body, place).await?;
        let member = admit(call, &mut transaction, &registration.body, &references).await?;
        let subscribed = subscribe(call, &mut transaction, &references, member).await?;
        let body = decided(call, &registration.body, RegistrationStatus::Approved, Some(member));
        let subscription_id = subscribed.map(|subscribed| subscribed.id);
        let body = MemberRegistration { expires_at: None, subscription_id, ..body };
        let registration = Record { body, ..registration };
        transaction.create(&registration);
        return settled(call, call.commit(transaction, Created(registration)).await, subscribed).await;
    }
    references.require_all(&mut transaction);
    open::store(&mut transaction, &registration, place)?;
    call.commit(transaction, Created(registration)).await
}

/// Withdraws the open registration of a person who is a member from now on, so that nobody decides about it any more.
async fn close_beside(
    call: &Call,
    transaction: &mut Transaction,
    registration: &MemberRegistration,
    place: Place,
) -> Result<(), ApiError> {
    match place {
        Place::Free => transaction.require_free(&registration.open_key(), version_conflict()),
        // It must not be sent again meanwhile, which would open it.
        Place::Expired(expired) => transaction.require_unchanged(&expired),
        Place::Taken(id) => {
            let before = call.store.find(call.tenant(), id).await?.ok_or_else(version_conflict)?;
            let after = decided(call, &before.body, RegistrationStatus::Withdrawn, None);
            open::close(transaction, id, &before.body);
            transaction.replace(&before, &call.next_version(&before, after, None));
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
