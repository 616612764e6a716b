//! Codes to redeem a benefit with: pools of them are imported, each is given to one application.

mod import;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Call, Data, Listing, Page, PathId, Route};
use store::List;
use values::{
    ApiError,
    ErrorCode::{AlreadyExists, CapacityExceeded, VersionConflict},
    Id,
};

use crate::records::{
    benefit::Benefit,
    pool::{CodePool, PoolWithUse},
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_benefit_codes", "/benefit-codes", list)
            .described(
                "Imports, newest first, each with its codes in the order in which they are given out. \
                 A code that nobody has yet is masked. With `benefit_id` the list may lag a moment behind.",
            ),
        Route::post("import_benefit_codes", "/benefit-codes", import::import)
            .described(
                "Adds codes to the pool of a benefit with `redemption_code_mode` `pool`. A code is in a pool only once; \
                 either all are added or none. A pool has at most 100 imports.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, VersionConflict])
            .example(|| {
                json!({"benefit_id": "0199a000-0000-7000-8000-000000000001", "codes": ["NTN-7QX2", "NTN-91KD"]})
            }),
        Route::get("get_benefit_codes", "/benefit-codes/{id}", get)
            .described("One import. A code that nobody has yet is masked."),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BenefitCodesFilter {
    /// Only codes of this benefit.
    benefit_id: Option<Id<Benefit>>,
}

async fn list(
    call: Call,
    Listing { filter, paging }: Listing<BenefitCodesFilter>,
) -> Result<Page<PoolWithUse>, ApiError> {
    let imports = List::first_of([CodePool::BY_BENEFIT.asked(filter.benefit_id.as_ref())]);
    let page = call.page(imports, paging).await?;
    let counters: Vec<_> = page.data.iter().map(|record| CodePool::given_out(record.body.benefit_id)).collect();
    let counts = call.store.read_counters(call.tenant(), &counters).await?;
    let data = page.data.into_iter().zip(counts).map(|(record, count)| PoolWithUse::new(record, count)).collect();
    Ok(Page { data, pagination: page.pagination })
}

async fn get(call: Call, PathId(id): PathId<CodePool>) -> Result<Data<PoolWithUse>, ApiError> {
    let record = call.get(id).await?;
    let given_out = CodePool::given_out(record.body.benefit_id);
    let count = call.store.read_counter(call.tenant(), &given_out).await?;
    Ok(Data(PoolWithUse::new(record, count)))
}
