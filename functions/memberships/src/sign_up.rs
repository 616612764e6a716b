//! Sign up to a membership plan: a registration that names it, which is approved at once where the plan says so.

use agreements::{
    registration::{
        MemberRegistration,
        record::{MemberRegistrationFields, RegistrationSource, VALID_DAYS},
        registering::{Approval, register},
        subscribing::follow_up,
    },
    subscription::agreeing,
};
use records::{Company, MembershipPlan};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, PathId, retry};
use store::{Record, transaction::version_conflict};
use values::{ApiError, Customer, EmailAddress, ErrorCode, Id, LongText, Metadata, Name};
use work::customer::CustomerRecord;

use crate::stored;

/// Who signs up: a member, or somebody who is to become one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipSignUp {
    /// The member; or `email` and `name` of somebody.
    customer_id: Option<Id<Customer>>,
    /// Address for mail; the member with it, if there is one, subscribes.
    email: Option<EmailAddress>,
    /// The person's name, with `email`.
    name: Option<Name>,
    /// The company the person belongs to: one of the location.
    company_id: Option<Id<Company>>,
    /// What the person wrote.
    #[serde(default)]
    message: LongText,
    /// Your own keys and values; at most 50 keys.
    metadata: Option<Metadata>,
}

/// Sign up for membership plan
pub async fn sign_up(
    call: Call,
    PathId(id): PathId<MembershipPlan>,
    Body(input): Body<MembershipSignUp>,
) -> Creates<MemberRegistration> {
    let (call, input) = (&call, &input);
    // Others may take the last seat, or register, at the same moment.
    let signed_up = retry(call, || Box::pin(attempt(call, id, input, Approval::ByPlan))).await;
    match signed_up {
        // Whoever finds no seat waits for one.
        Err(full) if full.code == ErrorCode::CapacityExceeded && is_about_seats(&full) => {
            retry(call, || Box::pin(attempt(call, id, input, Approval::Awaited))).await
        }
        outcome => outcome,
    }
}

async fn attempt(
    call: &Call,
    id: Id<MembershipPlan>,
    input: &MembershipSignUp,
    approval: Approval,
) -> Creates<MemberRegistration> {
    let plan = stored::get_any(call, id).await?;
    if !plan.body.is_active || !plan.body.signup_enabled {
        return Err(no_sign_ups("the membership plan takes no sign-ups"));
    }
    if approval == Approval::Awaited || plan.body.signup_type.as_str() != "immediate" {
        // What is approved at once is judged with its subscription.
        let offered = agreeing::read_offer_of_plan(call, plan.clone(), "membership_plan_id").await;
        offered.map_err(|error| of_this_request(error, input))?;
    }
    let (email, name, member) = read_person(call, input).await?;
    let fields = MemberRegistrationFields {
        location_id: plan.body.location_id,
        email,
        name,
        membership_plan_id: Some(id),
        company_id: input.company_id,
        message: input.message.clone(),
    };
    let registration = MemberRegistration::waiting(fields, RegistrationSource::Signup, VALID_DAYS, call.now);
    let registration = call.new_record(registration, input.metadata.clone());
    let outcome = make(call, registration, approval, member).await;
    outcome.map_err(|error| of_this_request(error, input))
}

async fn make(
    call: &Call,
    registration: Record<MemberRegistration>,
    approval: Approval,
    member: Option<CustomerRecord>,
) -> Creates<MemberRegistration> {
    let mut transaction = call.transaction();
    let (registration, subscribed) = register(call, &mut transaction, registration, approval).await?;
    if let Some(member) = member {
        match registration.body.member_id {
            None => member.require_in(&mut transaction, "customer_id"),
            // Whoever signs up is that member, and nobody new in the place of one who has gone meanwhile.
            Some(admitted) if admitted.cast() != member.id() => return Err(version_conflict()),
            Some(_) => {}
        }
    }
    follow_up(call, call.commit(transaction, Created(registration)).await, subscribed).await
}

/// E-mail and name of whoever signs up, and the member, where one is named.
async fn read_person(
    call: &Call,
    input: &MembershipSignUp,
) -> Result<(EmailAddress, Name, Option<CustomerRecord>), ApiError> {
    match (input.customer_id, &input.email, &input.name) {
        (Some(id), None, None) => match call.require_customer(id, "customer_id").await? {
            CustomerRecord::Company(_) => {
                let message = "people sign up; a company is subscribed by create_subscription";
                Err(ApiError::rule("customer_id", "not_a_member", message))
            }
            customer @ CustomerRecord::Member(_) if customer.is_blocked() => {
                Err(ApiError::rule("customer_id", "customer_blocked", "the member is blocked"))
            }
            CustomerRecord::Member(member) => {
                let (email, name) = (member.body.email.clone(), member.body.name.clone());
                Ok((email, name, Some(CustomerRecord::Member(member))))
            }
        },
        (None, Some(email), Some(name)) => Ok((email.clone(), name.clone(), None)),
        _ => {
            let message = "either a member signs up, or somebody with email and name";
            Err(ApiError::rule("customer_id", "one_of_customer_id_and_email", message))
        }
    }
}

/// A refusal in terms of this request, which names neither location nor plan.
fn of_this_request(error: ApiError, input: &MembershipSignUp) -> ApiError {
    let names = |field: &str| error.fields.iter().any(|named| named.field == field);
    match error.code {
        ErrorCode::RuleViolation if names("location_id") || names("membership_plan_id") => {
            no_sign_ups("the membership plan, its location or its plan is not active")
        }
        ErrorCode::AlreadyExists if input.customer_id.is_some() => {
            ApiError::new(error.code, error.message).at("customer_id", "already_exists")
        }
        _ => error,
    }
}

fn is_about_seats(error: &ApiError) -> bool {
    error.fields.iter().any(|named| named.field == "membership_plan_id")
}

fn no_sign_ups(message: &'static str) -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, message)
}
