//! Add a member to a company.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates, PathId},
    domain::{Company, CompanyMember, Id, Member, Metadata, company::CompanyRole, member::MemberStatus},
};

/// A member's place in a company.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyMemberCreate {
    /// The member.
    member_id: Id<Member>,
    /// What the member may do for the company; the first member is a `manager`.
    role: CompanyRole,
    /// Whether the member may spend the company's credits.
    #[serde(default)]
    may_use_company_credits: bool,
    /// Most of the company's credits the member may spend in a calendar month; no limit when left out.
    #[schemars(range(min = 0, max = 1_000_000))]
    monthly_credit_limit: Option<i64>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Add company member
pub async fn add(
    call: Call,
    PathId(id): PathId<Company>,
    Body(input): Body<CompanyMemberCreate>,
) -> Creates<CompanyMember> {
    let company = call.get_for_change(id).await?;
    let before = call.reference(input.member_id, "member_id").await?;
    if before.body.status == MemberStatus::Deleted {
        return Err(ApiError::reference_not_found("member_id"));
    }
    let terms = CompanyMember {
        company_id: id,
        location_id: company.body.location_id,
        member_id: before.id,
        role: input.role,
        may_use_company_credits: input.may_use_company_credits,
        monthly_credit_limit: input.monthly_credit_limit,
    };
    let mut transaction = call.transaction();
    let mut body = before.body.clone();
    let place = call.join_company(&mut transaction, &company, (before.id, &mut body), terms, input.metadata)?;
    transaction.replace(&before, &call.next_version(&before, body, None));
    call.commit(transaction, Created(place)).await
}
