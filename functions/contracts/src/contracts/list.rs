use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{ApiError, Customer, Id, SearchText, Timestamp};

use crate::records::{
    contract::Contract,
    contract_fields::ContractType,
    contract_state::ContractStatus,
    days::Stage,
    moments::{of_stage, of_status},
    template::ContractTemplate,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractFilter {
    /// Only contracts of this location.
    location_id: Option<Id<Location>>,
    /// Only contracts of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only contracts made of this template.
    template_id: Option<Id<ContractTemplate>>,
    /// Only contracts of this type.
    #[serde(rename = "type")]
    contract_type: Option<ContractType>,
    /// Only contracts in this state now.
    status: Option<ContractStatus>,
    /// Only contracts in this stage now; not together with `status`.
    stage: Option<Stage>,
    /// Only contracts in whose title a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists contracts, also by their state or stage at this moment.
pub async fn list(call: Call, Listing { filter, paging }: Listing<ContractFilter>) -> Lists<Contract> {
    if filter.status.is_some() && filter.stage.is_some() {
        let message = "a stage says the state too: give one of them";
        return Err(ApiError::rule("stage", "without_status", message));
    }
    let contracts = List::first_of([
        Contract::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        Contract::BY_TEMPLATE.asked(filter.template_id.as_ref()),
    ])
    .only("customer_id", filter.customer_id.as_ref())
    .only("template_id", filter.template_id.as_ref())
    .only("location_id", filter.location_id.as_ref())
    .only("type", filter.contract_type.as_ref())
    .otherwise([Contract::BY_LOCATION.asked(filter.location_id.as_ref())])
    .finding(filter.q.as_ref());
    let lists = match (filter.status, filter.stage) {
        (Some(status), _) => in_status(&contracts, status, call.now),
        (None, Some(stage)) => in_stage(&contracts, stage, call.now),
        (None, None) => vec![contracts],
    };
    call.page(lists, paging).await
}

/// The list narrowed to a state: an issued contract expires by itself.
fn in_status(contracts: &List<Contract>, status: ContractStatus, now: Timestamp) -> Vec<List<Contract>> {
    let is = |status: ContractStatus| contracts.clone().only("status", Some(&status));
    match status {
        ContractStatus::Issued => vec![is(status).matching(Some(of_status(status, now)))],
        ContractStatus::Expired => {
            vec![is(status), is(ContractStatus::Issued).matching(Some(of_status(status, now)))]
        }
        ContractStatus::Draft
        | ContractStatus::Signed
        | ContractStatus::Declined
        | ContractStatus::Cancelled
        | ContractStatus::Terminated => vec![is(status)],
    }
}

/// The list narrowed to a stage: that of a signed contract, or of one that was terminated.
fn in_stage(contracts: &List<Contract>, stage: Stage, now: Timestamp) -> Vec<List<Contract>> {
    let asked = contracts.clone().matching(Some(of_stage(stage, now)));
    let is = |status: ContractStatus| asked.clone().only("status", Some(&status));
    match stage {
        Stage::Terminated => vec![is(ContractStatus::Terminated)],
        Stage::NoticeServed => vec![is(ContractStatus::Terminated), is(ContractStatus::Signed)],
        Stage::Upcoming | Stage::Active | Stage::UpForRenewal | Stage::NotRenewed | Stage::Expired => {
            vec![is(ContractStatus::Signed)]
        }
    }
}
