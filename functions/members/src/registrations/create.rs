//! Create a registration: a sign-up or an invitation.

use chrono::Duration;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Created, Creates},
    domain::{Company, EmailAddress, Id, Location, LongText, MembershipPlan, Metadata, Name, Record, Timestamp},
};

use super::{
    MemberRegistration,
    admit::admit,
    approve::decided,
    open,
    references::{Known, References},
    registration::{RegistrationSource, RegistrationStatus, VALID_DAYS},
};

/// A new registration.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberRegistrationCreate {
    /// Where the person wants to be.
    location_id: Id<Location>,
    /// Address for mail; one registration is open for it at the location.
    email: EmailAddress,
    /// The person's name.
    name: Name,
    /// What the person wants to subscribe to: an active membership plan of the location.
    membership_plan_id: Option<Id<MembershipPlan>>,
    /// The company the person belongs to: one of the location.
    company_id: Option<Id<Company>>,
    /// What the person wrote.
    #[serde(default)]
    message: LongText,
    /// How it came; `signup` when left out.
    source: Option<NewRegistrationSource>,
    /// Days in which it is decided.
    #[schemars(range(min = 1, max = 90))]
    valid_days: Option<i64>,
    /// Your own keys.
    metadata: Option<Metadata>,
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
pub async fn create(call: Call, Body(mut input): Body<MemberRegistrationCreate>) -> Creates<MemberRegistration> {
    let metadata = input.metadata.take();
    let registration = call.new_record(input.into_registration(call.now), metadata);
    let known = Known::of(&call, &[&registration.body]).await?;
    let references = known.references(&registration.body)?;
    let mut transaction = call.transaction();
    if is_immediate(&registration.body, &references) {
        let member = admit(&call, &mut transaction, &registration.body, &references).await?;
        let body = decided(&call, &registration.body, RegistrationStatus::Approved, Some(member));
        let registration = Record { body: MemberRegistration { expires_at: None, ..body }, ..registration };
        transaction.create(&registration);
        return call.commit(transaction, Created(registration)).await;
    }
    references.require(&mut transaction);
    let place = open::find(&call, &registration.body).await?;
    open::store(&mut transaction, &registration, place)?;
    call.commit(transaction, Created(registration)).await
}

/// Whether people sign up to the plan without being approved.
fn is_immediate(registration: &MemberRegistration, references: &References<'_>) -> bool {
    let plan_is =
        references.plan.is_some_and(|plan| plan.body.signup_enabled && plan.body.signup_type.as_str() == "immediate");
    plan_is && registration.source == RegistrationSource::Signup
}

impl MemberRegistrationCreate {
    fn into_registration(self, now: Timestamp) -> MemberRegistration {
        let (source, status) = match self.source.unwrap_or(NewRegistrationSource::Signup) {
            NewRegistrationSource::Signup => (RegistrationSource::Signup, RegistrationStatus::Pending),
            NewRegistrationSource::Invite => (RegistrationSource::Invite, RegistrationStatus::Invited),
        };
        let valid_days = self.valid_days.unwrap_or(VALID_DAYS);
        MemberRegistration {
            location_id: self.location_id,
            email: self.email,
            name: self.name,
            membership_plan_id: self.membership_plan_id,
            company_id: self.company_id,
            message: self.message,
            source,
            decided: status,
            undecided: true,
            valid_days,
            invited_at: (status == RegistrationStatus::Invited).then_some(now),
            expires_at: Some(now.plus(Duration::days(valid_days))),
            decided_at: None,
            decided_by: None,
            member_id: None,
        }
    }
}
