//! Create a registration: a sign-up or an invitation.

use agreements::registration::{
    MemberRegistration,
    record::{MemberRegistrationFields, RegistrationSource, VALID_DAYS},
    registering::{Approval, register},
    subscribing::follow_up,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, retry};
use values::Metadata;

/// A sign-up or an invitation to be registered.
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
    /// Your own keys and values; at most 50 keys.
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

/// Creates a registration, which waits for approval, or for acceptance if it is an invitation.
pub async fn create(call: Call, Body(input): Body<MemberRegistrationCreate>) -> Creates<MemberRegistration> {
    // A member of the same e-mail, or a registration beside it, may be made at the same moment.
    retry(&call, || Box::pin(attempt(&call, &input))).await
}

async fn attempt(call: &Call, input: &MemberRegistrationCreate) -> Creates<MemberRegistration> {
    let source = match input.source {
        None | Some(NewRegistrationSource::Signup) => RegistrationSource::Signup,
        Some(NewRegistrationSource::Invite) => RegistrationSource::Invite,
    };
    let valid_days = input.valid_days.unwrap_or(VALID_DAYS);
    let registration = MemberRegistration::waiting(input.fields.clone(), source, valid_days, call.now);
    let registration = call.new_record(registration, input.metadata.clone());
    let mut transaction = call.transaction();
    let (registration, subscribed) = register(call, &mut transaction, registration, Approval::ByPlan).await?;
    follow_up(call, call.commit(transaction, Created(registration)).await, subscribed).await
}
