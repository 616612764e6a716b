//! What is made of what a lead knows. Pure: no IO.

use agreements::{
    lead::LeadFields,
    registration::record::{MemberRegistrationFields, RegistrationSource},
};
use schemars::JsonSchema;
use serde::Deserialize;
use values::{ApiError, Customer, Day, EmailAddress, Id, LongText, ShortText, notice::NoticeEnd};

use crate::records::{
    contract_fields::{
        ContractFields, ContractItem, ContractItemKind, ContractSigner, ContractType, OnSigned, SIGNERS_MAX,
        SignatureMethod, SignerType,
    },
    template::ContractTemplate,
};

/// What becomes of a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeadConversion {
    /// A registration that the person accepts.
    Invitation,
    /// A registration that waits for approval, unless the membership plan needs none.
    Registration,
    /// A member, at once.
    Member,
    /// The draft of a contract.
    Contract,
}

/// What the contract of a lead has that the lead does not know, or in place of it. Everything else is changed in the
/// draft.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeadContract {
    /// The template of its text.
    pub template_id: Id<ContractTemplate>,
    /// With whom it is made; a member with the lead's e-mail when left out, who is made if there is none.
    pub customer_id: Option<Id<Customer>>,
    /// First local day; the lead's `wanted_start` when left out.
    pub start_date: Option<Day>,
    /// Last local day; open-ended when left out.
    pub end_date: Option<Day>,
    /// Who signs; the lead alone when left out.
    #[schemars(length(min = 1, max = SIGNERS_MAX))]
    pub signers: Option<Vec<ContractSigner>>,
}

/// The address by which a lead becomes somebody.
///
/// # Errors
/// 422 `required` on `email`.
pub fn email_of(lead: &LeadFields) -> Result<EmailAddress, ApiError> {
    if lead.email.as_str().is_empty() {
        let message = "the lead has no e-mail, by which people are registered and become members";
        return Err(ApiError::rule("email", "required", message));
    }
    Ok(EmailAddress::new(lead.email.as_str()))
}

/// The registration of a lead, and how it comes.
///
/// # Errors
/// 422 `required` on `email`.
pub fn registration_of(
    lead: &LeadFields,
    to: LeadConversion,
) -> Result<(MemberRegistrationFields, RegistrationSource), ApiError> {
    let is_invitation = to == LeadConversion::Invitation;
    let fields = MemberRegistrationFields {
        location_id: lead.location_id,
        email: email_of(lead)?,
        name: lead.name.clone(),
        // Who is made a member subscribes to nothing by that.
        membership_plan_id: lead.membership_plan_id.filter(|_| is_invitation || to == LeadConversion::Registration),
        company_id: None,
        message: LongText::default(),
    };
    Ok((fields, if is_invitation { RegistrationSource::Invite } else { RegistrationSource::Signup }))
}

/// The fields of the contract of a lead with a customer.
///
/// # Errors
/// 422 `required` on `contract.start_date` or `contract.signers`, where the lead does not know it either, and on
/// `membership_plan_id`, where it is interested in nothing.
pub fn contract_of(
    lead: &LeadFields,
    asked: &LeadContract,
    customer_id: Id<Customer>,
) -> Result<ContractFields, ApiError> {
    let required =
        |field: &str, message: &'static str| ApiError::rule(format!("contract.{field}"), "required", message);
    let start_date = asked.start_date.or(lead.wanted_start);
    let start_date = start_date.ok_or_else(|| required("start_date", "the lead does not say when they come"))?;
    let items = items_of(lead);
    if items.is_empty() {
        let message = "the lead says neither which membership plan nor which resource they are interested in";
        return Err(ApiError::rule("membership_plan_id", "required", message));
    }
    let signers = match &asked.signers {
        Some(signers) => signers.clone(),
        None => vec![signer_of(lead).ok_or_else(|| required("signers", "the lead has no e-mail to sign with"))?],
    };
    Ok(ContractFields {
        customer_id,
        location_id: lead.location_id,
        template_id: asked.template_id,
        title: ShortText::default(),
        contract_type: ContractType::default(),
        start_date,
        end_date: asked.end_date,
        expires_at: None,
        auto_renew: false,
        renewal_term_months: None,
        notice_days: 0,
        notice_months: 0,
        notice_ends_with: NoticeEnd::default(),
        items,
        signers,
        signature_method: SignatureMethod::default(),
        on_signed: OnSigned::default(),
        deposit: None,
    })
}

/// What a lead is interested in, as items of a contract.
fn items_of(lead: &LeadFields) -> Vec<ContractItem> {
    let item = |kind| ContractItem {
        kind,
        membership_plan_id: None,
        resource_id: None,
        description: ShortText::default(),
        quantity: 1,
        price: None,
    };
    let plan = lead.membership_plan_id.map(|plan| ContractItem {
        membership_plan_id: Some(plan),
        quantity: lead.desk_count.unwrap_or(1),
        ..item(ContractItemKind::Plan)
    });
    let resource = lead
        .resource_id
        .map(|resource| ContractItem { resource_id: Some(resource.cast()), ..item(ContractItemKind::Resource) });
    plan.into_iter().chain(resource).collect()
}

/// A refusal of the draft, which names the field of the lead that an item was made of.
#[must_use]
pub fn as_of_lead(mut refusal: ApiError) -> ApiError {
    for fault in &mut refusal.fields {
        let of_item = fault.field.strip_prefix("contract.items[").and_then(|rest| rest.split_once("]."));
        if let Some((_, field)) = of_item {
            fault.field = field.to_owned();
        }
    }
    refusal
}

/// Who signs for a lead: themselves.
fn signer_of(lead: &LeadFields) -> Option<ContractSigner> {
    let email = email_of(lead).ok()?;
    Some(ContractSigner { signer_type: SignerType::Customer, name: lead.name.clone(), email, order: 1 })
}
