//! List contracts.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Call, Listing, Lists},
    domain::{Customer, Id, Location},
    store::List,
};

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
}

/// List contracts
pub async fn list(call: Call, Listing { filter, paging }: Listing<ContractFilter>) -> Lists<Contract> {
    let condition = match (filter.status, filter.stage) {
        (Some(_), Some(_)) => {
            let message = "a stage says the state too: give one of them";
            return Err(ApiError::rule("stage", "without_status", message));
        }
        (Some(status), None) => Some(of_status(status, call.now)),
        (None, Some(stage)) => Some(of_stage(stage, call.now)),
        (None, None) => None,
    };
    let contracts = List::first_of([
        Contract::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        Contract::BY_TEMPLATE.asked(filter.template_id.as_ref()),
        Contract::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("customer_id", filter.customer_id.as_ref())
    .only("template_id", filter.template_id.as_ref())
    .only("location_id", filter.location_id.as_ref())
    .only("type", filter.contract_type.as_ref())
    .matching(condition);
    call.page(contracts, paging).await
}
