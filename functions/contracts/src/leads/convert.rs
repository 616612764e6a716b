//! Convert a lead: it becomes a registration, a member or the draft of a contract, in the transaction in which it is
//! won.

use agreements::{
    lead::{Lead, LeadStage, record::Became},
    registration::{
        MemberRegistration,
        admit::admit_with_phone,
        record::VALID_DAYS,
        references::Known,
        registering::{Approval, register},
        subscribing::{Subscribed, follow_up},
    },
};
use records::{Member, publication::RequireActive as _};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, Update, retry};
use values::{Access, ApiError, Area, Customer, ErrorCode, Id, Scope};
use work::{auth::Standpoint, on_heap};

use super::{
    converting::{LeadContract, LeadConversion, as_of_lead, contract_of, registration_of},
    open::require_open,
};
use crate::rules::drafting;

/// What a lead is to become.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeadConvert {
    /// What becomes of it.
    to: LeadConversion,
    /// What the contract has that the lead does not know; needed of a contract.
    contract: Option<LeadContract>,
}

/// Makes a customer of a lead, or somebody who is about to be one.
pub async fn convert(call: Call, PathId(id): PathId<Lead>, Body(input): Body<LeadConvert>) -> Changes<Lead> {
    check(&call, &input)?;
    // A member of the same e-mail may be made at the same moment, or others subscribe to the same plan.
    on_heap(|| retry(&call, || on_heap(|| attempt(&call, id, &input)))).await
}

/// Refuses a contract that is not described or not asked for, or is not the caller's to make.
fn check(call: &Call, input: &LeadConvert) -> Result<(), ApiError> {
    let is_contract = input.to == LeadConversion::Contract;
    if is_contract != input.contract.is_some() {
        return Err(if is_contract {
            ApiError::rule("contract", "required", "say which template the contract is made of")
        } else {
            ApiError::rule("contract", "only_for_contract", "the lead is to become no contract")
        });
    }
    let scope = Scope { area: Area::Contracts, access: Access::Write };
    let is_managers = matches!(call.caller.standpoint(), Some(Standpoint::Manager(_)));
    if is_contract && (is_managers || !call.caller.scopes.allow(scope)) {
        let message = format!("a contract is made by whoever has the scope {scope} and runs all locations");
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    Ok(())
}

async fn attempt(call: &Call, id: Id<Lead>, input: &LeadConvert) -> Changes<Lead> {
    let mut update = call.update(id).await?;
    require_open(&update.present)?;
    let (became, subscribed) = match (&input.contract, input.to) {
        (Some(contract), _) => (on_heap(|| draft(call, &mut update, contract)).await?, None),
        (None, LeadConversion::Member) => {
            let member = on_heap(|| make_member(call, &mut update)).await?;
            (Became { member_id: Some(member), ..Became::default() }, None)
        }
        (None, to) => on_heap(|| make_registration(call, &mut update, to)).await?,
    };
    update.after = Lead { became, ..update.after.clone() }.staged(LeadStage::Won, call.now).kept_from(call.now);
    follow_up(call, update.commit().await, subscribed).await
}

/// The registration of the person; with the member, if it is approved at once.
async fn make_registration(
    call: &Call,
    update: &mut Update<'_, Lead>,
    to: LeadConversion,
) -> Result<(Became, Option<Subscribed>), ApiError> {
    let (fields, source) = registration_of(&update.present, to)?;
    let waiting = MemberRegistration::waiting(fields, source, VALID_DAYS, call.now);
    let waiting = MemberRegistration { lead_id: Some(update.before.id.cast()), ..waiting };
    let waiting = call.new_record(waiting, None);
    let (made, subscribed) = register(call, &mut update.transaction, waiting, Approval::ByPlan).await?;
    let became = Became { registration_id: Some(made.id), member_id: made.body.member_id, ..Became::default() };
    Ok((became, subscribed))
}

/// The member that the person becomes, or is by the e-mail.
async fn make_member(call: &Call, update: &mut Update<'_, Lead>) -> Result<Id<Member>, ApiError> {
    let (fields, source) = registration_of(&update.present, LeadConversion::Member)?;
    // It is not stored: nobody has anything to decide any more.
    let decided = MemberRegistration::waiting(fields, source, VALID_DAYS, call.now);
    let known = Known::read(call, &[&decided]).await?;
    let references = known.references(&decided)?;
    admit_with_phone(call, &mut update.transaction, &decided, &references, &update.present.phone).await
}

/// The draft of a contract, with the customer who is named or with the person.
async fn draft(call: &Call, update: &mut Update<'_, Lead>, asked: &LeadContract) -> Result<Became, ApiError> {
    let location = call.require_reference(update.present.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    if let Some(plan) = update.present.membership_plan_id {
        let plan = call.require_reference(plan, "membership_plan_id").await?;
        if !plan.body.is_active {
            let message = "the membership plan is not active";
            return Err(ApiError::rule("membership_plan_id", "membership_plan_inactive", message));
        }
    }
    let (customer, member_id): (Id<Customer>, Option<Id<Member>>) = if let Some(customer) = asked.customer_id {
        call.welcome_customer(&mut update.transaction, customer, "contract.customer_id").await?;
        update.transaction.require_active(&location, "location_id");
        let member = call.store.find(call.tenant(), customer.cast::<Member>()).await?;
        (customer, member.map(|member| member.id))
    } else {
        let member = on_heap(|| make_member(call, update)).await?;
        (member.cast(), Some(member))
    };
    let fields = contract_of(&update.present, asked, customer)?;
    let drafted = drafting::add(call, &mut update.transaction, (fields, None), &location, "contract.").await;
    let contract = drafted.map_err(as_of_lead)?;
    Ok(Became { contract_id: Some(contract.id.cast()), member_id, ..Became::default() })
}
