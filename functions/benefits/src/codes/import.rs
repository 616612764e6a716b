//! Import codes into a benefit's pool.

use records::publication::RequireActive as _;
use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Committed, Created, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id, Metadata};

use crate::records::{
    benefit::{Benefit, CodeImport, CodeMode},
    code::RedemptionCode,
    pool::{CodePool, PoolWithUse},
};

type Imports = Result<Committed<Created<PoolWithUse>>, ApiError>;

/// Most imports of a benefit: all of them are read in one call when another comes.
const IMPORTS_MAX: usize = 100;

/// Codes for a benefit's pool.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitCodesImport {
    /// The benefit, whose codes come from a pool.
    benefit_id: Id<Benefit>,
    /// The codes, in the order in which they are to be given out.
    #[schemars(length(min = 1, max = 100), extend("uniqueItems" = true))]
    codes: Vec<RedemptionCode>,
    /// The client's own keys and values of this import; none when left out.
    metadata: Option<Metadata>,
}

/// Adds codes to the end of a benefit's pool; all of them are new to it, or none is added.
pub async fn import(call: Call, Body(input): Body<BenefitCodesImport>) -> Imports {
    retry(&call, || attempt(&call, &input)).await
}

async fn attempt(call: &Call, input: &BenefitCodesImport) -> Imports {
    let benefit = call.require_reference(input.benefit_id, "benefit_id").await?;
    if benefit.body.redemption_code_mode != CodeMode::Pool {
        return Err(ApiError::rule("benefit_id", "not_a_pool", "the benefit's codes do not come from a pool"));
    }
    if benefit.body.code_imports.len() >= IMPORTS_MAX {
        let message = format!("a benefit has at most {IMPORTS_MAX} imports of codes");
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
    }
    let location = call.require_reference(benefit.body.location_id, "benefit_id").await?;
    location.body.check_active("benefit_id")?;
    check_new(call, &benefit, &input.codes).await?;
    let pool = CodePool { benefit_id: benefit.id, codes_before: benefit.body.code_count(), codes: input.codes.clone() };
    let pool = call.new_record(pool, input.metadata.clone());
    let mut body = benefit.body.clone();
    body.code_imports.push(CodeImport { id: pool.id.cast(), count: pool.body.codes.len() });
    let mut transaction = call.transaction();
    transaction.create(&pool);
    transaction.require_active(&location, "benefit_id");
    // The benefit is written in the version that was read, so that of two imports at the same moment one fails and
    // checks its codes again.
    transaction.replace(&benefit, &call.next_version(&benefit, body, None));
    call.commit(transaction, Created(PoolWithUse::new(pool, 0))).await
}

/// Refuses codes that the pool has, given out or not.
async fn check_new(call: &Call, benefit: &Record<Benefit>, codes: &[RedemptionCode]) -> Result<(), ApiError> {
    let ids: Vec<Id<CodePool>> = benefit.body.code_imports.iter().map(|import| import.id.cast()).collect();
    let pools = call.store.find_all(call.tenant(), &ids).await?;
    let known: HashSet<&RedemptionCode> = pools.iter().flat_map(|pool| &pool.body.codes).collect();
    let repeated = codes.iter().enumerate().filter(|(_, code)| known.contains(code));
    let refusal = ApiError::conflict(ErrorCode::AlreadyExists, "the pool has some of these codes already");
    let refusal =
        repeated.fold(refusal, |refusal, (position, _)| refusal.at(format!("codes[{position}]"), "already_exists"));
    if refusal.fields.is_empty() { Ok(()) } else { Err(refusal) }
}
